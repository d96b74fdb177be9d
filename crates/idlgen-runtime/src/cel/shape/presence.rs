//! Presence rules of object properties.

use std::borrow::Cow;

pub use crate::value::presence::Structure;

/// The rule for when a property is treated as present.
///
/// In a custom resource, a property is present if the data contains it and it is not null. In data of a Go type, the
/// rule is more complex because a field that is not a pointer cannot distinguish zero from missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presence {
    /// `true` if zero is treated as missing.
    pub unless_zero: bool,
    /// Whether the Go field is a struct and not a pointer, so that it may always be present.
    pub structure: Structure,
    /// The default of a missing property, as JSON text.
    pub default: Option<Cow<'static, str>>,
}

impl Presence {
    /// The property is present if the data contains it and it is not null.
    pub const AS_WRITTEN: Presence = Presence { unless_zero: false, structure: Structure::None, default: None };
}
