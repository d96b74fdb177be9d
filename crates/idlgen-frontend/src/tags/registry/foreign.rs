//! Tags of other tools, which are listed by name so that they are not reported as unknown. There is one file per
//! community.

mod ecosystem;
mod go;
mod kubernetes;

use super::{
    TagDefinition, Target,
    definition::{Effect, PLAIN, ValueSyntax},
};
use crate::tags::{Dialect, client, lifecycle};

/// All tables of this dialect.
pub(super) static TABLES: &[&[TagDefinition]] =
    &[client::TABLE, lifecycle::TABLE, kubernetes::TABLE, go::TABLE, ecosystem::TABLE];

const FOREIGN: TagDefinition = TagDefinition {
    dialect: Dialect::Foreign,
    targets: &[Target::Package, Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
    form: ValueSyntax::Unread("not parsed"),
    repeatable: true,
    effect: Effect::NotAboutValues,
    since: "",
    ..PLAIN
};

/// Creates a row from the name, the tool, and a description of the effect.
pub(in crate::tags) const fn row(name: &'static str, owner: &'static str, summary: &'static str) -> TagDefinition {
    TagDefinition { name, owner, summary, ..FOREIGN }
}
