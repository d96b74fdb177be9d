//! Blocks of network addresses (`cidr` of k8s.io/apiserver/pkg/cel/library).

use std::{fmt, net::IpAddr};

use super::{Function, ip};
use crate::cel::{EvaluationError, Value};
use crate::go;

/// A block of network addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cidr {
    /// The address as it was written, which may have bits beyond the prefix. They count where blocks are compared.
    pub address: IpAddr,
    /// The number of bits that all addresses of the block share.
    pub prefix_length: u8,
}

impl Cidr {
    /// The address without the bits beyond `length`, as a number of 128 bits with the address at its upper end.
    fn prefix(address: IpAddr, length: u8) -> u128 {
        let bits = match address {
            IpAddr::V4(address) => u128::from(address.to_bits()) << 96,
            IpAddr::V6(address) => address.to_bits(),
        };
        bits & u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0)
    }

    fn shares_prefix(&self, address: IpAddr, length: u8) -> bool {
        self.address.is_ipv4() == address.is_ipv4()
            && Self::prefix(self.address, length) == Self::prefix(address, length)
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix_length)
    }
}

/// `cidr(text)`. Bits beyond the prefix may be set.
///
/// # Errors
///
/// If the text is no block, or one of IPv4 addresses mapped to IPv6.
pub fn cidr(text: &str) -> Result<Cidr, EvaluationError> {
    // Upstream puts this before every text, and a second time before those of the parser.
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
/// `no such overload` if the text is no address.
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
/// If the text is no block.
pub fn contains_cidr_text(block: &Cidr, text: &str) -> Result<bool, EvaluationError> {
    Ok(contains_cidr(block, &cidr(text)?))
}

/// `block.overlaps(other)`, of KEP-4153: whether any address is in both. No API server has it.
pub fn overlaps(block: &Cidr, other: &Cidr) -> bool {
    block.shares_prefix(other.address, block.prefix_length.min(other.prefix_length))
}

/// `block.masked()`: without the bits beyond the prefix.
#[must_use]
pub fn masked(block: &Cidr) -> Cidr {
    let bits = Cidr::prefix(block.address, block.prefix_length);
    let address = match block.address {
        IpAddr::V4(_) => IpAddr::V4(((bits >> 96) as u32).into()),
        IpAddr::V6(_) => IpAddr::V6(bits.into()),
    };
    Cidr { address, ..*block }
}

pub(super) fn function(name: &str) -> Option<Function> {
    Some(match name {
        "cidr" => |arguments, _| match arguments {
            [Value::String(text)] => Ok(Value::Cidr(cidr(text)?)),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "isCIDR" => |arguments, _| match arguments {
            [Value::String(text)] => Ok(is_cidr(text).into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "string" => |arguments, _| match arguments {
            [Value::Cidr(block)] => Ok(block.to_string().into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "containsIP" => |arguments, _| match arguments {
            [Value::Cidr(block), Value::Ip(address)] => Ok(contains_ip(block, *address).into()),
            [Value::Cidr(block), Value::String(text)] => Ok(contains_ip_text(block, text)?.into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "containsCIDR" => |arguments, _| match arguments {
            [Value::Cidr(block), Value::Cidr(other)] => Ok(contains_cidr(block, other).into()),
            [Value::Cidr(block), Value::String(text)] => Ok(contains_cidr_text(block, text)?.into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "overlaps" => |arguments, _| match arguments {
            [Value::Cidr(block), Value::Cidr(other)] => Ok(overlaps(block, other).into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "ip" => |arguments, _| match arguments {
            [Value::Cidr(block)] => Ok(Value::Ip(block.address)),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "prefixLength" => |arguments, _| match arguments {
            [Value::Cidr(block)] => Ok(i64::from(block.prefix_length).into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "masked" => |arguments, _| match arguments {
            [Value::Cidr(block)] => Ok(Value::Cidr(masked(block))),
            _ => Err(EvaluationError::no_such_overload()),
        },
        _ => return None,
    })
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
