//! IP addresses.

use crate::cost::{CallEstimate, TRAVERSAL, traversal};

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(30, "family", "ip_family", "net.IP", "int"),
    global(30, "ip", "string_to_ip", "string", "net.IP").estimated(traversal),
    global(30, "ip.isCanonical", "ip_is_canonical", "string", "bool")
        .estimated(|call| CallEstimate::of(call.size(0).cost(2.0 * TRAVERSAL))),
    member(30, "isGlobalUnicast", "ip_is_global_unicast", "net.IP", "bool"),
    global(30, "isIP", "is_ip", "string", "bool").estimated(traversal),
    member(30, "isLinkLocalMulticast", "ip_is_link_local_multicast", "net.IP", "bool"),
    member(30, "isLinkLocalUnicast", "ip_is_link_local_unicast", "net.IP", "bool"),
    member(30, "isLoopback", "ip_is_loopback", "net.IP", "bool"),
    member(30, "isUnspecified", "ip_is_unspecified", "net.IP", "bool"),
    global(30, "string", "ip_to_string", "net.IP", "string"),
];
