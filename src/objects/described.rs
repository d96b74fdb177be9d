//! Descriptions of kinds for other tools.

use std::borrow::Cow;

use idlgen_validate::{Definitions, Schema};

/// The schema of a kind's objects, and how servers decode them.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "sources make it")]
pub struct Described<'a> {
    /// The schema of the entire object, including `metadata`.
    pub schema: Cow<'a, Schema>,
    /// The definitions that the schema may reference.
    pub definitions: Cow<'a, Definitions>,
    /// `true` if servers decode the objects into Go types. Otherwise they are custom resources.
    pub is_native: bool,
    /// The deprecation warning of servers, if the kind is deprecated.
    pub deprecation: Option<String>,
}
