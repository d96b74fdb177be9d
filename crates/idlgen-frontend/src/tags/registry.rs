//! The table of all tags. Tags are parsed, checked, explained and documented according to their rows.

mod declarative;
pub(super) mod definition;
mod effect;
pub(super) mod foreign;
mod kubebuilder;
mod openapi_markers;
mod plain;
#[doc(hidden)]
pub mod reference;
mod suggestion;

use std::{collections::HashMap, sync::LazyLock};

use foldhash::fast::FixedState;

use super::openshift;
use definition::Match;
pub use definition::{
    ArgumentsReader, GoKind, NestedTagRole, Parameter, ParameterKind, TagDefinition, Target, ValueReader, ValueSyntax,
};
pub use effect::{Effect, Output};
pub use reference::explain;
pub(super) use suggestion::{Suggestion, implied_by_absence_of, is_ours, longer_names, suggest, with_value};

/// Iterates over all rows, sorted by dialect and topic.
pub fn all() -> impl Iterator<Item = &'static TagDefinition> {
    [plain::TABLES, openapi_markers::TABLES, declarative::TABLES, kubebuilder::TABLES, FEATURE_GATES, foreign::TABLES]
        .into_iter()
        .flatten()
        .copied()
        .flatten()
}

/// Markers for feature gates.
const FEATURE_GATES: &[&[TagDefinition]] = &[openshift::TABLE];

/// Rows by name and alias, without the rows with a name pattern.
static BY_NAME: LazyLock<HashMap<&'static str, &'static TagDefinition, FixedState>> = LazyLock::new(|| {
    let mut rows = HashMap::default();
    for row in all().filter(|row| !row.is_family()) {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            rows.entry(*name).or_insert(row);
        }
    }
    rows
});

/// Rows with a name pattern: `protobuf.*`.
static FAMILIES: LazyLock<Vec<&'static TagDefinition>> =
    LazyLock::new(|| all().filter(|row| row.is_family()).collect());

/// Returns the row of a tag by its name, without `+` and in any notation. Returns `None` for an unknown name.
///
/// ```
/// use idlgen_frontend::tags::registry;
/// assert_eq!(registry::find("maxLength").and_then(|row| row.keyword), Some("maxLength"));
/// assert_eq!(registry::find("mutally_exclusive").map(|row| row.name), Some("mutually_exclusive"));
/// assert_eq!(registry::find("kubebuilder:resource:scope").map(|row| row.name), Some("kubebuilder:resource"));
/// assert!(registry::find("maxlength").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static TagDefinition> {
    match lookup(name) {
        Match::Row(row) => Some(row),
        Match::Near { .. } | Match::None => None,
    }
}

/// Looks up a tag like [`find`]. If there is no such tag, returns how much of the name is known.
fn lookup(name: &str) -> Match {
    let exact = |name: &str| BY_NAME.get(name).copied();
    if let Some(row) = exact(name).or_else(|| FAMILIES.iter().copied().find(|row| row.covers(name))) {
        return Match::Row(row);
    }
    match name.strip_prefix(openapi_markers::PREFIX) {
        Some(marker) => openapi_markers::find(marker),
        None => kubebuilder::find(name, exact),
    }
}

/// Returns `true` if this word can follow the prefix of kube-openapi markers: `maxLength`, `items`. Markers with other
/// words have no effect.
pub(super) fn is_marker(first: &str) -> bool {
    openapi_markers::is_keyword(first)
}

/// Returns the keywords whose error message can be customized.
pub(super) fn keywords_with_errors() -> impl Iterator<Item = &'static str> {
    let plain = plain::TABLES.iter().copied().flatten().filter(|row| row.reason.is_some());
    let keywords = plain.filter_map(|row| row.keyword).filter(|keyword| !keyword.starts_with("x-"));
    // `type` comes from the Go type rather than from a tag.
    keywords.chain(std::iter::once("type"))
}

/// Returns the name at the start of the text after a `+`: the longest prefix that can be a name. Empty if there is
/// none.
#[doc(hidden)]
pub fn name_at(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        return "";
    }
    let name = if text.starts_with(openapi_markers::PREFIX) {
        openapi_markers::name_at(text)
    } else {
        let accept = |character: char| character.is_alphanumeric() || "_.-:".contains(character);
        text.get(..text.find(|character| !accept(character)).unwrap_or(text.len())).unwrap_or("")
    };
    // The text after these names is not part of the name.
    for composed in ["validationRule", "override"] {
        if name.strip_prefix(composed).is_some_and(|rest| rest.starts_with(':')) {
            return composed;
        }
    }
    name.strip_suffix(':').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags::Dialect;

    #[test]
    fn every_row_is_complete_and_its_example_leads_to_it() {
        for row in all() {
            assert!(!row.name.is_empty() && !row.summary.is_empty() && !row.owner.is_empty(), "{row:?}");
            assert!(row.summary.ends_with('.'), "{}", row.name);
            assert!(!row.targets.is_empty(), "{}", row.name);
            if row.dialect != Dialect::Foreign {
                let name = row.example.strip_prefix('+').map(name_at).unwrap_or_default();
                assert_eq!(find(name).map(|row| row.name), Some(row.name), "{}", row.example);
                assert!(!row.since.is_empty(), "{}", row.name);
                assert_ne!(row.form.grammar(), ValueSyntax::Unread("").grammar(), "{}", row.name);
            }
        }
    }

    #[test]
    fn no_name_stands_twice() {
        let mut names = std::collections::BTreeSet::new();
        for row in all() {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                assert!(names.insert(*name), "{name}");
            }
        }
    }

    #[test]
    fn names_end_where_their_value_begins() {
        for (text, expected) in [
            ("optional", "optional"),
            ("maxLength=20", "maxLength"),
            ("k8s:subfield(name)=+k8s:optional", "k8s:subfield"),
            ("validationRule[0]:rule=x", "validationRule"),
            ("validationRule:rule=x", "validationRule"),
            ("override:spec.capacity=+optional", "override"),
            ("kubebuilder:validation:MaxItems:=8", "kubebuilder:validation:MaxItems"),
            ("k8s:validation:cel[0]:rule> self", "k8s:validation:cel[0]:rule"),
            ("protobuf.options.(gogoproto.goproto_stringer)=false", "protobuf.options."),
            ("1", ""),
            (" optional", ""),
            ("-----", ""),
            ("été=1", "été"),
            ("", ""),
        ] {
            assert_eq!(name_at(text), expected, "{text}");
        }
    }
}
