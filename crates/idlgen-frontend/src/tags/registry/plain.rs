//! The tags of KEP-4153, the plain tags on which it builds, and the `kube-openapi` tags that idlgen parses, with one
//! file per topic.

mod cross_field;
mod lists;
mod numeric_limits;
mod publication;
mod requiredness;
mod shape;
mod size_limits;
mod strings;

use super::TagDefinition;

/// All tables of this dialect.
pub(super) static TABLES: &[&[TagDefinition]] = &[
    numeric_limits::TABLE,
    size_limits::TABLE,
    strings::TABLE,
    requiredness::TABLE,
    lists::TABLE,
    shape::TABLE,
    cross_field::TABLE,
    publication::TABLE,
];
