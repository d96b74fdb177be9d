//! CIDR blocks.

use crate::cost::{Call, CallEstimate, CostEstimate, SizeEstimate, TRAVERSAL, traversal};

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(30, "cidr", "string_to_cidr", "string", "net.CIDR").estimated(traversal),
    member(30, "containsCIDR", "cidr_contains_cidr_string", "net.CIDR, string", "bool").estimated(contains_cidr_text),
    member(30, "containsCIDR", "cidr_contains_cidr", "net.CIDR, net.CIDR", "bool").estimated(contains_cidr),
    member(30, "containsIP", "cidr_contains_ip_string", "net.CIDR, string", "bool").estimated(contains_ip_text),
    member(30, "containsIP", "cidr_contains_ip_ip", "net.CIDR, net.IP", "bool").estimated(contains_ip),
    member(30, "ip", "cidr_ip", "net.CIDR", "net.IP"),
    global(30, "isCIDR", "is_cidr", "string", "bool").estimated(traversal),
    member(30, "masked", "cidr_masked", "net.CIDR", "net.CIDR"),
    member(30, "prefixLength", "cidr_prefix_length", "net.CIDR", "int"),
    global(30, "string", "cidr_to_string", "net.CIDR", "string"),
];

/// The size of an IP address in bytes: 4 (IPv4) to 16 (IPv6).
const ADDRESS: SizeEstimate = SizeEstimate { min: 4, max: 16 };

fn compared() -> CostEstimate {
    (ADDRESS + ADDRESS).cost(TRAVERSAL)
}

fn masked_and_compared() -> CostEstimate {
    compared() + ADDRESS.cost(TRAVERSAL) + CostEstimate::fixed(1)
}

/// Returns the cost of parsing the argument.
fn read(call: &Call<'_, '_>) -> CostEstimate {
    call.size(1).cost(TRAVERSAL)
}

fn contains_ip(_: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(compared())
}

fn contains_ip_text(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(compared() + read(call))
}

/// Estimates the cost of `containsCIDR`, and of the proposed `overlaps`.
pub(super) fn contains_cidr(_: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(masked_and_compared())
}

fn contains_cidr_text(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(masked_and_compared() + read(call))
}
