//! What is known of the objects of a kind, for those who describe them to others.

use std::borrow::Cow;

use idlgen_validate::{Definitions, Schema};

/// The schema of whole objects of a kind, and how servers read them.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "sources make it")]
pub struct Described<'a> {
    /// The schema.
    pub schema: Cow<'a, Schema>,
    /// What it refers to.
    pub definitions: Cow<'a, Definitions>,
    /// Whether servers decode the objects into Go types. Otherwise they are custom resources.
    pub is_native: bool,
    /// What servers say to everybody who uses it, because it is deprecated.
    pub deprecation: Option<String>,
}
