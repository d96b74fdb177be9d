//! Emulates `net/netip.ParseAddr` and `net/netip.ParsePrefix`, with their errors.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use super::quote;

/// An error of `netip.ParseAddr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAddressError<'a> {
    text: &'a str,
    reason: &'static str,
    /// The rest of the input that has not been parsed. Empty if the message does not contain it.
    rest: &'a str,
}

impl fmt::Display for ParseAddressError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseAddr({}): {}", quote(self.text), self.reason)?;
        if self.rest.is_empty() { Ok(()) } else { write!(f, " (at {})", quote(self.rest)) }
    }
}

impl std::error::Error for ParseAddressError<'_> {}

/// Parses an address like `netip.ParseAddr`. Also returns its zone, which only an IPv6 address can have. Rejects
/// leading zeros in IPv4 addresses.
///
/// ```
/// use idlgen_runtime::go::parse_address;
/// assert_eq!(parse_address("fe80::1%eth0").unwrap().1, Some("eth0"));
/// let error = parse_address("10.0.0.01").unwrap_err();
/// assert_eq!(error.to_string(), r#"ParseAddr("10.0.0.01"): IPv4 field has octet with leading zero"#);
/// ```
///
/// # Errors
///
/// Returns an error if the text is not an address.
pub fn parse_address(text: &str) -> Result<(IpAddr, Option<&str>), ParseAddressError<'_>> {
    let failed = |(reason, rest)| ParseAddressError { text, reason, rest };
    // The first `.`, `:` or `%` determines the address family.
    match text.bytes().find(|byte| matches!(byte, b'.' | b':' | b'%')) {
        Some(b'.') => ipv4(text).map(|octets| (IpAddr::V4(octets), None)).map_err(failed),
        Some(b':') => {
            let (address, zone) = match text.split_once('%') {
                Some((_, "")) => return Err(failed(("zone must be a non-empty string", ""))),
                Some((address, zone)) => (address, Some(zone)),
                None => (text, None),
            };
            ipv6(address).map(|address| (IpAddr::V6(address), zone)).map_err(failed)
        }
        Some(_) => Err(failed(("missing IPv6 address", ""))),
        None => Err(failed(("unable to parse IP", ""))),
    }
}

/// An error with the message of `netip.ParsePrefix`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePrefixError<'a> {
    text: &'a str,
    reason: PrefixReason<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrefixReason<'a> {
    NoSlash,
    Address(ParseAddressError<'a>),
    Zone,
    Bits(&'a str),
    OutOfRange,
}

impl fmt::Display for ParsePrefixError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "netip.ParsePrefix({}): ", quote(self.text))?;
        match &self.reason {
            PrefixReason::NoSlash => f.write_str("no '/'"),
            PrefixReason::Address(error) => error.fmt(f),
            PrefixReason::Zone => f.write_str("IPv6 zones cannot be present in a prefix"),
            PrefixReason::Bits(bits) => write!(f, "bad bits after slash: {}", quote(bits)),
            PrefixReason::OutOfRange => f.write_str("prefix length out of range"),
        }
    }
}

impl std::error::Error for ParsePrefixError<'_> {}

/// Parses an address with a prefix length like `netip.ParsePrefix`. Host bits may be set.
///
/// ```
/// use idlgen_runtime::go::parse_prefix;
/// assert_eq!(parse_prefix("10.0.0.1/8"), Ok(([10, 0, 0, 1].into(), 8)));
/// assert_eq!(
///     parse_prefix("10.0.0.1/33").unwrap_err().to_string(),
///     r#"netip.ParsePrefix("10.0.0.1/33"): prefix length out of range"#
/// );
/// ```
///
/// # Errors
///
/// Returns an error if the text is not an address followed by a valid prefix length.
pub fn parse_prefix(text: &str) -> Result<(IpAddr, u8), ParsePrefixError<'_>> {
    let failed = |reason| ParsePrefixError { text, reason };
    let (address, bits) = text.rsplit_once('/').ok_or(failed(PrefixReason::NoSlash))?;
    let (address, zone) = parse_address(address).map_err(|error| failed(PrefixReason::Address(error)))?;
    if zone.is_some() {
        return Err(failed(PrefixReason::Zone));
    }
    // Go rejects signs and leading zeros. A sign without digits is rejected as well.
    if bits.is_empty() || !bits.bytes().all(|byte| byte.is_ascii_digit()) || bits.len() > 1 && bits.starts_with('0') {
        return Err(failed(PrefixReason::Bits(bits)));
    }
    // Go also rejects a number that overflows int.
    let length: i64 = bits.parse().map_err(|_| failed(PrefixReason::Bits(bits)))?;
    let longest = if address.is_ipv4() { 32 } else { 128 };
    match u8::try_from(length) {
        Ok(length) if length <= longest => Ok((address, length)),
        _ => Err(failed(PrefixReason::OutOfRange)),
    }
}

/// The reason of an error, and the rest of the input that has not been parsed.
type Failure<'a> = (&'static str, &'a str);

fn ipv4(text: &str) -> Result<Ipv4Addr, Failure<'_>> {
    let mut octets = [0u8; 4];
    let (mut position, mut value, mut digits) = (0, 0u16, 0);
    for (index, byte) in text.bytes().enumerate() {
        let rest = || text.get(index..).unwrap_or_default();
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(("IPv4 field has octet with leading zero", ""));
                }
                value = value * 10 + u16::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err(("IPv4 field has value >255", ""));
                }
            }
            b'.' => {
                if digits == 0 || index + 1 == text.len() {
                    return Err(("IPv4 field must have at least one digit", rest()));
                }
                match octets.get_mut(position) {
                    Some(octet) if position < 3 => *octet = value as u8,
                    _ => return Err(("IPv4 address too long", "")),
                }
                (position, value, digits) = (position + 1, 0, 0);
            }
            _ => return Err(("unexpected character", rest())),
        }
    }
    if position < 3 {
        return Err(("IPv4 address too short", ""));
    }
    octets[3] = value as u8;
    Ok(octets.into())
}

fn ipv6(text: &str) -> Result<Ipv6Addr, Failure<'_>> {
    let mut groups = [0u16; 8];
    let mut count = 0;
    // The number of groups before `::`, if it occurs.
    let mut gap = None;
    let mut rest = text;
    if let Some(after) = rest.strip_prefix("::") {
        (gap, rest) = (Some(0), after);
        if rest.is_empty() {
            return Ok(Ipv6Addr::UNSPECIFIED);
        }
    }
    while let Some(slot) = groups.get_mut(count) {
        let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (digits, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if length > 4 {
            return Err(("each group must have 4 or less digits", rest));
        }
        let Ok(group) = u16::from_str_radix(digits, 16) else {
            return Err(("each colon-separated field must have at least one digit", rest));
        };
        if after.starts_with('.') {
            if gap.is_none() && count != 6 {
                return Err(("embedded IPv4 address must replace the final 2 fields of the address", rest));
            }
            if count > 6 {
                return Err(("too many hex fields to fit an embedded IPv4 at the end of the address", rest));
            }
            let [a, b, c, d] = ipv4(rest)?.octets();
            *slot = u16::from_be_bytes([a, b]);
            if let Some(slot) = groups.get_mut(count + 1) {
                *slot = u16::from_be_bytes([c, d]);
            }
            (count, rest) = (count + 2, "");
            break;
        }
        *slot = group;
        (count, rest) = (count + 1, after);
        if rest.is_empty() {
            break;
        }
        match rest.strip_prefix(':') {
            None => return Err(("unexpected character, want colon", rest)),
            Some("") => return Err(("colon must be followed by more characters", rest)),
            Some(after) => rest = after,
        }
        if let Some(after) = rest.strip_prefix(':') {
            if gap.is_some() {
                return Err(("multiple :: in address", rest));
            }
            (gap, rest) = (Some(count), after);
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(("trailing garbage after address", rest));
    }
    match gap {
        None if count < 8 => return Err(("address string too short", "")),
        Some(_) if count == 8 => return Err(("the :: must expand to at least one field of zeros", "")),
        Some(gap) => {
            // Moves the groups after `::` to the end.
            if let Some(behind) = groups.get_mut(gap..) {
                behind.rotate_right(8 - count);
            }
        }
        None => {}
    }
    Ok(groups.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("1.2.3.4", "1.2.3.4"),
            ("::", "::"),
            ("::1", "::1"),
            ("1::", "1::"),
            ("1::2", "1::2"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("1:2:3::7:8", "1:2:3::7:8"),
            ("1::1.2.3.4", "1::102:304"),
            ("::1.2.3.4", "::102:304"),
            ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
        ] {
            assert_eq!(parse_address(text).unwrap().0.to_string(), expected, "{text}");
        }
        for (text, expected) in [
            ("", "unable to parse IP"),
            ("a%b", "missing IPv6 address"),
            ("::1%", "zone must be a non-empty string"),
            ("1.2.3", "IPv4 address too short"),
            ("1.2.3.4.5", "IPv4 address too long"),
            ("1..3.4", r#"IPv4 field must have at least one digit (at ".3.4")"#),
            ("1.2.3.", r#"IPv4 field must have at least one digit (at ".")"#),
            ("1.2.3.x", r#"unexpected character (at "x")"#),
            ("1.2.3.256", "IPv4 field has value >255"),
            ("12345::", r#"each group must have 4 or less digits (at "12345::")"#),
            (":1", r#"each colon-separated field must have at least one digit (at ":1")"#),
            ("1:", r#"colon must be followed by more characters (at ":")"#),
            ("1:x", r#"each colon-separated field must have at least one digit (at "x")"#),
            ("1x:", r#"unexpected character, want colon (at "x:")"#),
            ("1::2::3", r#"multiple :: in address (at ":3")"#),
            ("1:2", "address string too short"),
            ("1:2:3:4:5:6:7:8:9", r#"trailing garbage after address (at "9")"#),
            ("1:2:3:4::5:6:7:8", "the :: must expand to at least one field of zeros"),
            ("1:1.2.3.4", r#"embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")"#),
            (
                "1:2:3:4:5:6:7:1.2.3.4",
                r#"embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")"#,
            ),
            (
                "::2:3:4:5:6:7:8:1.2.3.4",
                r#"too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")"#,
            ),
            ("::1.2.3.4.5%x", "IPv4 address too long"),
        ] {
            let error = parse_address(text).unwrap_err().to_string();
            assert_eq!(error.strip_prefix(&format!("ParseAddr({}): ", quote(text))), Some(expected), "{text}");
        }
    }

    #[test]
    fn prefixes() {
        assert_eq!(parse_prefix("::/0"), Ok((Ipv6Addr::UNSPECIFIED.into(), 0)));
        for (text, expected) in [
            ("1.2.3.4", "no '/'"),
            ("1.2.3/8", r#"ParseAddr("1.2.3"): IPv4 address too short"#),
            ("::1%a/8", "IPv6 zones cannot be present in a prefix"),
            ("::1/", r#"bad bits after slash: """#),
            ("::1/+8", r#"bad bits after slash: "+8""#),
            ("::1/-", r#"bad bits after slash: "-""#),
            ("::1/08", r#"bad bits after slash: "08""#),
            ("::1/99999999999999999999", r#"bad bits after slash: "99999999999999999999""#),
            ("::1/129", "prefix length out of range"),
        ] {
            let error = parse_prefix(text).unwrap_err().to_string();
            assert_eq!(error.strip_prefix(&format!("netip.ParsePrefix({}): ", quote(text))), Some(expected), "{text}");
        }
    }
}
