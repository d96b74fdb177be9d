//! Findings without output.

use super::{Reading, Session};
use crate::{
    check::api_rules::{self, Exceptions, Violation},
    diag::Diagnostic,
    resolve::{self, PackageInput, ResolveOptions},
    tool::Tool,
};

/// What a run of the linter found.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Linted {
    /// What is to be said.
    pub diagnostics: Vec<Diagnostic>,
    /// Every violation of an API rule, known ones too; empty where the API rules were not asked for.
    pub violations: Vec<Violation>,
    /// How many of them are known.
    pub known: usize,
    /// Whether API rules were asked for, and no type is subject to them.
    pub judged_no_api_rule: bool,
    /// Packages that were asked for.
    pub packages: usize,
}

impl Session<'_> {
    /// Reads and judges the packages. With `exceptions` the API rules of openapi-gen are judged too, and violations
    /// that the exceptions know are no findings.
    pub fn lint(&mut self, exceptions: Option<&Exceptions>) -> Linted {
        let mut reading = self.read();
        reading.only_judged = true;
        self.lower(&mut reading);
        let mut linted =
            Linted { packages: reading.model.packages.iter().filter(|one| one.requested).count(), ..Linted::default() };
        if let Some(exceptions) = exceptions {
            reading.judged_api_rules = true;
            self.api_rules(&mut reading, exceptions, &mut linted);
        }
        self.settle(&mut reading);
        linted.diagnostics = reading.diagnostics;
        linted
    }

    fn api_rules(&self, reading: &mut Reading, exceptions: &Exceptions, linted: &mut Linted) {
        let minor = self.settings.kubernetes_minor;
        let (model, _) = resolve::resolve(&reading.packages, &ResolveOptions::of(&Tool::openapi_gen(minor)));
        linted.violations = api_rules::api_rules(&model, minor);
        let nothing_selected = api_rules::nothing_selected(&model);
        linted.judged_no_api_rule = nothing_selected.is_some();
        reading.diagnostics.extend(nothing_selected);
        let requested = |path: &str| reading.packages.iter().any(|one| one.requested && one.import_path == path);
        let compared = exceptions.compare(&linted.violations, requested);
        linted.known = compared.known;
        reading.diagnostics.extend(compared.new.iter().map(|violation| violation.diagnostic()));
        reading.diagnostics.extend(compared.diagnostics);
    }
}

/// The violations of API rules in packages, with comments and tags as openapi-gen reads them, so that the report is the
/// same. What is wrong otherwise is no business of this.
pub fn violations(packages: &[PackageInput], kubernetes_minor: u16) -> Vec<Violation> {
    let (model, _) = resolve::resolve(packages, &ResolveOptions::of(&Tool::openapi_gen(kubernetes_minor)));
    api_rules::api_rules(&model, kubernetes_minor)
}
