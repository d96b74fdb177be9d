//! The table of the results.

use std::{collections::BTreeSet, fmt};

use super::run::{Output, Situation, Written};

/// The header of the table.
pub(super) const HEAD: &str = "\
| module | command | modules there | exit | with all modules | written | differ | withheld | needless | errors |
|---|---|---|---|---|---|---|---|---|---|";

/// The results of a command for a module on a machine.
#[derive(Debug)]
pub(super) struct Row {
    module: String,
    output: Output,
    situation: Situation,
    status: Option<i32>,
    full_status: Option<i32>,
    written: usize,
    /// Files that differ from those of a machine with all modules.
    differing: Vec<String>,
    /// The number of files that only that machine writes.
    kept_back: usize,
    /// Withheld CRDs that do not depend on the reported modules.
    pub(super) needless: BTreeSet<String>,
    errors: Vec<String>,
    /// Whether a module was reported as missing.
    names_modules: bool,
    /// Whether a warning reported that other versions of Kubernetes' modules were read.
    is_other_version: bool,
}

impl Row {
    pub(super) fn new(
        module: &str,
        output: Output,
        situation: Situation,
        written: &Written,
        complete: &Written,
    ) -> Self {
        let differs = |name: &&String| written.files.get(*name) != complete.files.get(*name);
        let is_cut = output == Output::Verdicts && !written.missing.is_empty();
        let differing = written.files.keys().filter(differs).filter(|_| !is_cut).cloned().collect();
        let kept_back = complete.files.keys().filter(|name| !written.files.contains_key(*name)).count();
        Row {
            module: module.to_owned(),
            output,
            situation,
            status: written.status,
            full_status: complete.status,
            written: written.files.len(),
            differing,
            kept_back,
            needless: BTreeSet::new(),
            errors: written.errors.iter().map(|(code, count)| format!("{count} {code}")).collect(),
            names_modules: !written.missing.is_empty(),
            is_other_version: written.is_other_version,
        }
    }

    /// Returns `true` if the output equals that of a complete machine, or the run reports what is missing.
    pub(super) fn is_good(&self) -> bool {
        let is_explained = self.names_modules && self.situation != Situation::Fetched;
        let is_complete = self.kept_back == 0 && self.status == self.full_status;
        let is_equal = self.differing.is_empty() || self.is_other_version;
        is_equal && self.needless.is_empty() && (is_complete || is_explained)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = |status: Option<i32>| status.map_or_else(|| "killed".to_owned(), |status| status.to_string());
        let there = match self.situation {
            Situation::Empty => "none",
            Situation::KubernetesOnly => "k8s.io/api, apimachinery",
            Situation::Full | Situation::FullWithDescriptions => "all",
            Situation::Fetched => "fetched",
        };
        let listed = |names: &mut dyn Iterator<Item = &String>| names.map(String::as_str).collect::<Vec<_>>().join(" ");
        let mark = match (self.is_good(), self.is_other_version) {
            (false, _) => " **no**",
            (true, true) => " (other version)",
            (true, false) => "",
        };
        write!(
            f,
            "| {} | {} | {there} | {} | {} | {} | {} {} | {} | {} | {}{mark} |",
            self.module,
            self.output.command(),
            status(self.status),
            status(self.full_status),
            self.written,
            self.differing.len(),
            listed(&mut self.differing.iter()),
            self.kept_back,
            listed(&mut self.needless.iter()),
            self.errors.join(", "),
        )
    }
}
