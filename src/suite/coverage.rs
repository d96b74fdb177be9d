//! Coverage of schemas by the cases of suites: finds the rules, enum values and limits of a schema that no accepted
//! object satisfies, or that no rejected object violates.

use std::collections::BTreeMap;

use idlgen_runtime::go;
use idlgen_validate::{Definitions as Schemas, Schema, Validator, ValidatorOptions, crd::Admission};
use serde_json::{Map, Value as Json};

use super::{error_path::is_within, rule_error::is_violation};

/// The keywords of limits.
const LIMITS: &[&str] = &[
    "maximum",
    "minimum",
    "multipleOf",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "maxProperties",
    "minProperties",
    "format",
];

/// The rules, enum values and limits in the schema of a version, with their coverage by the cases.
#[derive(Debug)]
pub struct Coverage {
    schema: Json,
    constraints: Vec<Constraint>,
    /// The constraints at a path of the schema, such as `spec.ports[].name`.
    by_place: BTreeMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Constraint {
    place: String,
    what: What,
    is_satisfied: bool,
    is_violated: bool,
}

#[derive(Debug)]
enum What {
    /// A value of an enumeration, which cannot be violated individually.
    EnumValue(Json),
    /// The entire enumeration, which is covered if any of its values is.
    Enum(Box<Validator>),
    /// A limit with its keyword and value.
    Limit(String, Box<Validator>),
    /// A rule. `is_transition` is `true` if it compares with the old value.
    Rule { rule: String, is_transition: bool },
}

/// A rule, an enum value or a limit that is not fully covered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gap {
    /// The path in the schema: `spec.ports[].name`.
    pub place: String,
    /// A description: `maximum 9`.
    pub what: String,
    /// The kind of case that is missing.
    pub missing: &'static str,
}

impl Coverage {
    /// Collects the constraints of a CRD's schema (`openAPIV3Schema`), none of them covered yet.
    pub fn new(schema: &Json) -> Self {
        let mut coverage = Coverage { schema: schema.clone(), constraints: Vec::new(), by_place: BTreeMap::new() };
        coverage.collect(schema, "");
        coverage
    }

    fn collect(&mut self, schema: &Json, place: &str) {
        if let Some(values) = schema.get("enum").and_then(Json::as_array) {
            if let Some(validator) = of_keyword(schema, "enum") {
                self.add(place, What::Enum(validator));
            }
            for value in values {
                self.add(place, What::EnumValue(value.clone()));
            }
        }
        for (keyword, value) in limits(schema) {
            if let Some(validator) = of_keyword(schema, keyword) {
                self.add(place, What::Limit(format!("{keyword} {value}"), validator));
            }
        }
        for rule in schema.get("x-kubernetes-validations").and_then(Json::as_array).into_iter().flatten() {
            let text = rule.get("rule").and_then(Json::as_str).unwrap_or_default().to_owned();
            let is_transition = text.contains("oldSelf") && rule.get("optionalOldSelf") != Some(&Json::Bool(true));
            self.add(place, What::Rule { rule: text, is_transition });
        }
        for (name, property) in sorted_properties(schema) {
            let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
            self.collect(property, &place);
        }
        for (key, brackets) in [("items", "[]"), ("additionalProperties", "[*]")] {
            if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
                self.collect(inner, &format!("{place}{brackets}"));
            }
        }
        for branch in schema.get("allOf").and_then(Json::as_array).into_iter().flatten() {
            self.collect(branch, place);
        }
    }

    fn add(&mut self, place: &str, what: What) {
        self.by_place.entry(place.to_owned()).or_default().push(self.constraints.len());
        self.constraints.push(Constraint { place: place.to_owned(), what, is_satisfied: false, is_violated: false });
    }

    /// Records the coverage by a request and its response.
    pub(super) fn note(&mut self, admission: &Admission, old: Option<&Json>) {
        let schema = std::mem::take(&mut self.schema);
        self.visit(&schema, &admission.object, old, "", "", admission);
        self.schema = schema;
    }

    fn visit(
        &mut self,
        schema: &Json,
        value: &Json,
        old: Option<&Json>,
        place: &str,
        path: &str,
        admission: &Admission,
    ) {
        for index in self.by_place.get(place).cloned().unwrap_or_default() {
            if let Some(constraint) = self.constraints.get_mut(index) {
                constraint.note(value, old, path, admission);
            }
        }
        let join = |left: &str, name: &str| if left.is_empty() { name.to_owned() } else { format!("{left}.{name}") };
        match value {
            Json::Object(entries) => {
                for (name, value) in entries {
                    let old = old.and_then(|old| old.get(name));
                    if let Some(property) = schema.get("properties").and_then(|properties| properties.get(name)) {
                        self.visit(property, value, old, &join(place, name), &join(path, name), admission);
                    } else if let Some(inner) = schema.get("additionalProperties").filter(|inner| inner.is_object()) {
                        self.visit(inner, value, old, &format!("{place}[*]"), &format!("{path}[{name}]"), admission);
                    }
                }
            }
            Json::Array(items) => {
                let Some(inner) = schema.get("items") else { return };
                for (index, item) in items.iter().enumerate() {
                    let old = old_item(schema, old, item);
                    self.visit(inner, item, old, &format!("{place}[]"), &format!("{path}[{index}]"), admission);
                }
            }
            _ => {}
        }
    }

    /// Adds the coverage by other cases of the same schema.
    pub fn merge(&mut self, other: &Coverage) {
        for (own, other) in self.constraints.iter_mut().zip(&other.constraints) {
            own.is_satisfied |= other.is_satisfied;
            own.is_violated |= other.is_violated;
        }
    }

    /// Returns the number of constraints.
    pub fn len(&self) -> usize {
        self.constraints.len()
    }

    /// Returns the percentage of constraints that are fully covered, or 100 if there are no constraints.
    pub fn percentage(&self) -> f64 {
        let (all, tried) = (self.len(), self.len() - self.gaps().len());
        if all == 0 { 100.0 } else { tried as f64 * 100.0 / all as f64 }
    }

    /// Formats the percentage with one decimal digit, rounded down, so that it is never too high.
    pub fn shown_percentage(&self) -> String {
        format!("{:.1}", (self.percentage() * 10.0).floor() / 10.0)
    }

    /// Returns `true` if there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Returns the constraints that are not fully covered, in the order of the schema.
    pub fn gaps(&self) -> Vec<Gap> {
        self.constraints.iter().filter_map(Constraint::gap).collect()
    }
}

impl Constraint {
    fn note(&mut self, value: &Json, old: Option<&Json>, path: &str, admission: &Admission) {
        let is_accepted = admission.is_allowed();
        let mut errors = admission.errors.iter().filter(|error| is_within(&error.field, path));
        match &self.what {
            What::EnumValue(wanted) => self.is_satisfied |= is_accepted && value == wanted,
            What::Enum(validator) | What::Limit(_, validator) => {
                let is_broken = !validator.validate(value, None).errors.is_empty();
                self.is_satisfied |= is_accepted && !is_broken;
                self.is_violated |= is_broken && errors.next().is_some();
            }
            What::Rule { rule, is_transition } => {
                let is_run = !is_transition || old.is_some();
                self.is_satisfied |= is_accepted && is_run;
                self.is_violated |= is_run && errors.any(|error| is_violation(error, rule));
            }
        }
    }

    fn gap(&self) -> Option<Gap> {
        let (what, missing) = match (&self.what, self.is_satisfied, self.is_violated) {
            (What::EnumValue(value), false, _) => (format!("enum value {value}"), "no accepted object has it"),
            (What::Enum(_), _, false) => ("enum".to_owned(), "no rejected object has another value"),
            (What::EnumValue(_) | What::Enum(_), ..) | (_, true, true) => return None,
            (What::Limit(what, _), satisfied, violated) => (what.clone(), untried(satisfied, violated)),
            (What::Rule { rule, .. }, satisfied, violated) => {
                let line = rule.split_whitespace().collect::<Vec<_>>().join(" ");
                (format!("rule {line}"), untried(satisfied, violated))
            }
        };
        let place = if self.place.is_empty() { "(the object)" } else { &self.place };
        Some(Gap { place: place.to_owned(), what, missing })
    }
}

fn untried(is_satisfied: bool, is_violated: bool) -> &'static str {
    match (is_satisfied, is_violated) {
        (false, false) => "no object reaches it",
        (false, true) => "no accepted object satisfies it",
        _ => "no rejected object violates it",
    }
}

/// Returns the properties of a schema by name.
pub(super) fn sorted_properties(schema: &Json) -> Vec<(&String, &Json)> {
    schema.get("properties").and_then(Json::as_object).map(go::sorted_members).unwrap_or_default()
}

/// Returns the limits of a schema that a value can violate: not a minimum of 0 characters, items or properties, nor a
/// format that is not checked.
pub(super) fn limits(schema: &Json) -> impl Iterator<Item = (&'static str, &Json)> {
    let text = |key: &str| schema.get(key).and_then(Json::as_str);
    LIMITS.iter().filter_map(|keyword| Some((*keyword, schema.get(*keyword)?))).filter(move |(keyword, limit)| {
        match *keyword {
            "minLength" | "minItems" | "minProperties" => limit.as_f64() != Some(0.0),
            "format" => is_checked(text("type"), text("format")),
            _ => true,
        }
    })
}

/// Creates a validator for a single keyword.
fn of_keyword(schema: &Json, keyword: &str) -> Option<Box<Validator>> {
    let mut alone = Map::new();
    let exclusive = match keyword {
        "maximum" => Some("exclusiveMaximum"),
        "minimum" => Some("exclusiveMinimum"),
        _ => None,
    };
    // A format only applies to values of its type.
    let with = exclusive.into_iter().chain((keyword == "format").then_some("type"));
    for key in with.chain([keyword, "nullable"]) {
        if let Some(value) = schema.get(key) {
            alone.insert(key.to_owned(), value.clone());
        }
    }
    let (alone, _) = Schema::from_json(&Json::Object(alone));
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    options.is_resource = false;
    Validator::with_definitions(&Schemas::default(), &alone, options).ok().map(Box::new)
}

/// Returns `true` if values can violate a format. Formats of numbers only describe their size.
fn is_checked(schema_type: Option<&str>, format: Option<&str>) -> bool {
    schema_type == Some("string") && format.is_some_and(|format| !matches!(format, "password" | "byte"))
}

/// Returns the item of the old list with the same keys, with which a server compares an item.
fn old_item<'o>(schema: &Json, old: Option<&'o Json>, item: &Json) -> Option<&'o Json> {
    let keys = schema.get("x-kubernetes-list-map-keys")?.as_array()?;
    let is_same = |old: &&Json| keys.iter().filter_map(Json::as_str).all(|key| old.get(key) == item.get(key));
    old?.as_array()?.iter().find(is_same)
}

#[cfg(test)]
mod tests {
    use idlgen_validate::crd::{CustomResource, ResourceType};
    use serde_json::json;

    use super::*;

    #[test]
    fn what_no_case_tries_is_listed() {
        let document = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {
            "size": {"type": "integer", "maximum": 9, "minimum": 1},
            "color": {"type": "string", "enum": ["red", "blue"]},
            "names": {"type": "array", "minItems": 0, "items": {"type": "string", "maxLength": 3}}
        }, "x-kubernetes-validations": [
            {"rule": "self.size < 8 || self.color == 'red'", "message": "large ones are red"},
            {"rule": "self.size >= oldSelf.size"},
            {"rule": "self.size != 5", "messageExpression": "'not five'"}
        ]}}});
        let (schema, _) = Schema::from_json(&document);
        let widgets = ResourceType {
            group: "g".into(),
            version: "v1".into(),
            kind: "W".into(),
            schema,
            ..ResourceType::default()
        };
        let widgets = CustomResource::new(&Schemas::default(), widgets, ValidatorOptions::crd()).unwrap();
        let metadata = json!({"name": "w", "namespace": "n"});
        let widget =
            |spec: Json| json!({"apiVersion": "g/v1", "kind": "W", "metadata": metadata.clone(), "spec": spec});
        let mut coverage = Coverage::new(&document);
        for spec in [
            json!({"size": 3, "color": "red", "names": ["a"]}),
            json!({"size": 10, "color": "red"}),
            json!({"size": 8, "color": "green"}),
        ] {
            coverage.note(&widgets.create(&widget(spec)), None);
        }
        let gaps: Vec<String> =
            coverage.gaps().iter().map(|gap| format!("{} {}: {}", gap.place, gap.what, gap.missing)).collect();
        assert_eq!(coverage.len(), 9);
        assert_eq!(
            gaps,
            [
                "spec rule self.size < 8 || self.color == 'red': no rejected object violates it",
                "spec rule self.size >= oldSelf.size: no object reaches it",
                "spec rule self.size != 5: no rejected object violates it",
                "spec.color enum value \"blue\": no accepted object has it",
                "spec.names[] maxLength 3: no rejected object violates it",
                "spec.size minimum 1: no rejected object violates it",
            ]
        );
    }
    /// Returns the gaps that objects leave, each with the object before its update if there is one.
    fn gaps(spec: &Json, objects: &[(Json, Option<Json>)]) -> (Coverage, Vec<String>) {
        let document = json!({"type": "object", "properties": {"spec": spec}});
        let widgets = ResourceType {
            group: "g".into(),
            version: "v1".into(),
            kind: "W".into(),
            schema: Schema::from_json(&document).0,
            ..ResourceType::default()
        };
        let widgets = CustomResource::new(&Schemas::default(), widgets, ValidatorOptions::crd()).unwrap();
        let metadata = json!({"name": "w", "namespace": "n", "resourceVersion": "1"});
        let widget =
            |spec: &Json| json!({"apiVersion": "g/v1", "kind": "W", "metadata": metadata.clone(), "spec": spec});
        let mut coverage = Coverage::new(&document);
        for (object, old) in objects {
            let (object, old) = (widget(object), old.as_ref().map(widget));
            let admission = match &old {
                Some(old) => widgets.update(&object, old),
                None => widgets.create(&object),
            };
            coverage.note(&admission, old.as_ref());
        }
        let gaps = coverage.gaps().iter().map(|gap| format!("{} {}: {}", gap.place, gap.what, gap.missing)).collect();
        (coverage, gaps)
    }

    #[test]
    fn limits_without_effect_are_not_counted() {
        let text = |limits: Json| {
            let mut schema = limits;
            schema["type"] = json!("string");
            schema
        };
        let spec = json!({"type": "object", "properties": {
            "a": text(json!({"minLength": 0, "format": "password"})), "b": text(json!({"format": "byte"})),
            "c": {"type": "integer", "format": "int32"}, "d": {"type": "array", "minItems": 0, "items": {}},
            "e": text(json!({"format": "date"})), "f": text(json!({"minLength": 1})),
        }});
        let expected = ["spec.e format \"date\": no object reaches it", "spec.f minLength 1: no object reaches it"];
        assert_eq!(gaps(&spec, &[]).1, expected);
        let e = |date: &str| (json!({"e": date}), None);
        assert_eq!(gaps(&spec, &[e("2020-01-01"), e("x")]).1, expected[1..]);
    }

    #[test]
    fn exclusive_limits_and_maps_are_covered_by_their_values() {
        let spec = json!({"type": "object", "additionalProperties": {
            "type": "integer", "maximum": 9, "exclusiveMaximum": true, "minimum": 1, "exclusiveMinimum": true
        }});
        let of = |number: u64| (json!({"k": number}), None);
        assert_eq!(gaps(&spec, &[of(5), of(9), of(1)]).1, [""; 0]);
        assert_eq!(gaps(&spec, &[of(5), of(8)]).1.len(), 2);
        let (coverage, missing) = gaps(&spec, &[of(9)]);
        let expected =
            ["spec[*] maximum 9: no accepted object satisfies it", "spec[*] minimum 1: no object reaches it"];
        assert_eq!(missing, expected);
        assert_eq!((coverage.len(), coverage.is_empty(), coverage.shown_percentage().as_str()), (2, false, "0.0"));
        let mut coverage = gaps(&spec, &[of(5), of(9)]).0;
        assert_eq!(coverage.shown_percentage(), "50.0");
        coverage.merge(&gaps(&spec, &[of(1)]).0);
        assert_eq!(coverage.shown_percentage(), "100.0");
        let (none, _) = gaps(&json!({"type": "object"}), &[]);
        assert_eq!((none.len(), none.is_empty(), none.shown_percentage().as_str()), (0, true, "100.0"));
        let thirds = json!({"type": "object", "properties": {
            "a": {"type": "string", "enum": ["x"]}, "b": {"type": "string", "enum": ["y"]}
        }, "x-kubernetes-validations": [{"rule": "true"}, {"rule": "1 == 1"}]});
        let (coverage, _) = gaps(&thirds, &[(json!({"a": "x"}), None)]);
        // One of six, rounded down.
        assert_eq!(coverage.shown_percentage(), "16.6");
    }

    #[test]
    fn transition_rules_are_covered_by_updates_of_the_same_item() {
        let spec = |more: Json| {
            let mut number = more;
            number["rule"] = json!("oldSelf.n <= self.n");
            json!({"type": "array", "maxItems": 5, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                "items": {"type": "object", "required": ["k", "n"], "x-kubernetes-validations": [number],
                    "properties": {"k": {"type": "string"}, "n": {"type": "integer"}}}})
        };
        let list = |items: &[(&str, u64)]| items.iter().map(|(k, n)| json!({"k": k, "n": n})).collect::<Json>();
        let grows = (list(&[("b", 1), ("a", 3)]), Some(list(&[("a", 2), ("b", 1)])));
        let shrinks = (list(&[("a", 1)]), Some(list(&[("a", 2)])));
        let of_rule = |objects: &[(Json, Option<Json>)]| {
            let missing = gaps(&spec(json!({})), objects).1;
            missing
                .into_iter()
                .filter_map(|gap| gap.strip_prefix("spec[] rule oldSelf.n <= self.n: ").map(str::to_owned))
                .collect::<Vec<_>>()
        };
        assert_eq!(of_rule(&[(list(&[("a", 1)]), None)]), ["no object reaches it"]);
        assert_eq!(of_rule(&[(list(&[("a", 1)]), Some(list(&[("b", 2)])))]), ["no object reaches it"]);
        assert_eq!(of_rule(std::slice::from_ref(&grows)), ["no rejected object violates it"]);
        assert_eq!(of_rule(std::slice::from_ref(&shrinks)), ["no accepted object satisfies it"]);
        assert_eq!(of_rule(&[grows, shrinks]), [""; 0]);
        let rules = json!([{"rule": "oldSelf.hasValue() || self.size() < 9", "optionalOldSelf": true}]);
        let optional = json!({"type": "object", "additionalProperties": {"type": "string"},
            "x-kubernetes-validations": rules});
        assert_eq!(gaps(&optional, &[(json!({}), None)]).1.len(), 1);
    }
}
