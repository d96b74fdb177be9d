//! Values with which generated tests compare two evaluations of a rule.
//!
//! The values may violate the rule. They pass all other checks, because otherwise there is nothing to compare.

use idlgen_runtime::format;
use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, SchemaType},
};
use serde_json::{Map, Value as Json, json};

/// Maximum number of values.
const MOST: usize = 32;
/// Maximum number of values of a field.
const MOST_OF_FIELD: usize = 6;
/// Maximum number of combinations from which values are selected.
const MOST_COMBINATIONS: usize = 4096;
/// Maximum nesting depth of a value.
const MAX_DEPTH: usize = 12;

/// Returns values of a schema without references, which differ in what a rule reads. The rule belongs to the schema or
/// to a nested one. `passes` returns whether a value passes all other checks.
pub(super) fn of_rule(schema: &Schema, rule: &str, passes: impl Fn(&Json) -> bool) -> Vec<Json> {
    let rule = Rule { text: rule, constants: Constants::of(rule) };
    let mut values = rule.values(schema, 0, true);
    values.retain(passes);
    spread(values, MOST)
}

/// A rule for which values are built.
struct Rule<'r> {
    text: &'r str,
    constants: Constants<'r>,
}

/// The words, numbers and strings of a rule.
#[derive(Debug, Default, PartialEq)]
struct Constants<'r> {
    words: Vec<&'r str>,
    numbers: Vec<i64>,
    texts: Vec<&'r str>,
}

impl<'r> Constants<'r> {
    fn of(rule: &'r str) -> Self {
        let mut found = Constants::default();
        let mut rest = rule;
        while let Some(start) = rest.find(|character: char| character.is_alphanumeric() || "_'\"".contains(character)) {
            let from = rest.get(start..).unwrap_or_default();
            let quote = from.chars().next().filter(|first| "'\"".contains(*first));
            let (text, length) = if let Some(quote) = quote {
                let inner = from.get(1..).unwrap_or_default();
                let end = inner.find(quote).unwrap_or(inner.len());
                (inner.get(..end).unwrap_or_default(), (end + 2).min(from.len()))
            } else {
                let is_part = |character: char| character.is_alphanumeric() || character == '_';
                let end = from.find(|character| !is_part(character)).unwrap_or(from.len());
                (from.get(..end).unwrap_or_default(), end)
            };
            match (quote, text.parse()) {
                (Some(_), _) => found.texts.push(text),
                (None, Ok(number)) => found.numbers.push(number),
                (None, Err(_)) => found.words.push(text),
            }
            rest = from.get(length..).unwrap_or_default();
        }
        found
    }
}

impl Rule<'_> {
    /// Returns values of a schema. With `is_read`, they differ in what the rule reads; otherwise, there is one.
    fn values(&self, schema: &Schema, depth: usize, is_read: bool) -> Vec<Json> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        let mut values: Vec<Json> = schema.enumeration().to_vec();
        values.extend(schema.default.iter().map(|default| default.value.clone()));
        match schema.schema_type {
            // Strings, because quantities keep the text that the client wrote.
            _ if schema.extensions.int_or_string => values.extend([json!("1"), json!("2"), json!("0")]),
            Some(SchemaType::Boolean) => values.extend([json!(true), json!(false)]),
            Some(SchemaType::Integer | SchemaType::Number) => {
                // A constant such as 0 may be invalid in a required field that the rule does not read.
                let numbers = self.constants.numbers.iter().take(if is_read { 2 } else { 0 });
                values.extend(numbers.flat_map(|number| [json!(number), json!(number.saturating_add(1))]));
                values.extend([json!(1), json!(2), json!(0)]);
            }
            Some(SchemaType::String) => {
                let format = schema.format().and_then(format::find);
                values.extend(format.iter().flat_map(|format| format.examples.iter().map(|text| json!(text))));
                values.extend(self.constants.texts.iter().filter(|_| is_read).map(|text| json!(text)));
                values.extend([json!("a"), json!("b"), json!("")]);
            }
            Some(SchemaType::Array) => {
                let items = schema.items.as_deref().map(|items| self.values(items, depth + 1, is_read));
                let items = items.unwrap_or_default();
                values.extend(items.iter().map(|item| json!([item])));
                values.extend(items.iter().zip(items.iter().skip(1)).map(|(one, other)| json!([one, other])));
                values.extend(items.first().map(|item| json!([item, item])));
                values.push(json!([]));
            }
            Some(SchemaType::Object) | None => values.extend(self.objects(schema, depth, is_read)),
        }
        values.truncate(if is_read { MOST_COMBINATIONS } else { 1 });
        values
    }

    fn objects(&self, schema: &Schema, depth: usize, is_read: bool) -> Vec<Json> {
        if let Some(AdditionalProperties::Schema(entries)) = &schema.additional_properties {
            let entries = self.values(entries, depth + 1, is_read);
            let pairs = entries.iter().zip(entries.iter().skip(1));
            let single = entries.iter().map(|entry| json!({"a": entry}));
            return single.chain(pairs.map(|(one, other)| json!({"a": one, "b": other}))).chain([json!({})]).collect();
        }
        let mut objects = vec![Map::new()];
        for (name, property) in &schema.properties {
            let is_required = schema.required.contains(name);
            let is_read = is_read && (self.constants.words.contains(&name.as_str()) || self.is_in(property, 0));
            if !is_required && !is_read {
                continue;
            }
            let mut choices: Vec<Option<Json>> =
                spread(self.values(property, depth + 1, is_read), MOST_OF_FIELD).into_iter().map(Some).collect();
            if is_read && !is_required {
                choices.push(None);
            }
            let with = |object: &Map<String, Json>, choice: &Option<Json>| {
                let mut object = object.clone();
                object.extend(choice.clone().map(|value| (name.clone(), value)));
                object
            };
            let combined = objects.iter().flat_map(|object| choices.iter().map(move |choice| with(object, choice)));
            objects = spread(combined.collect(), MOST_COMBINATIONS / MOST_OF_FIELD);
        }
        objects.into_iter().map(Json::Object).collect()
    }

    /// Returns `true` if the schema or a nested one has the rule.
    fn is_in(&self, schema: &Schema, depth: usize) -> bool {
        schema.extensions.validations.iter().any(|own| own.rule == self.text)
            || (depth < MAX_DEPTH && schema.inside().any(|inner| self.is_in(inner, depth + 1)))
    }
}

/// Selects values evenly, if there are too many.
fn spread<T>(values: Vec<T>, most: usize) -> Vec<T> {
    let count = values.len();
    if count <= most {
        return values;
    }
    // The first values are the simplest.
    let is_selected = |index: usize| index == 0 || (index * most) / count != ((index - 1) * most) / count;
    values.into_iter().enumerate().filter(|(index, _)| is_selected(*index)).map(|(_, value)| value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(schema: &Json, rule: &str) -> Vec<Json> {
        of_rule(&Schema::from_json(schema).0, rule, |_| true)
    }

    #[test]
    fn values_satisfy_and_violate_the_rule_where_it_is() {
        let rule = "self.minSize <= self.maxSize";
        let number = json!({"type": "integer"});
        let range = json!({
            "type": "object",
            "required": ["minSize", "maxSize"],
            "properties": {"minSize": number, "maxSize": number, "other": {"type": "string"}},
            "x-kubernetes-validations": [{"rule": rule}],
        });
        let list = json!({"type": "array", "items": range});
        for (schema, pointer) in [
            (range.clone(), ""),
            (json!({"type": "object", "properties": {"list": list, "other": number}}), "/list/0"),
            (json!({"type": "object", "additionalProperties": range}), "/a"),
        ] {
            let samples = samples(&schema, rule);
            assert!(samples.len() > 3 && samples.len() <= MOST, "{samples:?}");
            let size = |sample: &Json, name: &str| sample.pointer(&format!("{pointer}/{name}"))?.as_i64();
            let holds = |sample: &Json| Some(size(sample, "minSize")? <= size(sample, "maxSize")?);
            let verdicts: Vec<bool> = samples.iter().filter_map(holds).collect();
            assert!(verdicts.contains(&true) && verdicts.contains(&false), "{samples:?}");
            assert!(!Json::from(samples).to_string().contains("other"));
        }
    }

    #[test]
    fn values_of_each_type_come_from_the_rule_and_the_schema() {
        for (schema, rule, expected) in [
            (json!({"type": "boolean"}), "self", json!([true, false])),
            (json!({"type": "integer"}), "self < 7", json!([7, 8, 1, 2, 0])),
            (json!({"type": "string"}), "self == 'x y'", json!(["x y", "a", "b", ""])),
            (json!({"type": "string", "enum": ["c"]}), "self != \"\"", json!(["c", "", "a", "b", ""])),
            (
                json!({"type": "array", "items": {"type": "boolean"}}),
                "self.all(x, x)",
                json!([[true], [false], [true, false], [true, true], []]),
            ),
            (
                json!({"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}}}),
                "has(self.a)",
                json!([{"a": true}, {"a": false}, {}]),
            ),
        ] {
            assert_eq!(Json::from(samples(&schema, rule)), expected, "{rule}");
        }
    }

    #[test]
    fn required_fields_that_the_rule_does_not_read_have_values_of_their_type() {
        let schema = json!({
            "type": "object",
            "required": ["count", "mode", "name", "port", "quota", "time"],
            "properties": {
                "names": {"type": "array", "items": {"type": "string"}},
                "count": {"type": "integer"},
                "name": {"type": "string"},
                "mode": {"type": "string", "minLength": 3, "default": "fast"},
                "port": {"x-kubernetes-int-or-string": true},
                "quota": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
                "time": {"type": "string", "format": "date-time"},
            },
        });
        let samples = samples(&schema, "self.names.size() > 0 && self.names.all(x, x != '')");
        assert!(samples.len() > 3, "{samples:?}");
        for sample in samples {
            let expected = [("count", json!(1)), ("mode", json!("fast")), ("name", json!("a")), ("port", json!("1"))];
            for (field, value) in expected {
                assert_eq!(sample[field], value, "{sample}");
            }
            assert_eq!(sample["quota"], sample["port"]);
            let time = sample["time"].as_str().expect("a string");
            assert!(format::find("date-time").is_some_and(|format| format.accepts(time)), "{time}");
        }
    }

    #[test]
    fn values_that_other_checks_reject_are_no_samples() {
        let schema = Schema::from_json(&json!({"type": "integer"})).0;
        assert_eq!(of_rule(&schema, "self < 7", |value| value.as_i64() > Some(1)), [json!(7), json!(8), json!(2)]);
        // They are left out before the samples are selected from many values.
        let many: Vec<Json> = (0..100).map(Json::from).collect();
        let schema = Schema::from_json(&json!({"type": "integer", "enum": many})).0;
        let samples = of_rule(&schema, "self < 7", |value| value.as_i64() > Some(60));
        assert!(samples.len() == MOST && samples.iter().all(|value| value.as_i64() > Some(60)), "{samples:?}");
    }

    #[test]
    fn constants_are_what_a_rule_contains() {
        let found = Constants::of("self.a_b >= 10 && x == 'it\"s' || \"\" != 'open");
        let expected =
            Constants { words: vec!["self", "a_b", "x"], numbers: vec![10], texts: vec!["it\"s", "", "open"] };
        assert_eq!(found, expected);
    }

    #[test]
    fn many_values_are_spread() {
        assert_eq!(spread((0..10).collect(), 3), [0, 4, 7]);
        assert_eq!(spread(vec![1, 2], 2), [1, 2]);
    }
}
