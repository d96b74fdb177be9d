//! Reads schemas and values from files.

use std::path::Path;

use idlgen_validate::crd::CustomResourceDefinition;
use idlgen_yaml::{Limits, ProblemKind, load};
use serde_json::Value as Json;

use crate::cli::commands::{counted::count, preparation::read_text};

/// Reads a schema or CRD. Other documents with a CRD, such as a Namespace, are skipped.
pub(super) fn schema(path: &Path) -> Result<Json, String> {
    let mut documents = documents(path)?;
    if documents.len() > 1 {
        documents.retain(is_definition);
        return one(documents, path, "pass a file with one schema or CRD");
    }
    let document = documents.pop().unwrap_or_default();
    match (kind(&document), document.get("apiVersion").and_then(Json::as_str)) {
        (Some(kind), Some(_)) if !is_definition(&document) => Err(format!(
            "{}: it is an object of kind {kind}, not a schema or CRD; `cel eval --self` reads objects",
            path.display()
        )),
        _ => Ok(document),
    }
}

/// Returns `true` if a document is a CRD.
pub(super) fn is_definition(document: &Json) -> bool {
    CustomResourceDefinition::is_kind_of(document)
}

/// Reads a value. If a file has several documents, selects the one of the kind that the CRD defines.
pub(super) fn value(path: &Path, defined: Option<&str>) -> Result<Json, String> {
    let mut documents = documents(path)?;
    if documents.len() > 1 {
        if let Some(defined) = defined {
            documents.retain(|document| kind(document) == Some(defined));
        }
        let of_kind = defined.map_or_else(String::new, |defined| format!(" of kind {defined}"));
        return one(documents, path, &format!("pass a file with one object{of_kind}"));
    }
    let document = documents.pop().unwrap_or_default();
    match (kind(&document), defined) {
        (Some(kind), Some(defined)) if kind != defined => {
            Err(format!("{}: it is an object of kind {kind}, but the schema is that of {defined}", path.display()))
        }
        _ => Ok(document),
    }
}

fn kind(document: &Json) -> Option<&str> {
    document.get("kind").and_then(Json::as_str)
}

/// Returns the only candidate.
fn one(mut candidates: Vec<Json>, path: &Path, advice: &str) -> Result<Json, String> {
    let number = candidates.len();
    match candidates.pop() {
        Some(only) if number == 1 => Ok(only),
        None => Err(format!("{}: several documents, but none fits; {advice}", path.display())),
        Some(_) => {
            let number = count(number, "document");
            Err(format!("{}: {number}, of which only one can be used; {advice}", path.display()))
        }
    }
}

/// Reads the documents of a YAML or JSON file.
fn documents(path: &Path) -> Result<Vec<Json>, String> {
    let text = read_text(path)?;
    let documents = load(&text, &Limits::of_this_thread());
    let problems = documents.iter().flat_map(|document| &document.problems);
    if let Some(problem) = problems.into_iter().find(|problem| problem.kind != ProblemKind::DuplicateKey) {
        let before = text.get(..problem.span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        return Err(format!("{}:{line}: {}", path.display(), problem.message));
    }
    Ok(documents.into_iter().filter_map(|document| document.root).map(|root| root.to_json()).collect())
}
