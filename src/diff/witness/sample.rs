//! Builds values that a schema accepts.

use std::{cell::RefCell, collections::BTreeMap};

use idlgen_runtime::{
    format,
    regex::{Example, Language, example},
};
use idlgen_validate::{
    Schema,
    keyword::{Keyword, Keywords, Value},
    schema::{AdditionalProperties, SchemaType},
};
use serde_json::{Map, Value as Json, json};

use super::{
    conditions::{self, Condition},
    embed::KEY,
};
use crate::diff::decision::language;

/// Maximum nesting depth of a sample.
const MAX_DEPTH: usize = 40;
/// Maximum nesting depth at which a sample with all fields includes optional ones.
const MAX_OPTIONAL_DEPTH: usize = 6;
/// Maximum number of items or entries of a sample.
const MAX_COUNT: u64 = 300;

/// Different strings that are searched one after the other. Further ones have a number at the end.
const FEW_STRINGS: usize = 20;

/// Builds sample values.
#[derive(Default)]
pub(super) struct Sampler {
    /// The results of earlier searches for strings that some limits reject.
    found: RefCell<BTreeMap<String, Option<String>>>,
    /// The strings of each set of limits, the last one that was used first.
    strings: RefCell<Vec<Strings>>,
}

/// Different strings within the same limits.
struct Strings {
    limits: Keywords,
    /// The limits of the branches of `allOf`.
    branches: Vec<Keywords>,
    /// The rules of the schema.
    rules: Vec<String>,
    /// The first string, if a string exists.
    base: Option<String>,
    /// The first string or a replacement for it, and further strings.
    different: Vec<String>,
    /// `true` if no further string was found.
    is_complete: bool,
}

impl Strings {
    fn new(schema: &Schema) -> Self {
        let base = search(schema, &[], &[], &[]);
        Strings {
            limits: schema.keywords.clone(),
            branches: schema.all_of.iter().map(|branch| branch.keywords.clone()).collect(),
            rules: rules(schema).map(str::to_owned).collect(),
            different: vec![base.clone().unwrap_or_else(|| "a".to_owned())],
            base,
            is_complete: false,
        }
    }

    /// Returns `true` if the strings of a schema have these limits.
    fn are_of(&self, schema: &Schema) -> bool {
        self.limits == schema.keywords
            && self.branches.iter().eq(schema.all_of.iter().map(|branch| &branch.keywords))
            && self.rules.iter().map(String::as_str).eq(rules(schema))
    }

    /// Returns the string with a number, or the last one.
    fn get(&mut self, number: usize, schema: &Schema) -> String {
        while self.different.len() <= number && !self.is_complete {
            match search(schema, &[], &[], &self.different) {
                Some(text) => self.different.push(text),
                None => self.is_complete = true,
            }
        }
        self.different.get(number).or(self.different.last()).cloned().unwrap_or_default()
    }
}

impl Sampler {
    /// Generates a value: the required fields, and with `all` the optional ones. Different numbers give different
    /// values if the schema allows it.
    pub(super) fn sample(&self, schema: &Schema, all: bool, number: usize) -> Json {
        self.value(schema, all, number, 0)
    }

    fn value(&self, schema: &Schema, all: bool, number: usize, depth: usize) -> Json {
        if depth > MAX_DEPTH {
            return Json::Null;
        }
        if let Some(default) = schema.default.as_ref().filter(|default| number == 0 && !default.value.is_null()) {
            return default.value.clone();
        }
        let values: Vec<&Json> = schema.enumeration().iter().filter(|value| !value.is_null()).collect();
        if let Some(value) = values.get(number).or(values.first()) {
            return (*value).clone();
        }
        match schema.schema_type {
            _ if schema.extensions.int_or_string => match schema.pattern() {
                Some(_) => self.string(schema, number).into(),
                None => integer(schema, number).into(),
            },
            Some(SchemaType::Object) => self.object(schema, all, number, depth),
            Some(SchemaType::Array) => {
                let Some(items) = &schema.items else { return json!([]) };
                let least = schema.keywords.count(Keyword::MinItems).unwrap_or_default().min(MAX_COUNT);
                let least = if all && depth < MAX_OPTIONAL_DEPTH { least.max(1) } else { least };
                (0..least).map(|index| self.value(items, all, index as usize, depth + 1)).collect()
            }
            Some(SchemaType::String) => self.string(schema, number).into(),
            Some(SchemaType::Integer) => integer(schema, number).into(),
            Some(SchemaType::Number) => (integer(schema, number) as f64).into(),
            Some(SchemaType::Boolean) => (number == 0).into(),
            None => json!({}),
        }
    }

    fn object(&self, schema: &Schema, all: bool, number: usize, depth: usize) -> Json {
        let mut object = Map::new();
        if schema.extensions.embedded_resource {
            object.insert("apiVersion".to_owned(), "v1".into());
            object.insert("kind".to_owned(), "Example".into());
        }
        let branches: Vec<&Schema> =
            schema.any_of.iter().take(1).chain(schema.one_of.iter().take(1)).chain(&schema.all_of).collect();
        let is_required = |name: &String| {
            schema.required.contains(name) || branches.iter().any(|branch| branch.required.contains(name))
        };
        for (name, property) in &schema.properties {
            if is_required(name) || (all && depth < MAX_OPTIONAL_DEPTH) {
                object.entry(name).or_insert_with(|| self.value(property, all, number, depth + 1));
            }
        }
        let least = schema.keywords.count(Keyword::MinProperties).unwrap_or_default().min(MAX_COUNT) as usize;
        let required = || schema.required.iter().chain(branches.iter().flat_map(|branch| &branch.required));
        if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
            for name in required() {
                object.entry(name).or_insert_with(|| self.value(values, all, number, depth + 1));
            }
            let least = if all && depth < MAX_OPTIONAL_DEPTH { least.max(1) } else { least };
            for index in 0..least.saturating_sub(object.len()) {
                let key = if index == 0 { KEY.to_owned() } else { format!("{KEY}{index}") };
                object.insert(key, self.value(values, all, index, depth + 1));
            }
            return object.into();
        }
        let is_open = schema.extensions.preserve_unknown_fields == Some(true);
        for name in required().filter(|_| is_open) {
            object.entry(name).or_insert_with(|| "a".into());
        }
        for (name, property) in &schema.properties {
            if object.len() >= least {
                break;
            }
            object.entry(name).or_insert_with(|| self.value(property, all, number, depth + 1));
        }
        object.into()
    }

    /// Returns a string that a schema accepts.
    fn string(&self, schema: &Schema, number: usize) -> String {
        let by_format = schema.format().and_then(format::find).filter(|one| !one.counterexamples.is_empty());
        if let Some(format) = by_format {
            let fitting = format.examples.iter().filter(|text| fits(schema, text));
            let texts: Vec<&&str> = fitting.collect();
            if let Some(text) = texts.get(number).or(texts.first()) {
                return (**text).to_owned();
            }
        }
        let mut known = self.strings.borrow_mut();
        match known.iter().position(|strings| strings.are_of(schema)) {
            Some(index) => known.swap(0, index),
            None => known.insert(0, Strings::new(schema)),
        }
        let Some(strings) = known.first_mut() else { return String::new() };
        if number > FEW_STRINGS {
            let numbered = format!("{}{number}", strings.base.as_deref().unwrap_or("a"));
            if fits(schema, &numbered) {
                return numbered;
            }
        }
        strings.get(number.min(FEW_STRINGS), schema)
    }

    /// Searches for a string that a schema accepts and that satisfies none of the `refused` limits, with a length from
    /// `minLength` to `maxLength`.
    pub(super) fn find(&self, schema: &Schema, refused: &[(Keyword, &Value)]) -> Option<String> {
        let branches: Vec<&Keywords> = schema.all_of.iter().map(|branch| &branch.keywords).collect();
        let rules: Vec<&str> = rules(schema).collect();
        let known = format!("{:?} {branches:?} {rules:?} {refused:?}", schema.keywords);
        if let Some(found) = self.found.borrow().get(&known) {
            return found.clone();
        }
        let found = search(schema, refused, &[], &[]);
        self.found.borrow_mut().insert(known, found.clone());
        found
    }
}

/// Returns strings that a schema accepts and that violate a rule, one for each way to violate it.
pub(super) fn violating(schema: &Schema, rule: &str) -> Vec<String> {
    let ways = conditions::violating(rule);
    ways.iter().filter_map(|conditions| search(schema, &[], conditions, &[])).collect()
}

fn rules(schema: &Schema) -> impl Iterator<Item = &str> {
    schema.extensions.validations.iter().map(|rule| rule.rule.as_str())
}

/// Searches for a string that a schema accepts, that satisfies the `conditions`, and that neither satisfies one of the
/// `refused` limits nor is one of the `earlier` strings. Considers the rules of the schema if that is possible.
fn search(
    schema: &Schema,
    refused: &[(Keyword, &Value)],
    conditions: &[Condition],
    earlier: &[String],
) -> Option<String> {
    let own = conditions::satisfying(schema);
    let all: Vec<&Condition> = conditions.iter().chain(&own).collect();
    let found = search_for(schema, refused, &all, earlier);
    if own.is_empty() {
        return found;
    }
    found.or_else(|| search_for(schema, refused, &conditions.iter().collect::<Vec<_>>(), earlier))
}

fn search_for(
    schema: &Schema,
    refused: &[(Keyword, &Value)],
    conditions: &[&Condition],
    earlier: &[String],
) -> Option<String> {
    let limits = schema.keywords.iter().chain(schema.all_of.iter().flat_map(|branch| branch.keywords.iter()));
    let of_text = limits.filter(|(keyword, _)| matches!(keyword, Keyword::Pattern | Keyword::Enum));
    let mut accepted = Vec::new();
    for (keyword, limit) in of_text {
        accepted.push(language(keyword, limit)?);
    }
    let mut others = Vec::new();
    for (keyword, limit) in refused {
        others.push(language(*keyword, limit)?);
    }
    if !earlier.is_empty() {
        let values = Value::Members(earlier.iter().map(|text| text.as_str().into()).collect());
        others.push(language(Keyword::Enum, &values)?);
    }
    let count = |keyword: Keyword| schema.keywords.count(keyword);
    let least = count(Keyword::MinLength).unwrap_or_default();
    // An empty string is not a useful example.
    let least = if accepted.is_empty() && count(Keyword::MaxLength) != Some(0) { least.max(1) } else { least };
    let most = count(Keyword::MaxLength).unwrap_or(u64::MAX);
    let (positive, negative): (Vec<&Condition>, Vec<&Condition>) =
        conditions.iter().partition(|condition| condition.is_accepted());
    let accepted: Vec<&Language> = accepted.iter().chain(positive.iter().map(|one| &one.language)).collect();
    let others: Vec<&Language> = others.iter().chain(negative.iter().map(|one| &one.language)).collect();
    match example(&accepted, &others, least.min(4096)..=most) {
        Example::Found(text) => Some(text),
        Example::None | Example::Undecided => None,
    }
}

/// Returns `true` if a string satisfies the length limits and the patterns of a schema.
fn fits(schema: &Schema, text: &str) -> bool {
    let value = Json::from(text);
    let limits = schema.keywords.iter().chain(schema.all_of.iter().flat_map(|branch| branch.keywords.iter()));
    let mut limits = limits.filter(|(keyword, _)| {
        matches!(keyword, Keyword::Pattern | Keyword::Enum | Keyword::MinLength | Keyword::MaxLength)
    });
    limits.all(|(keyword, limit)| crate::diff::decision::keeps(&value, keyword, limit))
}

/// Returns an integer that a schema accepts.
fn integer(schema: &Schema, number: usize) -> i64 {
    let bound = |keyword: Keyword| schema.keywords.bound(keyword);
    let step = match schema.keywords.get(Keyword::MultipleOf) {
        Some(Value::Number(step)) => (step.as_f64() as i64).max(1),
        _ => 1,
    };
    let least = bound(Keyword::Minimum).map(|bound| {
        let limit = bound.limit.as_f64();
        (limit.ceil() as i64).saturating_add(i64::from(bound.exclusive && limit.fract() == 0.0))
    });
    let most = bound(Keyword::Maximum).map(|bound| {
        let limit = bound.limit.as_f64();
        (limit.floor() as i64).saturating_sub(i64::from(bound.exclusive && limit.fract() == 0.0))
    });
    let start = least.unwrap_or_else(|| most.unwrap_or(1).min(1));
    let down = start.div_euclid(step).saturating_mul(step);
    let start = if down < start { down.saturating_add(step) } else { down };
    start.saturating_add(step.saturating_mul(number as i64)).min(most.unwrap_or(i64::MAX).max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(json: &Json) -> Schema {
        Schema::from_json(json).0
    }

    fn sample(json: &Json, all: bool, number: usize) -> Json {
        Sampler::default().sample(&schema(json), all, number)
    }

    fn with(base: &Json, entries: &Json) -> Json {
        let (mut all, more) = (base.as_object().unwrap().clone(), entries.as_object().unwrap().clone());
        all.extend(more);
        all.into()
    }

    #[test]
    fn numbers_are_within_their_limits() {
        for (limits, samples) in [
            (json!({}), [1, 2, 4]),
            (json!({"minimum": 5}), [5, 6, 8]),
            (json!({"minimum": 5, "exclusiveMinimum": true}), [6, 7, 9]),
            (json!({"minimum": 4.5}), [5, 6, 8]),
            (json!({"minimum": 4.5, "exclusiveMinimum": true}), [5, 6, 8]),
            (json!({"maximum": 3}), [1, 2, 3]),
            (json!({"maximum": 0}), [0, 0, 0]),
            (json!({"maximum": -2}), [-2, -2, -2]),
            (json!({"maximum": -2, "exclusiveMaximum": true}), [-3, -3, -3]),
            (json!({"maximum": -1.5, "exclusiveMaximum": true}), [-2, -2, -2]),
            (json!({"minimum": -4, "maximum": -2}), [-4, -3, -2]),
            (json!({"multipleOf": 5}), [5, 10, 20]),
            (json!({"multipleOf": 0.5}), [1, 2, 4]),
            (json!({"minimum": 7, "multipleOf": 5}), [10, 15, 25]),
            (json!({"minimum": 10, "multipleOf": 5}), [10, 15, 25]),
            (json!({"minimum": -3, "multipleOf": 5}), [0, 5, 15]),
        ] {
            let schema = with(&limits, &json!({"type": "integer"}));
            assert_eq!([0, 1, 3].map(|number| sample(&schema, false, number)), samples.map(Json::from), "{limits}");
        }
        assert_eq!(sample(&json!({"type": "number"}), false, 1), json!(2.0));
    }

    #[test]
    fn strings_differ_as_far_as_the_schema_allows() {
        for (limits, samples) in [
            (json!({}), ["a", "b", "u", "a21"]),
            (json!({"maxLength": 2}), ["a", "b", "u", "u"]),
            (json!({"maxLength": 0}), ["", "", "", ""]),
            (json!({"minLength": 3}), ["aaa", "aab", "aau", "aaa21"]),
            (json!({"pattern": "^a*$", "maxLength": 3}), ["", "a", "aaa", "aaa"]),
            (json!({"pattern": "^[b-d]$"}), ["b", "c", "d", "d"]),
            (json!({"allOf": [{"pattern": "^[b-d]$"}]}), ["b", "c", "d", "d"]),
            (json!({"enum": [null, "x", "y"]}), ["x", "y", "x", "x"]),
            (json!({"default": "z", "pattern": "^[b-d]$"}), ["z", "c", "d", "d"]),
            (json!({"default": null, "pattern": "^[b-d]$"}), ["b", "c", "d", "d"]),
            (json!({"format": "mac", "maxLength": 14}), ["0000.5e00.5301"; 4]),
            (json!({"format": "mac", "maxLength": 1}), ["a", "b", "u", "u"]),
        ] {
            let schema = with(&limits, &json!({"type": "string"}));
            let found = [0, 1, 20, 21].map(|number| sample(&schema, false, number));
            assert_eq!(found, samples.map(Json::from), "{limits}");
        }
    }

    #[test]
    fn a_sampler_distinguishes_schemas_by_all_that_limits_strings() {
        let sampler = Sampler::default();
        let string = json!({"type": "string", "maxLength": 9});
        for (limits, expected) in [
            (json!({}), "a"),
            (json!({"pattern": "^b"}), "b"),
            (json!({"allOf": [{"pattern": "^c"}]}), "c"),
            (json!({"x-kubernetes-validations": [{"rule": "self.startsWith('d')"}]}), "d"),
            (json!({"x-kubernetes-validations": [{"rule": "self.startsWith('e')"}]}), "e"),
            (json!({}), "a"),
        ] {
            let schema = schema(&with(&string, &limits));
            assert_eq!(sampler.sample(&schema, false, 0), json!(expected), "{limits}");
            assert_ne!(sampler.sample(&schema, false, 1), json!(expected), "{limits}");
        }
    }

    #[test]
    fn objects_have_required_fields_or_all() {
        let (text, flag) = (json!({"type": "string"}), json!({"type": "boolean"}));
        let fields = json!({"type": "object", "properties": {"a": text, "b": flag}});
        let map = json!({"type": "object", "additionalProperties": text});
        let list = json!({"type": "array", "items": flag});
        for (schema, least, all) in [
            (fields.clone(), json!({}), json!({"a": "a", "b": true})),
            (with(&fields, &json!({"required": ["b"]})), json!({"b": true}), json!({"a": "a", "b": true})),
            (with(&fields, &json!({"minProperties": 1})), json!({"a": "a"}), json!({"a": "a", "b": true})),
            (
                with(&fields, &json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]})),
                json!({"a": "a"}),
                json!({"a": "a", "b": true}),
            ),
            (
                with(&fields, &json!({"required": ["c"], "x-kubernetes-preserve-unknown-fields": true})),
                json!({"c": "a"}),
                json!({"a": "a", "b": true, "c": "a"}),
            ),
            (with(&fields, &json!({"required": ["c"]})), json!({}), json!({"a": "a", "b": true})),
            (
                json!({"type": "object", "x-kubernetes-embedded-resource": true}),
                json!({"apiVersion": "v1", "kind": "Example"}),
                json!({"apiVersion": "v1", "kind": "Example"}),
            ),
            (map.clone(), json!({}), json!({"key": "a"})),
            (
                with(&map, &json!({"required": ["x"], "minProperties": 3})),
                json!({"x": "a", "key": "a", "key1": "b"}),
                json!({"x": "a", "key": "a", "key1": "b"}),
            ),
            (list.clone(), json!([]), json!([true])),
            (with(&list, &json!({"minItems": 2})), json!([true, false]), json!([true, false])),
            (json!({"type": "array"}), json!([]), json!([])),
            (json!({"x-kubernetes-int-or-string": true}), json!(1), json!(1)),
            (json!({"x-kubernetes-int-or-string": true, "pattern": "^x"}), json!("x"), json!("x")),
            (json!({}), json!({}), json!({})),
        ] {
            assert_eq!([false, true].map(|all| sample(&schema, all, 0)), [least, all], "{schema}");
        }
    }

    /// Returns how many values are nested in a value.
    fn depth(value: &Json) -> usize {
        match value {
            Json::Array(items) => items.first().map_or(0, |item| 1 + depth(item)),
            Json::Object(entries) => entries.values().next().map_or(0, |value| 1 + depth(value)),
            _ => 0,
        }
    }

    fn nested(levels: usize, around: fn(Json) -> Json) -> Json {
        (0..levels).fold(json!({"type": "array"}), |inner, _| around(inner))
    }

    #[test]
    fn samples_end_at_a_depth() {
        let optional: [fn(Json) -> Json; 3] = [
            |inner| json!({"type": "array", "items": inner}),
            |inner| json!({"type": "object", "properties": {"a": inner}}),
            |inner| json!({"type": "object", "additionalProperties": inner}),
        ];
        for around in optional {
            assert_eq!(depth(&sample(&nested(20, around), true, 0)), MAX_OPTIONAL_DEPTH);
            assert_eq!(depth(&sample(&nested(20, around), false, 0)), 0);
        }
        let needed: [fn(Json) -> Json; 5] = [
            |inner| json!({"type": "array", "items": inner, "minItems": 1}),
            |inner| json!({"type": "object", "properties": {"a": inner}, "required": ["a"]}),
            |inner| json!({"type": "object", "properties": {"a": inner}, "minProperties": 1}),
            |inner| json!({"type": "object", "additionalProperties": inner, "required": ["a"]}),
            |inner| json!({"type": "object", "additionalProperties": inner, "minProperties": 1}),
        ];
        for around in needed {
            // The innermost value is null.
            assert_eq!(depth(&sample(&nested(60, around), false, 0)), MAX_DEPTH + 1);
        }
    }
}
