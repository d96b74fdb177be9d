//! Makes small changes to objects, in order to find an object that violates a limit or a rule.

use std::fmt::Write;

use idlgen_validate::crd::Admission;
use serde_json::{Value as Json, json};

use super::{
    coverage::{limits, sorted_properties},
    error_path::{is_same, is_within},
    rule_error::is_violation,
    sample::{format_of, sample},
};

/// Maximum depth of schemas.
const MAX_DEPTH: usize = 30;

/// Maximum number of changed objects.
const MOST: usize = 2_000;
/// Maximum total number of values in the changed objects.
const MOST_VALUES: usize = 500_000;
/// Minimum number of changed objects, regardless of their size.
const LEAST: usize = 20;

/// The key of map entries that are added.
const KEY: &str = "key0";

/// A limit or a rule to be violated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Target<'s> {
    /// The property names on the path. `[]` represents list items, `[*]` map values.
    place: Vec<String>,
    schema: &'s Json,
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    Limit(String),
    Rule { rule: String, is_transition: bool },
}

/// Returns the limits, enumerations and rules of a schema, starting at its root.
pub(super) fn targets(schema: &Json) -> Vec<Target<'_>> {
    let mut targets = Vec::new();
    collect(schema, &mut Vec::new(), &mut targets);
    targets
}

fn collect<'s>(schema: &'s Json, place: &mut Vec<String>, targets: &mut Vec<Target<'s>>) {
    if place.len() > MAX_DEPTH {
        return;
    }
    let mut add = |what: What| targets.push(Target { place: place.clone(), schema, what });
    let has_enum = schema.get("enum").is_some().then_some("enum");
    for keyword in has_enum.into_iter().chain(limits(schema).map(|(keyword, _)| keyword)) {
        add(What::Limit(keyword.to_owned()));
    }
    for rule in schema.get("x-kubernetes-validations").and_then(Json::as_array).into_iter().flatten() {
        let rule = rule.get("rule").and_then(Json::as_str).unwrap_or_default().to_owned();
        let is_transition = rule.contains("oldSelf");
        add(What::Rule { rule, is_transition });
    }
    for (name, property) in sorted_properties(schema) {
        // The CRD does not define the metadata, except for limits on the name.
        if place.is_empty() && ["apiVersion", "kind", "metadata"].contains(&name.as_str()) {
            continue;
        }
        place.push(name.clone());
        collect(property, place, targets);
        place.pop();
    }
    for (key, step) in [("items", "[]"), ("additionalProperties", "[*]")] {
        if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
            place.push(step.to_owned());
            collect(inner, place, targets);
            place.pop();
        }
    }
}

impl Target<'_> {
    /// Describes the limit or rule for users: `spec.size maximum 9`.
    pub(super) fn name(&self) -> String {
        let mut place = String::new();
        for step in &self.place {
            let is_step_in = step.starts_with('[');
            place.push_str(if place.is_empty() || is_step_in { "" } else { "." });
            place.push_str(step);
        }
        let what = match &self.what {
            What::Limit(keyword) if keyword == "enum" => "enum".to_owned(),
            What::Limit(keyword) => {
                format!("{keyword} {}", self.schema.get(keyword).cloned().unwrap_or_default())
            }
            What::Rule { rule, .. } => format!("rule {}", rule.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        format!("{place} {what}").trim_start().to_owned()
    }

    pub(super) fn is_below(&self, name: &str) -> bool {
        self.place.first().is_some_and(|first| first == name)
    }

    /// Returns `true` for a rule that compares with the object before the update.
    pub(super) fn is_transition(&self) -> bool {
        matches!(self.what, What::Rule { is_transition: true, .. })
    }

    /// Returns the error that the limit or rule causes in a response, if there is one.
    pub(super) fn error(&self, admission: &Admission) -> Option<String> {
        let path = self.path(&admission.object);
        let is_here = |field: &str| is_same(field, &path) || (path.is_empty() && field == "<nil>");
        let found = admission.errors.iter().find(|error| match &self.what {
            What::Limit(keyword) => {
                is_here(&error.field) && error.origin.rule.is_none() && says(keyword, &error.to_string())
            }
            What::Rule { rule, .. } => is_within(&error.field, &path) && is_violation(error, rule),
        });
        found.map(ToString::to_string)
    }

    /// Returns the path of the first value at this location of an object.
    fn path(&self, object: &Json) -> String {
        let mut path = String::new();
        let mut value = Some(object);
        for step in &self.place {
            match step.as_str() {
                "[]" => {
                    path.push_str("[0]");
                    value = value.and_then(|value| value.get(0));
                }
                "[*]" => {
                    let first = value.and_then(Json::as_object).and_then(|entries| entries.iter().next());
                    let key = first.map_or(KEY, |(key, _)| key);
                    // Writing to a string cannot fail.
                    let _ = write!(path, ".{key}");
                    value = first.map(|(_, value)| value);
                }
                name => {
                    path.push_str(if path.is_empty() { "" } else { "." });
                    path.push_str(name);
                    value = value.and_then(|value| value.get(name));
                }
            }
        }
        path
    }

    /// Removes the limit or the rule from the schema of which it is a target. Returns `false` if it is not there.
    pub(super) fn remove_from(&self, schema: &mut Json) -> bool {
        let of_target = self.place.iter().try_fold(schema, |schema, step| match step.as_str() {
            "[]" => schema.get_mut("items"),
            "[*]" => schema.get_mut("additionalProperties"),
            name => schema.get_mut("properties")?.get_mut(name),
        });
        let Some(keywords) = of_target.and_then(Json::as_object_mut) else { return false };
        match &self.what {
            What::Limit(keyword) => {
                match keyword.as_str() {
                    "maximum" => drop(keywords.remove("exclusiveMaximum")),
                    "minimum" => drop(keywords.remove("exclusiveMinimum")),
                    _ => {}
                }
                keywords.remove(keyword).is_some()
            }
            What::Rule { rule, .. } => {
                let rules = keywords.get_mut("x-kubernetes-validations").and_then(Json::as_array_mut);
                let Some(rules) = rules else { return false };
                let is_other = |other: &Json| other.get("rule").and_then(Json::as_str) != Some(rule);
                let number = rules.len();
                rules.retain(is_other);
                rules.len() < number
            }
        }
    }

    /// Returns objects with a value at this location.
    pub(super) fn present(&self, schema: &Json, base: &Json) -> Vec<Json> {
        [false, true]
            .into_iter()
            .filter_map(|all| {
                let mut object = base.clone();
                reach(schema, &mut object, &self.place, all)?;
                Some(object)
            })
            .collect()
    }
}

/// Returns `true` for an error message of a keyword.
fn says(keyword: &str, text: &str) -> bool {
    match keyword {
        "enum" => text.contains("Unsupported value"),
        "pattern" => text.contains("should match"),
        "format" => text.contains("must be of type"),
        "multipleOf" => text.contains("multiple of"),
        "maximum" => text.contains("less than"),
        "minimum" => text.contains("greater than"),
        "maxLength" => text.contains("Too long") || text.contains("at most"),
        "minLength" => text.contains("at least") || text.contains("chars long"),
        "maxItems" | "maxProperties" => text.contains("Too many") || text.contains("at most"),
        _ => text.contains("at least") || text.contains("Too few"),
    }
}

/// Returns the value at a location, and creates it if it is missing. Returns `None` if that is not possible.
fn reach<'v>(schema: &Json, value: &'v mut Json, place: &[String], all: bool) -> Option<&'v mut Json> {
    let Some((step, rest)) = place.split_first() else { return Some(value) };
    match step.as_str() {
        "[]" => {
            let inner = schema.get("items")?;
            let items = value.as_array_mut()?;
            if items.is_empty() {
                items.push(sample(inner, all, 0));
            }
            reach(inner, items.first_mut()?, rest, all)
        }
        "[*]" => {
            let inner = schema.get("additionalProperties")?;
            let entries = value.as_object_mut()?;
            reach(inner, entries.entry(KEY).or_insert_with(|| sample(inner, all, 0)), rest, all)
        }
        name => {
            let inner = schema.get("properties")?.get(name)?;
            let entries = value.as_object_mut()?;
            reach(inner, entries.entry(name).or_insert_with(|| sample(inner, all, 0)), rest, all)
        }
    }
}

/// Maximum number of objects with one change, per location of a rule.
const MOST_CHANGED: usize = 500;
/// Maximum number of changed objects that are changed once more, and of their changes.
const MOST_CHANGED_TWICE: usize = 40;

/// Returns objects that may violate a limit or a rule, at most `most`.
pub(super) fn breaking(target: &Target<'_>, schema: &Json, base: &Json, most: usize) -> Vec<Json> {
    let mut objects = Vec::new();
    for object in target.present(schema, base) {
        let rest = |objects: &Vec<Json>| most.saturating_sub(objects.len());
        if rest(&objects) == 0 {
            break;
        }
        match &target.what {
            What::Limit(keyword) => {
                for value in beyond(keyword, target.schema) {
                    let mut object = object.clone();
                    if let Some(place) = reach(schema, &mut object, &target.place, false) {
                        *place = value;
                        objects.push(object);
                    }
                }
            }
            What::Rule { .. } => {
                objects.push(object.clone());
                let near = variations(schema, &object, rest(&objects).min(MOST_CHANGED));
                objects.extend(near.iter().cloned());
                for one in near.iter().take(MOST_CHANGED_TWICE) {
                    objects.extend(variations(schema, one, rest(&objects).min(MOST_CHANGED_TWICE)));
                }
            }
        }
    }
    objects.truncate(most);
    objects
}

/// Returns values that exceed a limit.
fn beyond(keyword: &str, schema: &Json) -> Vec<Json> {
    let number = schema.get(keyword).and_then(Json::as_f64).unwrap_or_default();
    let count = usize::try_from(schema.get(keyword).and_then(Json::as_u64).unwrap_or_default()).unwrap_or(usize::MAX);
    let is_integer = schema.get("type").and_then(Json::as_str) == Some("integer");
    let near = |number: f64| if is_integer { json!(number as i64) } else { json!(number) };
    // A string of a megabyte would not be a useful example.
    let is_small = count < 4096;
    let items = |count: usize| {
        let inner = schema.get("items").cloned().unwrap_or_default();
        Json::Array((0..count).map(|index| sample(&inner, false, index)).collect())
    };
    let entries = |count: usize| {
        let inner = schema.get("additionalProperties").cloned().unwrap_or_default();
        Json::Object((0..count).map(|index| (format!("key{index}"), sample(&inner, false, index))).collect())
    };
    match keyword {
        "enum" => vec![json!("another value"), json!(987_654_321)],
        "maximum" => vec![near(number), near(number + 1.0)],
        "minimum" => vec![near(number), near(number - 1.0)],
        "multipleOf" => vec![near(number + 1.0), near(number * 0.5)],
        "maxLength" if is_small => vec![json!("a".repeat(count + 1)), json!("1".repeat(count + 1))],
        "minLength" if count > 0 && is_small => vec![json!("a".repeat(count - 1)), json!("")],
        "format" => format_of(schema)
            .map_or_else(Vec::new, |format| format.counterexamples.iter().copied().map(Json::from).collect()),
        "pattern" => ["", "?", "not fitting", "_", "A", "0", "a", "-a", "a b/?"].map(Json::from).to_vec(),
        "maxItems" if is_small => vec![items(count + 1)],
        "minItems" if count > 0 && is_small => vec![items(count - 1)],
        "maxProperties" if is_small => vec![entries(count + 1)],
        "minProperties" if count > 0 && is_small => vec![entries(count - 1)],
        _ => Vec::new(),
    }
}

/// Returns objects with one value replaced, removed or added, at most `most`. For a large object, returns fewer. Fewer
/// objects are the first ones of more.
pub(super) fn variations(schema: &Json, object: &Json, most: usize) -> Vec<Json> {
    if most == 0 {
        return Vec::new();
    }
    of(schema, object, 0, (MOST_VALUES / values(object)).clamp(LEAST, MOST).min(most))
}

/// Returns the number of values in a value, including itself.
fn values(value: &Json) -> usize {
    1 + match value {
        Json::Object(entries) => entries.values().map(values).sum::<usize>(),
        Json::Array(items) => items.iter().map(values).sum(),
        _ => 0,
    }
}

fn of(schema: &Json, value: &Json, depth: usize, most: usize) -> Vec<Json> {
    let mut found: Vec<Json> = Vec::new();
    if depth > MAX_DEPTH {
        return found;
    }
    match value {
        Json::Object(entries) => {
            for (name, property) in sorted_properties(schema) {
                if depth == 0 && ["apiVersion", "kind", "metadata"].contains(&name.as_str()) {
                    continue;
                }
                if found.len() >= most {
                    break;
                }
                let rest = most - found.len();
                let with = |inner: Option<Json>| {
                    let mut entries = entries.clone();
                    match inner {
                        Some(inner) => entries.insert(name.clone(), inner),
                        None => entries.remove(name),
                    };
                    Json::Object(entries)
                };
                if let Some(inner) = entries.get(name) {
                    found.extend(of(property, inner, depth + 1, rest).into_iter().map(|inner| with(Some(inner))));
                    found.push(with(None));
                } else {
                    let least = sample(property, false, 0);
                    let others = of(property, &least, depth + 1, rest.min(20)).into_iter();
                    let samples = [least.clone(), sample(property, true, 0)].into_iter().chain(others);
                    found.extend(samples.map(|inner| with(Some(inner))));
                }
            }
        }
        Json::Array(items) => {
            let inner = schema.get("items").cloned().unwrap_or_default();
            for (index, item) in items.iter().enumerate().take(3) {
                let with = |item: Json| {
                    let mut items = items.clone();
                    if let Some(place) = items.get_mut(index) {
                        *place = item;
                    }
                    Json::Array(items)
                };
                found.extend(of(&inner, item, depth + 1, most).into_iter().map(with));
            }
            for number in [items.len(), 0] {
                let more = items.iter().cloned().chain([sample(&inner, false, number)]).collect();
                found.push(Json::Array(more));
            }
            found.push(json!([]));
        }
        Json::String(_) => {
            let values = schema.get("enum").and_then(Json::as_array).into_iter().flatten().cloned();
            let samples = (1..3).map(|number| sample(schema, false, number));
            let usual = ["", "a", "other", "0", "1", "10", "A", "example.com", "-1"].map(Json::from);
            found.extend(values.chain(samples).chain(usual).filter(|other| other != value).take(most));
        }
        Json::Number(number) => {
            let near = number.as_i64().unwrap_or_default();
            let bound = |key: &str| schema.get(key).and_then(Json::as_i64);
            let bounds = [bound("maximum"), bound("minimum")].into_iter().flatten();
            let usual = [near.saturating_add(1), near.saturating_sub(1), 0, 1, 100, -1, 1 << 31];
            found.extend(bounds.chain(usual).filter(|other| *other != near).map(Json::from));
        }
        Json::Bool(is) => found.push((!is).into()),
        Json::Null => {}
    }
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests;
