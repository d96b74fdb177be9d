//! Rules without a mandatory key.

use idlgen_validate::kubevirt::MANDATORY;

use super::subject::Subject;
use crate::{
    diag::{Code, Diagnostic, explained},
    kubevirt::annotation::LocatedRule,
};

pub(in crate::kubevirt) const MISSING_KEY: Code =
    explained!(773, "kubevirt-missing-key", Error, "A rule of a KubeVirt template is missing a mandatory key.");

/// Lists the mandatory keys that are missing from a rule.
pub(in crate::kubevirt) fn listed(rule: &LocatedRule) -> String {
    super::listed::listed(MANDATORY.into_iter().filter(|key| rule.text(key).is_none()))
}

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let lacks = listed(subject.rule);
    if !lacks.is_empty() {
        let finding = Diagnostic::new(MISSING_KEY, format!("{} is missing {lacks}", subject.name()));
        let why = "the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`";
        findings.push(finding.at(subject.span(subject.rule.head())).note(why));
    }
}
