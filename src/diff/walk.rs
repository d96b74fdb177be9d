//! Walks through two schemas at the same time.

use idlgen_validate::{Schema, keyword::Keyword};

use super::{
    Step,
    found::Found,
    pair::Pair,
    rules::{self, cel::RulePaths, types::Types},
};

/// Compares the schemas of complete objects.
pub(super) fn root(old: &Schema, new: &Schema, found: &mut Found<'_>) {
    node(Pair { is_root: true, ..Pair::of_element(old, new) }, found);
}

/// Compares two schemas and everything nested in them.
pub(super) fn node(pair: Pair<'_>, found: &mut Found<'_>) {
    if pair.old == pair.new {
        return;
    }
    let has_limits = limits_null(pair.new);
    let is_immutable = rules::cel::is_immutable(pair.old);
    let has_rules = !pair.new.extensions.validations.is_empty();
    found.limits += usize::from(has_limits);
    found.immutable += usize::from(is_immutable);
    if has_rules {
        found.readers.push(RulePaths::new(pair.new, found.path.steps().len()));
    }
    changes(pair, found);
    found.limits -= usize::from(has_limits);
    found.immutable -= usize::from(is_immutable);
    if has_rules {
        found.readers.pop();
    }
}

/// Returns `true` if a schema limits which nested values can be null.
fn limits_null(schema: &Schema) -> bool {
    let branches = [&schema.all_of, &schema.any_of, &schema.one_of];
    branches.iter().any(|branches| !branches.is_empty())
        || schema.not.is_some()
        || !schema.extensions.validations.is_empty()
        || schema.keywords.get(Keyword::MaxProperties).is_some()
}

fn changes(pair: Pair<'_>, found: &mut Found<'_>) {
    rules::documentation::compare(pair, found);
    rules::presence::compare(pair, found);
    match rules::types::compare(pair, found) {
        Types::Differ => return,
        Types::Wider => {
            rules::enumeration::compare(pair, found);
            rules::bounds::compare(pair, found);
            rules::text::compare(pair, found);
            rules::junctors::compare(pair, found);
            rules::cel::compare(pair, found);
            return;
        }
        Types::Same => {}
    }
    rules::enumeration::compare(pair, found);
    rules::bounds::compare(pair, found);
    rules::text::compare(pair, found);
    rules::lists::compare(pair, found);
    rules::junctors::compare(pair, found);
    rules::cel::compare(pair, found);
    rules::fields::compare(pair, found);
    rules::other::compare(pair, found);
    if let (Some(old), Some(new)) = (&pair.old.items, &pair.new.items) {
        step(Step::Items, Pair::of_element(old, new), found);
    }
}

/// Compares the nested schemas of a step.
pub(super) fn step(step: Step, pair: Pair<'_>, found: &mut Found<'_>) {
    found.path.push(step);
    node(pair, found);
    found.path.pop();
}
