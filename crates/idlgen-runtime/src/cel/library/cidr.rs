//! Blocks of network addresses (`cidr` of k8s.io/apiserver/pkg/cel/library).

use std::net::IpAddr;

use super::Function;

/// A block of network addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cidr {
    /// The address as it was written, which may have bits beyond the prefix.
    pub address: IpAddr,
    /// The number of bits that all addresses of the block share.
    pub prefix_length: u8,
}

pub(super) fn function(_name: &str) -> Option<Function> {
    None
}
