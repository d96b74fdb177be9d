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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests write files that they read")]
mod tests {
    use serde_json::json;

    use super::*;

    /// Writes a file and reads it. In messages, the file is `FILE`.
    fn read<T>(text: &str, read: impl Fn(&Path) -> Result<T, String>) -> Result<T, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|message| message.replace(path.to_str().unwrap(), "FILE"))
    }

    const CRD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";
    const OTHER: &str = "apiVersion: v1\nkind: Namespace\n";

    #[test]
    fn a_schema_is_the_only_one_of_its_file() {
        let kind = |text: &str| read(text, schema).map(|json| json["kind"].as_str().unwrap_or_default().to_owned());
        let crd = || Ok("CustomResourceDefinition".to_owned());
        assert_eq!(read("type: object\n", schema), Ok(json!({"type": "object"})));
        // A schema may have such a field, or both.
        assert_eq!(read("kind: a\n", schema), Ok(json!({"kind": "a"})));
        assert_eq!(read("apiVersion: a\n", schema), Ok(json!({"apiVersion": "a"})));
        assert_eq!(read("", schema), Ok(Json::Null));
        assert_eq!(kind(CRD), crd());
        assert_eq!(kind(&format!("{OTHER}---\n{CRD}")), crd());
        let advice = "pass a file with one schema or CRD";
        for (text, message) in [
            (
                OTHER.to_owned(),
                "FILE: it is an object of kind Namespace, not a schema or CRD; `cel eval --self` reads objects"
                    .to_owned(),
            ),
            (format!("{OTHER}---\n{OTHER}"), format!("FILE: several documents, but none fits; {advice}")),
            (format!("{CRD}---\n{CRD}"), format!("FILE: 2 documents, of which only one can be used; {advice}")),
        ] {
            assert_eq!(kind(&text), Err(message), "{text}");
        }
        let message = kind("a: 1\nb: [\n").unwrap_err();
        assert!(message.starts_with("FILE:2: "), "{message}");
        assert_eq!(read("a: 1\na: 2\n", schema), Ok(json!({"a": 2})));
    }

    #[test]
    fn a_value_is_the_only_object_of_the_kind() {
        let of = |text: &str, defined: Option<&str>| read(text, |path| value(path, defined));
        let (a, b) = ("kind: A\n", "kind: B\n");
        let both = format!("{a}---\n{b}");
        for (text, defined, expected) in [
            ("1", None, Ok(json!(1))),
            ("1", Some("A"), Ok(json!(1))),
            (a, None, Ok(json!({"kind": "A"}))),
            (a, Some("A"), Ok(json!({"kind": "A"}))),
            (a, Some("B"), Err("FILE: it is an object of kind A, but the schema is that of B".to_owned())),
            (&both, Some("B"), Ok(json!({"kind": "B"}))),
            (
                &both,
                Some("C"),
                Err("FILE: several documents, but none fits; pass a file with one object of kind C".to_owned()),
            ),
            (
                &both,
                None,
                Err("FILE: 2 documents, of which only one can be used; pass a file with one object".to_owned()),
            ),
        ] {
            assert_eq!(of(text, defined), expected, "{text} {defined:?}");
        }
    }
}
