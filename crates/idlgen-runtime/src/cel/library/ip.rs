//! IP addresses (`ip` of k8s.io/apiserver/pkg/cel/library).

use std::net::{IpAddr, Ipv4Addr};

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::{EvaluationError, Value};
use crate::go::{self, ParseAddressError, quote};

/// The reason why CEL rejects an address.
enum Rejection<'a> {
    Syntax(ParseAddressError<'a>),
    Zone,
    Mapped,
}

fn parse(text: &str) -> Result<IpAddr, Rejection<'_>> {
    match go::parse_address(text) {
        Err(error) => Err(Rejection::Syntax(error)),
        Ok((_, Some(_))) => Err(Rejection::Zone),
        Ok((address, None)) if is_mapped(address) => Err(Rejection::Mapped),
        Ok((address, None)) => Ok(address),
    }
}

/// Returns `true` for an IPv4-mapped IPv6 address.
pub(super) fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some())
}

/// Returns the message for an IPv4-mapped IPv6 address.
pub(super) fn mapped_message(text: &str) -> String {
    format!("IPv4-mapped IPv6 address {} is not allowed", quote(text))
}

/// `ip(text)`
///
/// # Errors
///
/// Returns an error if the text is not an address, has a zone, or is an IPv4-mapped IPv6 address.
pub fn ip(text: &str) -> Result<IpAddr, EvaluationError> {
    parse(text).map_err(|rejection| {
        EvaluationError::message(match rejection {
            Rejection::Syntax(error) => {
                format!("IP Address {} parse error during conversion from string: {error}", quote(text))
            }
            Rejection::Zone => format!("IP address {} with zone value is not allowed", quote(text)),
            Rejection::Mapped => mapped_message(text),
        })
    })
}

/// `isIP(text)`
pub fn is_ip(text: &str) -> bool {
    parse(text).is_ok()
}

/// `ip.isCanonical(text)`: `true` if the address is in canonical notation.
///
/// # Errors
///
/// Returns the errors of [`ip`].
pub fn is_canonical(text: &str) -> Result<bool, EvaluationError> {
    Ok(ip(text)?.to_string() == text)
}

/// `address.family()`: 4 or 6.
pub fn family(address: IpAddr) -> i64 {
    if address.is_ipv4() { 4 } else { 6 }
}

/// `address.isUnspecified()`: `0.0.0.0`, `::`.
pub fn is_unspecified(address: IpAddr) -> bool {
    address.is_unspecified()
}

/// `address.isLoopback()`: `127.0.0.0/8`, `::1`.
pub fn is_loopback(address: IpAddr) -> bool {
    address.is_loopback()
}

/// `address.isLinkLocalMulticast()`: `224.0.0.0/24`, or `ff02::/16` with any flags.
pub fn is_link_local_multicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => matches!(address.octets(), [224, 0, 0, _]),
        IpAddr::V6(address) => address.segments()[0] & 0xff0f == 0xff02,
    }
}

/// `address.isLinkLocalUnicast()`: `169.254.0.0/16`, `fe80::/10`.
pub fn is_link_local_unicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.segments()[0] & 0xffc0 == 0xfe80,
    }
}

/// `address.isGlobalUnicast()`: all except the unspecified, loopback, multicast, link-local and broadcast addresses.
pub fn is_global_unicast(address: IpAddr) -> bool {
    let is_multicast = match address {
        IpAddr::V4(address) => address.octets()[0] & 0xf0 == 0xe0,
        IpAddr::V6(address) => address.octets()[0] == 0xff,
    };
    !is_multicast
        && address != IpAddr::V4(Ipv4Addr::BROADCAST)
        && !is_unspecified(address)
        && !is_loopback(address)
        && !is_link_local_unicast(address)
}

/// `address.is4()`: `true` for an IPv4 address. KEP-4153 proposed the function; no API server has it.
pub fn is_4(address: IpAddr) -> bool {
    address.is_ipv4()
}

/// `address.is6()`: `true` for an IPv6 address. KEP-4153 proposed the function; no API server has it.
pub fn is_6(address: IpAddr) -> bool {
    address.is_ipv6()
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("ip", &["string_to_ip"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => Ok(Value::Ip(ip(text)?)),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("isIP", &["is_ip"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => Ok(is_ip(text).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("ip.isCanonical", &["ip_is_canonical"], CallCost::Characters(2), |arguments, _| match arguments {
        [Value::String(text)] => Ok(is_canonical(text)?.into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("string", &["ip_to_string"], CallCost::One, |arguments, _| match arguments {
        [Value::Ip(address)] => Ok(address.to_string().into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("family", &["ip_family"], CallCost::One, |arguments, _| match arguments {
        [Value::Ip(address)] => Ok(family(*address).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("isUnspecified", &["ip_is_unspecified"], CallCost::One, |arguments, _| test(arguments, is_unspecified)),
    by_overload("isLoopback", &["ip_is_loopback"], CallCost::One, |arguments, _| test(arguments, is_loopback)),
    by_overload("isLinkLocalMulticast", &["ip_is_link_local_multicast"], CallCost::One, |arguments, _| {
        test(arguments, is_link_local_multicast)
    }),
    by_overload("isLinkLocalUnicast", &["ip_is_link_local_unicast"], CallCost::One, |arguments, _| {
        test(arguments, is_link_local_unicast)
    }),
    by_overload("isGlobalUnicast", &["ip_is_global_unicast"], CallCost::One, |arguments, _| {
        test(arguments, is_global_unicast)
    }),
    by_overload("is4", &["ip_is_4"], CallCost::One, |arguments, _| test(arguments, is_4)),
    by_overload("is6", &["ip_is_6"], CallCost::One, |arguments, _| test(arguments, is_6)),
];

fn test<'a>(arguments: &[Value<'a>], holds: fn(IpAddr) -> bool) -> Result<Value<'a>, EvaluationError> {
    match arguments {
        [Value::Ip(address)] => Ok(holds(*address).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses() {
        for (text, message) in [
            (
                "192.168.0.1.0",
                r#"IP Address "192.168.0.1.0" parse error during conversion from string: ParseAddr("192.168.0.1.0"): IPv4 address too long"#,
            ),
            ("fe80::1%en0", r#"IP address "fe80::1%en0" with zone value is not allowed"#),
            ("::ffff:1.2.3.4", r#"IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed"#),
        ] {
            assert_eq!(ip(text).unwrap_err().to_string(), message);
            assert!(!is_ip(text));
        }
    }

    #[test]
    fn kinds_of_addresses() {
        let tests = [is_unspecified, is_loopback, is_link_local_multicast, is_link_local_unicast, is_global_unicast];
        for (text, kinds) in [
            ("0.0.0.0", "u"),
            ("::", "u"),
            ("127.1.2.3", "l"),
            ("::1", "l"),
            ("224.0.0.1", "m"),
            ("224.0.1.1", ""),
            ("ff02::1", "m"),
            ("ff12::1", "m"),
            ("ff05::1", ""),
            ("169.254.1.1", "k"),
            ("febf::1", "k"),
            ("fec0::1", "g"),
            ("192.168.0.1", "g"),
            ("255.255.255.255", ""),
            ("240.0.0.1", "g"),
            ("2001:db8::1", "g"),
        ] {
            let address = ip(text).unwrap();
            let found: String =
                tests.iter().zip("ulmkg".chars()).filter(|(test, _)| test(address)).map(|(_, kind)| kind).collect();
            assert_eq!(found, kinds, "{text}");
        }
        assert_eq!(is_canonical("2001:DB8::68"), Ok(false));
        assert_eq!(is_canonical("2001:db8::68"), Ok(true));
    }

    #[test]
    fn an_address_has_one_version() {
        for (text, is_version_4) in [("1.2.3.4", true), ("::1", false), ("fe80::", false)] {
            let address = ip(text).unwrap();
            assert_eq!((is_4(address), is_6(address)), (is_version_4, !is_version_4), "{text}");
            assert_eq!(family(address), if is_version_4 { 4 } else { 6 });
        }
    }
}
