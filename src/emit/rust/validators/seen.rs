//! The values that rules read.

use crate::emit::rust::plan::{Member, PlannedType};

/// The possible values of a program node.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Seen {
    /// A struct with these fields.
    Struct(Vec<Member>),
    /// A value of this type.
    Value(PlannedType),
}
