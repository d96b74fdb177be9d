//! Compares `properties`, `additionalProperties` and `x-kubernetes-preserve-unknown-fields`.

use std::collections::BTreeMap;

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, Extensions, SchemaType},
};

use super::super::{
    Step, Stored, Verdict, Verdicts,
    found::Found,
    pair::{Pair, ValueType},
    shown::shown,
    walk,
};
use super::cel;

/// Requests are accepted, but other values are stored.
pub(super) const ALTERED: Verdicts = Verdicts::REVIEW;

/// The fields that an object can have in addition to its properties.
#[derive(Clone, Copy)]
enum Values<'s> {
    None,
    Any,
    Of(&'s Schema),
}

impl<'s> Values<'s> {
    fn of(schema: &'s Schema) -> Self {
        match &schema.additional_properties {
            None | Some(AdditionalProperties::Allowed(false)) => Values::None,
            Some(AdditionalProperties::Allowed(true)) => Values::Any,
            Some(AdditionalProperties::Schema(values)) => Values::Of(values),
        }
    }
}

/// The properties that only one of the schemas has.
struct Difference<'s> {
    removed: Vec<(&'s String, &'s Schema)>,
    added: Vec<(&'s String, &'s Schema)>,
}

impl<'s> Difference<'s> {
    fn of(pair: Pair<'s>) -> Self {
        let of_server = |name: &str| is_of_server(pair, name);
        let without = |schema: &'s Schema, other: &'s Schema| {
            let properties = schema.properties.iter();
            properties.filter(|(name, _)| !other.properties.contains_key(*name) && !of_server(name)).collect()
        };
        Difference { removed: without(pair.old, pair.new), added: without(pair.new, pair.old) }
    }

    /// Returns the new name of a removed property: one that differs only in case or separators, or else the only
    /// added property with its schema, if no other removed property has that schema.
    fn new_name(&self, name: &str, old: &Schema) -> Option<&'s str> {
        let letters = |name: &str| name.replace(['-', '_', '.'], "").to_lowercase();
        let close = |(other, _): &&(&'s String, &Schema)| letters(other) == letters(name);
        if let Some((other, _)) = self.added.iter().find(close) {
            return Some(other);
        }
        let mut same = self.added.iter().filter(|(_, new)| *new == old);
        let (only, others) = (same.next(), same.next());
        let is_single = self.removed.iter().filter(|(_, removed)| *removed == old).count() == 1;
        only.filter(|_| others.is_none() && is_single).map(|(other, _)| other.as_str())
    }
}

/// Returns `true` for the properties that API servers support in every resource, whether or not its schema declares
/// them.
fn is_of_server(pair: Pair<'_>, name: &str) -> bool {
    let is_resource = |schema: &Schema| pair.is_root || schema.extensions.embedded_resource;
    is_resource(pair.old) && is_resource(pair.new) && ["apiVersion", "kind", "metadata"].contains(&name)
}

/// Returns `true` if values can have unknown fields, which are preserved. In a map, no field is unknown.
pub(super) fn is_open(schema: &Schema) -> bool {
    let can_be_object = matches!(ValueType::of(schema), ValueType::Any | ValueType::Of(SchemaType::Object));
    let has_unknown = schema.additional_properties.is_none();
    can_be_object && has_unknown && schema.extensions.preserve_unknown_fields == Some(true)
}

/// Returns `true` if a schema accepts and keeps every value except null.
fn accepts_all(schema: &Schema) -> bool {
    let limits = Schema { title: None, description: None, nullable: false, other: BTreeMap::new(), ..schema.clone() };
    let extensions = Extensions { preserve_unknown_fields: Some(true), ..Extensions::default() };
    limits == Schema { extensions, ..Schema::default() }
}

pub(in crate::diff) fn compare(pair: Pair<'_>, found: &mut Found<'_>) {
    let mut difference = Difference::of(pair);
    if pair.is_metadata {
        metadata(&mut difference, found);
    }
    unknown_fields(pair, &mut difference, found);
    values(pair, &mut difference, found);
    for (name, old) in &difference.removed {
        removed(pair, name, old, &difference, found);
    }
    for (name, new) in &difference.added {
        added(pair, name, new, found);
    }
    for (name, old) in &pair.old.properties {
        let Some(new) = pair.new.properties.get(name) else { continue };
        let inner = Pair {
            old,
            new,
            is_root: false,
            is_metadata: name == "metadata" && is_of_server(pair, name),
            is_required: pair.new.required.contains(name),
            is_required_by_rule: old != new && cel::require(pair.new, name),
        };
        walk::step(Step::Field(name.clone()), inner, found);
    }
    undeclared_metadata(pair, found);
}

/// Compares the metadata of resources whose schema declares it on one side only.
fn undeclared_metadata(pair: Pair<'_>, found: &mut Found<'_>) {
    let [old, new] = [pair.old, pair.new].map(|schema| schema.properties.get("metadata"));
    let (Some(declared), true) = (old.xor(new), is_of_server(pair, "metadata")) else { return };
    let undeclared =
        Schema { schema_type: declared.schema_type, description: declared.description.clone(), ..Schema::default() };
    let [old, new] = [old, new].map(|schema| schema.unwrap_or(&undeclared));
    let inner = Pair { is_metadata: true, ..Pair::of_element(old, new) };
    walk::step(Step::Field("metadata".to_owned()), inner, found);
}

/// Compares metadata, whose fields API servers define: a schema can only limit their values.
fn metadata(difference: &mut Difference<'_>, found: &mut Found<'_>) {
    let unlimited = |schema: &Schema| Schema {
        schema_type: schema.schema_type,
        description: schema.description.clone(),
        ..Schema::default()
    };
    let is_string = |schema: &Schema| schema.schema_type == Some(SchemaType::String);
    for (name, old) in std::mem::take(&mut difference.removed) {
        if is_string(old) {
            walk::step(Step::Field(name.clone()), Pair::of_element(old, &unlimited(old)), found);
        }
    }
    for (name, new) in std::mem::take(&mut difference.added) {
        if is_string(new) {
            walk::step(Step::Field(name.clone()), Pair::of_element(&unlimited(new), new), found);
        }
    }
}

/// Compares the handling of unknown fields. Clears the differences that need no separate report.
fn unknown_fields(pair: Pair<'_>, difference: &mut Difference<'_>, found: &mut Found<'_>) {
    let has_fields = |schema: &Schema| !schema.properties.is_empty();
    let is_map = |schema: &Schema| !matches!(Values::of(schema), Values::None);
    if is_map(pair.old) || is_map(pair.new) {
        // The comparison of the values reports it.
        return;
    }
    match (is_open(pair.old), is_open(pair.new)) {
        (false, true) if !difference.removed.is_empty() && !has_fields(pair.new) => {
            let text = "fields are no longer described: clients can receive any value";
            let lost = difference.removed.iter().map(|(name, old)| no_longer_described(pair, name, old, found));
            let verdicts = lost.fold(Verdicts::WIDER_TYPE, Verdicts::and);
            found.add("fields-untyped", verdicts, text);
            difference.removed.clear();
        }
        (false, true) => {
            let text = "unknown fields are kept now: clients can receive fields that they do not know";
            found.add("preserve-unknown-fields-added", Verdicts::WIDENED, text);
        }
        (true, false)
            if !has_fields(pair.old) && (has_fields(pair.new) || pair.new.additional_properties.is_some()) =>
        {
            let text = "fields are described now: others are dropped, and invalid values are rejected";
            found.add("fields-typed", Verdicts::NARROWED, text).stored(Stored::Dropped);
            difference.added.clear();
        }
        (true, false) => {
            let text = "unknown fields are dropped now, also from stored objects";
            found.add("preserve-unknown-fields-removed", Verdicts::LOST, text).stored(Stored::Dropped);
            difference.added.clear();
        }
        _ => {}
    }
}

/// Compares the values of maps. Clears the differences that need no separate report.
fn values(pair: Pair<'_>, difference: &mut Difference<'_>, found: &mut Found<'_>) {
    match (Values::of(pair.old), Values::of(pair.new)) {
        (Values::Of(old), Values::Of(new)) => walk::step(Step::Values, Pair::of_element(old, new), found),
        (from, Values::None) if is_open(pair.new) && !matches!(from, Values::None) => {
            let text = "the values of the map are no longer described";
            let has_defaults = matches!(from, Values::Of(values) if has_defaults(values));
            let verdicts = if has_defaults { Verdicts::WIDENED.and(ALTERED) } else { Verdicts::WIDENED };
            found.add("values-untyped", verdicts, text);
        }
        (Values::Of(_) | Values::Any, Values::None) if pair.new.properties.is_empty() => {
            let text = "the keys of the map are dropped now, also from stored objects";
            found.add("map-removed", Verdicts::LOST, text).stored(Stored::Dropped);
        }
        (Values::Of(_) | Values::Any, Values::None) => {
            let text = "a map has become an object: keys that are not its fields are dropped";
            found.add("map-to-fields", Verdicts::NARROWED, text).stored(Stored::Dropped);
            difference.added.clear();
        }
        (Values::None, Values::Of(new)) if !is_open(pair.old) => {
            if difference.removed.is_empty() {
                found.add("fields-to-map", Verdicts::OK, "an object without fields has become a map");
            } else {
                let text = "an object has become a map: clients can receive keys that they do not know";
                found.add("fields-to-map", Verdicts::WIDENED, text);
            }
            for (name, old) in std::mem::take(&mut difference.removed) {
                walk::step(Step::Field(name.clone()), Pair::of_element(old, new), found);
            }
        }
        (Values::None, Values::Of(new)) => {
            let described = "the values of unknown fields are described now";
            let (verdicts, consequence) = match (accepts_all(new), new.nullable) {
                (true, true) => (Verdicts::OK, "they can have any value"),
                (true, false) => (
                    Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Review),
                    "they can have any value except null, which the server drops silently",
                ),
                (false, _) => (Verdicts::NARROWED, "invalid ones are rejected"),
            };
            found.add("values-typed", verdicts, format!("{described}: {consequence}"));
            for (name, old) in std::mem::take(&mut difference.removed) {
                walk::step(Step::Field(name.clone()), Pair::of_element(old, new), found);
            }
        }
        (Values::None, Values::Any) if !is_open(pair.old) || !difference.removed.is_empty() => {
            if difference.removed.is_empty() {
                found.add("fields-to-map", Verdicts::OK, "an object without fields has become a map");
                return;
            }
            let text = "an object has become a map: clients can receive keys and values that they do not know";
            let lost = difference.removed.iter().map(|(name, old)| no_longer_described(pair, name, old, found));
            let verdicts = lost.fold(Verdicts::WIDER_TYPE, Verdicts::and);
            found.add("fields-to-map", verdicts, text);
            difference.removed.clear();
        }
        (Values::Any, Values::Of(_)) => {
            let text = "the values of the map are described now: invalid ones are rejected";
            found.add("values-typed", Verdicts::NARROWED, text);
        }
        (Values::Of(values), Values::Any) => {
            let text = "the values of the map are no longer described: clients can receive any value";
            let verdicts = Verdicts::WIDER_TYPE;
            let verdicts = if has_defaults(values) { verdicts.and(ALTERED) } else { verdicts };
            found.add("values-untyped", verdicts, text);
        }
        _ => {}
    }
}

/// Returns the verdicts, beyond those for other values, for a property that has become an unknown field.
fn no_longer_described(pair: Pair<'_>, name: &str, old: &Schema, found: &Found<'_>) -> Verdicts {
    let verdicts = lost_defaults(pair, name, old);
    if old.nullable || found.limits == 0 {
        return verdicts;
    }
    // Rules, branches or `maxProperties` apply to null, which the server dropped silently.
    verdicts.and(Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Ok))
}

/// Returns the verdicts for the lost defaults of a property that is no longer declared.
fn lost_defaults(pair: Pair<'_>, name: &str, old: &Schema) -> Verdicts {
    let is_required = pair.new.required.iter().any(|required| required == name);
    match has_default(old) {
        true if is_required => Verdicts::NARROWED,
        true => ALTERED,
        false if has_defaults(old) => ALTERED,
        false => Verdicts::OK,
    }
}

fn has_default(schema: &Schema) -> bool {
    schema.default.as_ref().is_some_and(|default| !default.value.is_null())
}

/// Returns `true` if a schema or one inside has a default.
pub(super) fn has_defaults(schema: &Schema) -> bool {
    let values = match Values::of(schema) {
        Values::Of(values) => Some(values),
        Values::None | Values::Any => None,
    };
    has_default(schema)
        || schema.properties.values().any(has_defaults)
        || schema.items.as_deref().into_iter().chain(values).any(has_defaults)
}

fn removed(pair: Pair<'_>, name: &str, old: &Schema, difference: &Difference<'_>, found: &mut Found<'_>) {
    let place = found.path.field(name);
    if is_open(pair.new) {
        let text = format!("field `{name}` is no longer described: its values are kept, but not validated");
        let verdicts = Verdicts::WIDENED.and(no_longer_described(pair, name, old, found));
        found.add("field-untyped", verdicts, text).about(name);
        return;
    }
    let dropped = "the server drops it from requests and stored objects";
    let text = match difference.new_name(name, old) {
        Some(other) => format!("field `{name}` renamed to `{other}`: {dropped}"),
        None => format!("field `{name}` removed: {dropped}"),
    };
    let change = found.add("field-removed", Verdicts::LOST, text).about(name).stored(Stored::Dropped);
    change.old.elements.extend(place.elements().skip(change.path.as_ref().map_or(0, |path| path.elements().count())));
}

fn added(pair: Pair<'_>, name: &str, new: &Schema, found: &mut Found<'_>) {
    let place = found.path.field(name);
    let is_required = pair.new.required.iter().any(|required| required == name);
    let default = new.default.as_ref().filter(|default| !default.value.is_null());
    let change = if is_open(pair.old) {
        let described = format!("field `{name}` is described now");
        let (verdicts, text) = match (accepts_all(new), new.nullable) {
            (true, true) => (Verdicts::OK, format!("{described}: it can have any value")),
            (true, false) if is_required => {
                (Verdicts::NARROWED, format!("{described} and required: objects without it or with null are rejected"))
            }
            (true, false) => (
                Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Review),
                format!("{described}: it can have any value except null, which the server drops silently"),
            ),
            (false, _) => (Verdicts::NARROWED, format!("{described}: invalid values are rejected")),
        };
        found.add("field-typed", verdicts, text)
    } else if let Some(default) = default {
        let value = shown(&default.value);
        let text = format!("field `{name}` added with default {value}: it appears in new and stored objects");
        found.add("field-added-with-default", Verdicts::REVIEW, text)
    } else if is_required {
        // The rule for `required` reports it.
        return;
    } else {
        found.add("field-added", Verdicts::OK, format!("field `{name}` added"))
    };
    change.about(name);
    change.new.elements.extend(place.elements().skip(change.path.as_ref().map_or(0, |path| path.elements().count())));
}
