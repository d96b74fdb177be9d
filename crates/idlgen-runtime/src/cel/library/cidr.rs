//! CIDR blocks (`cidr` of k8s.io/apiserver/pkg/cel/library).

mod block;

use std::net::IpAddr;

pub use block::Cidr;

use super::{Binding, CallCost, by_name, by_overload, ip};
use crate::cel::cost::{characters, size};
use crate::cel::{Environment, EvaluationError, Value};
use crate::go;

/// `cidr(text)`. Host bits may be set.
///
/// # Errors
///
/// Returns an error if the text is not a CIDR block, or is a block of IPv4-mapped IPv6 addresses.
pub fn cidr(text: &str) -> Result<Cidr, EvaluationError> {
    // Upstream adds this prefix to every message, and a second time to those of the parser.
    const PREFIX: &str = "network address parse error during conversion from string: ";
    match go::parse_prefix(text) {
        Err(error) => Err(EvaluationError::message(format!("{PREFIX}{PREFIX}{error}"))),
        Ok((address, _)) if ip::is_mapped(address) => {
            Err(EvaluationError::message(format!("{PREFIX}{}", ip::mapped_message(text))))
        }
        Ok((address, prefix_length)) => Ok(Cidr { address, prefix_length }),
    }
}

/// `isCIDR(text)`
pub fn is_cidr(text: &str) -> bool {
    matches!(go::parse_prefix(text), Ok((address, _)) if !ip::is_mapped(address))
}

/// `block.containsIP(address)`
pub fn contains_ip(block: &Cidr, address: IpAddr) -> bool {
    block.shares_prefix(address, block.prefix_length)
}

/// `block.containsIP(text)`
///
/// # Errors
///
/// Returns `no such overload` if the text is not an address.
pub fn contains_ip_text(block: &Cidr, text: &str) -> Result<bool, EvaluationError> {
    match ip::ip(text) {
        Ok(address) => Ok(contains_ip(block, address)),
        Err(_) => Err(EvaluationError::no_such_overload()),
    }
}

/// `block.containsCIDR(other)`
pub fn contains_cidr(block: &Cidr, other: &Cidr) -> bool {
    block.prefix_length <= other.prefix_length && block.shares_prefix(other.address, block.prefix_length)
}

/// `block.containsCIDR(text)`
///
/// # Errors
///
/// Returns an error if the text is not a CIDR block.
pub fn contains_cidr_text(block: &Cidr, text: &str) -> Result<bool, EvaluationError> {
    Ok(contains_cidr(block, &cidr(text)?))
}

/// `block.overlaps(other)`: `true` if the blocks have a common address. KEP-4153 proposed the function; no API server
/// has it.
pub fn overlaps(block: &Cidr, other: &Cidr) -> bool {
    block.shares_prefix(other.address, block.prefix_length.min(other.prefix_length))
}

/// `block.masked()`: the block without host bits.
#[must_use]
pub fn masked(block: &Cidr) -> Cidr {
    let bits = Cidr::prefix(block.address, block.prefix_length);
    let address = match block.address {
        IpAddr::V4(_) => IpAddr::V4(((bits >> 96) as u32).into()),
        IpAddr::V6(_) => IpAddr::V6(bits.into()),
    };
    Cidr { address, ..*block }
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("cidr", &["string_to_cidr"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => Ok(Value::Cidr(cidr(text)?)),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("isCIDR", &["is_cidr"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => Ok(is_cidr(text).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("string", &["cidr_to_string"], CallCost::One, |arguments, _| match arguments {
        [Value::Cidr(block)] => Ok(block.to_string().into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("containsIP", &["cidr_contains_ip_ip"], CallCost::Own(compared), |arguments, _| match arguments {
        [Value::Cidr(block), Value::Ip(address)] => Ok(contains_ip(block, *address).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload(
        "containsIP",
        &["cidr_contains_ip_string"],
        CallCost::Own(compared_text),
        |arguments, _| match arguments {
            [Value::Cidr(block), Value::String(text)] => Ok(contains_ip_text(block, text)?.into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name(
        "containsCIDR",
        &["cidr_contains_cidr"],
        CallCost::Own(masked_and_compared),
        |arguments, _| match arguments {
            [Value::Cidr(block), Value::Cidr(other)] => Ok(contains_cidr(block, other).into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_overload(
        "containsCIDR",
        &["cidr_contains_cidr_string"],
        CallCost::Own(masked_and_compared_text),
        |arguments, _| match arguments {
            [Value::Cidr(block), Value::String(text)] => Ok(contains_cidr_text(block, text)?.into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name("overlaps", &["cidr_overlaps_cidr"], CallCost::Own(masked_and_compared), |arguments, _| match arguments {
        [Value::Cidr(block), Value::Cidr(other)] => Ok(overlaps(block, other).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("ip", &["cidr_ip"], CallCost::One, |arguments, _| match arguments {
        [Value::Cidr(block)] => Ok(Value::Ip(block.address)),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("prefixLength", &["cidr_prefix_length"], CallCost::One, |arguments, _| match arguments {
        [Value::Cidr(block)] => Ok(i64::from(block.prefix_length).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("masked", &["cidr_masked"], CallCost::One, |arguments, _| match arguments {
        [Value::Cidr(block)] => Ok(Value::Cidr(masked(block))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
];

/// Returns the cost of a comparison with the bytes of a block, or 0 if an argument is missing.
fn compared(arguments: &[Value<'_>], _: Environment) -> u64 {
    match arguments {
        [block, _, ..] => characters(size(block).saturating_mul(2)),
        _ => 1,
    }
}

/// Returns the cost of masking a block and comparing it.
fn masked_and_compared(arguments: &[Value<'_>], environment: Environment) -> u64 {
    match arguments {
        [block, _, ..] => compared(arguments, environment) + characters(size(block)) + 1,
        _ => 1,
    }
}

/// Returns the cost of parsing the argument.
fn read(arguments: &[Value<'_>]) -> u64 {
    arguments.get(1).map_or(0, |text| characters(size(text)))
}

fn compared_text(arguments: &[Value<'_>], environment: Environment) -> u64 {
    compared(arguments, environment) + read(arguments)
}

fn masked_and_compared_text(arguments: &[Value<'_>], environment: Environment) -> u64 {
    masked_and_compared(arguments, environment) + read(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_with_its_prefix_twice() {
        let prefix = "network address parse error during conversion from string: ";
        assert_eq!(cidr("x").unwrap_err().to_string(), format!("{prefix}{prefix}netip.ParsePrefix(\"x\"): no '/'"));
        assert_eq!(
            cidr("::ffff:1.2.3.4/8").unwrap_err().to_string(),
            format!("{prefix}IPv4-mapped IPv6 address \"::ffff:1.2.3.4/8\" is not allowed")
        );
    }

    #[test]
    fn blocks() {
        let block = |text| cidr(text).unwrap();
        assert_eq!(masked(&block("10.1.2.3/12")).to_string(), "10.0.0.0/12");
        assert_eq!(masked(&block("2001:db8::1/32")).to_string(), "2001:db8::/32");
        assert_eq!(masked(&block("::1/0")).to_string(), "::/0");
        assert_ne!(block("10.1.2.3/12"), block("10.0.0.0/12"));
        assert_eq!(contains_ip_text(&block("0.0.0.0/0"), "1.2.3.4"), Ok(true));
        assert_eq!(contains_ip_text(&block("0.0.0.0/0"), "::"), Ok(false));
        assert!(contains_ip_text(&block("0.0.0.0/0"), "x").unwrap_err().is_no_such_overload());
        for (left, right, contains, overlap) in [
            ("10.0.0.0/8", "10.1.0.0/16", true, true),
            ("10.1.0.0/16", "10.0.0.0/8", false, true),
            ("10.1.0.0/16", "10.2.0.0/16", false, false),
            ("10.1.0.0/16", "10.1.2.3/16", true, true),
            ("::/0", "0.0.0.0/0", false, false),
            ("::1/128", "::1/128", true, true),
        ] {
            assert_eq!(contains_cidr(&block(left), &block(right)), contains, "{left} {right}");
            assert_eq!(overlaps(&block(left), &block(right)), overlap, "{left} {right}");
        }
    }
}
