//! IP addresses.

use super::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(30, "family", "ip_family", "net.IP", "int"),
    global(30, "ip", "string_to_ip", "string", "net.IP"),
    global(30, "ip.isCanonical", "ip_is_canonical", "string", "bool"),
    member(30, "isGlobalUnicast", "ip_is_global_unicast", "net.IP", "bool"),
    global(30, "isIP", "is_ip", "string", "bool"),
    member(30, "isLinkLocalMulticast", "ip_is_link_local_multicast", "net.IP", "bool"),
    member(30, "isLinkLocalUnicast", "ip_is_link_local_unicast", "net.IP", "bool"),
    member(30, "isLoopback", "ip_is_loopback", "net.IP", "bool"),
    member(30, "isUnspecified", "ip_is_unspecified", "net.IP", "bool"),
    global(30, "string", "ip_to_string", "net.IP", "string"),
];
