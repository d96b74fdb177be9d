//! The rules that virtual machines carry, from KubeVirt's templates.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::kubevirt::{self, CheckOptions, RuleSet};
use serde_json::Value as Json;

use super::{findings::ObjectInFile, kinds::Identity};
use crate::diag::Diagnostic;

/// What the rules of a machine say of it; nothing for other objects.
pub(super) fn findings(place: &ObjectInFile<'_>, identity: &Identity, object: &Json) -> Vec<Diagnostic> {
    let Some(annotation) = kubevirt::annotated(object) else { return Vec::new() };
    let rules = match RuleSet::parse(annotation) {
        Ok(rules) => rules,
        Err(error) => {
            let names = ["metadata", "annotations"].map(|name| Element::Field(name.to_owned()));
            let elements = names.into_iter().chain([Element::Key(kubevirt::VALIDATIONS.to_owned())]).collect();
            let mut finding = place.unreadable(identity, &PathBuf { elements }, &error.to_string());
            // It is no part of the type.
            if let Some(object) = &mut finding.object {
                object.decoding = None;
            }
            return vec![finding];
        }
    };
    let report = rules.check(object, CheckOptions::default());
    let said = report.rules.iter().filter_map(|rule| Some((rule.cause()?, rule.is_refusal())));
    said.map(|(cause, is_error)| place.of_rule(identity, &path(&cause.field), &cause, is_error)).collect()
}

/// The part of a rule's path that leads to one place: `.spec.domain.devices.disks` of `.spec.domain.devices.disks[*]`.
fn path(field: &str) -> PathBuf {
    let mut elements: Vec<Element<String>> = ["spec", "template"].map(|name| Element::Field(name.to_owned())).into();
    for step in field.split('.').skip(1) {
        let name = step.split(|character: char| !character.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !name.is_empty() {
            elements.push(Element::Field(name.to_owned()));
        }
        if name != step || name.is_empty() {
            break;
        }
    }
    PathBuf { elements }
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn paths_end_where_they_branch() {
        for (field, place) in [
            (".spec.domain.cpu.cores", "spec.template.spec.domain.cpu.cores"),
            (".spec.domain.devices.disks[*].disk.bus", "spec.template.spec.domain.devices.disks"),
            (".spec..bus", "spec.template.spec"),
            ("", "spec.template"),
        ] {
            assert_eq!(path(field).to_string(), place);
        }
    }
}
