//! `+k8s:prerelease-lifecycle-gen:…`: the Kubernetes versions that introduce, deprecate and remove an API
//! (`k8s.io/code-generator/cmd/prerelease-lifecycle-gen`).

use std::fmt::{self, Display, Formatter};

use super::{
    TagKind,
    reader::CommentReader,
    registry::{
        ValueReader,
        definition::{TagDefinition, ValueSyntax},
        foreign::row,
    },
    value::{Head, doubtful},
};

/// The effect of a tag on the lifecycle of an API.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lifecycle {
    /// The version that introduced it.
    Introduced(KubernetesVersion),
    /// The version that deprecated it.
    Deprecated(KubernetesVersion),
    /// The version in which it is removed.
    Removed(KubernetesVersion),
    /// The API that replaces it.
    Replacement {
        /// The group.
        group: String,
        /// The version.
        version: String,
        /// The kind.
        kind: String,
    },
}

/// A Kubernetes version `MAJOR.MINOR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KubernetesVersion {
    /// The major version, which so far is always 1.
    pub major: u16,
    /// The minor version.
    pub minor: u16,
}

pub(in crate::tags) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        form: ValueSyntax::Own(
            "=MAJOR.MINOR",
            ValueReader(|reader, head| Ok(version(reader, head, Lifecycle::Introduced))),
        ),
        ..row(
            "k8s:prerelease-lifecycle-gen:introduced",
            "prerelease-lifecycle-gen",
            "The Kubernetes version that introduced the API.",
        )
    },
    TagDefinition {
        form: ValueSyntax::Own(
            "=MAJOR.MINOR",
            ValueReader(|reader, head| Ok(version(reader, head, Lifecycle::Deprecated))),
        ),
        ..row(
            "k8s:prerelease-lifecycle-gen:deprecated",
            "prerelease-lifecycle-gen",
            "The Kubernetes version that deprecated the API.",
        )
    },
    TagDefinition {
        form: ValueSyntax::Own(
            "=MAJOR.MINOR",
            ValueReader(|reader, head| Ok(version(reader, head, Lifecycle::Removed))),
        ),
        ..row(
            "k8s:prerelease-lifecycle-gen:removed",
            "prerelease-lifecycle-gen",
            "The Kubernetes version that removes the API.",
        )
    },
    TagDefinition {
        form: ValueSyntax::Own("=GROUP,VERSION,KIND", ValueReader(|reader, head| Ok(replacement(reader, head)))),
        ..row("k8s:prerelease-lifecycle-gen:replacement", "prerelease-lifecycle-gen", "The API that replaces this one.")
    },
];

fn version(reader: &mut CommentReader<'_>, head: &Head, make: fn(KubernetesVersion) -> Lifecycle) -> TagKind {
    let value = reader.take_value();
    let version = value
        .0
        .split_once('.')
        .and_then(|(major, minor)| Some(KubernetesVersion { major: major.parse().ok()?, minor: minor.parse().ok()? }));
    match version {
        Some(version) => TagKind::Lifecycle(make(version)),
        None => doubtful(reader, head, value, "a version such as `1.30`"),
    }
}

fn replacement(reader: &mut CommentReader<'_>, head: &Head) -> TagKind {
    let value = reader.take_value();
    let parts: Vec<&str> = value.0.split(',').map(str::trim).collect();
    match parts.as_slice() {
        [group, version, kind] => TagKind::Lifecycle(Lifecycle::Replacement {
            group: (*group).to_owned(),
            version: (*version).to_owned(),
            kind: (*kind).to_owned(),
        }),
        _ => doubtful(reader, head, value, "group, version and kind, separated by commas"),
    }
}

/// Formats the effect for `idlgen dump tags`.
impl Display for Lifecycle {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Lifecycle::Introduced(version) => write!(out, "introduced in {version}"),
            Lifecycle::Deprecated(version) => write!(out, "deprecated in {version}"),
            Lifecycle::Removed(version) => write!(out, "removed in {version}"),
            Lifecycle::Replacement { group, version, kind } => write!(out, "replaced by {group}/{version} {kind}"),
        }
    }
}

impl Display for KubernetesVersion {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn tags() {
        for (tag, expected) in [
            ("introduced=1.30", "introduced: introduced in 1.30"),
            ("deprecated=1.33", "deprecated: deprecated in 1.33"),
            ("removed= 1.36", "removed: removed in 1.36"),
            ("replacement=apps,v1,Deployment", "replacement: replaced by apps/v1 Deployment"),
        ] {
            let tag = format!("+k8s:prerelease-lifecycle-gen:{tag}");
            expect(&[(&tag, &[&format!("foreign +k8s:prerelease-lifecycle-gen:{expected}")])]);
        }
        expect(&[(
            "+k8s:prerelease-lifecycle-gen:introduced=soon",
            &[
                "foreign +k8s:prerelease-lifecycle-gen:introduced: recognised",
                "malformed-value: `+k8s:prerelease-lifecycle-gen:introduced` expects a version such as `1.30`, not \
                 `soon` @ soon",
            ],
        )]);
    }
}
