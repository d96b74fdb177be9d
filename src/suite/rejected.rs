//! Reports CRDs in test suites that an API server would reject.

use idlgen_validate::{
    ValidatorOptions,
    crd::{CustomResourceDefinition, definition::CrdValidator},
    schema::ProblemKind,
};

use super::{definition::Definition, read::Suite};
use crate::{
    diag::{Diagnostic, Severity},
    objects::codes::REFUSED_DEFINITION,
};

/// Maximum number of reported errors per CRD.
const TOLD: usize = 5;

/// Reports the CRDs of suites that a server of the Kubernetes version in `options` rejects. Each CRD is reported once.
/// If a suite patches its CRD first (`initialCRDPatches`), it tests objects that were stored under another version of
/// the CRD, and only the unpatched CRD is checked. If a CRD is rejected only because its rules use functions that
/// `options` allow, the finding is a warning.
pub fn rejected(pairs: &[(&Suite, &Definition)], options: &ValidatorOptions) -> Vec<Diagnostic> {
    let judge = CrdValidator::new(options.kubernetes_minor);
    let lenient = options.kep4153_functions.then(|| judge.clone().with_proposed_functions());
    let mut seen: Vec<&Definition> = Vec::new();
    let mut findings = Vec::new();
    for (suite, definition) in pairs {
        if definition.built_in.is_some() || seen.iter().any(|other| std::ptr::eq(*other, *definition)) {
            continue;
        }
        seen.push(definition);
        let (read, problems) = CustomResourceDefinition::from_json(&definition.document);
        let unreadable = problems.iter().filter(|problem| problem.kind != ProblemKind::UnknownKeyword);
        let mut texts: Vec<String> = unreadable.map(ToString::to_string).collect();
        let mut severity = Severity::Error;
        if texts.is_empty() {
            if lenient.as_ref().is_some_and(|judge| judge.create(&read).errors.is_empty()) {
                severity = Severity::Warning;
            }
            texts.extend(judge.create(&read).errors.iter().map(ToString::to_string));
        }
        let Some((first, rest)) = texts.split_first() else { continue };
        let message = format!("an API server rejects the CRD {}: {first}", definition.name());
        let finding = Diagnostic::new(REFUSED_DEFINITION, message).at(suite.crd_name_span);
        let finding = rest.iter().take(TOLD).fold(finding, |finding, text| finding.note(text.clone()));
        let finding = match rest.len().saturating_sub(TOLD) {
            0 => finding,
            more => finding
                .note(format!("and {more} more"))
                .help(format!("run `idlgen validate {}` to print all", definition.path)),
        };
        let finding = match severity {
            Severity::Error => finding,
            _ => finding
                .help("pass `--kep-4153-functions` to run its cases with functions that no API server implements"),
        };
        findings.push(Diagnostic { severity, ..finding.note(format!("it is in {}", definition.path)) });
    }
    findings
}
