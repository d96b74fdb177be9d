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
        // After a missing dot, the name starts before the path.
        let is_exact = place != quoted && text.get(stray.bytes.clone()) == Some(stray.name.as_str());
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
    let with_dot = format!(".{path}");
    let with_domain = |path: &str| path.replacen(".spec.", ".spec.domain.", 1);
    let candidates = [with_domain(path), with_domain(&with_dot), with_dot].map(|path| format!("jsonpath::{path}"));
    let found = candidates.into_iter().find(|other| matches!(inspect(other), Ok(PathReport::Leads(_))))?;
    let inner = super::subject::within(quoted);
    let is_plain = inner.len() == text.len();
    is_plain.then(|| subject.fix(format!("use `{found}`"), inner, &found, Applicability::Unsafe))
}

#[cfg(test)]
mod tests {
    use idlgen_yaml::{Limits, load};

    use super::*;
    use crate::{
        kubevirt::{document::DocumentText, lint::lint},
        source::FileId,
    };

    /// Returns the finding for a path of a rule, and the path after its fix.
    fn found(key: &str, path: &str) -> (Diagnostic, Option<String>) {
        let rule = format!(r#""rule": "integer", "name": "n", "message": "m", "min": 1, "{key}": "{path}""#);
        let other = if key == "path" { "valid" } else { "path" };
        let text = format!(
            "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: {{annotations: {{\
             vm.kubevirt.io/validations: '[{{{rule}, \"{other}\": \"jsonpath::.spec.domain.cpu\"}}]'}}}}\n"
        );
        let root = load(&text, &Limits::default()).remove(0).root.unwrap();
        let document = DocumentText { file: FileId::from_index(0), offset: 0, text: &text };
        let mut findings = lint(document, &root).findings.into_iter().filter(|finding| finding.code == STRAY_PATH);
        let finding = findings.next().unwrap_or_else(|| panic!("{path} is not a stray path"));
        let fixed = finding.fix.as_ref().map(|fix| {
            let edit = fix.edits.first().unwrap();
            let mut fixed = text.clone();
            fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
            let (_, rest) = fixed.split_once(&format!("\"{key}\": \"")).unwrap();
            rest.split('"').next().unwrap().to_owned()
        });
        (finding, fixed)
    }

    #[test]
    fn fixes_lead_to_a_field() {
        for (path, expected) in [
            // The dot after `template` or the `domain` segment is missing.
            ("jsonpath::spec.domain.cpu.cores", Some("jsonpath::.spec.domain.cpu.cores")),
            ("jsonpath::.spec.cpu.cores", Some("jsonpath::.spec.domain.cpu.cores")),
            ("jsonpath::spec.cpu.cores", Some("jsonpath::.spec.domain.cpu.cores")),
            // The first name is `templatespec`, and no near name is in its place.
            ("jsonpath::spec.domain.cpu.core", None),
            ("jsonpath::.spec.domain.cpu.core", Some("jsonpath::.spec.domain.cpu.cores")),
            (
                "jsonpath::.spec.domain.resources.request.memory",
                Some("jsonpath::.spec.domain.resources.requests.memory"),
            ),
            ("jsonpath::.spec.domain.CPU.cores", Some("jsonpath::.spec.domain.cpu.cores")),
            ("jsonpath::.spec.domain.xyzzy", None),
            // With an escape, the position in the annotation is not known.
            (r"jsonpath::spec.domain.cpu\u002ecores", None),
            (r"jsonpath::.spec.domain.cpu\u002ecore", None),
        ] {
            let (finding, fixed) = found("path", path);
            assert_eq!(fixed.as_deref(), expected, "{path}");
            if let Some(fix) = finding.fix {
                assert_eq!(fix.applicability, Applicability::Unsafe);
                assert!(matches!(inspect(expected.unwrap()), Ok(PathReport::Leads(_))), "{path}");
            }
        }
    }

    #[test]
    fn notes_say_what_the_validator_does() {
        for (key, path, message, note) in [
            (
                "path",
                "jsonpath::.spec.domain.cpu.core",
                "`path` of rule `n`: `core` is not a field of v1.CPU",
                "the KubeVirt validator rejects every machine with `invalid JSONPath`",
            ),
            (
                "valid",
                "jsonpath::.spec.domain.cpu.core",
                "`valid` of rule `n`: `core` is not a field of v1.CPU",
                "the rule never applies to any machine",
            ),
            (
                "valid",
                "jsonpath::.spec.domain.CPU",
                "`valid` of rule `n`: `CPU` is the Go name; the JSON name is `cpu`",
                "the KubeVirt validator still finds it; other tools may not",
            ),
            (
                "path",
                "jsonpath::.spec.domain.cpu[0]",
                "`path` of rule `n`: `v1.CPU` is not a list",
                "the KubeVirt validator rejects every machine with `invalid JSONPath`",
            ),
        ] {
            let (finding, _) = found(key, path);
            assert_eq!((finding.message.as_str(), finding.notes.as_slice()), (message, [note.to_owned()].as_slice()));
        }
    }
}
