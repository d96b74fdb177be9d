//! Unknown keys in rules.

use idlgen_validate::kubevirt::{MANDATORY, OPTIONAL};

use super::subject::Subject;
use crate::diag::{Code, Diagnostic, Severity, explained, near};

pub(in crate::kubevirt) const UNKNOWN_KEY: Code =
    explained!(776, "kubevirt-unknown-key", Info, "A rule of a KubeVirt template has an unknown key.");

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let known = || MANDATORY.into_iter().chain(OPTIONAL);
    for key in &subject.rule.keys {
        if known().any(|known| known.eq_ignore_ascii_case(&key.name)) {
            continue;
        }
        let message = format!("`{}` is not a key of a rule and is ignored", key.name);
        let mut finding = Diagnostic::new(UNKNOWN_KEY, message).at(subject.span(key.name_bytes.clone()));
        // Do not suggest a key that the rule already has.
        let near = near(&key.name, known().filter(|known| subject.rule.key(known).is_none()));
        if near.is_some() {
            finding.severity = Severity::Warning;
        }
        finding.fix = subject.near(near, &key.name_bytes);
        findings.push(finding);
    }
}
