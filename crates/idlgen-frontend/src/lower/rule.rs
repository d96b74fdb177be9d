//! CEL rules: the author's own, and those generated from shorter tags.

pub(super) mod contextual;
mod expansion;
mod field_path;
pub(super) mod immutable;
pub(super) mod mutually_exclusive;
mod name_format;
mod one_of;
mod target;
mod validation_rule;

pub(super) use target::RuleTarget;

use idlgen_schema::schema::ValidationRule;

use super::layer::{Layer, Layers};
use crate::{
    diag::Diagnostic,
    tags::{Dialect, Tag, TagKind},
};

/// Returns the rules of the layers, outermost layer first, in source order: the field's before its type's.
pub(super) fn rules(
    layers: &Layers<'_>,
    place: RuleTarget<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ValidationRule> {
    let mut rules: Vec<ValidationRule> = Vec::new();
    for (tag, meaning) in layers.0.iter().flat_map(in_order) {
        let found = match meaning {
            TagKind::Rule(rule) => vec![validation_rule::rule(tag, rule)],
            TagKind::Immutable => vec![immutable::rule(tag)],
            TagKind::OneOf(how, names) => one_of::rule(tag, *how, names, diagnostics).into_iter().collect(),
            TagKind::NameFormat(format) => name_format::rules(tag, format, diagnostics),
            TagKind::MutuallyExclusive(names) if mutually_exclusive::is_about(place, names) => {
                mutually_exclusive::rule(tag, names, diagnostics).into_iter().collect()
            }
            _ => Vec::new(),
        };
        for rule in found {
            // Keep all explicit rules, like controller-gen and openapi-gen; a lint reports duplicates.
            let is_written_out = matches!(meaning, TagKind::Rule(_)) || tag.dialect == Dialect::KubeOpenApi;
            if is_written_out || !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    rules
}

/// Returns the tags of a layer in source order, followed by those that controller-gen applies last.
fn in_order<'a>(layer: &Layer<'a>) -> Vec<(&'a Tag, &'a TagKind)> {
    let mut tags: Vec<_> = layer.kinds().collect();
    tags.sort_by_key(|(_, meaning)| match meaning {
        TagKind::OneOf(how, _) => Some(*how),
        _ => None,
    });
    tags
}
