//! Generates objects with all combinations of the fields to which a rule refers.

use idlgen_validate::{Schema, schema::SchemaType};
use serde_json::{Map, Value as Json, json};

use super::{embed::values_of, names::strings, sample::Sampler};

/// Maximum number of combined fields.
const MOST_FIELDS: usize = 6;
/// Maximum number of values per field.
const MOST_VALUES: usize = 7;
/// Maximum number of strings of a rule.
const MOST_TEXTS: usize = 4;
/// Maximum number of lists with one item twice.
const MOST_TWICE: usize = 40;
/// Maximum number of items that are paired with other items.
const MOST_PAIRED: usize = 12;
/// Maximum number of objects.
const MOST: usize = 300;

/// Returns values of a schema for a rule on it: objects, or lists and maps of such objects.
pub(super) fn of(schema: &Schema, rule: &str, sampler: &Sampler) -> Vec<Json> {
    of_number(schema, rule, sampler, 0)
}

/// Like [`of`]. Different numbers give different values of the other fields.
fn of_number(schema: &Schema, rule: &str, sampler: &Sampler, number: usize) -> Vec<Json> {
    if schema.schema_type == Some(SchemaType::Array) {
        let Some(inner) = schema.items.as_deref() else { return Vec::new() };
        let items = of_number(inner, rule, sampler, number);
        let others = of_number(inner, rule, sampler, number + 1);
        let twice = items.iter().take(MOST_TWICE).map(|item| json!([item, item]));
        let few = items.iter().take(MOST_PAIRED);
        let pairs = few.flat_map(|item| others.iter().take(MOST_PAIRED).map(move |other| json!([item, other])));
        let once = items.iter().map(|item| json!([item]));
        return once.chain(twice).chain(pairs).collect();
    }
    if let Some(values) = values_of(schema) {
        return of_number(values, rule, sampler, number).into_iter().map(|value| json!({"key": value})).collect();
    }
    if !matches!(schema.schema_type, Some(SchemaType::Object) | None) {
        return choices(schema, rule, sampler, true).into_iter().flatten().collect();
    }
    // The rules of the schema limit the combinations.
    let own = schema.extensions.validations.iter().flat_map(|rule| words(&rule.rule));
    let named = named(schema, words(rule).chain(own));
    let Json::Object(base) = sampler.sample(schema, false, number) else { return Vec::new() };
    let choices = |name: &str, property: &Schema| {
        choices(property, rule, sampler, schema.required.iter().any(|required| required == name))
    };
    combined(schema, base, &named, choices).into_iter().map(Json::Object).collect()
}

/// Returns variants of an object with all combinations of the fields to which rules refer: present or not, and with
/// each value of an enum, or with the strings in the rules. The field `kept` does not change.
pub(super) fn of_object(
    schema: &Schema,
    object: &Map<String, Json>,
    rules: &str,
    kept: Option<&str>,
    sampler: &Sampler,
) -> Vec<Map<String, Json>> {
    let named = named(schema, words(rules).filter(|name| Some(*name) != kept));
    let choices = |name: &str, property: &Schema| {
        let mut choices = vec![object.get(name).cloned()];
        choices.extend(property.enumeration().iter().take(MOST_VALUES).cloned().map(Some));
        if property.schema_type == Some(SchemaType::String) && choices.len() == 1 {
            choices.extend(texts(rules).map(Some));
        }
        if !object.contains_key(name) {
            choices.push(Some(sampler.sample(property, false, 0)));
        } else if !schema.required.iter().any(|required| required == name) {
            choices.push(None);
        }
        choices
    };
    combined(schema, object.clone(), &named, choices)
}

/// Returns the first properties among words.
fn named<'w>(schema: &Schema, words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let mut named: Vec<&str> = Vec::new();
    for name in words.filter(|word| schema.properties.contains_key(*word)) {
        if !named.contains(&name) && named.len() < MOST_FIELDS {
            named.push(name);
        }
    }
    named
}

/// Returns the object with all combinations of choices for the named fields. `None` omits a field.
fn combined(
    schema: &Schema,
    object: Map<String, Json>,
    named: &[&str],
    choices: impl Fn(&str, &Schema) -> Vec<Option<Json>>,
) -> Vec<Map<String, Json>> {
    let mut objects = vec![object];
    for name in named {
        let Some(property) = schema.properties.get(*name) else { continue };
        let choices = choices(name, property);
        let mut combined = Vec::new();
        for object in &objects {
            for choice in &choices {
                let mut object = object.clone();
                match choice {
                    Some(value) => drop(object.insert((*name).to_owned(), value.clone())),
                    None => drop(object.remove(*name)),
                }
                combined.push(object);
            }
        }
        combined.truncate(MOST);
        objects = combined;
    }
    objects
}

/// Returns the values to try for a field. `None` omits the field.
fn choices(property: &Schema, rule: &str, sampler: &Sampler, is_required: bool) -> Vec<Option<Json>> {
    let mut choices: Vec<Option<Json>> = Vec::new();
    let mut values: Vec<Json> = property.enumeration().iter().take(MOST_VALUES).cloned().collect();
    match property.schema_type {
        Some(SchemaType::Object | SchemaType::Array) => {
            // The rule may refer to nested fields.
            values.extend(of(property, rule, sampler).into_iter().take(3));
            if let Some(inner) = values_of(property) {
                values.push(json!({"a b": sampler.sample(inner, false, 0)}));
            }
            if let Some(items) = property.items.as_deref() {
                values.push(json!([sampler.sample(items, false, 0), sampler.sample(items, false, 1)]));
            }
            values.push(sampler.sample(property, true, 0));
        }
        Some(SchemaType::Boolean) => values.extend([json!(true), json!(false)]),
        Some(SchemaType::Integer | SchemaType::Number) => {
            let numbers = words(rule).filter_map(|word| word.parse::<i64>().ok()).take(2);
            values.extend(numbers.flat_map(|number| [json!(number), json!(number.saturating_add(1))]));
            values.push(sampler.sample(property, false, 0));
        }
        _ if values.is_empty() => {
            values.extend(texts(rule));
            values.push(sampler.sample(property, false, 0));
            values.push("".into());
        }
        _ => {}
    }
    for value in values {
        if !choices.contains(&Some(value.clone())) {
            choices.push(Some(value));
        }
    }
    choices.truncate(MOST_VALUES);
    if !is_required {
        choices.insert(0, None);
    }
    choices
}

/// Returns the first strings of a rule.
fn texts(rule: &str) -> impl Iterator<Item = Json> + use<> {
    strings(rule).into_iter().take(MOST_TEXTS).map(Json::from)
}

/// Returns the identifiers and numbers of a rule.
fn words(rule: &str) -> impl Iterator<Item = &str> {
    rule.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn schema(json: &Json) -> Schema {
        Schema::from_json(json).0
    }

    #[test]
    fn objects_are_combined_from_the_values_of_the_fields_in_rules() {
        let text = json!({"type": "string"});
        let schema = schema(&json!({"type": "object", "required": ["t"], "properties": {
            "t": {"type": "string", "enum": ["A", "B"]}, "s": text, "o": text, "n": {"type": "integer"}, "other": text
        }}));
        let Json::Object(object) = json!({"t": "A", "s": "x", "other": "y"}) else { unreachable!() };
        let rules = "self.t == 'B' ? has(self.o) : self.s != 'q' && self.n > 3";
        for (kept, of_type) in [(None, "A B"), (Some("t"), "A")] {
            let found = of_object(&schema, &object, rules, kept, &Sampler::default());
            let values = |name: &str| {
                let shown = |object: &Map<String, Json>| match object.get(name) {
                    Some(Json::String(text)) => text.clone(),
                    other => other.map_or("-".to_owned(), ToString::to_string),
                };
                found.iter().map(shown).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
            };
            assert_eq!(found.first(), Some(&object));
            let all = ["t", "s", "o", "n", "other"].map(values);
            assert_eq!(all, [of_type, "- B q x", "- B a q", "- 1", "y"], "{kept:?}");
        }
    }

    #[test]
    fn the_first_fields_in_a_rule_are_combined() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let properties: Map<String, Json> = names.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
        let schema = schema(&json!({"properties": properties}));
        assert_eq!(named(&schema, words("self.h + self.x + h * 2")), ["h"]);
        assert_eq!(named(&schema, names.into_iter()), names[..MOST_FIELDS]);
    }
}
