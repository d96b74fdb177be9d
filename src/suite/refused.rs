//! Definitions that no server would take.

use idlgen_validate::{
    crd::{CustomResourceDefinition, definition::Judge},
    schema::ProblemKind,
};

use super::{codes::REFUSED_DEFINITION, definitions::Definition, read::Suite};
use crate::diag::Diagnostic;

/// How many errors of a definition are told.
const TOLD: usize = 5;

/// What a server of Kubernetes 1.`kubernetes_minor` has against the definitions of suites, each definition once. A
/// suite that changes its definition first (`initialCRDPatches`) is about objects that were stored under another one,
/// which is judged as it stands.
pub fn refused(pairs: &[(&Suite, &Definition)], kubernetes_minor: u16) -> Vec<Diagnostic> {
    let judge = Judge::new(kubernetes_minor);
    let mut seen: Vec<&Definition> = Vec::new();
    let mut findings = Vec::new();
    for (suite, definition) in pairs {
        if seen.iter().any(|other| std::ptr::eq(*other, *definition)) {
            continue;
        }
        seen.push(definition);
        let (read, problems) = CustomResourceDefinition::from_json(&definition.document);
        let unreadable = problems.iter().filter(|problem| problem.kind != ProblemKind::UnknownKeyword);
        let mut texts: Vec<String> = unreadable.map(ToString::to_string).collect();
        if texts.is_empty() {
            texts.extend(judge.create(&read).errors.iter().map(ToString::to_string));
        }
        let Some((first, rest)) = texts.split_first() else { continue };
        let message = format!("an API server refuses the definition {}: {first}", definition.name());
        let finding = Diagnostic::new(REFUSED_DEFINITION, message).at(suite.crd_name_span);
        let finding = rest.iter().take(TOLD).fold(finding, |finding, text| finding.note(text.clone()));
        let finding = match rest.len().saturating_sub(TOLD) {
            0 => finding,
            more => finding.note(format!("and {more} more; `idlgen validate {}` tells all", definition.path)),
        };
        findings.push(finding.note(format!("it is in {}", definition.path)));
    }
    findings
}
