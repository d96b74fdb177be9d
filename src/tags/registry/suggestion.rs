//! The tag that a misspelt name was meant to be.

use super::{Match, TagDefinition, ValueForm, all, lookup};
use crate::{diag::nearest, tags::Dialect};

/// The name that an unknown one is nearest to, if any is near: another spelling, a wrong case, or a missing prefix.
///
/// What stands before the last known prefix (`k8s:`, `kubebuilder:validation:`) counts as right, so that only the rest
/// is compared.
pub(in crate::tags) fn suggest(name: &str) -> Option<String> {
    if let Match::Near { prefix, candidates } = lookup(name) {
        let (right, rest) = name.split_at_checked(prefix)?;
        return nearest(rest, candidates).map(|candidate| format!("{right}{candidate}"));
    }
    if name.contains(':') {
        // The beginning is missing.
        let complete = names().find(|known| known.strip_suffix(name).is_some_and(|missing| missing.ends_with(':')));
        if let Some(known) = complete {
            return Some(known.to_owned());
        }
    }
    let mut prefix = name.rfind(':').map_or(0, |colon| colon + 1);
    loop {
        let (right, rest) = name.split_at_checked(prefix)?;
        // Names of quite another length cannot be near.
        let is_near = |known: &&str| {
            !known.contains(':') && known.len().abs_diff(rest.len()) <= 1 + rest.len().max(known.len()) / 3
        };
        let candidates = names().filter_map(|known| known.strip_prefix(right)).filter(is_near);
        if let Some(candidate) = nearest(rest, candidates) {
            return Some(format!("{right}{candidate}"));
        }
        match right.trim_end_matches(':').rfind(':') {
            Some(colon) => prefix = colon + 1,
            None if prefix > 0 => prefix = 0,
            None => break,
        }
    }
    with_other_prefix(name)
}

/// Whether an unknown name was meant for us: by its prefix, or what comes near one of ours or lacks one; without a
/// prefix, if a known name is near.
pub(in crate::tags) fn is_ours(name: &str, is_near_a_name: bool) -> bool {
    let Some((family, _)) = name.split_once(':') else { return is_near_a_name };
    let ours = || all().filter(|row| is_read(row)).map(|row| row.name);
    let families = ours().filter_map(|known| known.split_once(':')).map(|(family, _)| family);
    nearest(family, families).is_some()
        || ours().any(|known| known.strip_suffix(name).is_some_and(|missing| missing.ends_with(':')))
}

/// Whether a tag means something to us: of tags of other tools, only that they are known by name.
fn is_read(row: &TagDefinition) -> bool {
    row.dialect != Dialect::Foreign || !matches!(row.form, ValueForm::Unread(_))
}

/// A name whose last part is right, but for its case.
fn with_other_prefix(name: &str) -> Option<String> {
    let last = |name: &str| name.rsplit(':').next().unwrap_or_default().to_lowercase();
    let family = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
    let mut known: Vec<&str> = names().filter(|known| last(known) == last(name)).collect();
    known.sort_by_key(|known| family(known) != family(name));
    known.first().map(|known| (*known).to_owned())
}

/// Every name that is right.
fn names() -> impl Iterator<Item = &'static str> {
    all()
        .filter(|row| !row.is_family())
        .flat_map(|row| std::iter::once(row.name).chain(row.aliases.iter().copied().filter(|alias| *alias != MISSPELT)))
}

/// A misspelling in KEP-4153 that is read, and not suggested.
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
            ("kubebuilder:resource:scop", Some("kubebuilder:resource:scope")),
            ("kubebuilder:validation:XValidation:mesage", Some("kubebuilder:validation:XValidation:message")),
            ("k8s:validation:maxLenght", Some("k8s:validation:maxLength")),
            ("k8s:validation:items:maxlength", Some("k8s:validation:items:maxLength")),
            ("k8s:validation:cel[3]:mesage", Some("k8s:validation:cel[3]:message")),
            ("genclient:nonNamspaced", Some("genclient:nonNamespaced")),
            ("totallyDifferent", None),
            ("acme:thing", None),
            ("", None),
        ] {
            assert_eq!(suggest(name).as_deref(), expected, "{name}");
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
