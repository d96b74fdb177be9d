//! Compares everything in CRDs except schemas.

mod columns;
mod conversion;
mod names;
mod subresources;
mod versions;

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::crd::{CustomResourceDefinition, document::Version};

use super::{Change, Verdicts};

/// Compares two CRDs, except for their schemas.
pub(super) fn compare(old: &CustomResourceDefinition, new: &CustomResourceDefinition) -> Vec<Change> {
    let mut found = Definition { changes: Vec::new() };
    names::compare(old, new, &mut found);
    versions::compare(old, new, &mut found);
    conversion::compare(old, new, &mut found);
    for (old_index, version) in old.versions.iter().enumerate().filter(|version| is_first(*version, old)) {
        let Some(new_index) = new.versions.iter().position(|other| other.name == version.name) else { continue };
        let Some(other) = new.versions.get(new_index) else { continue };
        let place = VersionPair { version: &version.name, old: old_index, new: new_index };
        subresources::compare(version, other, place, old.preserve_unknown_fields, &mut found);
        columns::compare(version, other, place, &mut found);
    }
    found.changes
}

/// Returns `true` unless an earlier version has the same name.
pub(super) fn is_first((index, version): (usize, &Version), crd: &CustomResourceDefinition) -> bool {
    crd.versions.iter().position(|other| other.name == version.name) == Some(index)
}

/// The indices of a version in both documents.
#[derive(Clone, Copy)]
struct VersionPair<'v> {
    version: &'v str,
    old: usize,
    new: usize,
}

/// The changes so far.
struct Definition {
    changes: Vec<Change>,
}

impl Definition {
    /// Adds a change to a field of the CRD.
    fn add(&mut self, rule: &'static str, field: &[&str], verdicts: Verdicts, text: impl Into<String>) {
        let place = PathBuf { elements: field.iter().map(|name| Element::Field((*name).to_owned())).collect() };
        self.changes.push(change(rule, None, (place.clone(), place), verdicts, text.into()));
    }

    /// Adds a change to a version.
    fn add_version(
        &mut self,
        rule: &'static str,
        version: &str,
        old: usize,
        new: usize,
        verdicts: Verdicts,
        text: impl Into<String>,
    ) {
        let place = VersionPair { version, old, new };
        self.add_at(rule, place, &["name"], verdicts, text);
    }

    /// Adds a change to a field of a version.
    fn add_at(
        &mut self,
        rule: &'static str,
        place: VersionPair<'_>,
        field: &[&str],
        verdicts: Verdicts,
        text: impl Into<String>,
    ) -> &mut Change {
        let at = |index: usize| {
            let mut elements = ["spec", "versions"].map(|name| Element::Field(name.to_owned())).to_vec();
            elements.push(Element::Index(index));
            elements.extend(field.iter().map(|name| Element::Field((*name).to_owned())));
            PathBuf { elements }
        };
        let places = (at(place.old), at(place.new));
        let last = self.changes.len();
        self.changes.push(change(rule, Some(place.version), places, verdicts, text.into()));
        &mut self.changes[last]
    }
}

fn change(
    rule: &'static str,
    version: Option<&str>,
    (old, new): (PathBuf, PathBuf),
    verdicts: Verdicts,
    text: String,
) -> Change {
    Change {
        rule,
        version: version.map(str::to_owned),
        path: None,
        field: None,
        text,
        verdicts,
        stored: None,
        old,
        new,
        is_documentation: false,
        cel: None,
        is_limited: false,
    }
}
