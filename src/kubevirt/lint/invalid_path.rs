//! Paths with syntax errors.

use idlgen_validate::kubevirt::inspect;

use super::subject::{Subject, part, within};
use crate::diag::{Applicability, Code, Diagnostic, explained};

pub(in crate::kubevirt) const INVALID_PATH: Code =
    explained!(781, "kubevirt-invalid-path", Error, "A rule of a KubeVirt template has an invalid path.");

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    for (key, text, quoted) in subject.paths() {
        // A quoted number is a literal, not an invalid path.
        if text.parse::<f64>().is_ok() || (text.is_empty() && key == "path") {
            continue;
        }
        let name = subject.name();
        let Err(fault) = inspect(&text) else {
            if text.contains('}') {
                let message = format!("`{key}` of {name} does not stay in `.spec.template`");
                let why = "its braces end the template into which KubeVirt inserts the path";
                findings.push(Diagnostic::new(INVALID_PATH, message).at(subject.span(quoted)).note(why));
            }
            continue;
        };
        let message = format!("`{key}` of {name}: {}", fault.message);
        let at = fault.at.min(text.len());
        let width = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let place =
            if fault.lacks_prefix || width == 0 { quoted.clone() } else { part(&quoted, &text, &(at..at + width)) };
        let mut finding = Diagnostic::new(INVALID_PATH, message).at(subject.span(place));
        if !text.starts_with("jsonpath::") {
            finding = finding.note("KubeVirt rejects the annotation: every path starts with `jsonpath::`");
        }
        if fault.lacks_prefix {
            let start = within(&quoted).start;
            let title = format!("use `jsonpath::{text}`");
            finding.fix = Some(subject.fix(title, start..start, "jsonpath::", Applicability::Safe));
        }
        findings.push(finding);
    }
}
