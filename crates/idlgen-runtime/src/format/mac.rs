//! The format `mac`.

use super::{Family, Format};
use crate::go::is_hardware_address;

pub(super) static MAC: Format = Format {
    name: "mac",
    family: Family::OpenApi,
    since: 0,
    doc: "A hardware address of 6, 8 or 20 bytes.",
    source: "net.ParseMAC",
    examples: &["00:00:5e:00:53:01", "00-00-5E-00-53-01", "0000.5e00.5301"],
    counterexamples: &["", "00:00:5e:00:53", "00:00-5e:00:53:01"],
    accepts: is_hardware_address,
    messages: None,
};
