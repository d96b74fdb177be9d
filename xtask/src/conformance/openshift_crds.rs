//! `openshift-crds`: real CRDs and objects, created and updated step by step.

use std::collections::BTreeMap;

use idlgen_validate::{
    Definitions, ValidatorOptions,
    crd::{Admission, CustomResource, CustomResourceDefinition},
};
use idlgen_yaml::Limits;
use serde_json::{Value as Json, json};

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

/// Metadata that differs for every request.
const MOMENTARY: [&str; 5] = ["resourceVersion", "uid", "generation", "managedFields", "creationTimestamp"];

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let mut kinds = Kinds { files: BTreeMap::new(), compiled: BTreeMap::new() };
    for (path, content) in folder.archive("crds.tar.xz")? {
        let text = String::from_utf8(content).map_err(|error| format!("{path}: {error}"))?;
        kinds.files.insert(path, text);
    }
    for (line, case) in folder.json_lines("cases.jsonl.gz")? {
        let origin = Origin { file: "cases.jsonl.gz", line: line.number, text: &line.text };
        let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
        let outcome = run_case(&mut kinds, &case).map_err(|error| format!("{id}: {error}"))?;
        cases.add(&origin, id, outcome);
    }
    Ok(())
}

/// The kinds of the suite's CRDs, by file and patches.
struct Kinds {
    files: BTreeMap<String, String>,
    compiled: BTreeMap<(String, String), CustomResource>,
}

impl Kinds {
    fn get(&mut self, file: &str, version: &str, patches: Option<&Json>) -> Result<&CustomResource, String> {
        let key = (file.to_owned(), patches.map(Json::to_string).unwrap_or_default());
        if !self.compiled.contains_key(&key) {
            let text = self.files.get(&format!("crds/{file}")).ok_or_else(|| format!("there is no {file}"))?;
            let mut definition = yaml(text)?;
            if let Some(patches) = patches {
                let patch: json_patch::Patch =
                    serde_json::from_value(patches.clone()).map_err(|error| error.to_string())?;
                json_patch::patch(&mut definition, &patch).map_err(|error| error.to_string())?;
            }
            let (definition, _) = CustomResourceDefinition::from_json(&definition);
            let (resource_type, _) =
                definition.resource_type(version).ok_or_else(|| format!("{file} has no version {version}"))?;
            let kind = CustomResource::new(
                &Definitions::default(),
                resource_type,
                ValidatorOptions::crd().keeping_broken_rules(),
            )
            .map_err(|errors| format!("{file}: {errors:?}"))?;
            self.compiled.insert(key.clone(), kind);
        }
        self.compiled.get(&key).ok_or_else(|| "it is in none of them".to_owned())
    }
}

fn run_case(kinds: &mut Kinds, case: &Json) -> Result<Outcome, String> {
    let text = |key: &str| case.get(key).and_then(Json::as_str).unwrap_or_default();
    let (file, version) = (text("crd").to_owned(), text("version").to_owned());
    let mut steps = Vec::new();
    let mut stored = None;
    let initial = named(yaml(text("initial"))?, "test");
    let kind = kinds.get(&file, &version, case.get("crdPatches"))?;
    let is_stored = step(&mut steps, "create", kind.create(&initial), &mut stored);
    if is_stored {
        step_status(&mut steps, "create-status", kind, &initial, &mut stored);
    }
    if let (Some(old), true) = (stored.clone(), text("op") == "update") {
        let mut updated = named(yaml(text("updated"))?, "");
        updated["metadata"]["name"] = old.pointer("/metadata/name").cloned().unwrap_or_default();
        let kind = kinds.get(&file, &version, None)?;
        let is_stored = step(&mut steps, "update", kind.update(&updated, &old), &mut stored);
        if is_stored {
            step_status(&mut steps, "update-status", kind, &updated, &mut stored);
        }
    }
    let expected: Vec<Json> = case.get("outcome").and_then(Json::as_array).cloned().unwrap_or_default();
    let expected: Vec<Json> = expected.iter().map(recorded).collect();
    // Compares up to the first step that differs: the results of later steps depend on it.
    let differs = expected.iter().zip(&steps).find(|(expected, got)| expected != got);
    Ok(match differs {
        Some((expected, got)) => Outcome::Failed { expected: expected.to_string(), got: got.to_string() },
        None => Outcome::compare(&expected.len(), &steps.len()),
    })
}

/// Adds a request and its response. Returns whether the object is stored.
fn step(steps: &mut Vec<Json>, name: &str, admission: Admission, stored: &mut Option<Json>) -> bool {
    let errors = admission.errors.iter().map(|error| {
        json!({
            "type": error.error_type.reason(), "field": error.field, "detail": error.detail,
            "string": error.to_string()
        })
    });
    let mut errors: Vec<Json> = errors.collect();
    if let Some(error) = &admission.decode_error {
        errors.push(error.to_string().into());
    }
    let is_allowed = admission.is_allowed();
    let warnings = admission.warnings.iter().map(|warning| Json::from(warning.to_string()));
    let object = if is_allowed { without_momentary(&admission.object) } else { Json::Null };
    steps.push(canonical(name, errors, warnings.collect(), &object));
    *stored = is_allowed.then_some(admission.object);
    is_allowed
}

/// Sends the status of an object in a separate request, if it has one and the kind allows it.
fn step_status(steps: &mut Vec<Json>, name: &str, kind: &CustomResource, sent: &Json, stored: &mut Option<Json>) {
    let status = sent.get("status").filter(|_| kind.resource_type().has_status);
    let (Some(status), Some(old)) = (status, stored.clone()) else { return };
    let mut object = old.clone();
    object["status"] = status.clone();
    step(steps, name, kind.update_status(&object, &old), stored);
}

fn recorded(step: &Json) -> Json {
    let list = |key: &str| step.get(key).and_then(Json::as_array).cloned().unwrap_or_default();
    let name = step.get("step").and_then(Json::as_str).unwrap_or_default();
    canonical(name, list("errors"), list("warnings"), step.get("object").unwrap_or(&Json::Null))
}

/// Sorts the errors, which are a multiset, and the warnings, which are a set.
fn canonical(name: &str, mut errors: Vec<Json>, mut warnings: Vec<Json>, object: &Json) -> Json {
    errors.sort_by_key(Json::to_string);
    warnings.sort_by_key(Json::to_string);
    warnings.dedup();
    json!({"step": name, "errors": errors, "warnings": warnings, "object": object})
}

fn without_momentary(object: &Json) -> Json {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Json::as_object_mut) {
        metadata.retain(|key, _| !MOMENTARY.contains(&key.as_str()));
    }
    object
}

/// Returns an object with a name, if it has none, and the namespace of all requests.
fn named(mut object: Json, name: &str) -> Json {
    let metadata = &mut object["metadata"];
    metadata["namespace"] = "default".into();
    if metadata.get("name").is_none() {
        metadata["name"] = name.into();
    }
    object
}

fn yaml(text: &str) -> Result<Json, String> {
    let documents = idlgen_yaml::load(text, &Limits::default());
    let problem = documents.iter().flat_map(|document| &document.problems).next();
    if let Some(problem) = problem {
        return Err(problem.message.clone());
    }
    let root = documents.into_iter().find_map(|document| document.root);
    root.map(|root| root.to_json()).ok_or_else(|| "no document".to_owned())
}
