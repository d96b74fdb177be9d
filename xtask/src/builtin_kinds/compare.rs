//! Objects of built-in kinds, validated by idlgen and by the API server's own packages.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use idlgen::builtin::{BuiltinKinds, ValidationResult};
use idlgen_runtime::value::Value;
use idlgen_yaml::Limits;
use serde_json::{Value as Json, json};

use crate::oracle::Oracle;

/// The minor version of the server.
const MINOR: u16 = 35;

/// An object and its source.
struct Found {
    place: String,
    object: Json,
}

/// The results of the comparison.
#[derive(Default)]
struct Summary {
    valid: usize,
    invalid: usize,
    unread: usize,
    agreed: usize,
    false_refusals: usize,
    missed: BTreeMap<String, usize>,
    other_texts: usize,
    kinds: BTreeMap<String, usize>,
}

/// Compares. Returns whether idlgen accepts everything that the server accepts.
pub(super) fn run(program: &Path, paths: &[PathBuf]) -> Result<bool, String> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files);
    }
    files.sort();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        objects(file, &text, &mut seen, &mut found);
    }
    let mut kinds = BuiltinKinds::new(MINOR);
    let text = |object: &Json, key: &str| object[key].as_str().unwrap_or_default().to_owned();
    found.retain(|found| kinds.kind(&text(&found.object, "apiVersion"), &text(&found.object, "kind")).is_ok());
    let requests = found.iter().map(|found| json!({"object": found.object})).collect();
    let answers = Oracle::at(program.to_owned()).ask(requests)?;
    let mut summary = Summary::default();
    for (found, answer) in found.iter().zip(&answers) {
        let (api_version, kind) = (text(&found.object, "apiVersion"), text(&found.object, "kind"));
        let Ok(subject) = kinds.kind(&api_version, &kind) else { continue };
        let result = subject.validate(&found.object, None);
        compare(found, &format!("{api_version} {kind}"), answer, &result, &mut summary);
    }
    for (kind, count) in &summary.kinds {
        println!("{count:6} {kind}");
    }
    println!("missed:");
    for (cause, count) in &summary.missed {
        println!("{count:6} {cause}");
    }
    println!(
        "{} files; the server takes {}, refuses {}, cannot read {}; agreed on {}; {} refused here alone, {} other \
         texts",
        files.len(),
        summary.valid,
        summary.invalid,
        summary.unread,
        summary.agreed,
        summary.false_refusals,
        summary.other_texts
    );
    Ok(summary.false_refusals == 0)
}

fn compare(found: &Found, kind: &str, answer: &Json, result: &ValidationResult, summary: &mut Summary) {
    let stage = answer["stage"].as_str().unwrap_or_default();
    let is_refused = !result.errors.is_empty() || result.answer.is_some();
    let said: Vec<String> =
        result.answer.iter().cloned().chain(result.errors.iter().map(ToString::to_string)).collect();
    match stage {
        "valid" => summary.valid += 1,
        "invalid" => summary.invalid += 1,
        "decode" => summary.unread += 1,
        // Without a result of the strategy, only decoding is compared.
        _ if result.answer.is_none() => return,
        _ => {}
    }
    *summary.kinds.entry(kind.to_owned()).or_default() += 1;
    summary.agreed += usize::from(is_refused == (stage != "valid"));
    match (stage, is_refused) {
        ("valid" | "nostrategy", true) => {
            summary.false_refusals += 1;
            println!("refused here alone: {}: {kind}: {}", found.place, said.join("; "));
        }
        ("invalid", false) => {
            let first = &answer["causes"][0];
            let cause = format!(
                "{kind}: {}: {}",
                plain(first["field"].as_str().unwrap_or_default()),
                first["message"].as_str().unwrap_or_default().chars().take(60).collect::<String>()
            );
            *summary.missed.entry(cause).or_default() += 1;
        }
        ("invalid", true) => {
            // Each error of idlgen should match one of the server.
            let fields: BTreeSet<&str> =
                answer["causes"].as_array().into_iter().flatten().filter_map(|cause| cause["field"].as_str()).collect();
            for error in result.errors.iter().filter(|error| !fields.contains(error.field.as_str())) {
                summary.other_texts += 1;
                println!("not the server's: {}: {kind}: {error}", found.place);
            }
        }
        ("decode", _) if answer["text"].as_str() != result.answer.as_deref() => {
            summary.other_texts += 1;
            println!("other text: {}: {kind}: {} and here {:?}", found.place, answer["text"], result.answer);
        }
        _ => {}
    }
}

/// Returns a field path without indices.
fn plain(field: &str) -> String {
    field.split(['[', ']']).step_by(2).collect()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            if !entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
                collect(&entry.path(), files);
            }
        }
    } else if path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
    {
        files.push(path.to_owned());
    }
}

/// Returns the objects of a file that no earlier file contained.
fn objects(file: &Path, text: &str, seen: &mut BTreeSet<String>, found: &mut Vec<Found>) {
    if !text.contains("apiVersion") || text.contains("{{") {
        return;
    }
    for document in idlgen_yaml::load(text, &Limits::default()) {
        let Some(root) = document.root.as_ref().filter(|_| document.problems.is_empty()) else { continue };
        let object = root.as_value().to_json();
        let items = match object["kind"].as_str() {
            Some("List") => object["items"].as_array().cloned().unwrap_or_default(),
            _ => vec![object],
        };
        for object in items {
            if object["kind"].is_string() && seen.insert(object.to_string()) {
                found.push(Found { place: file.display().to_string(), object });
            }
        }
    }
}
