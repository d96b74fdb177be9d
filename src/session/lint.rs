//! Runs the linter, which reports findings but writes no output.

use std::collections::BTreeSet;

use super::{Purpose, Reading, Session, diagnostic_key, repeated, unserved};
use crate::{
    check::api_rules::{self, Exceptions, Violation},
    diag::{Code, Diagnostic, sort_by_position},
    emit::{BACKENDS, Backend},
    model::Model,
    resolve::{self, PackageInput, ResolveOptions},
    tool::Tool,
};

/// The result of the linter.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Linted {
    /// The diagnostics with their effective severities, sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    /// All violations of API rules, including known ones. Empty if the API rules were not requested.
    pub violations: Vec<Violation>,
    /// Number of known violations.
    pub known: usize,
    /// `true` if the API rules were requested, but apply to no type.
    pub judged_no_api_rule: bool,
    /// Number of requested packages.
    pub packages: usize,
    /// The codes of all diagnostics, including hidden ones.
    pub found: BTreeSet<Code>,
}

impl Session<'_> {
    /// Reads and checks the packages. Also runs back ends for their diagnostics, but discards their files: the back
    /// ends with an output in the settings, otherwise all of them. With `exceptions`, also checks the API rules of
    /// openapi-gen, and omits the violations listed there.
    pub fn lint(&mut self, exceptions: Option<&Exceptions>) -> Linted {
        self.purpose = Purpose::Findings;
        let mut linted = self.supplied(|session| session.lint_once(exceptions), |linted| &linted.diagnostics);
        repeated::fold_missing_modules(&mut linted.diagnostics);
        linted
    }

    fn lint_once(&mut self, exceptions: Option<&Exceptions>) -> Linted {
        let has_output = |one: &&dyn Backend| self.settings.outputs.contains_key(one.name());
        let asked: Vec<_> = BACKENDS.iter().copied().filter(has_output).collect();
        let is_asked = !asked.is_empty();
        let back_ends = if is_asked { asked } else { BACKENDS.to_vec() };
        let base = self.resolve();
        let mut linted =
            Linted { packages: base.model.packages.iter().filter(|one| one.requested).count(), ..Linted::default() };
        let mut found = Vec::new();
        if let Some(exceptions) = exceptions {
            found = self.api_rules(&base, exceptions, &mut linted);
        }
        self.for_each_run(base, &back_ends, |session, mut reading, back_ends| {
            reading.judged_api_rules = exceptions.is_some();
            reading.diagnostics.append(&mut found);
            let lowered = session.lower(&mut reading);
            let mut made: Vec<_> =
                back_ends.iter().map(|backend| session.run(*backend, &reading, &lowered, false)).collect();
            if !is_asked {
                unserved::soften_missing(&reading.model, &reading.missing, &mut reading.diagnostics);
                for made in &mut made {
                    made.downgrade_unrequested(&reading.model, &session.settings);
                }
            }
            session.settle_outputs(&mut reading, made);
            linted.found.append(&mut reading.found);
            diagnostic_key::extend(&mut linted.diagnostics, reading.diagnostics);
        });
        sort_by_position(&mut linted.diagnostics);
        linted
    }

    fn api_rules(&self, reading: &Reading, exceptions: &Exceptions, linted: &mut Linted) -> Vec<Diagnostic> {
        let minor = self.settings.kubernetes_minor;
        let model = as_openapi_gen_reads(&reading.packages, minor);
        linted.violations = api_rules::api_rules(&model, minor);
        let nothing_selected = api_rules::nothing_selected(&model);
        linted.judged_no_api_rule = nothing_selected.is_some();
        let requested = |path: &str| reading.packages.iter().any(|one| one.requested && one.import_path == path);
        let compared = exceptions.compare(&linted.violations, requested);
        linted.known = compared.known;
        let mut found: Vec<Diagnostic> = compared.new.iter().map(|violation| violation.diagnostic()).collect();
        found.extend(compared.diagnostics);
        found.extend(nothing_selected);
        found
    }
}

/// Returns the violations of API rules in packages, with comments and tags read as in openapi-gen, so that the report
/// is identical. Ignores all other problems.
pub fn violations(packages: &[PackageInput], kubernetes_minor: u16) -> Vec<Violation> {
    api_rules::api_rules(&as_openapi_gen_reads(packages, kubernetes_minor), kubernetes_minor)
}

fn as_openapi_gen_reads(packages: &[PackageInput], kubernetes_minor: u16) -> Model {
    resolve::resolve(packages, &ResolveOptions::of(&Tool::openapi_gen(kubernetes_minor))).0
}
