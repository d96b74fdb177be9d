//! `+kubebuilder:…` markers of controller-gen, with one file per topic.

mod field;
mod items;
mod validation;

use super::{
    TagDefinition,
    definition::{Match, ValueSyntax},
};
use crate::tags::custom_resource;

/// All tables of this dialect.
pub(super) static TABLES: &[&[TagDefinition]] =
    &[validation::TABLE, items::TABLE, field::TABLE, custom_resource::TABLE];

/// The arguments of a rule.
const RULE: &[&str] = &["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];

/// Finds a marker by its name followed by the name of an argument: `kubebuilder:resource:scope` is the argument `scope`
/// of `kubebuilder:resource`.
pub(super) fn find(name: &str, exact: impl Fn(&str) -> Option<&'static TagDefinition>) -> Match {
    let Some((marker, argument)) = name.rsplit_once(':') else { return Match::None };
    let Some(row) = exact(marker) else { return Match::None };
    match row.form {
        ValueSyntax::Rule if RULE.contains(&argument) => Match::Row(row),
        ValueSyntax::Rule => Match::Near { prefix: name.len() - argument.len(), candidates: RULE.to_vec() },
        ValueSyntax::Arguments(parameters, _) if parameters.iter().any(|parameter| parameter.name == argument) => {
            Match::Row(row)
        }
        ValueSyntax::Arguments(parameters, _) => {
            let candidates = parameters.iter().map(|parameter| parameter.name).collect();
            Match::Near { prefix: name.len() - argument.len(), candidates }
        }
        _ => Match::None,
    }
}
