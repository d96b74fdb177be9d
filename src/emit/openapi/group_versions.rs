//! Groups and versions with documents, and the errors that prevent documents.

use crate::{
    diag::Diagnostic,
    emit::openapi::codes::{INVALID_GROUP_VERSION, NO_GROUP_VERSION},
    lower::{Lowered, RegisteredGroupVersion},
};

/// Iterates over the groups and versions that a server publishes.
pub(super) fn served(lowered: &Lowered) -> impl Iterator<Item = &RegisteredGroupVersion> {
    let is_served = |group_version: &&RegisteredGroupVersion| {
        group_version.has_meta_types && group_version.kinds.iter().any(|kind| !kind.is_removed)
    };
    lowered.group_versions.iter().filter(is_served)
}

/// Returns the errors that prevent documents, if any.
pub fn group_version_problems(lowered: &Lowered) -> Vec<Diagnostic> {
    if served(lowered).next().is_none() {
        let diagnostic =
            Diagnostic::new(NO_GROUP_VERSION, "no package registers a group and version that an API server publishes")
                .note("a document describes a group and version")
                .help("write only definitions: `--layout definitions`");
        return vec![match lowered.group_versions.first() {
            Some(group_version) if !group_version.has_meta_types => diagnostic
                .at(group_version.span)
                .note("it registers its kinds but never calls `metav1.AddToGroupVersion`")
                .help("call `metav1.AddToGroupVersion(scheme, SchemeGroupVersion)`"),
            Some(group_version) => diagnostic.at(group_version.span),
            None => diagnostic,
        }];
    }
    served(lowered).filter(|group_version| !is_valid(group_version)).map(invalid).collect()
}

fn invalid(group_version: &RegisteredGroupVersion) -> Diagnostic {
    let RegisteredGroupVersion { group, version, span, .. } = group_version;
    Diagnostic::new(INVALID_GROUP_VERSION, format!("`{group}/{version}` is not valid in URLs"))
        .at(*span)
        .note("a group must be a lowercase DNS name, a version a DNS label")
}

fn is_valid(group_version: &RegisteredGroupVersion) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    (group_version.group.is_empty() || group_version.group.split('.').all(is_label)) && is_label(&group_version.version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::ServedKind;
    use crate::source::{FileId, Span};

    fn problems(group_versions: &[(&str, &str, bool)]) -> Vec<String> {
        let registered = |(group, version, has_meta_types): &(&str, &str, bool)| RegisteredGroupVersion {
            group: (*group).to_owned(),
            version: (*version).to_owned(),
            has_meta_types: *has_meta_types,
            kinds: vec![ServedKind {
                name: "A".to_owned(),
                definition: "A".to_owned(),
                resource: None,
                is_removed: *version == "v0",
                deprecation: None,
            }],
            span: Span::new(FileId::from_index(0), 0, 1),
        };
        let lowered = Lowered { group_versions: group_versions.iter().map(registered).collect(), ..Lowered::default() };
        group_version_problems(&lowered).into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn groups_and_versions_are_parts_of_urls() {
        let none = Vec::<String>::new();
        assert_eq!(problems(&[("", "v1", true), ("apps.example.com", "v1beta1", true)]), none);
        for (group, version) in
            [("../etc", "v1"), ("A.b", "v1"), ("a..b", "v1"), ("a", ""), ("a", "v1/x"), ("-a", "v1")]
        {
            assert_eq!(problems(&[(group, version, true)]), [format!("`{group}/{version}` is not valid in URLs")]);
        }
        // Groups that servers do not publish have no URLs.
        assert_eq!(problems(&[("a", "v1", true), ("a", "v 2", false)]), none);
    }

    #[test]
    fn there_must_be_one() {
        let message = "no package registers a group and version that an API server publishes";
        assert_eq!(problems(&[]), [message]);
        assert_eq!(problems(&[("a", "v1", false)]), [message]);
        assert_eq!(problems(&[("a", "v0", true)]), [message]);
    }
}
