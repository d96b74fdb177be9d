//! Lints KubeVirt template rules where they are written, one file per lint with its code.

pub(super) mod empty_range;
pub(super) mod invalid_path;
mod json;
pub(super) mod missing_key;
pub(super) mod no_arguments;
pub(super) mod optional_path;
pub(super) mod regex;
pub(super) mod repeated_name;
pub(super) mod stray_path;
mod types;
pub(super) mod unknown_key;
pub(super) mod unknown_kind;
pub(super) mod unused_argument;
pub(super) mod valid_without_effect;
pub(super) mod value_kind;
pub(super) mod values;

use std::ops::Range;

use idlgen_validate::kubevirt::{RulesError, SKIP, VALIDATIONS};
use idlgen_yaml::{Content, Node};

use super::{
    annotation::{Annotation, LocatedKey, LocatedRule, LocatedRules, too_large},
    codes::UNREADABLE_RULES,
    document::{DocumentText, reference},
    judge::bytes_of,
    subjects, templates,
};
use crate::diag::{Applicability, Diagnostic, Edit, Fix, Near, Severity};

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
                let finding = finding.note("write it as a block: `|`, and the JSON array below it");
                linted.findings.push(finding.at(document.span(&node.span)));
            }
            continue;
        };
        if annotation.text.is_empty() {
            continue;
        }
        linted.annotations += 1;
        let first = linted.findings.len();
        linted.rules += judge(&annotation, &mut linted.findings);
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
fn judge(annotation: &Annotation<'_>, findings: &mut Vec<Diagnostic>) -> usize {
    if let Some(finding) = too_large(annotation.text, annotation.beginning()) {
        findings.push(finding);
        return 0;
    }
    let Some(text) = json::repaired(annotation, findings) else { return 0 };
    let Some(rules) = Annotation::rules_of(&text) else {
        findings.extend(types::of_whole(annotation, &text));
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

/// The rules of an annotation.
struct Rules<'a> {
    annotation: &'a Annotation<'a>,
    located: &'a LocatedRules,
    /// The annotation value to which ranges refer.
    text: &'a str,
}

/// A rule with its context.
#[derive(Clone, Copy)]
struct Subject<'a> {
    all: &'a Rules<'a>,
    rule: &'a LocatedRule,
}

impl Subject<'_> {
    /// Returns the name of the rule for messages.
    fn name(self) -> String {
        self.rule.text("name").map_or_else(|| "the rule".to_owned(), |name| format!("rule `{name}`"))
    }

    fn kind(self) -> Option<&'static str> {
        let written = self.rule.text("rule")?;
        idlgen_validate::kubevirt::KINDS.into_iter().find(|kind| *kind == written)
    }

    fn span(self, bytes: Range<usize>) -> crate::source::Span {
        self.all.annotation.span(bytes)
    }

    /// Builds a fix that replaces a byte range of the annotation value.
    fn fix(self, title: impl Into<String>, bytes: Range<usize>, text: &str, applicability: Applicability) -> Fix {
        let edit = Edit { span: self.span(bytes), replacement: self.all.annotation.written(text) };
        Fix { title: title.into(), edits: vec![edit], applicability }
    }

    /// Builds a fix that replaces a quoted string with the similar known name.
    fn near(self, near: Option<Near<'_>>, quoted: &Range<usize>) -> Option<Fix> {
        let Near { name, applicability } = near?;
        Some(self.fix(format!("use `{name}`"), within(quoted), name, applicability))
    }

    /// Returns the keys that can contain paths, with each path and its offset.
    fn paths(self) -> Vec<(&'static str, String, Range<usize>)> {
        let mut paths = Vec::new();
        for name in ["path", "valid", "min", "max", "minLength", "maxLength"] {
            if let Some((key, text)) = self.rule.key(name).and_then(|key| Some((key, key.value.as_str()?))) {
                paths.push((name, text.to_owned(), key.bytes.clone()));
            }
        }
        if let Some((key, values)) = self.rule.key("values").and_then(|key| Some((key, key.value.as_array()?))) {
            for (value, bytes) in values.iter().zip(&key.items) {
                if let Some(text) = value.as_str().filter(|text| text.starts_with("jsonpath::")) {
                    paths.push(("values", text.to_owned(), bytes.clone()));
                }
            }
        }
        paths
    }

    /// Returns the range to delete in order to remove a key. It includes one comma, so that the rest remains valid
    /// JSON.
    fn removal(self, key: &LocatedKey) -> Range<usize> {
        let keys = &self.rule.keys;
        let at = keys.iter().position(|other| other.name_bytes == key.name_bytes).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| keys.get(before));
        match (keys.get(at + 1), before) {
            (Some(next), _) => key.name_bytes.start..next.name_bytes.start,
            (None, Some(before)) => before.bytes.end..key.bytes.end,
            (None, None) => key.name_bytes.start..key.bytes.end,
        }
    }
}

/// Returns the range without the surrounding quotes.
fn within(quoted: &Range<usize>) -> Range<usize> {
    quoted.start + 1..quoted.end.saturating_sub(1).max(quoted.start + 1)
}

/// Converts a range of a decoded string into a range of the annotation value. The result is exact if the string
/// contains no escapes.
fn part(quoted: &Range<usize>, text: &str, bytes: &Range<usize>) -> Range<usize> {
    let inner = within(quoted);
    if inner.len() == text.len() { inner.start + bytes.start..inner.start + bytes.end } else { quoted.clone() }
}

/// Formats names as a list: `a`, `b` and `c`.
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Reports unreadable rules at the location of the error.
pub(super) fn unreadable(annotation: &Annotation<'_>, error: &RulesError) -> Diagnostic {
    let mut findings = Vec::new();
    if let idlgen_validate::kubevirt::RulesPlace::Byte(_) = error.place {
        json::repaired(annotation, &mut findings);
        if !findings.is_empty() {
            return findings.remove(0);
        }
    }
    let Some(rules) = annotation.rules() else {
        return types::of_whole(annotation, annotation.text).unwrap_or_else(|| at(annotation, error));
    };
    let all = Rules { annotation, located: &rules, text: annotation.text };
    if let idlgen_validate::kubevirt::RulesPlace::Key(index, _) = error.place
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
    Diagnostic::new(UNREADABLE_RULES, error.message.as_str()).at(annotation.span(bytes_of(error.place, annotation)))
}
