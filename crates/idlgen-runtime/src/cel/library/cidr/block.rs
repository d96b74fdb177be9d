//! CIDR blocks.

use std::{fmt, net::IpAddr};

/// A CIDR block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cidr {
    /// The address as written. It may have host bits, which comparisons take into account.
    pub address: IpAddr,
    /// The prefix length in bits.
    pub prefix_length: u8,
}

impl Cidr {
    /// Returns the first `length` bits of the address in the most significant bits of a 128-bit number.
    pub(super) fn prefix(address: IpAddr, length: u8) -> u128 {
        let bits = match address {
            IpAddr::V4(address) => u128::from(address.to_bits()) << 96,
            IpAddr::V6(address) => address.to_bits(),
        };
        bits & u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0)
    }

    pub(super) fn shares_prefix(&self, address: IpAddr, length: u8) -> bool {
        self.address.is_ipv4() == address.is_ipv4()
            && Self::prefix(self.address, length) == Self::prefix(address, length)
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix_length)
    }
}
