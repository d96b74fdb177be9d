//! Blocks of IP addresses.

use super::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(30, "cidr", "string_to_cidr", "string", "net.CIDR"),
    member(30, "containsCIDR", "cidr_contains_cidr_string", "net.CIDR, string", "bool"),
    member(30, "containsCIDR", "cidr_contains_cidr", "net.CIDR, net.CIDR", "bool"),
    member(30, "containsIP", "cidr_contains_ip_string", "net.CIDR, string", "bool"),
    member(30, "containsIP", "cidr_contains_ip_ip", "net.CIDR, net.IP", "bool"),
    member(30, "ip", "cidr_ip", "net.CIDR", "net.IP"),
    global(30, "isCIDR", "is_cidr", "string", "bool"),
    member(30, "masked", "cidr_masked", "net.CIDR", "net.CIDR"),
    member(30, "prefixLength", "cidr_prefix_length", "net.CIDR", "int"),
    global(30, "string", "cidr_to_string", "net.CIDR", "string"),
];
