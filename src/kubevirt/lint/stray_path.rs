//! Paths to fields that VMs do not have.

use idlgen_validate::kubevirt::{PathReport, Stray, inspect};

use super::subject::{Subject, part};
use crate::diag::{Applicability, Code, Diagnostic, Fix, Near, explained, near, nearest};

pub(in crate::kubevirt) const STRAY_PATH: Code = explained!(
    782,
    "kubevirt-stray-path",
    Error,
    "A rule of a KubeVirt template has a path to a field that no virtual machine has."
);

/// Adds the reason why a field does not exist, and suggests the one that was probably intended.
pub(in crate::kubevirt) fn with_reason(finding: Diagnostic, stray: &Stray) -> Diagnostic {
    let finding = finding.note(what(stray));
    match nearest(&stray.name, stray.known.iter().copied()) {
        Some(near) => finding.help(format!("use `{near}`")),
        None => finding,
    }
}

fn what(stray: &Stray) -> String {
    let Stray { name, of, json, known, .. } = stray;
    match json {
        Some("") => format!("`{name}` is a Go name of an embedded struct; JSON does not contain it"),
        Some(json) => format!("`{name}` is the Go name; the JSON name is `{json}`"),
        None if name == of => format!("`{of}` is not a list"),
        None if known.is_empty() => format!("`{of}` has no fields"),
        None => format!("`{name}` is not a field of {of}"),
    }
}

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    for (key, text, quoted) in subject.paths() {
        let Ok(PathReport::Strays(stray)) = inspect(&text) else { continue };
        let message = format!("`{key}` of {}: {}", subject.name(), what(&stray));
        let place = part(&quoted, &text, &stray.bytes);
        let mut finding = Diagnostic::new(STRAY_PATH, message).at(subject.span(place.clone()));
        finding.notes.push(
            match (key, stray.json) {
                (_, Some(_)) => "the KubeVirt validator still finds it; other tools may not",
                ("valid", _) => "the rule never applies to any machine",
                _ => "the KubeVirt validator rejects every machine with `invalid JSONPath`",
            }
            .to_owned(),
        );
        let is_exact = place != quoted;
        finding.fix = whole(subject, &text, &quoted).or_else(|| {
            let known = match stray.json {
                Some(json) => {
                    Some(Near { name: json, applicability: Applicability::Safe }).filter(|_| !json.is_empty())
                }
                None => near(&stray.name, stray.known.iter().copied()),
            };
            let Near { name, .. } = known.filter(|_| is_exact)?;
            Some(subject.fix(format!("use `{name}`"), place, name, Applicability::Unsafe))
        });
        findings.push(finding);
    }
}

/// Builds a fix for the entire path if a dot or the `domain` segment is missing.
fn whole(subject: Subject<'_>, text: &str, quoted: &std::ops::Range<usize>) -> Option<Fix> {
    let path = text.strip_prefix("jsonpath::")?;
    let candidates =
        [format!("jsonpath::.{path}"), format!("jsonpath::{}", path.replacen(".spec.", ".spec.domain.", 1))];
    let found =
        candidates.into_iter().find(|other| other != text && matches!(inspect(other), Ok(PathReport::Leads(_))))?;
    let inner = super::subject::within(quoted);
    let is_plain = inner.len() == text.len();
    is_plain.then(|| subject.fix(format!("use `{found}`"), inner, &found, Applicability::Unsafe))
}
