//! Reads suites from YAML.

use std::ops::Range;

use idlgen_yaml::{Content, Limits, Node, ProblemKind, load};
use serde_json::Value as Json;

use super::{
    built_in_name::BuiltInName,
    case::{Case, Operation},
};
use crate::{
    diag::{Diagnostic, Severity, nearest},
    objects::codes::MALFORMED_SUITE,
    source::{FileId, Span},
};

/// The key with the name of the CRD.
const CRD: &str = "crdName";

/// The key with the name of a built-in kind.
const BUILT_IN: &str = "builtInKind";

/// The keys of `tests` with the lists of cases.
const CREATIONS: &str = "onCreate";
const UPDATES: &str = "onUpdate";

/// The keys of a suite. API objects have an `apiVersion` and a `kind`, and so do the suites in openshift/api.
const SUITE_KEYS: [&str; 8] = ["apiVersion", "kind", "name", CRD, BUILT_IN, "version", "featureGates", "tests"];

/// The keys of a case. Only those of an update contain the last two.
const CASE_KEYS: [&str; 7] =
    ["name", "initial", "expected", "expectedError", "expectedStatusError", "updated", "initialCRDPatches"];

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
    /// Returns `true` if a file in a directory is a suite: it has a top-level key `tests`, and specifies a kind or
    /// contains cases. Suites without the name of their kind are included, because they would otherwise be skipped in
    /// silence.
    pub fn is_suite(text: &str) -> bool {
        if text.trim_start().starts_with('{') {
            let may_be = text.contains("\"tests\"") && [CRD, BUILT_IN].iter().any(|key| text.contains(key));
            return may_be
                && serde_json::from_str::<Json>(text).map_or(true, |json| {
                    json.get("tests").is_some() && [CRD, BUILT_IN].iter().any(|key| json.get(key).is_some())
                });
        }
        let has = |key: &str| {
            let is_key = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
            text.lines().any(is_key)
        };
        has("tests") && (has(CRD) || has(BUILT_IN) || text.contains(CREATIONS) || text.contains(UPDATES))
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
            match problem.kind {
                // If a key is duplicated, the last one is used, like on a cluster.
                ProblemKind::DuplicateKey => self.warn(problem.span.clone(), &problem.message),
                _ => self.say(problem.span.clone(), &problem.message),
            }
        }
        for other in documents.iter().skip(1).filter_map(|other| other.root.as_ref()) {
            self.say(top(other), "a file contains one suite: this document is not read");
            self.help("move it to a file of its own");
        }
        let root = document.root.as_ref()?;
        self.unknown_keys(root, "the suite", &SUITE_KEYS);
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
        let feature_gates = self.feature_gates(root);
        let cases = self.cases(root);
        Some(Suite {
            file: self.file,
            name: self.string(root, "name"),
            crd_name: crd_name.as_str().unwrap_or_default().to_owned(),
            built_in,
            crd_name_span: self.span(&crd_name.span),
            version: Some(self.string(root, "version")).filter(|version| !version.is_empty()),
            feature_gates,
            cases,
        })
    }

    fn feature_gates(&mut self, root: &Node) -> Vec<String> {
        let Some(gates) = self.list(root, "featureGates") else { return Vec::new() };
        let mut names = Vec::new();
        for gate in gates {
            match gate.as_str() {
                Some(name) => names.push(name.to_owned()),
                None => self.say(gate.span.clone(), "a feature gate must be a string"),
            }
        }
        names
    }

    fn cases(&mut self, root: &Node) -> Vec<Case> {
        let Some(tests) = root.get("tests") else {
            self.say(top(root), "the suite has no `tests`");
            return Vec::new();
        };
        self.unknown_keys(tests, "`tests`", &[CREATIONS, UPDATES]);
        let (mut cases, mut is_empty, reported) = (Vec::new(), true, self.problems.len());
        for (key, is_update) in [(CREATIONS, false), (UPDATES, true)] {
            let Some(list) = self.list(tests, key) else { continue };
            is_empty &= list.is_empty();
            cases.extend(list.iter().filter_map(|case| self.case(case, is_update)));
        }
        if is_empty && self.problems.len() == reported {
            self.warn(top(tests), "the suite has no cases");
            self.help("list them in `onCreate` or `onUpdate`");
        }
        cases
    }

    /// Returns the items of a list. Reports another value, except null.
    fn list<'n>(&mut self, parent: &'n Node, key: &str) -> Option<&'n [Node]> {
        let node = parent.get(key).filter(|node| node.content != Content::Null)?;
        if node.as_list().is_none() {
            self.say(top(node), &format!("`{key}` must be a list"));
        }
        node.as_list()
    }

    fn case(&mut self, case: &Node, is_update: bool) -> Option<Case> {
        let place = case.get("name").map_or_else(|| top(case), |name| name.span.clone());
        let known = CASE_KEYS.len() - if is_update { 0 } else { 2 };
        self.unknown_keys(case, "the case", CASE_KEYS.get(..known).unwrap_or_default());
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
        let expected_error = self.string(case, "expectedError");
        let expected_status_error = self.string(case, "expectedStatusError");
        if expected.is_null() && expected_error.is_empty() && expected_status_error.is_empty() {
            self.say(place, "the case expects nothing: it has neither `expected` nor `expectedError`");
            return None;
        }
        let name = self.string(case, "name");
        Some(Case {
            name,
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

    /// Returns a string, or an empty one if the key is missing. Reports another value, except null.
    fn string(&mut self, parent: &Node, key: &str) -> String {
        let Some(node) = parent.get(key).filter(|node| node.content != Content::Null) else { return String::new() };
        if node.as_str().is_none() {
            self.say(node.span.clone(), &format!("`{key}` must be a string"));
        }
        node.as_str().unwrap_or_default().to_owned()
    }

    /// Reports keys without an effect, as in openshift/api, where they are ignored: a misspelled `onUpdate` would drop
    /// cases in silence.
    fn unknown_keys(&mut self, node: &Node, owner: &str, known: &[&str]) {
        let Content::Map(entries) = &node.content else { return };
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let key = entry.key.as_str();
            self.warn(entry.key_span.clone(), &format!("unknown key `{key}` in {owner}, which has no effect"));
            let all: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            match nearest(key, known.iter().copied()) {
                Some(near) => self.help(&format!("use `{near}`")),
                None if [CREATIONS, UPDATES].contains(&key) => self.help("move it to `tests`"),
                None if CASE_KEYS.contains(&key) && owner == "the case" => self.help("move the case to `onUpdate`"),
                None => self.help(&format!("use one of {}", all.join(", "))),
            }
        }
    }

    fn warn(&mut self, place: Range<usize>, message: &str) {
        self.say(place, message);
        if let Some(last) = self.problems.last_mut() {
            last.severity = Severity::Warning;
        }
    }

    /// Adds help to the last problem.
    fn help(&mut self, help: &str) {
        if let Some(last) = self.problems.pop() {
            self.problems.push(last.help(help));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "    - {name: c, initial: {}, expected: {}}\n";

    /// Returns the number of cases, and the problems with their help.
    fn read(text: &str) -> (usize, Vec<String>) {
        let (suite, problems) = Suite::read(FileId::from_index(0), text);
        let shown = |problem: &Diagnostic| {
            let help: Vec<String> = problem.help.iter().map(|help| format!(" ({help})")).collect();
            format!("{:?}: {}{}", problem.severity, problem.message, help.concat())
        };
        (suite.map_or(0, |suite| suite.cases.len()), problems.iter().map(shown).collect())
    }

    #[test]
    fn misspelled_and_misplaced_keys_are_reported() {
        for (text, cases, expected) in [
            (format!("crdName: a.b\ntests:\n  onCreate:\n{CASE}"), 1, vec![]),
            (
                format!("crdName: a.b\nfeatureGate: G\ntests:\n  onCreate:\n{CASE}"),
                1,
                vec!["Warning: unknown key `featureGate` in the suite, which has no effect (use `featureGates`)"],
            ),
            (
                format!("crdName: a.b\ntests:\n  onCreate:\n{CASE}  onUpdated:\n{CASE}"),
                1,
                vec!["Warning: unknown key `onUpdated` in `tests`, which has no effect (use `onUpdate`)"],
            ),
            (
                format!("crdName: a.b\ntests:\n  onCreate:\n{CASE}onUpdate:\n{CASE}"),
                1,
                vec!["Warning: unknown key `onUpdate` in the suite, which has no effect (move it to `tests`)"],
            ),
            (
                "crdName: a.b\ntests:\n  onCreate:\n    - {initial: {}, expected: {}, expectedEror: x}\n".to_owned(),
                1,
                vec!["Warning: unknown key `expectedEror` in the case, which has no effect (use `expectedError`)"],
            ),
            (
                "crdName: a.b\ntests:\n  onCreate:\n    - {initial: {}, expected: {}, updated: {}}\n".to_owned(),
                1,
                vec!["Warning: unknown key `updated` in the case, which has no effect (move the case to `onUpdate`)"],
            ),
        ] {
            assert_eq!(read(&text), (cases, expected.into_iter().map(str::to_owned).collect()), "{text}");
        }
    }

    #[test]
    fn nothing_of_a_suite_is_skipped_in_silence() {
        for (text, expected) in [
            ("crdName: a.b\ntests: {onCreate: {}}\n", vec!["Error: `onCreate` must be a list"]),
            (
                "crdName: a.b\ntests: {onCreate: [], onUpdate: }\n",
                vec!["Warning: the suite has no cases (list them in `onCreate` or `onUpdate`)"],
            ),
            (
                "crdName: a.b\nfeatureGates: G\ntests: {onCreate: [{initial: {}, expected: {}}]}\n",
                vec!["Error: `featureGates` must be a list"],
            ),
            (
                "crdName: a.b\ntests: {onCreate: [{initial: {}, expected: {}, expectedError: [x]}]}\n",
                vec!["Error: `expectedError` must be a string"],
            ),
            (
                "crdName: a.b\ntests: {onCreate: [{initial: {}, expected: {}}]}\n---\ncrdName: c.d\n",
                vec!["Error: a file contains one suite: this document is not read (move it to a file of its own)"],
            ),
        ] {
            assert_eq!(read(text).1, expected, "{text}");
        }
    }

    #[test]
    fn suites_are_found_by_their_keys() {
        for (text, expected) in [
            ("crdName: a.b\ntests:\n", true),
            ("builtInKind: v1 Pod\ntests: {}\n", true),
            ("crdname: a.b\ntests:\n  onCreate: []\n", true),
            ("tests:\n- name: a\n", false),
            ("spec:\n  crdName: a\ntests:\n- a\n", false),
            (r#"{"crdName": "a.b", "tests": {}}"#, true),
            (r#"{"definitions": {"tests": {"crdName": {}}}}"#, false),
        ] {
            assert_eq!(Suite::is_suite(text), expected, "{text}");
        }
    }
}
