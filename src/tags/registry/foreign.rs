//! Tags of other tools: known by name, so that they are not unknown. One file a community.

mod ecosystem;
mod go;
mod kubernetes;

use super::{
    TagDefinition, Target,
    definition::{Effect, PLAIN, ValueForm},
};
use crate::tags::{Dialect, client, lifecycle};

/// All tables of this dialect.
pub(super) static TABLES: &[&[TagDefinition]] =
    &[client::TABLE, lifecycle::TABLE, kubernetes::TABLE, go::TABLE, ecosystem::TABLE];

const FOREIGN: TagDefinition = TagDefinition {
    dialect: Dialect::Foreign,
    targets: &[Target::Package, Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
    form: ValueForm::Unread("not parsed"),
    repeatable: true,
    effect: Effect::NotAboutValues,
    since: "",
    ..PLAIN
};

/// Returns a row: the name, the tool, its effect.
pub(in crate::tags) const fn row(name: &'static str, owner: &'static str, summary: &'static str) -> TagDefinition {
    TagDefinition { name, owner, summary, ..FOREIGN }
}
