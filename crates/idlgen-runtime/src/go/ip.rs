//! Emulates the parsers of `k8s.io/utils/net`, which accept leading zeros.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Parses an address like `ParseIPSloppy`: accepts leading zeros and rejects zones.
///
/// ```
/// use idlgen_runtime::go::parse_address_sloppy;
/// assert_eq!(parse_address_sloppy("10.0.0.010"), Some([10, 0, 0, 10].into()));
/// ```
pub fn parse_address_sloppy(text: &str) -> Option<IpAddr> {
    match text.bytes().find(|byte| matches!(byte, b'.' | b':'))? {
        b'.' => ipv4(text.as_bytes()).map(IpAddr::V4),
        _ => ipv6(text.as_bytes()).map(IpAddr::V6),
    }
}

/// Parses an address with a prefix length like `ParseCIDRSloppy`.
///
/// ```
/// use idlgen_runtime::go::parse_prefix_sloppy;
/// assert_eq!(parse_prefix_sloppy("10.0.0.1/08"), Some(([10, 0, 0, 1].into(), 8)));
/// assert_eq!(parse_prefix_sloppy("10.0.0.1/33"), None);
/// ```
pub fn parse_prefix_sloppy(text: &str) -> Option<(IpAddr, u8)> {
    let (address, length) = text.split_once('/')?;
    let address = match ipv4(address.as_bytes()) {
        Some(address) => IpAddr::V4(address),
        None => IpAddr::V6(ipv6(address.as_bytes())?),
    };
    let (length, rest) = number(length.as_bytes(), 10)?;
    let longest = if address.is_ipv4() { 32 } else { 128 };
    (rest.is_empty() && length <= longest).then_some((address, length as u8))
}

/// Parses the leading digits as a number below 0xffffff.
fn number(text: &[u8], radix: u32) -> Option<(u32, &[u8])> {
    const LIMIT: u32 = 0x00ff_ffff;
    let (mut value, mut rest) = (0, text);
    while let [first, after @ ..] = rest {
        let Some(digit) = char::from(*first).to_digit(radix) else { break };
        value = value * radix + digit;
        if value >= LIMIT {
            return None;
        }
        rest = after;
    }
    (rest.len() < text.len()).then_some((value, rest))
}

fn ipv4(text: &[u8]) -> Option<Ipv4Addr> {
    let mut rest = text;
    let mut octets = [0; 4];
    for (position, octet) in octets.iter_mut().enumerate() {
        if position > 0 {
            rest = rest.strip_prefix(b".")?;
        }
        let (value, after) = number(rest, 10)?;
        *octet = u8::try_from(value).ok()?;
        rest = after;
    }
    rest.is_empty().then(|| Ipv4Addr::from(octets))
}

fn ipv6(text: &[u8]) -> Option<Ipv6Addr> {
    let mut rest = text;
    let mut groups: Vec<u16> = Vec::with_capacity(8);
    // The number of groups before `::`, if it occurs.
    let mut gap = None;
    if let Some(after) = rest.strip_prefix(b"::") {
        gap = Some(0);
        rest = after;
    }
    while groups.len() < 8 && !(gap == Some(groups.len()) && rest.is_empty()) {
        let (value, after) = number(rest, 16)?;
        let value = u16::try_from(value).ok()?;
        if after.first() == Some(&b'.') {
            if groups.len() > 6 || (gap.is_none() && groups.len() != 6) {
                return None;
            }
            let [a, b, c, d] = ipv4(rest)?.octets();
            groups.extend([u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])]);
            rest = &[];
            break;
        }
        groups.push(value);
        rest = after;
        if rest.is_empty() {
            break;
        }
        rest = rest.strip_prefix(b":")?;
        match rest.strip_prefix(b":") {
            Some(_) if gap.is_some() => return None,
            Some(after) => {
                gap = Some(groups.len());
                rest = after;
            }
            None if rest.is_empty() => return None,
            None => {}
        }
    }
    if !rest.is_empty() {
        return None;
    }
    if let Some(gap) = gap {
        let missing = 8 - groups.len();
        // `::` must represent at least one group.
        if missing == 0 {
            return None;
        }
        groups.splice(gap..gap, std::iter::repeat_n(0, missing));
    }
    let groups: [u16; 8] = groups.try_into().ok()?;
    Some(Ipv6Addr::from(groups))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sloppy_addresses() {
        for (text, address) in [
            ("1.2.3.4", Some("1.2.3.4")),
            ("001.002.003.0004", Some("1.2.3.4")),
            ("1.2.3.256", None),
            ("1.2.3", None),
            ("1.2.3.4.5", None),
            ("::", Some("::")),
            ("::1", Some("::1")),
            ("00001::", Some("1::")),
            ("1:2:3:4:5:6:7:8", Some("1:2:3:4:5:6:7:8")),
            ("1:2:3:4:5:6:7::", Some("1:2:3:4:5:6:7:0")),
            ("1:2:3:4:5:6:7:8::", None),
            ("1:2:3:4:5:6:7", None),
            ("1:2:3:4::5:6:7:8", None),
            ("1:2:3::5:6:7:8", Some("1:2:3:0:5:6:7:8")),
            ("1:2:3:4:5:6:7:8:9", None),
            ("::1:2:3:4:5:6:7:8:9", None),
            ("::ffff:01.2.3.4", Some("::ffff:1.2.3.4")),
            ("1:2:3:4:5:6:1.2.3.4", Some("1:2:3:4:5:6:102:304")),
            ("1:2:3:4:5:6:7:1.2.3.4", None),
            ("1::2:3:4:5:6:7:1.2.3.4", None),
            ("1::2:3:4:5:1.2.3.4", Some("1::2:3:4:5:102:304")),
            ("1:2:3:1.2.3.4", None),
            ("1::2::3", None),
            ("1:", None),
            (":1", None),
            (":::", None),
            ("fe80::1%eth0", None),
            ("10000::", None),
            ("", None),
        ] {
            assert_eq!(parse_address_sloppy(text), address.map(|address| address.parse().unwrap()), "{text}");
        }
    }
}
