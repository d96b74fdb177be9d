//! Compares `required`, `nullable` and `default`.

use idlgen_validate::{Schema, schema::SchemaType};
use serde_json::Value as Json;

use super::super::{
    Step, Stored, Verdict, Verdicts,
    decision::is_equal,
    found::Found,
    pair::{Pair, ValueType},
    shown::shown,
};
use super::cel;

/// Null is stored, which the server replaced with the default.
const REPLACED_BEFORE: Verdicts = Verdicts::new(Verdict::Review, Verdict::Breaking, Verdict::Ok);

const KEPT_INSTEAD_OF_DEFAULT: &str = "null is a value now: before, the server replaced it with the default, and \
                                       clients that do not expect it can receive it";

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    required(pair, found);
    nullable(pair, found);
    default(pair, found);
}

/// Returns the default that an API server applies.
fn default_of(schema: &Schema) -> Option<&Json> {
    schema.default.as_ref().map(|default| &default.value).filter(|value| !value.is_null())
}

fn required(pair: Pair<'_>, found: &mut Found<'_>) {
    let (old, new) = (pair.old, pair.new);
    let can_be_object = |schema| matches!(ValueType::of(schema), ValueType::Any | ValueType::Of(SchemaType::Object));
    // The change of the type is reported.
    if !can_be_object(old) || !can_be_object(new) {
        return;
    }
    let default = |schema: &'_ Schema, name: &str| schema.properties.get(name).and_then(default_of).is_some();
    // Every resource has these fields.
    let is_of_server = |name: &str| pair.is_root && ["apiVersion", "kind", "metadata"].contains(&name);
    let without = |schema: &'_ Schema, name: &String| !schema.required.contains(name) && !is_of_server(name);
    for name in new.required.iter().filter(|name| without(old, name)) {
        // A default replaces the missing value. Its removal is reported elsewhere.
        if default(new, name) || default(old, name) || cel::require(old, name) {
            continue;
        }
        let text = if old.properties.contains_key(name) {
            format!("field `{name}` is required now: objects without it are rejected")
        } else {
            format!("new field `{name}` is required: objects without it are rejected")
        };
        found.add("required-added", Verdicts::NARROWED, text).about(name).stored(Stored::RatchetedAround);
    }
    for name in old.required.iter().filter(|name| without(new, name)) {
        let is_removed = !new.properties.contains_key(name) && old.properties.contains_key(name);
        if is_removed || default(new, name) {
            continue;
        }
        let text = format!("field `{name}` is optional now: clients that expect it can receive objects without it");
        found.add("required-removed", Verdicts::WIDER_TYPE, text).about(name);
    }
}

fn nullable(pair: Pair<'_>, found: &mut Found<'_>) {
    // Servers drop null from objects and maps, but not from lists.
    let is_item = found.path.steps().last() == Some(&Step::Items);
    match (pair.old.nullable, pair.new.nullable) {
        (false, true) if is_item => {
            // An enum without null still rejects it.
            let accepts_null = pair.new.enumeration().is_empty() || pair.new.enumeration().contains(&Json::Null);
            let was_replaced = default_of(pair.old).is_some();
            let (verdicts, text) = match (accepts_null, was_replaced) {
                (true, false) => {
                    (Verdicts::WIDER_TYPE, "null is a value now: clients that do not expect it can receive it")
                }
                (true, true) => (REPLACED_BEFORE, KEPT_INSTEAD_OF_DEFAULT),
                (false, true) => (
                    Verdicts::new(Verdict::Breaking, Verdict::Ok, Verdict::Ok),
                    "null is a value now, which the enum rejects: before, the server replaced it with the default",
                ),
                (false, false) => (Verdicts::OK, "null is a value now, which the enum rejects, as before"),
            };
            found.add("nullable-added", verdicts, text);
        }
        (true, false) if is_item && default_of(pair.new).is_some() => {
            let verdicts = Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Review);
            let text = "null is no longer a value: the server replaces it with the default";
            found.add("nullable-removed", verdicts, text);
        }
        (true, false) if is_item => {
            let text = "null is no longer a value: lists with null are rejected";
            found.add("nullable-removed", Verdicts::NARROWED, text);
        }
        // A server drops null if it is not a valid value. If it is, limits apply to it.
        (false, true) if !pair.new.enumeration().is_empty() => {
            let verdicts = Verdicts::new(Verdict::Breaking, Verdict::Ok, Verdict::Ok);
            let text = "null is a value now, which the enum rejects: before, the server dropped null silently";
            found.add("nullable-added", verdicts, text);
        }
        (false, true) if found.limits > 0 => {
            let verdicts = Verdicts::new(Verdict::Review, Verdict::Breaking, Verdict::Ok);
            let text = "null is a value now: clients that do not expect it can receive it, and rules, branches or \
                        `maxProperties` around it apply to it, where the server dropped it silently";
            found.add("nullable-added", verdicts, text);
        }
        (false, true) if default_of(pair.new).is_some() && default_of(pair.old).is_some() => {
            found.add("nullable-added", REPLACED_BEFORE, KEPT_INSTEAD_OF_DEFAULT);
        }
        (false, true) => {
            let text = "null is a value now: clients that do not expect it can receive it";
            found.add("nullable-added", Verdicts::WIDER_TYPE, text);
        }
        (true, false) if pair.is_required && default_of(pair.new).is_none() => {
            let text = "null is no longer a value, and the field is required: objects with null are rejected";
            let change = found.add("nullable-removed", Verdicts::NARROWED, text);
            change.stored(Stored::RatchetedInParent);
        }
        (true, false) => {
            let verdicts = Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Review);
            found.add("nullable-removed", verdicts, "null is no longer a value: the server drops it silently");
        }
        _ => {}
    }
}

fn default(pair: Pair<'_>, found: &mut Found<'_>) {
    match (default_of(pair.old), default_of(pair.new)) {
        (None, Some(new)) => {
            let text = format!("default {} added: it appears in new and stored objects without a value", shown(new));
            found.add("default-added", Verdicts::REVIEW, text);
        }
        (Some(old), None) if pair.is_required || pair.is_required_by_rule => {
            let verdicts = Verdicts::new(Verdict::Breaking, Verdict::Ok, Verdict::Review);
            let text = format!("default {} of a required field removed: objects without it are rejected", shown(old));
            found.add("default-removed", verdicts, text).stored(Stored::RatchetedInParent);
        }
        (Some(old), None) => {
            let verdicts = Verdicts::new(Verdict::Review, Verdict::Breaking, Verdict::Ok);
            let text = format!("default {} removed: clients that expect a value can receive none", shown(old));
            found.add("default-removed", verdicts, text);
        }
        (Some(old), Some(new)) if !is_equal(old, new) => {
            let text = format!("default changed from {} to {}", shown(old), shown(new));
            found.add("default-changed", Verdicts::REVIEW, text);
        }
        _ => {}
    }
}
