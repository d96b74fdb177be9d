//! The walk through two schemas.

use idlgen_validate::Schema;

use super::{
    Step,
    found::Found,
    pair::Pair,
    rules::{self, types::Types},
};

/// Compares the schemas of complete objects.
pub(super) fn root(old: &Schema, new: &Schema, found: &mut Found<'_>) {
    node(Pair { is_root: true, ..Pair::of_element(old, new) }, found);
}

/// Compares two schemas and everything inside.
pub(super) fn node(pair: Pair<'_>, found: &mut Found<'_>) {
    if pair.old == pair.new && pair.was_required == pair.is_required {
        return;
    }
    rules::documentation::compare(pair, found);
    rules::presence::compare(pair, found);
    if rules::types::compare(pair, found) == Types::Differ {
        return;
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

/// Compares the schemas one step further.
pub(super) fn step(step: Step, pair: Pair<'_>, found: &mut Found<'_>) {
    found.path.push(step);
    node(pair, found);
    found.path.pop();
}
