//! `ipv4`, `ipv6` and `cidr`: IP addresses.

use super::{Family, Format};
use crate::go::{parse_address, parse_address_sloppy, parse_prefix_sloppy};

pub(super) static IPV4: Format = Format {
    name: "ipv4",
    family: Family::OpenApi,
    since: 0,
    doc: "An IPv4 address. Leading zeros of a number are allowed. An IPv6 address that ends in an IPv4 address is \
        accepted too.",
    source: "k8s.io/utils/net.ParseIPSloppy",
    examples: &["10.0.0.1", "010.000.0.1", "::ffff:10.0.0.1"],
    counterexamples: &["", "10.0.0", "10.0.0.256", "::1"],
    accepts: |text| text.contains('.') && parse_address_sloppy(text).is_some(),
    messages: None,
};

pub(super) static IPV6: Format = Format {
    name: "ipv6",
    family: Family::OpenApi,
    since: 0,
    doc: "An IPv6 address without a zone.",
    source: "net.ParseIP",
    examples: &["::1", "2001:db8::68", "::ffff:10.0.0.1"],
    counterexamples: &["", "10.0.0.1", "fe80::1%eth0", "1::2::3"],
    accepts: |text| text.contains(':') && matches!(parse_address(text), Ok((_, None))),
    messages: None,
};

pub(super) static CIDR: Format = Format {
    name: "cidr",
    family: Family::OpenApi,
    since: 0,
    doc: "An address and a prefix length. Leading zeros of a number are allowed.",
    source: "k8s.io/utils/net.ParseCIDRSloppy",
    examples: &["10.0.0.0/8", "2001:db8::/32", "10.0.0.1/08"],
    counterexamples: &["", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/"],
    accepts: |text| parse_prefix_sloppy(text).is_some(),
    messages: None,
};
