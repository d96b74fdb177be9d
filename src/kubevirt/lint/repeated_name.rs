//! Rules that share a name.

use std::collections::BTreeMap;

use super::subject::Rules;
use crate::diag::{Code, Diagnostic, explained};

pub(in crate::kubevirt) const REPEATED_NAME: Code =
    explained!(774, "kubevirt-repeated-name", Error, "Two rules of a KubeVirt template have the same name.");

pub(super) fn check(all: &Rules<'_>, findings: &mut Vec<Diagnostic>) {
    let mut first = BTreeMap::new();
    for rule in &all.located.0 {
        let Some(name) = rule.text("name") else { continue };
        let place = all.annotation.span(rule.head());
        match first.get(name) {
            None => {
                first.insert(name.to_owned(), place);
            }
            Some(earlier) => findings.push(
                Diagnostic::new(REPEATED_NAME, format!("another rule has the name `{name}`"))
                    .at(place)
                    .and(*earlier, "first here")
                    .note("the KubeVirt validator rejects every machine")
                    .help("give each rule a unique name"),
            ),
        }
    }
}
