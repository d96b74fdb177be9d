//! Generates values of a schema that another schema may reject.

use std::iter;

use idlgen_runtime::format;
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Value},
    schema::SchemaType,
};
use serde_json::{Value as Json, json};

use super::{
    combinations,
    embed::{KEY, values_of},
    sample::{self, Sampler},
};
use crate::diff::{Change, pair::ValueType};

/// Maximum length of the lists to try.
const MAX_COUNT: u64 = 5_000;
/// Maximum length of the strings to try. Messages of conditions have at most 32,768 characters.
const MAX_LENGTH: u64 = 70_000;
/// Maximum number of values for a single property of an object.
const FEW: usize = 12;
/// Maximum number of values.
const MOST: usize = 150;
/// Maximum number of values before repeated ones are removed.
const MOST_WITH_REPEATED: usize = 2 * MOST;

/// Strings that patterns of addresses often match, although formats of addresses reject them.
const NEAR_ADDRESSES: [&str; 5] = ["::1%a/64", "1:1:1:1:1:1::", "300.0.0.0/8", "1.2.3.4/99", "1.2.3.4.5"];

/// Durations to try if rules read a string as a duration.
const DURATIONS: [&str; 6] = ["1500ms", "1ms", "0s", "-1s", "1h", "1000000h"];

/// Returns candidate values for the location of a change, the most likely ones first. Later parts are generated only if
/// they are needed.
pub(super) fn of<'s>(
    old: &'s Schema,
    new: &'s Schema,
    change: &'s Change,
    sampler: &'s Sampler,
) -> impl Iterator<Item = Vec<Json>> + 's {
    let of_rule = change.cel.iter().map(|rule| combinations::of(&with_enums_of(old, new), &rule.rule, sampler));
    let of_field = change.field.iter().flat_map(|field| {
        iter::once_with(|| of_field(old, new, field, false, sampler))
            .chain(iter::once_with(|| of_field(old, new, field, true, sampler)))
    });
    of_rule.chain(of_field).chain(iter::once_with(|| of_schemas(old, new, sampler)))
}

/// Returns the old schema with the enums that the new one adds to its properties: servers do not run a rule on an
/// object with other values.
fn with_enums_of(old: &Schema, new: &Schema) -> Schema {
    let mut schema = old.clone();
    if let (Some(items), Some(new_items)) = (&mut schema.items, &new.items) {
        **items = with_enums_of(items, new_items);
    }
    for (name, property) in &mut schema.properties {
        let Some(target) = new.properties.get(name) else { continue };
        if let (None, Some(members)) = (property.keywords.get(Keyword::Enum), target.keywords.get(Keyword::Enum)) {
            property.keywords.set(Keyword::Enum, members.clone());
        }
    }
    schema
}

/// Returns candidate values for a change from a schema to another one.
pub(super) fn of_schemas(old: &Schema, new: &Schema, sampler: &Sampler) -> Vec<Json> {
    first(values(old, new, &constants(old, new), sampler, MOST_WITH_REPEATED))
}

/// Returns objects with and without the property that a change concerns, with `all` other fields or only the required
/// ones.
fn of_field(old: &Schema, new: &Schema, field: &str, all: bool, sampler: &Sampler) -> Vec<Json> {
    let Json::Object(entries) = sampler.sample(old, all, 0) else { return Vec::new() };
    let with = |value: Json| {
        let mut entries = entries.clone();
        entries.insert(field.to_owned(), value);
        Json::Object(entries)
    };
    let mut without = entries.clone();
    without.remove(field);
    let mut found = vec![Json::Object(without)];
    if let Some(property) = old.properties.get(field) {
        let target = new.properties.get(field).unwrap_or(property);
        found.extend(values(property, target, &constants(old, new), sampler, FEW).into_iter().map(with));
    } else if !all {
        // The old schema does not declare the property.
        for value in [json!({"a": 1}), json!("a"), json!(1), json!([])] {
            found.push(json!({ field: value }));
            found.push(with(value));
        }
    }
    first(found)
}

/// Returns the first values, without repeated ones.
fn first(mut values: Vec<Json>) -> Vec<Json> {
    values.dedup();
    values.truncate(MOST);
    values
}

/// Returns the numbers and strings in the rules of both schemas.
fn constants(old: &Schema, new: &Schema) -> Vec<Json> {
    [new, old].into_iter().flat_map(constants_of).collect()
}

/// Returns the numbers and strings in the rules of a schema.
fn constants_of(schema: &Schema) -> Vec<Json> {
    let mut found = Vec::new();
    for rule in &schema.extensions.validations {
        for (index, part) in rule.rule.split(['\'', '"']).enumerate() {
            if index % 2 == 1 {
                found.push(part.into());
            } else {
                let numbers =
                    part.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter_map(|part| part.parse().ok());
                found.extend(numbers.map(|number: i64| Json::from(number)));
            }
        }
    }
    found
}

/// Returns at most `most` values.
fn values(old: &Schema, new: &Schema, constants: &[Json], sampler: &Sampler, most: usize) -> Vec<Json> {
    let mut values = Vec::new();
    match ValueType::of(old) {
        ValueType::Of(SchemaType::String) => strings(old, new, constants, sampler, most, &mut values),
        ValueType::Of(SchemaType::Integer | SchemaType::Number) => numbers(old, new, constants, &mut values),
        ValueType::Of(SchemaType::Boolean) => values.extend([json!(true), json!(false)]),
        ValueType::Of(SchemaType::Array) => lists(old, new, sampler, most, &mut values),
        ValueType::Of(SchemaType::Object) => objects(old, new, constants, sampler, most, &mut values),
        ValueType::IntOrString => {
            values.extend([json!("a"), json!(1)]);
            strings(old, new, constants, sampler, most, &mut values);
            numbers(old, new, constants, &mut values);
        }
        ValueType::Any => values.extend([json!({"extra": 1}), json!("a"), json!(1), json!([]), json!({}), json!(true)]),
    }
    if old.nullable || new.nullable {
        values.insert(0, Json::Null);
    }
    values.truncate(most);
    values
}

/// Adds strings. Stops the search for further ones when there are `most` values.
fn strings(old: &Schema, new: &Schema, constants: &[Json], sampler: &Sampler, most: usize, values: &mut Vec<Json>) {
    values.extend(old.enumeration().iter().filter(|value| !value.is_null()).cloned());
    let lengths = |keyword: Keyword| {
        [old, new]
            .into_iter()
            .filter_map(move |schema| schema.keywords.count(keyword))
            .filter(|count| *count < MAX_LENGTH)
    };
    // For each pattern and enum of the new schema, a value that violates it.
    let limits = new.keywords.iter().chain(new.all_of.iter().flat_map(|branch| branch.keywords.iter()));
    let limits = limits.filter(|(keyword, _)| matches!(keyword, Keyword::Pattern | Keyword::Enum));
    let violating = limits.filter_map(|limit| sampler.find(old, &[limit]).map(Json::from));
    // Values that match the patterns of the branches, and values that do not.
    let branches = new.not.as_deref().into_iter().chain(&old.any_of).chain(&new.any_of);
    let of_branches = branches.flat_map(|branch| {
        let patterns = branch.keywords.iter().filter(|(keyword, _)| *keyword == Keyword::Pattern);
        patterns.flat_map(move |limit| {
            let inside = Schema { keywords: branch.keywords.clone(), ..Schema::default() };
            let outside = sampler.find(old, &[limit]);
            outside.into_iter().chain(sampler.find(&inside, &[])).map(Json::from)
        })
    });
    let format = new.format().and_then(format::find);
    let of_format = format.into_iter().flat_map(|format| format.counterexamples.iter().map(|text| Json::from(*text)));
    let is_invalid = |text: &&&str| format.is_some_and(|format| !format.accepts(text));
    let of_format = of_format.chain(NEAR_ADDRESSES.iter().filter(is_invalid).map(|text| Json::from(*text)));
    let long = lengths(Keyword::MaxLength).filter_map(|length| of_length(old, length + 1, sampler));
    let short = lengths(Keyword::MinLength).filter_map(|length| of_length(old, length.checked_sub(1)?, sampler));
    let of_rules = constants.iter().filter(|value| value.is_string()).cloned();
    let reads_durations = new.extensions.validations.iter().any(|rule| rule.rule.contains("duration("));
    let durations = DURATIONS.into_iter().filter(|_| reads_durations).map(Json::from);
    let samples = (0..8).map(|number| sampler.sample(old, false, number));
    let usual = ["", "a", "A", "-", "a b", "x", "example.com", "1"].into_iter().map(Json::from);
    // Rules can limit the length.
    let lengths = constants.iter().filter_map(Json::as_u64).filter(|length| *length < MAX_LENGTH);
    let of_lengths =
        lengths.flat_map(|length| [length, length + 1]).filter_map(|length| of_length(old, length, sampler));
    let of_new_rules = new.extensions.validations.iter().filter(|rule| !old.extensions.validations.contains(rule));
    let of_new_rules = of_new_rules.flat_map(|rule| sample::violating(old, &rule.rule)).map(Json::from);
    let all = of_new_rules
        .chain(violating)
        .chain(of_branches)
        .chain(of_format)
        .chain(long)
        .chain(short)
        .chain(of_rules)
        .chain(durations)
        .chain(samples);
    let left = most.saturating_sub(values.len());
    values.extend(all.chain(usual).chain(of_lengths).take(left));
}

/// Returns a string with a length that a schema accepts.
fn of_length(schema: &Schema, length: u64, sampler: &Sampler) -> Option<Json> {
    let mut exact = schema.clone();
    exact.keywords.set(Keyword::MinLength, Value::Count(length));
    if schema.pattern().is_none() {
        return Some("a".repeat(usize::try_from(length).ok()?).into());
    }
    sampler.find(&exact, &[]).map(Json::from)
}

fn numbers(old: &Schema, new: &Schema, constants: &[Json], values: &mut Vec<Json>) {
    values.extend(old.enumeration().iter().filter(|value| value.is_number()).cloned());
    let is_integer = old.schema_type != Some(SchemaType::Number);
    if !is_integer {
        // API servers accept each number that has the integer part of a value.
        let integers = old.enumeration().iter().filter_map(Json::as_i64);
        values.extend(integers.map(|value| json!(value as f64 + if value < 0 { -0.5 } else { 0.5 })));
    }
    let mut add = |number: f64| {
        if number.fract() == 0.0 && number.abs() < 9e15 {
            values.push(json!(number as i64));
        } else if !is_integer {
            values.push(json!(number));
        }
    };
    if !is_integer {
        add(0.5);
    }
    for schema in [new, old] {
        for keyword in [Keyword::Maximum, Keyword::Minimum] {
            if let Some(bound) = schema.keywords.bound(keyword) {
                let limit = bound.limit.as_f64();
                [limit, limit + 1.0, limit - 1.0, limit + 0.5, limit - 0.5].into_iter().for_each(&mut add);
            }
        }
        if let Some(Value::Number(step)) = schema.keywords.get(Keyword::MultipleOf) {
            let step = step.as_f64();
            [step, step + 1.0, step * 3.0].into_iter().for_each(&mut add);
        }
    }
    for number in constants.iter().filter_map(Json::as_f64) {
        [number, number + 1.0, number - 1.0].into_iter().for_each(&mut add);
    }
    [0.0, 1.0, -1.0, 2.0, 3.0, 5.0, 100.0, 1_000_000.0].into_iter().for_each(&mut add);
}

/// Adds lists. Stops when there are `most` values.
fn lists(old: &Schema, new: &Schema, sampler: &Sampler, most: usize, values: &mut Vec<Json>) {
    let Some(items) = old.items.as_deref() else { return };
    let item = |number: usize| sampler.sample(items, false, number);
    // Add lists with duplicate items, and with items whose new keys are equal.
    values.push(json!([item(0), item(0)]));
    // Items that have an optional field in common, or that differ in having it.
    for (name, property) in items.properties.iter().filter(|(name, _)| !items.required.contains(name)).take(FEW) {
        if values.len() >= most {
            return;
        }
        let with = |number: usize| {
            let mut object = item(number);
            if let Some(entries) = object.as_object_mut() {
                entries.insert(name.clone(), sampler.sample(property, false, 0));
            }
            object
        };
        values.push(json!([with(0), with(1)]));
        values.push(json!([with(0), item(1)]));
    }
    // Equal items that differ only in having an optional field.
    for (name, property) in items.properties.iter().filter(|(name, _)| !items.required.contains(name)).take(FEW) {
        if let Json::Object(mut entries) = item(0) {
            entries.insert(name.clone(), sampler.sample(property, false, 0));
            values.push(json!([entries, item(0)]));
        }
    }
    let keys = &new.extensions.list_map_keys;
    if !keys.is_empty() {
        let full = |number: usize| {
            let mut object = item(number);
            if let Some(entries) = object.as_object_mut() {
                for name in keys.iter().chain(&old.extensions.list_map_keys) {
                    let Some(property) = items.properties.get(name) else { continue };
                    let number = if keys.contains(name) { 0 } else { number };
                    entries.insert(name.clone(), sampler.sample(property, false, number));
                }
            }
            object
        };
        values.push(json!([full(0), full(1)]));
    }
    let count = |keyword: Keyword| [old, new].into_iter().filter_map(move |schema| schema.keywords.count(keyword));
    let mut counts: Vec<u64> = count(Keyword::MaxItems).map(|count| count.saturating_add(1)).collect();
    counts.extend(count(Keyword::MinItems).map(|count| count.saturating_sub(1)));
    counts.extend([0, 1, 2]);
    let left = most.saturating_sub(values.len());
    for count in counts.into_iter().filter(|count| *count < MAX_COUNT).take(left) {
        values.push((0..count as usize).map(item).collect());
    }
}

/// Adds objects. Stops when there are `most` values.
fn objects(old: &Schema, new: &Schema, constants: &[Json], sampler: &Sampler, most: usize, values: &mut Vec<Json>) {
    let samples = [false, true].map(|all| sampler.sample(old, all, 0));
    values.extend(samples.iter().cloned());
    if samples.first() != samples.last() && new.keywords.get(Keyword::MaxProperties).is_some() {
        let least = |(name, property): (&String, &Schema)| (name.clone(), sampler.sample(property, false, 0));
        values.push(Json::Object(old.properties.iter().map(least).collect()));
    }
    values.push(json!({}));
    values.push(json!({"extra": 1}));
    if let Some(inner) = values_of(old) {
        let count = |keyword: Keyword| [old, new].into_iter().filter_map(move |schema| schema.keywords.count(keyword));
        let mut counts: Vec<u64> = count(Keyword::MaxProperties).map(|count| count.saturating_add(1)).collect();
        counts.extend(count(Keyword::MinProperties).map(|count| count.saturating_sub(1)));
        counts.extend([1, 2]);
        for count in counts.into_iter().filter(|count| *count < MAX_COUNT) {
            let entries =
                (0..count as usize).map(|index| (format!("{KEY}{index}"), sampler.sample(inner, false, index)));
            values.push(Json::Object(entries.collect()));
        }
        for key in constants.iter().filter_map(Json::as_str).filter(|text| !text.is_empty()).take(FEW) {
            values.push(json!({key: sampler.sample(inner, false, 0)}));
            values.push(json!({format!("a{key}a"): sampler.sample(inner, false, 0)}));
        }
        let long = "a".repeat(300);
        for key in ["", "-", "a b", "A", "a/b", "a/b/c", "_", &long, &format!("{long}/a")] {
            values.push(json!({key: sampler.sample(inner, false, 0)}));
        }
    }
    // For each property, add objects with other values of it: alone, and in a full object.
    for sample in &samples {
        let Json::Object(entries) = sample else { continue };
        for (name, property) in &old.properties {
            if values.len() >= most {
                return;
            }
            let target = new.properties.get(name).unwrap_or(property);
            let inner = match ValueType::of(property) {
                ValueType::Of(SchemaType::Object) => vec![sampler.sample(property, false, 0)],
                _ => self::values(property, target, constants, sampler, FEW),
            };
            for value in inner {
                let mut entries = entries.clone();
                entries.insert(name.clone(), value);
                values.push(entries.into());
            }
            if entries.contains_key(name) {
                let mut entries = entries.clone();
                entries.remove(name);
                values.push(entries.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_the_old_schema_does_not_declare_get_values() {
        let schema = |json: Json| Schema::from_json(&json).0;
        let old = schema(json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}));
        let new = schema(json!({"type": "object", "properties": {
            "a": {"type": "integer"}, "b": {"type": "string", "maxLength": 3}
        }}));
        let objects = |field: &str, all: bool| of_field(&old, &new, field, all, &Sampler::default());
        assert_eq!(
            objects("b", false),
            [
                json!({"a": 1}),
                json!({"b": {"a": 1}}),
                json!({"a": 1, "b": {"a": 1}}),
                json!({"b": "a"}),
                json!({"a": 1, "b": "a"}),
                json!({"b": 1}),
                json!({"a": 1, "b": 1}),
                json!({"b": []}),
                json!({"a": 1, "b": []}),
            ]
        );
        assert_eq!(objects("b", true), [json!({"a": 1})]);
        assert_eq!(objects("a", true).first(), Some(&json!({})));
    }
    #[test]
    fn strings_and_integers_of_rules_are_candidates() {
        for (rule, expected) in [
            ("self.x == 'a 1' && self.y < 12", vec![json!("a 1"), json!(12)]),
            ("size(self) > 1.5 || self == \"b\"", vec![json!("b")]),
            ("self.n2 != 30 && self.l[0] == ''", vec![json!(2), json!(30), json!(0), json!("")]),
            ("self.x", vec![]),
        ] {
            let (schema, _) = Schema::from_json(&json!({"x-kubernetes-validations": [{"rule": rule}]}));
            assert_eq!(constants_of(&schema), expected, "{rule}");
        }
    }

    #[test]
    fn long_limits_have_no_candidates() {
        // Strings and lists of this size would take too long.
        let (schema, _) = Schema::from_json(&json!({"type": "string", "maxLength": MAX_LENGTH}));
        let values = of_schemas(&schema, &schema, &Sampler::default());
        assert!(values.iter().all(|value| value.as_str().is_some_and(|text| text.len() < 100)), "{values:?}");
        let items = json!({"type": "integer"});
        let (list, _) = Schema::from_json(&json!({"type": "array", "items": items, "maxItems": MAX_COUNT}));
        let values = of_schemas(&list, &list, &Sampler::default());
        assert!(values.iter().all(|value| value.as_array().is_some_and(|items| items.len() < 3)), "{values:?}");
        let map = json!({"type": "object", "additionalProperties": items, "maxProperties": MAX_COUNT});
        let (map, _) = Schema::from_json(&map);
        let values = of_schemas(&map, &map, &Sampler::default());
        assert!(values.iter().all(|value| value.as_object().is_some_and(|entries| entries.len() < 3)), "{values:?}");
    }
}
