//! `allOf`, `anyOf`, `oneOf` and `not`, as far as they are not folded into the schema.

use idlgen_validate::Schema;

use super::{
    super::{Verdicts, found::Found, pair::Pair},
    cel::is_never_present,
};

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    all_of(&pair.old.all_of, &pair.new.all_of, found);
    if !is_implied_by_one_of(&pair.old.one_of, &pair.new.any_of) {
        any_of(&pair.old.any_of, &pair.new.any_of, found);
    }
    one_of(pair, found);
    let new_not = pair.new.not.as_deref().filter(|not| !satisfies_two(not, &pair.old.one_of));
    not(pair.old.not.as_deref(), new_not, found);
}

/// Returns `true` if values that satisfy one branch of `oneOf` satisfy a branch of `anyOf`.
fn is_implied_by_one_of(one_of: &[Schema], any_of: &[Schema]) -> bool {
    !one_of.is_empty() && missing(one_of, any_of) == 0
}

/// Returns `true` if values with all required fields of a schema satisfy two branches of `oneOf`, which rejects them.
fn satisfies_two(schema: &Schema, one_of: &[Schema]) -> bool {
    let requires_only = |branch: &&Schema| {
        let is_only = **branch == Schema { required: branch.required.clone(), ..Schema::default() };
        is_only && branch.required.iter().all(|name| schema.required.contains(name))
    };
    one_of.iter().filter(requires_only).count() >= 2
}

/// Returns the number of schemas in one list that are not in the other.
fn missing(schemas: &[Schema], others: &[Schema]) -> usize {
    schemas.iter().filter(|schema| !others.contains(schema)).count()
}

/// Like [`missing`], but counts equal schemas, each of which is an alternative of `oneOf`.
fn missing_alternatives(schemas: &[Schema], others: &[Schema]) -> usize {
    let mut rest: Vec<&Schema> = others.iter().collect();
    let mut count = 0;
    for schema in schemas {
        match rest.iter().position(|other| *other == schema) {
            Some(index) => drop(rest.swap_remove(index)),
            None => count += 1,
        }
    }
    count
}

fn all_of(old: &[Schema], new: &[Schema], found: &mut Found<'_>) {
    if missing(new, old) > 0 {
        found.add("all-of-added", Verdicts::NARROWED, "`allOf` has a new branch: values must satisfy it, too");
    }
    if missing(old, new) > 0 {
        found.add("all-of-removed", Verdicts::WIDENED, "a branch of `allOf` was removed");
    }
}

fn any_of(old: &[Schema], new: &[Schema], found: &mut Found<'_>) {
    match (old.is_empty(), new.is_empty()) {
        (true, false) => {
            let text = "`anyOf` added: values that satisfy no branch are rejected";
            found.add("any-of-added", Verdicts::NARROWED, text);
        }
        (false, true) => {
            found.add("any-of-removed", Verdicts::WIDENED, "`anyOf` removed");
        }
        _ => {
            if missing(new, old) > 0 {
                found.add("any-of-branch-added", Verdicts::WIDENED, "`anyOf` has a new branch");
            }
            if missing(old, new) > 0 {
                let text = "a branch of `anyOf` was removed: values that satisfy no other branch are rejected";
                found.add("any-of-branch-removed", Verdicts::NARROWED, text);
            }
        }
    }
}

/// Returns the branches that values of the old schema can satisfy. Omits alternatives in `not` that these values cannot
/// satisfy.
fn of_old_values(branches: &[Schema], pair: Pair<'_>) -> Vec<Schema> {
    let can_hold = |branch: &Schema| !branch.required.iter().any(|name| is_never_present(pair, name));
    let mut branches: Vec<Schema> = branches.iter().filter(|branch| can_hold(branch)).cloned().collect();
    for not in branches.iter_mut().filter_map(|branch| branch.not.as_mut()) {
        if not.any_of.iter().any(can_hold) {
            not.any_of.retain(can_hold);
        }
    }
    branches
}

fn one_of(pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (&pair.old.one_of, &pair.new.one_of);
    match (old.is_empty(), new.is_empty()) {
        (true, false) => {
            let text = "`oneOf` added: values that do not satisfy exactly one branch are rejected";
            found.add("one-of-added", Verdicts::NARROWED, text);
        }
        (false, true) => {
            found.add("one-of-removed", Verdicts::WIDENED, "`oneOf` removed");
        }
        _ => {
            if missing_alternatives(new, old) > 0 {
                let text = "`oneOf` has a new branch: values that satisfy two branches are rejected";
                found.add("one-of-branch-added", Verdicts::REVIEW, text);
            }
            if missing_alternatives(&of_old_values(old, pair), &of_old_values(new, pair)) > 0 {
                let text = "a branch of `oneOf` was removed: values that satisfy no other branch are rejected";
                found.add("one-of-branch-removed", Verdicts::NARROWED, text);
            }
        }
    }
}

fn not(old: Option<&Schema>, new: Option<&Schema>, found: &mut Found<'_>) {
    match (old, new) {
        (None, Some(_)) => {
            found.add("not-added", Verdicts::NARROWED, "`not` added: values that satisfy its schema are rejected");
        }
        (Some(_), None) => {
            found.add("not-removed", Verdicts::WIDENED, "`not` removed");
        }
        (Some(old), Some(new)) if old != new => {
            found.add("not-changed", Verdicts::REVIEW, "the schema of `not` changed");
        }
        _ => {}
    }
}
