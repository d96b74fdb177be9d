//! Links between pages: to codes, to tags, and to the tags that a text names.

use std::collections::BTreeSet;

use super::page::Link;
use crate::{
    codes,
    diag::Code,
    tags::{
        Dialect,
        registry::{self, TagDefinition, all, find},
    },
};

/// Returns the links to the pages of codes whose explanations fulfill a condition.
pub(super) fn to_codes_with(condition: impl Fn(&str) -> bool) -> Vec<Link> {
    codes::all().iter().filter(|code| condition(code.info().explanation)).map(to_code).collect()
}

/// Returns the link to the page of a code.
pub(super) fn to_code(code: Code) -> Link {
    Link { title: format!("{code} {}", code.info().slug), file: code.to_string() }
}

/// Returns the link to the page of a tag, if it has one.
pub(super) fn to_tag(name: &str) -> Option<Link> {
    find(name).filter(|row| row.dialect != Dialect::Foreign).map(to_row)
}

/// Returns the tags with a page. The table has all facts about the others.
pub(super) fn documented() -> impl Iterator<Item = &'static TagDefinition> {
    all().filter(|row| row.dialect != Dialect::Foreign)
}

pub(super) fn to_row(row: &'static TagDefinition) -> Link {
    Link { title: format!("+{}", row.name), file: file_of(row) }
}

/// Returns a name that every file system accepts: `kubebuilder-validation-Enum`.
pub(super) fn file_of(row: &TagDefinition) -> String {
    row.name.replace(':', "-")
}

/// Returns the names of the rows of all tags that a text names: a `+` at the beginning of a word, and the name.
pub(super) fn tags_in(text: &str) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    let mut before = "";
    for part in text.split_inclusive('+') {
        if before.ends_with('+') && !before.trim_end_matches('+').ends_with(char::is_alphanumeric) {
            names.extend(registry::find(registry::name_at(part)).map(|row| row.name));
        }
        before = part;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::tags_in;

    #[test]
    fn tags_of_a_text() {
        let text =
            "1+size, `+maxLength`: // +kubebuilder:resource:scope=Cluster\n// +k8s:eachVal=+k8s:minimum=1 + optional";
        let expected = ["k8s:eachVal", "k8s:minimum", "kubebuilder:resource", "maxLength"];
        assert_eq!(tags_in(text).into_iter().collect::<Vec<_>>(), expected);
    }
}
