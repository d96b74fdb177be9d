//! The coverage floor: a file with the rules, enum values and limits that suites need not cover. It may only become
//! shorter.

use std::{collections::BTreeMap, fmt::Write};

use idlgen_yaml::{Limits, Node, load};
use serde_json::Value as Json;

use super::coverage::{Coverage, Gap};
use crate::{
    diag::Diagnostic,
    objects::codes::{BELOW_FLOOR, INVALID_FLOOR},
    source::{FileId, Span},
};

/// The name of the list in the file.
const KEY: &str = "coverage-floor";

/// A coverage floor, from a file or from a run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Floor {
    /// The kinds by the name of their CRD and their version.
    kinds: BTreeMap<(String, String), Kind>,
    /// The start of the file. `None` for a run.
    start: Option<Span>,
}

/// A version of a kind.
#[derive(Clone, Debug, Default)]
struct Kind {
    /// Number of covered constraints and of all constraints, which are known only for a run.
    covered: usize,
    all: usize,
    /// The uncovered parts, each with the missing case if known.
    uncovered: BTreeMap<String, &'static str>,
    /// The location of the CRD's name.
    span: Option<Span>,
}

impl Floor {
    /// Adds the coverage of a version of a CRD. For several CRDs with the same name, a part must be covered in each.
    pub fn add(&mut self, crd: &str, version: &str, coverage: &Coverage) {
        let gaps = coverage.gaps();
        let kind = self.kinds.entry((crd.to_owned(), version.to_owned())).or_default();
        kind.covered += coverage.len() - gaps.len();
        kind.all += coverage.len();
        kind.uncovered
            .extend(gaps.into_iter().map(|Gap { place, what, missing }| (format!("{place} {what}"), missing)));
    }

    /// Reads a file. Invalid entries are reported.
    pub fn read(file: FileId, text: &str) -> (Self, Vec<Diagnostic>) {
        let mut floor = Floor { kinds: BTreeMap::new(), start: Some(Span::new(file, 0, 0)) };
        let mut problems = Vec::new();
        let mut report = |message: String, at: std::ops::Range<usize>| {
            problems.push(Diagnostic::new(INVALID_FLOOR, message).at(Span::new(file, at.start, at.end)));
        };
        for document in load(text, &Limits::of_this_thread()) {
            for problem in &document.problems {
                report(problem.message.clone(), problem.span.clone());
            }
            let Some(root) = document.root else { continue };
            let Some(list) = root.get(KEY).and_then(Node::as_list) else {
                report(format!("expected a list `{KEY}`"), root.span.start..root.span.start);
                continue;
            };
            for node in list {
                match kind(node, file) {
                    Ok((key, kind)) => {
                        if floor.kinds.insert(key, kind).is_some() {
                            report("this version of the CRD occurs twice".to_owned(), node.span.clone());
                        }
                    }
                    Err(message) => report(message, node.span.clone()),
                }
            }
        }
        (floor, problems)
    }

    /// Compares the coverage of a run with this floor. Returns a diagnostic for each kind that is below it.
    pub fn compare(&self, run: &Floor) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for ((crd, version), kind) in &self.kinds {
            if !run.kinds.contains_key(&(crd.clone(), version.clone())) {
                let message = format!("no suite covers {crd} {version}, which is in the coverage floor");
                found.push(self.finding(message, Some(kind)).help("add its suite to the run"));
            }
        }
        for (key, kind) in &run.kinds {
            let (crd, version) = key;
            let known = self.kinds.get(key);
            let is_new = |what: &&String| known.is_none_or(|known| !known.uncovered.contains_key(*what));
            let new: Vec<&String> = kind.uncovered.keys().filter(is_new).collect();
            if new.is_empty() {
                continue;
            }
            let Kind { covered, all, .. } = kind;
            let message = format!(
                "{crd} {version}: {} newly uncovered ({covered} of {all} rules, enum values and limits are covered)",
                if let [one] = new.as_slice() { format!("{one} is") } else { format!("{} parts are", new.len()) }
            );
            let finding = new.iter().fold(self.finding(message, known), |finding, what| {
                let missing = kind.uncovered.get(*what).copied().unwrap_or_default();
                finding.note(format!("{what}: {missing}"))
            });
            found.push(finding.help("add cases, or lower the floor with --update-coverage-floor --lower"));
        }
        found
    }

    fn finding(&self, message: String, kind: Option<&Kind>) -> Diagnostic {
        let finding = Diagnostic::new(BELOW_FLOOR, message);
        match kind.and_then(|kind| kind.span).or(self.start) {
            Some(span) => finding.at(span),
            None => finding,
        }
    }

    /// Returns the number of entries of this floor that a run covers, so that they can be removed.
    pub fn surplus(&self, run: &Floor) -> usize {
        let covered = self.kinds.iter().filter_map(|(key, kind)| {
            let ran = run.kinds.get(key)?;
            Some(kind.uncovered.keys().filter(|what| !ran.uncovered.contains_key(*what)).count())
        });
        covered.sum()
    }

    /// Formats this floor as a file.
    pub fn text(&self) -> String {
        let mut text = format!(
            "# What test suites need not cover. `idlgen test` fails if anything else is uncovered.\n\
             # `--update-coverage-floor` removes what is covered.\n{KEY}:"
        );
        if self.kinds.is_empty() {
            text.push_str(" []\n");
            return text;
        }
        text.push('\n');
        for ((crd, version), Kind { covered, all, uncovered, .. }) in &self.kinds {
            // A string accepts every write.
            // A version can be named `on`, which is a boolean without quotes.
            let [crd, version] = [crd, version].map(|name| idlgen_yaml::to_string(&Json::from(name.as_str())));
            let (crd, version) = (crd.trim_end(), version.trim_end());
            let _ = writeln!(text, "- crd: {crd}\n  version: {version}\n  # {covered} of {all} are covered");
            text.push_str(if uncovered.is_empty() { "  uncovered: []\n" } else { "  uncovered:\n" });
            for what in uncovered.keys() {
                let _ = writeln!(text, "  - {}", Json::from(what.as_str()));
            }
        }
        text
    }
}

/// Reads a kind of the file.
fn kind(node: &Node, file: FileId) -> Result<((String, String), Kind), String> {
    let json = node.to_json();
    let fields = json.as_object().ok_or("expected an object")?;
    if let Some(unknown) = fields.keys().find(|name| !["crd", "version", "uncovered"].contains(&name.as_str())) {
        return Err(format!("unknown field `{unknown}`; use crd, version, uncovered"));
    }
    let text = |name: &str| {
        let text = fields.get(name).and_then(Json::as_str).filter(|text| !text.is_empty());
        text.map(str::to_owned).ok_or_else(|| format!("`{name}` must be a string"))
    };
    let uncovered = fields.get("uncovered").and_then(Json::as_array).ok_or("`uncovered` must be a list of strings")?;
    let uncovered = uncovered.iter().map(|what| Some((what.as_str()?.to_owned(), ""))).collect::<Option<_>>();
    let uncovered = uncovered.ok_or("`uncovered` must be a list of strings")?;
    let span = node.get("crd").map(|name| Span::new(file, name.span.start, name.span.end));
    Ok(((text("crd")?, text("version")?), Kind { uncovered, span, ..Kind::default() }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run() -> Floor {
        let schema = json!({"properties": {"size": {"maximum": 9}, "color": {"enum": ["red"]}}});
        let mut run = Floor::default();
        run.add("widgets.x", "v1", &Coverage::new(&schema));
        run
    }

    fn read(text: &str) -> Floor {
        let (floor, problems) = Floor::read(FileId::from_index(0), text);
        assert!(problems.is_empty(), "{problems:?}");
        floor
    }

    #[test]
    fn a_floor_accepts_the_run_that_wrote_it() {
        let floor = read(&run().text());
        assert!(floor.compare(&run()).is_empty());
        assert_eq!(floor.surplus(&run()), 0);
    }

    #[test]
    fn names_that_look_like_other_values_are_strings() {
        let mut run = Floor::default();
        run.add("widgets.x", "on", &Coverage::new(&json!({})));
        assert_eq!(read(&run.text()).compare(&run), []);
    }

    #[test]
    fn what_is_newly_uncovered_is_named() {
        let text = "coverage-floor:\n- crd: widgets.x\n  version: v1\n  uncovered: ['color enum', gone]\n- crd: a\n  \
                    version: v1\n  uncovered: []\n";
        let found = read(text).compare(&run());
        let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "no suite covers a v1, which is in the coverage floor",
                "widgets.x v1: 2 parts are newly uncovered (0 of 3 rules, enum values and limits are covered)",
            ]
        );
        let notes = ["color enum value \"red\": no accepted object has it", "size maximum 9: no object reaches it"];
        assert_eq!(found[1].notes[..2], notes);
        assert_eq!(read(text).surplus(&run()), 1);
    }

    #[test]
    fn invalid_files_are_reported() {
        for (text, expected) in [
            ("a: 1", "expected a list `coverage-floor`"),
            ("coverage-floor: [1]", "expected an object"),
            (
                "coverage-floor: [{crd: a, version: v1, covered: 3}]",
                "unknown field `covered`; use crd, version, uncovered",
            ),
            ("coverage-floor: [{crd: a, version: v1}]", "`uncovered` must be a list of strings"),
            ("coverage-floor: [{crd: a, version: 1, uncovered: []}]", "`version` must be a string"),
        ] {
            let (_, problems) = Floor::read(FileId::from_index(0), text);
            let messages: Vec<&str> = problems.iter().map(|one| one.message.as_str()).collect();
            assert_eq!(messages, [expected], "{text}");
        }
    }
}
