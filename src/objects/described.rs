//! Descriptions of kinds for other tools.

use std::borrow::Cow;

use idlgen_validate::{Definitions, Schema};

/// The schema of entire objects of a kind, and their decoding.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "sources make it")]
pub struct Described<'a> {
    /// The schema of the entire object, including `metadata`.
    pub schema: Cow<'a, Schema>,
    /// The definitions it may reference.
    pub definitions: Cow<'a, Definitions>,
    /// `true` if servers decode the objects into Go types. Otherwise they are custom resources.
    pub is_native: bool,
    /// The deprecation warning of servers, if the kind is deprecated.
    pub deprecation: Option<String>,
}
