//! Compares `type`, `x-kubernetes-int-or-string` and `x-kubernetes-embedded-resource`.

use idlgen_validate::{Schema, schema::SchemaType};

use super::super::{
    Stored, Verdicts,
    found::Found,
    pair::{Pair, ValueType},
};
use super::fields::{ALTERED, has_defaults, is_open};

/// The result of comparing the types, which determines whether nested schemas are compared too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::diff) enum Types {
    Same,
    /// Each value of the old type is also a value of the new type. The limits can still differ.
    Wider,
    Differ,
}

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) -> Types {
    let (old, new) = (ValueType::of(pair.old), ValueType::of(pair.new));
    if old != new {
        let is_widened = is_wider(old, new);
        let (rule, verdicts) = if is_widened && has_defaults(pair.old) && !is_same_default(pair) {
            ("type-widened", Verdicts::WIDER_TYPE.and(ALTERED))
        } else if is_widened {
            ("type-widened", Verdicts::WIDER_TYPE)
        } else if is_wider(new, old) {
            ("type-narrowed", Verdicts::NARROWED)
        } else {
            ("type-changed", Verdicts::LOST)
        };
        // A format rejects values that are not strings, so it now rejects values of the additional types.
        let has_format = is_widened && old != ValueType::Of(SchemaType::String) && pair.new.format().is_some();
        let verdicts = if has_format { verdicts.and(Verdicts::NARROWED) } else { verdicts };
        found.add(rule, verdicts, format!("type changed from {} to {}", old.name(), new.name()));
        return if is_widened { Types::Wider } else { Types::Differ };
    }
    match (pair.old.extensions.embedded_resource, pair.new.extensions.embedded_resource) {
        (false, true) => {
            let text = "values are embedded resources now: those without `apiVersion` and `kind` are rejected";
            found.add("embedded-resource-added", Verdicts::NARROWED, text).stored(Stored::Never);
        }
        (true, false) if !keeps_type_and_metadata(pair.new) => {
            let text = "values are no longer embedded resources: `apiVersion`, `kind` or `metadata` are dropped";
            found.add("embedded-resource-removed", Verdicts::LOST, text).stored(Stored::Dropped);
        }
        (true, false) => {
            let text = "values are no longer embedded resources: `apiVersion` and `kind` can be absent";
            found.add("embedded-resource-removed", Verdicts::WIDER_TYPE, text);
        }
        _ => {}
    }
    Types::Same
}

/// Returns `true` if a schema preserves the fields of embedded resources without the extension, because it declares
/// them or preserves unknown fields.
fn keeps_type_and_metadata(schema: &Schema) -> bool {
    is_open(schema) || ["apiVersion", "kind", "metadata"].iter().all(|name| schema.properties.contains_key(*name))
}

/// Returns `true` if the value has no nested defaults, and its own default does not change.
fn is_same_default(pair: Pair<'_>) -> bool {
    pair.old.properties.is_empty()
        && pair.old.items.is_none()
        && pair.old.additional_properties.is_none()
        && pair.old.default.as_ref().map(|default| &default.value)
            == pair.new.default.as_ref().map(|default| &default.value)
}

/// Returns `true` if each value of one type is also a value of the other.
fn is_wider(narrow: ValueType, wide: ValueType) -> bool {
    use SchemaType::{Integer, Number, String};
    matches!(
        (narrow, wide),
        (_, ValueType::Any)
            | (ValueType::Of(Integer), ValueType::Of(Number))
            | (ValueType::Of(Integer | String), ValueType::IntOrString)
    )
}
