//! Trial of a proposal: compares its output with existing files.

use std::path::Path;

use idlgen_yaml::{Limits, Node, load};
use serde_json::Value as Json;

use crate::{
    cli::{
        Exit,
        arguments::FetchArguments,
        commands::{
            output::present,
            preparation::{has_errors, session_of_text},
        },
        terminal::Terminal,
    },
    diag::Severity,
    emit::{BACKENDS, Backend},
    modules::codes::{MISSING_MODULE, NO_DESCRIPTIONS, UNKNOWN_MODULE},
    out::{MANIFEST, StaleKind, differ_in_descriptions_alone},
    session::Outputs,
};

/// The result of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trial {
    /// Number of errors.
    pub(super) errors: usize,
    /// Number of unchanged CRDs.
    pub(super) same: usize,
    /// Changed CRDs: path, added lines and removed lines.
    pub(super) differing: Vec<(String, usize, usize)>,
    /// CRDs that differ only in the layout of the YAML.
    pub(super) reformatted: Vec<String>,
    /// CRDs that differ only in descriptions, some of which are in modules that are missing.
    pub(super) undescribed: Vec<String>,
    /// New CRDs.
    pub(super) new: Vec<String>,
    /// The names of all generated CRDs.
    pub(super) made: Vec<String>,
    /// The names of CRDs that are withheld because of errors.
    pub(super) kept_back: Vec<String>,
    /// `true` if modules are missing, so that the results may be incomplete.
    pub(super) is_incomplete: bool,
}

impl Trial {
    /// Generates the outputs of an idlgen.toml in memory, and compares the files in the directory `definitions` with
    /// the existing ones.
    pub(super) fn new(
        directory: &Path,
        text: &str,
        definitions: Option<&Path>,
        fetching: FetchArguments,
        terminal: &Terminal,
    ) -> Result<Self, Exit> {
        let mut session = session_of_text(directory, text, fetching, terminal)?;
        let settings = &mut session.settings;
        let has_output = |backend: &&dyn Backend| settings.outputs.contains_key(backend.name());
        let back_ends: Vec<_> = BACKENDS.iter().copied().filter(has_output).collect();
        let generated = session.generate(&Outputs { back_ends, as_one_file: false, keeps_others: true });
        let mut trial = Trial::default();
        if has_errors(&generated.diagnostics) {
            trial.errors = generated.diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        }
        let is_missing = |code| code == MISSING_MODULE || code == UNKNOWN_MODULE;
        trial.is_incomplete = generated.diagnostics.iter().any(|one| is_missing(one.code));
        let Some(definitions) = definitions else { return Ok(trial) };
        let prefix = format!("{}/", definitions.to_string_lossy().trim_end_matches('/'));
        let below = |path: &str| path.strip_prefix(&prefix).map(str::to_owned);
        trial.made = generated.files.iter().filter_map(|(path, _)| below(path)).collect();
        trial.kept_back = generated.kept_back.iter().filter_map(|one| below(&one.path)).collect();
        let mut files = generated.files;
        files.keep_files_of_others();
        let lacks_descriptions = generated.diagnostics.iter().any(|one| one.code == NO_DESCRIPTIONS);
        let is_undescribed = |path: &str| {
            let text = files.iter().find(|(one, _)| *one == path).map(|(_, text)| text);
            let alone = |(present, text): (String, &str)| differ_in_descriptions_alone(path, &present, text);
            lacks_descriptions && present(directory, path).zip(text).is_some_and(alone)
        };
        let is_reformatted = |path: &str| {
            let text = files.iter().find(|(one, _)| *one == path).map(|(_, text)| text);
            present(directory, path).zip(text).is_some_and(|(present, text)| have_same_content(&present, text))
        };
        for stale in files.compare(directory).unwrap_or_default() {
            let Some(name) = below(&stale.path).filter(|name| name != MANIFEST) else { continue };
            match stale.kind {
                StaleKind::Missing => trial.new.push(name),
                _ if is_undescribed(&stale.path) => trial.undescribed.push(name),
                StaleKind::Different | StaleKind::Others if is_reformatted(&stale.path) => trial.reformatted.push(name),
                StaleKind::Different | StaleKind::LineEnds | StaleKind::Others => {
                    let lines = |sign: char, header: &str| {
                        let is_change = |line: &&str| line.starts_with(sign) && !line.starts_with(header);
                        stale.diff.lines().filter(is_change).count()
                    };
                    trial.differing.push((name, lines('+', "+++ "), lines('-', "--- ")));
                }
                StaleKind::Obsolete | StaleKind::Foreign | StaleKind::Unclaimed => {}
            }
        }
        let changed = trial.new.len() + trial.differing.len() + trial.reformatted.len() + trial.undescribed.len();
        trial.same = trial.made.len().saturating_sub(changed);
        Ok(trial)
    }

    /// Returns a measure of the distance from the existing files: the number of errors, of files that differ in content
    /// or are new, of reformatted files, and of changed lines.
    pub(super) fn distance(&self) -> (usize, usize, usize, usize) {
        let lines = self.differing.iter().map(|(_, added, removed)| added + removed).sum();
        (self.errors, self.differing.len() + self.new.len(), self.reformatted.len(), lines)
    }
}

/// Returns `true` if two YAML files have the same values.
fn have_same_content(left: &str, right: &str) -> bool {
    let values = |text: &str| -> Option<Vec<Json>> {
        let documents = load(text, &Limits::of_this_thread());
        let is_valid = documents.iter().all(|document| document.problems.is_empty());
        is_valid.then(|| documents.iter().filter_map(|document| document.root.as_ref()).map(Node::to_json).collect())
    };
    values(left).is_some_and(|left| Some(left) == values(right))
}
