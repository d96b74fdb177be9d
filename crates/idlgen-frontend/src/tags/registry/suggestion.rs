//! Suggestions for misspelled tags.

use std::sync::LazyLock;

use super::{Match, TagDefinition, ValueSyntax, all, lookup};
use crate::{
    diag::{Applicability, affirmative, near, nearest},
    tags::Dialect,
};

/// A suggestion for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tags) struct Suggestion {
    pub(in crate::tags) name: String,
    /// Safe if there is no other possible meaning.
    pub(in crate::tags) applicability: Applicability,
}

impl Suggestion {
    fn certain(name: impl Into<String>) -> Self {
        Suggestion { name: name.into(), applicability: Applicability::Safe }
    }

    fn doubtful(name: impl Into<String>) -> Self {
        Suggestion { name: name.into(), applicability: Applicability::Unsafe }
    }
}

/// Returns the known name that is most similar to an unknown one, if any: another spelling, the wrong case, or a
/// missing prefix.
///
/// The part before the last known prefix (`k8s:`, `kubebuilder:validation:`) is assumed to be correct, so that only the
/// rest is compared. The name of an argument (`:name`, `:rule`) is preserved.
pub(in crate::tags) fn suggest(name: &str) -> Option<Suggestion> {
    if let Some(known) = names().find(|known| known.eq_ignore_ascii_case(name)) {
        let is_only = names().all(|other| other == known || !other.eq_ignore_ascii_case(name));
        return Some(if is_only { Suggestion::certain(known) } else { Suggestion::doubtful(known) });
    }
    if let Match::Near { prefix, candidates } = lookup(name) {
        let (right, rest) = name.split_at_checked(prefix)?;
        return near(rest, candidates)
            .map(|near| Suggestion { name: format!("{right}{}", near.name), applicability: near.applicability })
            .or_else(|| without_marker(name));
    }
    if name.len() > LONGEST || name.matches(':').nth(MOST_PARTS - 1).is_some() {
        return None;
    }
    if name.contains(':') {
        // Only the prefix is missing.
        let complete = names().find(|known| known.strip_suffix(name).is_some_and(|missing| missing.ends_with(':')));
        if let Some(known) = complete {
            return Some(Suggestion::doubtful(known));
        }
    }
    with_argument(name)
        .or_else(|| without_marker(name))
        .or_else(|| below_known_prefix(name))
        .or_else(|| names_near(name).map(Suggestion::certain))
        .or_else(|| with_other_prefix(name).map(Suggestion::doubtful))
}

/// Maximum length of a name to compare with known ones.
const LONGEST: usize = 1_000;

/// Maximum number of parts of a name to compare with known ones. Each part is tried as the end of a known prefix.
const MOST_PARTS: usize = 12;

/// Returns the complete name for an argument without its marker (`kubebuilder:singular`), if only one marker has such
/// an argument.
fn without_marker(name: &str) -> Option<Suggestion> {
    let argument = name.strip_prefix("kubebuilder:")?.trim_start_matches(':');
    if argument.is_empty() || argument.contains(':') {
        return None;
    }
    let complete = |row: &'static TagDefinition| {
        let complete = format!("{}:{argument}", row.name);
        matches!(lookup(&complete), Match::Row(found) if found.name == row.name).then_some(complete)
    };
    let mut found = all().filter(|row| row.dialect == Dialect::Kubebuilder && !row.is_family()).filter_map(complete);
    let only = found.next()?;
    found.next().is_none().then(|| Suggestion::doubtful(only))
}

/// Returns the marker that accepts the last part of the name as an argument.
fn with_argument(name: &str) -> Option<Suggestion> {
    let (marker, argument) = name.rsplit_once(':').filter(|(marker, _)| !marker.is_empty())?;
    let marker = suggest(marker)?;
    let complete = format!("{}:{argument}", marker.name);
    match lookup(&complete) {
        Match::Row(_) => Some(Suggestion { name: complete, ..marker }),
        Match::Near { candidates, .. } => {
            near(argument, candidates).map(|near| Suggestion::doubtful(format!("{}:{}", marker.name, near.name)))
        }
        Match::None => None,
    }
}

/// Returns a name with the longest known prefix of this name, and the known continuation that is most similar to the
/// rest.
fn below_known_prefix(name: &str) -> Option<Suggestion> {
    let mut prefix = name.rfind(':').map_or(0, |colon| colon + 1);
    loop {
        let (right, rest) = name.split_at_checked(prefix)?;
        // Names whose lengths differ a lot are not similar.
        let is_near = |known: &&str| {
            !known.contains(':') && known.len().abs_diff(rest.len()) <= 1 + rest.len().max(known.len()) / 3
        };
        let candidates = names().filter_map(|known| known.strip_prefix(right)).filter(is_near);
        if let Some(candidate) = nearest(rest, candidates) {
            let known = format!("{right}{candidate}");
            let is_certain = names_near(name) == Some(known.as_str());
            return Some(if is_certain { Suggestion::certain(known) } else { Suggestion::doubtful(known) });
        }
        match right.trim_end_matches(':').rfind(':') {
            Some(colon) => prefix = colon + 1,
            None if prefix > 0 => prefix = 0,
            None => return None,
        }
    }
}

/// Returns the only known name from which this name differs by a single typing error.
fn names_near(name: &str) -> Option<&'static str> {
    near(name, names()).filter(|near| near.applicability == Applicability::Safe).map(|near| near.name)
}

/// Returns the tag whose absence has the effect that this name suggests: `genclient:nonNamespaced` for
/// `genclient:Namespaced`.
pub(in crate::tags) fn implied_by_absence_of(name: &str) -> Option<&'static str> {
    let parts = |name: &'static str| name.rsplit_once(':').unwrap_or(("", name));
    let (family, last) = name.rsplit_once(':').unwrap_or(("", name));
    names().find(|known| {
        let (known_family, word) = parts(known);
        known_family == family && affirmative(word).is_some_and(|word| word.eq_ignore_ascii_case(last))
    })
}

/// Returns `true` if an unknown name is probably meant to be a tag of idlgen. This is the case if it has a prefix of
/// idlgen's tags, a similar prefix, or only lacks the prefix. Without a prefix, this is the case if a known name is
/// similar.
pub(in crate::tags) fn is_ours(name: &str, is_near_a_name: bool) -> bool {
    let Some((family, _)) = name.split_once(':') else { return is_near_a_name };
    let ours = || all().filter(|row| is_read(row)).map(|row| row.name);
    let families = ours().filter_map(|known| known.split_once(':')).map(|(family, _)| family);
    nearest(family, families).is_some()
        || ours().any(|known| known.strip_suffix(name).is_some_and(|missing| missing.ends_with(':')))
}

/// Returns `true` if idlgen parses the tag. For tags of other tools, it only recognizes the names.
fn is_read(row: &TagDefinition) -> bool {
    row.dialect != Dialect::Foreign || !matches!(row.form, ValueSyntax::Unread(_))
}

/// Returns a name of the same dialect whose last part is the same except for case, or else a name without prefix.
/// Excludes tags of other tools.
fn with_other_prefix(name: &str) -> Option<String> {
    let (family, last) = ends(name);
    let last = last.to_lowercase();
    let is_same = |known: &str| known.chars().flat_map(char::to_lowercase).eq(last.chars());
    let of_family = |known: &&str| {
        let (known_family, known_last) = ends(known);
        known_family == family && is_same(known_last)
    };
    let is_plain = |row: &&TagDefinition| family == "kubebuilder" && is_read(row) && is_same(row.name);
    names().find(of_family).or_else(|| all().find(is_plain).map(|row| row.name)).map(str::to_owned)
}

/// Returns the names of the same family whose last part ends with that of an unknown name: those with `ExactlyOneOf`,
/// `AtMostOneOf` and `AtLeastOneOf` for `kubebuilder:validation:OneOf`.
pub(in crate::tags) fn longer_names(name: &str) -> Vec<&'static str> {
    let (family, last) = ends(name);
    if last.len() < SHORTEST_END {
        return Vec::new();
    }
    let ends_so = |known: &&str| {
        let (known_family, known_last) = ends(known);
        let start = known_last.len().saturating_sub(last.len());
        let end = known_last.get(start..).filter(|_| start > 0 && known_family == family);
        end.is_some_and(|end| end.eq_ignore_ascii_case(last) && end.starts_with(|first: char| first.is_uppercase()))
            && !known.contains(":items:")
    };
    names().filter(ends_so).collect()
}

/// Minimum length of the end of a name to search for.
const SHORTEST_END: usize = 5;

/// Returns the first and the last part of a name.
fn ends(name: &str) -> (&str, &str) {
    (name.split(':').next().unwrap_or_default(), name.rsplit(':').next().unwrap_or_default())
}

/// Splits a name that contains its value after a colon, as in `kubebuilder:validation:MaxLength:5`. Returns the row of
/// the name, and the value.
pub(in crate::tags) fn with_value(name: &str) -> Option<(&'static TagDefinition, &str)> {
    let (tag, value) = name.rsplit_once(':')?;
    let Match::Row(row) = lookup(tag) else { return None };
    let is_of_object = row.name.starts_with("kubebuilder:object:");
    let is_value = match row.form {
        ValueSyntax::Nothing(_) | ValueSyntax::Presence(_) => value == "true",
        ValueSyntax::Flag(_) => value.parse::<bool>().is_ok(),
        ValueSyntax::Count(_) | ValueSyntax::Number(_) | ValueSyntax::PositiveNumber(_) => value.parse::<f64>().is_ok(),
        ValueSyntax::Word(words, _) => words.contains(&value),
        _ if is_of_object => value.parse::<bool>().is_ok(),
        ValueSyntax::Text(_) | ValueSyntax::Name(_) | ValueSyntax::Own(..) => true,
        _ => false,
    };
    (is_value && row.name == tag && (is_of_object || row.dialect != Dialect::Foreign)).then_some((row, value))
}

/// Iterates over all valid names.
fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = |row: &'static TagDefinition| std::iter::once(row.name).chain(row.aliases.iter().copied());
    all().filter(|row| !row.is_family()).flat_map(names).filter(|name| *name != MISSPELT).collect()
});

/// A misspelling in KEP-4153, which is accepted but never suggested.
const MISSPELT: &str = "mutally_exclusive";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions() {
        for (name, expected) in [
            ("maxLenght", Some("maxLength")),
            ("validationrule", Some("validationRule")),
            ("Optional", Some("optional")),
            ("optional.", Some("optional")),
            ("listtype", Some("listType")),
            ("listMapKeys", Some("listMapKey")),
            ("mutualy_exclusive", Some("mutually_exclusive")),
            ("k8s:minimun", Some("k8s:minimum")),
            ("k8s:deepcopy-gn", Some("k8s:deepcopy-gen")),
            ("kubebuilder:validation:Minimun", Some("kubebuilder:validation:Minimum")),
            ("kubebuilder:validation:maxLength", Some("kubebuilder:validation:MaxLength")),
            ("kubebuilder:validation:items:maxlength", Some("kubebuilder:validation:items:MaxLength")),
            ("kubebuilder:maxLength", Some("kubebuilder:validation:MaxLength")),
            ("validation:MaxLength", Some("kubebuilder:validation:MaxLength")),
            ("kubebuilder:validation:nullable", Some("nullable")),
            ("kubebuilder:validation:Items", None),
            ("kubebuilder:singular", Some("kubebuilder:resource:singular")),
            ("kubebuilder::shortName", Some("kubebuilder:resource:shortName")),
            ("kubebuilder:JSONPath", None),
            ("kubebuilder:resource:scop", Some("kubebuilder:resource:scope")),
            ("kubebuilder:validation:XValidation:mesage", Some("kubebuilder:validation:XValidation:message")),
            ("k8s:validation:maxLenght", Some("k8s:validation:maxLength")),
            ("k8s:validation:items:maxlength", Some("k8s:validation:items:maxLength")),
            ("k8s:validation:cel[3]:mesage", Some("k8s:validation:cel[3]:message")),
            ("genclient:nonNamspaced", Some("genclient:nonNamespaced")),
            ("kubebuilder:validation:Items:MaxLength", Some("kubebuilder:validation:items:MaxLength")),
            ("kubebuilder:printcolums:name", Some("kubebuilder:printcolumn:name")),
            ("kubebuilder:validation:XValidaton:rule", Some("kubebuilder:validation:XValidation:rule")),
            ("kubebuilder:resorce:scop", Some("kubebuilder:resource:scope")),
            ("kubebuidler:validation:Minimum", Some("kubebuilder:validation:Minimum")),
            ("genclient:Namespaced", None),
            ("kubebuilder:servedversion", None),
            ("kubebuilder:validation:OneOf", None),
            ("totallyDifferent", None),
            ("acme:thing", None),
            ("", None),
        ] {
            assert_eq!(suggest(name).map(|suggestion| suggestion.name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn names_that_end_like_it() {
        let longer = |name: &str| longer_names(name).join(" ").replace("kubebuilder:validation:", "");
        assert_eq!(longer("kubebuilder:validation:OneOf"), "ExactlyOneOf AtMostOneOf AtLeastOneOf");
        assert_eq!(longer("kubebuilder:oneOf"), "ExactlyOneOf AtMostOneOf AtLeastOneOf");
        for name in ["kubebuilder:validation:ExactlyOneOf", "kubebuilder:validation:Of", "acme:OneOf", "OneOf", ""] {
            assert_eq!(longer(name), "", "{name}");
        }
    }

    #[test]
    fn names_of_very_many_parts_are_no_misspelling() {
        let start = std::time::Instant::now();
        assert_eq!(suggest(&"kubebuilder:valer:".repeat(20_000)), None);
        assert!(start.elapsed() < std::time::Duration::from_secs(5), "it takes {:?}", start.elapsed());
    }

    #[test]
    fn certain_is_what_one_slip_made_of_one_name() {
        for (name, is_certain) in [
            ("maxLenght", true),
            ("Optional", true),
            ("kubebuilder:printcolums:name", true),
            ("kubebuilder:validation:XValidaton:rule", true),
            ("kubebuidler:validation:Minimum", true),
            ("kubebuilder:resource:scop", true),
            ("kubebuilder:resorce:scop", false),
            ("mxxLength", false),
            ("kubebuilder:maxLength", false),
            ("validation:MaxLength", false),
        ] {
            let applicability = suggest(name).map(|suggestion| suggestion.applicability);
            assert_eq!(applicability == Some(Applicability::Safe), is_certain, "{name}");
        }
    }

    #[test]
    fn what_absence_says() {
        for (name, expected) in [
            ("genclient:Namespaced", Some("genclient:nonNamespaced")),
            ("genclient:namespaced", Some("genclient:nonNamespaced")),
            ("kubebuilder:servedversion", Some("kubebuilder:unservedversion")),
            ("genclient:nonNamespaced", None),
            ("k8s:ionMember", None),
            ("Namespaced", Some("nonNamespaced")),
        ] {
            assert_eq!(implied_by_absence_of(name), expected, "{name}");
        }
    }

    #[test]
    fn what_was_meant_for_us() {
        for (name, expected) in [
            ("maxLenght", true),
            ("optional.", true),
            ("k8s:thing", true),
            ("kubebuilder:thing", true),
            ("kubebuidler:validation:Minimum", true),
            ("genclient:nonNamspaced", true),
            ("validation:MaxLength", true),
            ("totallyDifferent", false),
            ("acme:thing", false),
            ("acme:maxLength", false),
            ("operator-sdk:csv:thing", false),
        ] {
            assert_eq!(is_ours(name, suggest(name).is_some()), expected, "{name}");
        }
    }
}
