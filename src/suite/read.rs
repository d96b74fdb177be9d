//! Reads suites from YAML.

use std::ops::Range;

use idlgen_yaml::{Limits, Node, ProblemKind, load};
use serde_json::Value as Json;

use super::{
    built_in_name::BuiltInName,
    case::{Case, Operation},
};
use crate::{
    diag::{Diagnostic, Severity},
    objects::codes::MALFORMED_SUITE,
    source::{FileId, Span},
};

/// The key with the name of the CRD.
const CRD: &str = "crdName";

/// The key with the name of a built-in kind.
const BUILT_IN: &str = "builtInKind";

/// A suite with cases for one CRD or built-in kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Suite {
    /// The file that it was read from.
    pub file: FileId,
    /// Its name as in the file.
    pub name: String,
    /// The name of the CRD: `widgets.example.com`. For a built-in kind, its name.
    pub crd_name: String,
    /// The built-in kind to test. `None` for a CRD.
    pub built_in: Option<BuiltInName>,
    /// The location of the name.
    pub crd_name_span: Span,
    /// The version to test. `None` if the CRD has only one version.
    pub version: Option<String>,
    /// Feature gates that must be enabled, or disabled if they have the prefix `-`.
    pub feature_gates: Vec<String>,
    /// The cases in their order in the file.
    pub cases: Vec<Case>,
}

impl Suite {
    /// Returns `true` if a file may be a suite, because it has a top-level key `tests`.
    pub fn is_suite(text: &str) -> bool {
        let has_tests = |line: &str| line.starts_with("tests:") || line.trim_start().starts_with("\"tests\"");
        text.lines().any(has_tests) && [CRD, BUILT_IN].iter().any(|key| text.contains(key))
    }

    /// Reads a suite. Invalid cases are reported and skipped.
    pub fn read(file: FileId, text: &str) -> (Option<Suite>, Vec<Diagnostic>) {
        let mut reader = Reader { file, problems: Vec::new() };
        let suite = reader.suite(text);
        (suite, reader.problems)
    }
}

struct Reader {
    file: FileId,
    problems: Vec<Diagnostic>,
}

impl Reader {
    fn suite(&mut self, text: &str) -> Option<Suite> {
        let mut documents = load(text, &Limits::of_this_thread());
        documents.retain(|document| document.root.is_some() || !document.problems.is_empty());
        let Some(document) = documents.first() else {
            self.say(0..0, "the suite is empty");
            return None;
        };
        for problem in &document.problems {
            self.say(problem.span.clone(), &problem.message);
            // If a key is duplicated, the last one is used, like on a cluster.
            if let (ProblemKind::DuplicateKey, Some(last)) = (problem.kind, self.problems.last_mut()) {
                last.severity = Severity::Warning;
            }
        }
        let root = document.root.as_ref()?;
        let named = |key: &str| root.get(key).filter(|name| name.as_str().is_some());
        let Some(crd_name) = named(CRD).or(named(BUILT_IN)) else {
            self.say(top(root), "the suite has neither `crdName`, the name of the CRD, nor `builtInKind`");
            return None;
        };
        let built_in = match (named(CRD), named(BUILT_IN).and_then(Node::as_str)) {
            (None, Some(text)) => {
                let Some(name) = BuiltInName::read(text) else {
                    let message = "`builtInKind` is an apiVersion and a kind, such as `apps/v1 Deployment`";
                    self.say(crd_name.span.clone(), message);
                    return None;
                };
                Some(name)
            }
            (Some(_), Some(_)) => {
                self.say(crd_name.span.clone(), "the suite has both `crdName` and `builtInKind`");
                return None;
            }
            _ => None,
        };
        let gates = root.get("featureGates").and_then(Node::as_list).unwrap_or_default();
        let mut cases = Vec::new();
        if let Some(tests) = root.get("tests") {
            for (key, is_update) in [("onCreate", false), ("onUpdate", true)] {
                let list = tests.get(key).and_then(Node::as_list).unwrap_or_default();
                cases.extend(list.iter().filter_map(|case| self.case(case, is_update)));
            }
        } else {
            self.say(top(root), "the suite has no `tests`");
        }
        Some(Suite {
            file: self.file,
            name: text_of(root, "name"),
            crd_name: crd_name.as_str().unwrap_or_default().to_owned(),
            built_in,
            crd_name_span: self.span(&crd_name.span),
            version: Some(text_of(root, "version")).filter(|version| !version.is_empty()),
            feature_gates: gates.iter().filter_map(Node::as_str).map(str::to_owned).collect(),
            cases,
        })
    }

    fn case(&mut self, case: &Node, is_update: bool) -> Option<Case> {
        let place = case.get("name").map_or_else(|| top(case), |name| name.span.clone());
        let initial = self.object(case, "initial", &place)?;
        if initial.is_null() {
            self.say(place, "the case has no `initial` object");
            return None;
        }
        let operation = if is_update {
            let updated = self.object(case, "updated", &place)?;
            if updated.is_null() {
                self.say(place, "the case has no `updated` object");
                return None;
            }
            let patches = case.get("initialCRDPatches").map_or(Json::Null, Node::to_json);
            Operation::Update { patches, updated }
        } else {
            Operation::Create
        };
        let expected = self.object(case, "expected", &place)?;
        let expected_error = text_of(case, "expectedError");
        let expected_status_error = text_of(case, "expectedStatusError");
        if expected.is_null() && expected_error.is_empty() && expected_status_error.is_empty() {
            self.say(place, "the case expects nothing: it has neither `expected` nor `expectedError`");
            return None;
        }
        Some(Case {
            name: text_of(case, "name"),
            span: self.span(&place),
            operation,
            initial,
            expected,
            expected_error,
            expected_status_error,
        })
    }

    /// Returns an object that a case contains as a string. Null if the key is missing.
    fn object(&mut self, case: &Node, key: &str, place: &Range<usize>) -> Option<Json> {
        let Some(node) = case.get(key) else { return Some(Json::Null) };
        let Some(text) = node.as_str() else {
            // Also accept an object that is not written as a string.
            return Some(node.to_json());
        };
        let documents = load(text, &Limits::of_this_thread());
        let Some(document) = documents.first() else { return Some(Json::Null) };
        if let Some(problem) = document.problems.iter().find(|problem| problem.kind == ProblemKind::Syntax) {
            self.say(place.clone(), &format!("`{key}` is not valid YAML: {}", problem.message));
            return None;
        }
        Some(document.root.as_ref().map_or(Json::Null, Node::to_json))
    }

    fn say(&mut self, place: Range<usize>, message: &str) {
        let span = self.span(&place);
        self.problems.push(Diagnostic::new(MALFORMED_SUITE, message).at(span));
    }

    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }
}

/// Returns the range of the start of a value.
fn top(node: &Node) -> Range<usize> {
    node.span.start..node.span.start
}

fn text_of(node: &Node, key: &str) -> String {
    node.get(key).and_then(Node::as_str).unwrap_or_default().to_owned()
}
