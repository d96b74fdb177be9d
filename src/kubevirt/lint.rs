//! Lints KubeVirt template rules where they are written, one file per lint with its code.

pub(super) mod empty_range;
pub(super) mod invalid_path;
mod json;
mod listed;
pub(super) mod missing_key;
pub(super) mod no_arguments;
pub(super) mod optional_path;
pub(super) mod regex;
pub(super) mod repeated_name;
pub(super) mod stray_path;
mod subject;
#[cfg(test)]
mod tests;
mod types;
pub(super) mod unknown_key;
pub(super) mod unknown_kind;
pub(super) mod unused_argument;
pub(super) mod valid_without_effect;
pub(super) mod value_kind;
pub(super) mod values;

use idlgen_validate::kubevirt::{RulesError, SKIP, VALIDATIONS};
use idlgen_yaml::{Content, Node};

use super::{
    annotation::{Annotation, bytes_of, too_large},
    document::{DocumentText, reference},
    rule_codes::UNREADABLE_RULES,
    subjects, templates,
};
use crate::diag::{Diagnostic, Severity};
use subject::{Rules, Subject};

/// The result of linting a document.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct LintedDocument {
    pub findings: Vec<Diagnostic>,
    /// Number of annotations with rules.
    pub annotations: usize,
    /// Number of rules in these annotations.
    pub rules: usize,
}

/// Lints the rules of all VMs and templates in a document.
pub fn lint(document: DocumentText<'_>, root: &Node) -> LintedDocument {
    let mut linted = LintedDocument::default();
    let machines = subjects::machines(root).into_iter().map(|machine| (machine.node, VALIDATIONS));
    let of_templates = subjects::templates(root).into_iter().map(|template| (template, templates::VALIDATIONS));
    for (object, key) in machines.chain(of_templates) {
        let annotations = object.get("metadata").and_then(|metadata| metadata.get("annotations"));
        let Some(node) = annotations.and_then(|annotations| annotations.get(key)) else { continue };
        let Some(annotation) = Annotation::new(document, node) else {
            if node.content != Content::Null {
                let finding = Diagnostic::new(UNREADABLE_RULES, "the annotation is not a string");
                let finding = finding.help("write it as a block: `|`, and the JSON array below it");
                linted.findings.push(finding.at(document.span(&node.span)));
            }
            continue;
        };
        if annotation.text.is_empty() {
            continue;
        }
        linted.annotations += 1;
        let first = linted.findings.len();
        linted.rules += lint_rules(&annotation, &mut linted.findings);
        for finding in linted.findings.iter_mut().skip(first) {
            if !annotation.is_editable() {
                finding.fix = None;
            }
            finding.object = Some(Box::new(reference(object, Some(format!("metadata.annotations[{key}]")))));
        }
        if annotations.is_some_and(|annotations| annotations.get(SKIP).is_some()) {
            for finding in linted.findings.iter_mut().skip(first) {
                finding.notes.push(format!("with `{SKIP}` these rules do not apply to any machine"));
            }
        }
    }
    linted
}

/// Lints the rules of an annotation and returns their number.
fn lint_rules(annotation: &Annotation<'_>, findings: &mut Vec<Diagnostic>) -> usize {
    if let Some(finding) = too_large(annotation.text, annotation.beginning()) {
        findings.push(finding);
        return 0;
    }
    let Some(text) = json::repaired(annotation, findings) else { return 0 };
    let Some(rules) = Annotation::rules_of(&text) else {
        findings.extend(types::not_an_array(annotation, &text));
        return 0;
    };
    let all = Rules { annotation, located: &rules, text: &text };
    for rule in &rules.0 {
        let subject = Subject { all: &all, rule };
        types::check(subject, findings);
        for check in CHECKS {
            check(subject, findings);
        }
    }
    repeated_name::check(&all, findings);
    rules.0.len()
}

/// The lints that check single rules.
const CHECKS: [fn(Subject<'_>, &mut Vec<Diagnostic>); 13] = [
    missing_key::check,
    unknown_kind::check,
    unknown_key::check,
    unused_argument::check,
    no_arguments::check,
    empty_range::check,
    invalid_path::check,
    stray_path::check,
    valid_without_effect::check,
    optional_path::check,
    value_kind::check,
    values::check,
    regex::check,
];

/// Reports unreadable rules at the location of the error.
pub(super) fn unreadable(annotation: &Annotation<'_>, error: &RulesError) -> Diagnostic {
    let mut findings = Vec::new();
    if let idlgen_validate::kubevirt::RulesLocation::Byte(_) = error.location {
        json::repaired(annotation, &mut findings);
        if !findings.is_empty() {
            return findings.remove(0);
        }
    }
    let Some(rules) = annotation.rules() else {
        return types::not_an_array(annotation, annotation.text).unwrap_or_else(|| at(annotation, error));
    };
    let all = Rules { annotation, located: &rules, text: annotation.text };
    if let idlgen_validate::kubevirt::RulesLocation::Key(index, _) = error.location
        && let Some(rule) = rules.0.get(index)
    {
        let subject = Subject { all: &all, rule };
        types::check(subject, &mut findings);
        invalid_path::check(subject, &mut findings);
        if let Some(finding) = findings.into_iter().find(|finding| finding.severity == Severity::Error) {
            let mut finding = finding;
            finding.code = UNREADABLE_RULES;
            return finding;
        }
    }
    at(annotation, error)
}

fn at(annotation: &Annotation<'_>, error: &RulesError) -> Diagnostic {
    Diagnostic::new(UNREADABLE_RULES, error.message.as_str()).at(annotation.span(bytes_of(error.location, annotation)))
}
