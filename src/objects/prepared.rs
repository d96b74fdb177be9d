//! Prepares objects for storage like a server: removes unknown fields and applies defaults.

use idlgen_runtime::field::{Element, PathBuf};
use serde_json::Value as Json;

use super::{
    ObjectValidator, findings::ObjectInFile, object_file::ObjectFile, object_validator::in_full,
    skip_reason::SkipReason, without_kind::without_kind,
};
use crate::{
    diag::{Diagnostic, Severity},
    kubevirt::DocumentText,
};

/// The extent to which objects are prepared for storage: `idlgen prune` or `idlgen default`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there are no other steps")]
pub enum Step {
    /// Drop unknown fields.
    Prune,
    /// Also drop disallowed nulls and apply defaults.
    Default,
}

/// An object as a server stores it, and its differences from the input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prepared {
    /// The displayed kind and name: `Deployment web`.
    pub shown: String,
    /// The prepared object. Unchanged if its kind is unknown.
    pub object: Json,
    /// The changes, sorted by path.
    pub changes: Vec<Change>,
}

/// A changed value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The path of the value in the object.
    pub path: PathBuf,
    /// The old value. `None` if it did not exist.
    pub before: Option<Json>,
    /// The new value. `None` if it no longer exists.
    pub after: Option<Json>,
}

impl ObjectValidator<'_> {
    /// Prepares all objects of a file, and reports those that could not be prepared.
    pub fn prepare(&self, file: &ObjectFile, step: Step) -> (Vec<Prepared>, Vec<Diagnostic>) {
        let mut prepared = Vec::new();
        let mut said = Vec::new();
        let command = match step {
            Step::Prune => "prune",
            Step::Default => "default",
        };
        if let Some(mut notice) = file.template_notice(command) {
            notice.severity = self.severity(&notice);
            return (prepared, Some(notice).filter(|notice| notice.severity != Severity::Off).into_iter().collect());
        }
        let mut is_template = false;
        for loaded in file.documents() {
            if let Some(reason) = self.skip_reason(file, &loaded) {
                if reason == SkipReason::Template && !std::mem::replace(&mut is_template, true) {
                    said.push(file.unrendered_notice(file.action_in(&loaded), None, command));
                }
                continue;
            }
            said.extend(self.problems(file, &loaded, command));
            let Some(root) = &loaded.document.root else { continue };
            let DocumentText { offset, text, .. } = file.document_text(&loaded);
            for object in self.objects(root) {
                let place = ObjectInFile { file: file.file, offset, text, object: object.node };
                let identity = &object.identity;
                let before = in_full(&object);
                let after = if let Some(kind) = self.validator_of(identity) {
                    said.extend(kind.notices.iter().map(|notice| notice.clone().at(place.kind())));
                    kind.validator.as_ref().map(|validator| match step {
                        Step::Prune => validator.pruned(&before),
                        Step::Default => validator.stored(&before),
                    })
                } else {
                    let without = without_kind(&place, identity, self.catalog());
                    if without.is_empty() {
                        said.push(place.unknown_kind(self.catalog(), identity));
                    }
                    said.extend(without);
                    None
                };
                let after = after.and_then(|after| {
                    let unreadable = |message: String| place.unreadable(identity, &PathBuf::default(), &message);
                    after.map_err(|message| said.push(unreadable(message))).ok()
                });
                let object = after.unwrap_or_else(|| before.clone());
                let mut changes = Vec::new();
                compare(&mut PathBuf::default(), Some(&before), Some(&object), &mut changes);
                let shown = format!("{} {}", identity.kind, identity.name).trim().to_owned();
                prepared.push(Prepared { shown, object, changes });
            }
        }
        for finding in &mut said {
            finding.severity = self.severity(finding);
        }
        said.retain(|finding| finding.severity != Severity::Off);
        (prepared, said)
    }
}

/// Adds the differences between two values: the outermost values that exist on only one side, and changed scalars.
fn compare(path: &mut PathBuf, before: Option<&Json>, after: Option<&Json>, changes: &mut Vec<Change>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Some(Json::Object(old)), Some(Json::Object(new))) => {
            let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
            names.sort();
            names.dedup();
            for name in names {
                path.elements.push(Element::Field(name.clone()));
                compare(path, old.get(name), new.get(name), changes);
                path.elements.pop();
            }
        }
        (Some(Json::Array(old)), Some(Json::Array(new))) => {
            for index in 0..old.len().max(new.len()) {
                path.elements.push(Element::Index(index));
                compare(path, old.get(index), new.get(index), changes);
                path.elements.pop();
            }
        }
        _ => changes.push(Change { path: path.clone(), before: before.cloned(), after: after.cloned() }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_are_told_path_by_path() {
        let before = json!({"a": 1, "b": {"c": [1, {"d": null}], "x": {"y": 1}}});
        let after = json!({"a": 1, "b": {"c": [1, {}, 3]}, "e": {"f": 1}});
        let mut changes = Vec::new();
        compare(&mut PathBuf::default(), Some(&before), Some(&after), &mut changes);
        let shown: Vec<String> = changes
            .iter()
            .map(|Change { path, before, after }| {
                let shown = |value: &Option<Json>| value.as_ref().map_or("-".to_owned(), ToString::to_string);
                format!("{path} {} {}", shown(before), shown(after))
            })
            .collect();
        assert_eq!(shown, ["b.c[1].d null -", "b.c[2] - 3", "b.x {\"y\":1} -", "e - {\"f\":1}"]);
    }
}
