//! `+k8s:…` tags of validation-gen, with one file per topic.

mod generation;
mod lists_and_maps;
mod requiredness;
mod scalars;
mod structure;
mod updates;
mod wrappers;

use super::TagDefinition;

/// All tables of this dialect.
pub(super) static TABLES: &[&[TagDefinition]] = &[
    requiredness::TABLE,
    scalars::TABLE,
    lists_and_maps::TABLE,
    structure::TABLE,
    updates::TABLE,
    wrappers::TABLE,
    generation::TABLE,
];
