//! Sizes of values.

use super::Value;

impl Value<'_> {
    /// Returns the size for `size(x)` and for the cost of functions: code points of strings, bytes, elements, entries,
    /// bytes of network addresses. Returns `None` if the value has no size.
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

/// Returns the number of code points.
pub(in crate::cel) fn code_points(text: &str) -> u64 {
    if text.len() < 16 {
        // Continuation bytes are 10xxxxxx.
        text.bytes().filter(|byte| (*byte as i8) >= -0x40).count() as u64
    } else {
        text.chars().count() as u64
    }
}

fn address_size(address: std::net::IpAddr) -> u64 {
    if address.is_ipv4() { 4 } else { 16 }
}
