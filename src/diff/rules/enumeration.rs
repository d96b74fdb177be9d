//! Compares `enum`.

use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
};
use serde_json::Value as Json;

use super::super::{
    Verdicts,
    decision::{implies, is_equal},
    found::Found,
    pair::Pair,
    shown,
};

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (pair.old.enumeration(), pair.new.enumeration());
    let follows = |schema: &Schema, values: &[Json]| implies(schema, Keyword::Enum, &Value::Members(values.to_vec()));
    match (old.is_empty(), new.is_empty()) {
        (true, false) if !follows(pair.old, new) => {
            let text = format!("enum added: values other than {} are rejected", shown(new));
            found.add("enum-added", Verdicts::NARROWED, text);
        }
        (false, true) if !follows(pair.new, old) => {
            let text = format!("enum removed: clients can receive values other than {}", shown(old));
            found.add("enum-removed", widened(pair), text);
        }
        (false, false) => {
            let without = |values: &[Json], others: &[Json]| -> Vec<Json> {
                let is_new = |value: &&Json| !others.iter().any(|other| is_equal(value, other));
                values.iter().filter(is_new).cloned().collect()
            };
            let (removed, added) = (without(old, new), without(new, old));
            if !removed.is_empty() {
                let text = format!("enum values removed: {} is rejected now", shown(&removed));
                found.add("enum-value-removed", Verdicts::NARROWED, text);
            }
            if !added.is_empty() {
                let text = format!("enum values added: clients can receive {}", shown(&added));
                found.add("enum-value-added", widened(pair), text);
            }
        }
        _ => {}
    }
}

/// Returns the verdicts for added enum values. Clients that handle all values do not expect another one, unless the
/// description announces more.
fn widened(pair: Pair<'_>) -> Verdicts {
    let is_open = |schema: &Schema| {
        let description = schema.description.as_deref().unwrap_or_default().to_lowercase();
        OPEN.iter().any(|phrase| description.contains(phrase))
    };
    if is_open(pair.old) || is_open(pair.new) { Verdicts::WIDENED } else { Verdicts::WIDER_TYPE }
}

/// Phrases in descriptions that announce more values.
const OPEN: &[&str] = &[
    "open enum",
    "values may be added",
    "values might be added",
    "additional values",
    "future values",
    "unknown values",
    "not limited to",
];

/// Formats at most eight values.
fn shown(values: &[Json]) -> String {
    let mut texts: Vec<String> = values.iter().take(8).map(shown::shown).collect();
    if values.len() > texts.len() {
        texts.push(format!("{} more", values.len() - texts.len()));
    }
    texts.join(", ")
}
