//! CEL rules: the author's own, and those that stand for the shorter tags.

pub(super) mod contextual;
mod field_path;
mod immutable;
pub(super) mod mutually_exclusive;
mod name_format;
mod validation_rule;

use idlgen_validate::schema::ValidationRule;

use super::{layer::Layers, node::origin};
use crate::{
    diag::Diagnostic,
    tags::{Dialect, Meaning, Tag},
};

/// What a rule may need to know of the place that it is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleTarget<'a> {
    /// The JSON names of the properties of `self`, if it is a struct.
    pub(super) properties: Option<&'a [String]>,
}

/// The rules of the layers, outermost layer first, in source order: the field's before its type's.
pub(super) fn rules(
    layers: &Layers<'_>,
    place: RuleTarget<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ValidationRule> {
    let mut rules: Vec<ValidationRule> = Vec::new();
    for (tag, meaning) in layers.meanings() {
        let found = match meaning {
            Meaning::Rule(rule) => vec![validation_rule::rule(tag, rule)],
            Meaning::Immutable => vec![immutable::rule(tag)],
            Meaning::NameFormat(format) => name_format::rules(tag, format, diagnostics),
            Meaning::MutuallyExclusive(names) if mutually_exclusive::is_about(place, names) => {
                mutually_exclusive::rule(tag, names, diagnostics).into_iter().collect()
            }
            _ => Vec::new(),
        };
        for rule in found {
            // openapi-gen numbers the rules of a comment, and keeps them all.
            if tag.dialect == Dialect::KubeOpenApi || !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    rules
}

/// A rule that a tag stands for.
fn expansion(tag: &Tag, rule: String) -> ValidationRule {
    ValidationRule { rule, origin: origin::of_tag(tag, "x-kubernetes-validations"), ..ValidationRule::default() }
}
