//! Sends objects to servers that the Go types do not allow: objects without a required field, with a value outside of
//! an enumeration, or with a duplicate list element, but without any other deliberate error. If a server reports no
//! error for that field, the types are stricter than servers, and a correction is recorded.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use idlgen::modules::GoEnvironment;
use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, ListType},
};
use serde_json::{Map, Value as Json, json};

use super::{corrections::Corrections, kinds, minors::MINORS, samples::Samples};
use crate::oracle::Oracle;

/// Fields whose absence servers report with an error about another field. Without its selector, for example, a
/// DaemonSet is rejected because the selector does not match the template.
const REFUSED_ELSEWHERE: [(&str, &str); 1] = [("k8s.io/api/apps/v1.DaemonSetSpec", "selector")];

/// A value that no enumeration contains.
const OTHER: &str = "Bogus";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    /// Whether a required field may be absent.
    Required,
    /// Whether an optional struct by value is validated if it is absent.
    Judged,
    /// Whether an enumeration is closed.
    Enumeration,
    /// Whether elements of a list may be repeated.
    List,
}

/// An object that a server validates, and a control that differs from it only in the probed property.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Probe {
    question: Question,
    /// The definition and the property.
    about: (String, String),
    /// The field of the expected error.
    field: String,
    object: String,
    control: String,
}

/// Queries the program, and records what it accepts.
pub(super) fn ask(program: &Path, environment: &GoEnvironment) -> Result<(), String> {
    let mut probes = BTreeSet::new();
    for minor in MINORS {
        let (table, schemas) = kinds::schemas(minor, environment)?;
        for row in &table.kinds {
            let samples = Samples::new(&schemas);
            Walk { schemas: &schemas, samples, met: BTreeSet::new(), probes: &mut probes }.kind(row);
        }
    }
    let requests = probes.iter().flat_map(|probe| [&probe.object, &probe.control]);
    let requests = requests.map(|object| json!({"object": serde_json::from_str::<Json>(object).ok()})).collect();
    let answers = Oracle::at(program.to_owned()).ask(requests)?;
    // For each question, the number of servers that rejected the probe, and the number that accepted it.
    let mut found: BTreeMap<(Question, (String, String)), (usize, usize)> = BTreeMap::new();
    for (probe, answers) in probes.iter().zip(answers.chunks(2)) {
        let [answer, control] = answers else { continue };
        let is_judged = |answer: &Json| matches!(answer["stage"].as_str(), Some("valid" | "invalid"));
        if !is_judged(answer) || !is_judged(control) {
            continue;
        }
        let causes = |answer: &Json| answer["causes"].as_array().cloned().unwrap_or_default();
        let usual = causes(control);
        let is_refused = causes(answer).iter().any(|cause| !usual.contains(cause) && is_about(probe, cause));
        let counts = found.entry((probe.question, probe.about.clone())).or_default();
        if is_refused { counts.0 += 1 } else { counts.1 += 1 }
    }
    let mut corrections = Corrections::default();
    let mut asked = 0;
    for ((question, (definition, property)), (refused, accepted)) in found {
        asked += 1;
        if question == Question::Judged {
            if accepted == 0 {
                corrections.judged.entry(definition).or_default().insert(property);
            }
            continue;
        }
        if refused > 0 || REFUSED_ELSEWHERE.contains(&(definition.as_str(), property.as_str())) {
            continue;
        }
        let fields = match question {
            Question::Required | Question::Judged => &mut corrections.not_required,
            Question::Enumeration => &mut corrections.open_enumerations,
            Question::List => &mut corrections.repeatable,
        };
        fields.entry(definition).or_default().insert(property);
    }
    println!("{} objects, {asked} questions", 2 * probes.len());
    corrections.write()
}

/// Returns `true` if an error that the control does not have is about the probed field. Servers may report it for the
/// parent struct, for a sibling field, or with an incomplete path.
fn is_about(probe: &Probe, cause: &Json) -> bool {
    let (said, field) = (plain(cause["field"].as_str().unwrap_or_default()), plain(&probe.field));
    let (parent, name) = field.rsplit_once('.').unwrap_or(("", &field));
    let is_below = |above: &str| said.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let mut steps = field.split('.');
    let is_in_order = said.split('.').all(|step| steps.any(|one| one == step));
    let last_two = |field: &str| field.rsplit('.').take(2).map(str::to_owned).collect::<Vec<_>>();
    let is_shortened = said.rsplit('.').next() == Some(name) && (is_in_order || last_two(&said) == last_two(&field));
    match probe.question {
        Question::Required | Question::Enumeration => parent.is_empty() || is_below(parent) || is_shortened,
        Question::Judged => is_below(&field) && said != field,
        Question::List => is_below(&field) && cause["reason"] == "FieldValueDuplicate",
    }
}

/// Returns a field without indices and keys.
fn plain(field: &str) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    for character in field.chars() {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => text.push(character),
            _ => {}
        }
    }
    text
}

struct Walk<'a> {
    schemas: &'a BTreeMap<String, Schema>,
    samples: Samples<'a>,
    met: BTreeSet<String>,
    probes: &'a mut BTreeSet<Probe>,
}

/// Wraps an object of a struct in a complete object of the kind.
type Wrap<'w> = &'w dyn Fn(Json) -> Json;

impl Walk<'_> {
    fn kind(&mut self, row: &idlgen::builtin::KindRow) {
        let wrap = |object: Json| {
            let mut whole = Map::new();
            whole.insert("apiVersion".to_owned(), row.api_version.clone().into());
            whole.insert("kind".to_owned(), row.kind.clone().into());
            whole.insert("metadata".to_owned(), json!({"name": "x"}));
            for (key, value) in object.as_object().into_iter().flatten() {
                whole.insert(key.clone(), value.clone());
            }
            Json::Object(whole)
        };
        self.structure(&row.definition, "", row.has_status, &wrap);
    }

    fn structure(&mut self, name: &str, path: &str, is_root: bool, wrap: Wrap<'_>) {
        let Some(schema) = self.schemas.get(name) else { return };
        if !self.met.insert(name.to_owned()) || name.contains("/apis/meta/v1.ObjectMeta") {
            return;
        }
        let samples = self.samples;
        let filled = || samples.object(schema, &schema.required, 0);
        let mut properties: Vec<(&String, &Schema)> = schema.properties.iter().collect();
        // Leaves out `status`, which servers drop, and `metadata`, which has separate checks.
        properties.retain(|(property, _)| match property.as_str() {
            "status" => !is_root,
            "metadata" => !path.is_empty(),
            _ => true,
        });
        properties.sort_by_key(|(property, _)| property.as_str());
        for (property, part) in &properties {
            let field = if path.is_empty() { (*property).clone() } else { format!("{path}.{property}") };
            let mut ask = |question: Question, wrong: Option<Json>, right: Option<Json>| {
                for rest in [Map::new(), filled()] {
                    let with = |value: &Option<Json>| {
                        let mut object = rest.clone();
                        object.remove(*property);
                        object.extend(value.clone().map(|value| ((*property).clone(), value)));
                        wrap(Json::Object(object)).to_string()
                    };
                    self.probes.insert(Probe {
                        question,
                        about: (name.to_owned(), (*property).clone()),
                        field: field.clone(),
                        object: with(&wrong),
                        control: with(&right),
                    });
                }
            };
            let sample = samples.value(part, 0);
            // If a struct by value is missing, servers report its required fields instead of the struct.
            let is_by_value = part.default.as_ref().is_some_and(|default| default.value == json!({}));
            if schema.required.contains(*property) && sample.is_some() && !is_by_value {
                ask(Question::Required, None, sample.clone());
            }
            if is_by_value && !schema.required.contains(*property) {
                ask(Question::Judged, None, sample.clone());
            }
            if !part.enumeration().is_empty() {
                ask(Question::Enumeration, Some(OTHER.into()), sample.clone());
            }
            if part.items.as_deref().is_some_and(|items| !items.enumeration().is_empty()) {
                ask(Question::Enumeration, Some(json!([OTHER])), sample.clone());
            }
            if matches!(part.extensions.list_type, Some(ListType::Set | ListType::Map))
                && let Some(items) = part.items.as_deref()
            {
                let element = samples.element(items, &part.extensions.list_map_keys);
                ask(Question::List, Some(json!([element, element])), Some(json!([element])));
            }
        }
        for (property, part) in properties {
            let field = if path.is_empty() { property.clone() } else { format!("{path}.{property}") };
            let below = |value: Json| {
                let mut object = Map::new();
                object.insert(property.clone(), value);
                wrap(Json::Object(object))
            };
            self.value(part, &field, &below);
        }
    }

    fn value(&mut self, schema: &Schema, path: &str, wrap: Wrap<'_>) {
        if let Some(name) = &schema.reference {
            self.structure(name, path, false, wrap);
        } else if let Some(items) = &schema.items {
            self.value(items, &format!("{path}[0]"), &|value| wrap(json!([value])));
        } else if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
            self.value(values, &format!("{path}[a]"), &|value| wrap(json!({"a": value})));
        }
    }
}
