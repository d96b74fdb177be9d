//! How large values are.

use super::Value;

impl Value<'_> {
    /// What `size(x)` gives, and what the cost of functions on the value goes by: code points of text, octets,
    /// elements, entries; of a network address its octets. None if the value has no size.
    #[inline]
    pub fn size(&self) -> Option<u64> {
        Some(match self {
            Self::String(text) => code_points(text),
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::List(list) => list.len() as u64,
            Self::Map(map) => map.len() as u64,
            Self::Ip(address) => address_size(*address),
            Self::Cidr(cidr) => u64::from(cidr.prefix_length).div_ceil(8),
            _ => return None,
        })
    }
}

/// Number of code points.
pub(in crate::cel) fn code_points(text: &str) -> u64 {
    if text.len() < 16 {
        // Octets that continue a code point are 10xxxxxx.
        text.bytes().filter(|byte| (*byte as i8) >= -0x40).count() as u64
    } else {
        text.chars().count() as u64
    }
}

fn address_size(address: std::net::IpAddr) -> u64 {
    if address.is_ipv4() { 4 } else { 16 }
}
