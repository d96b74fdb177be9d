//! Tags that are repeated in a comment although only one of them is used.

use std::collections::BTreeMap;

use crate::{
    diag::Diagnostic,
    tags::{
        CustomResource, Tag, TagKind, codes,
        registry::{self, TagDefinition},
    },
};

/// Reports repeated tags in a comment: either redundant, or with another value.
pub(in crate::tags) fn check(
    diagnostics: &mut Vec<Diagnostic>,
    tags: &[Tag],
    definitions: &[Option<&'static TagDefinition>],
) {
    let mut first: BTreeMap<String, Vec<&Tag>> = BTreeMap::new();
    for (tag, definition) in tags.iter().zip(definitions) {
        let Some(key) = definition.and_then(|definition| key(tag, definition)) else { continue };
        let earlier = first.entry(key).or_default();
        let mut added = Vec::new();
        let contradicted = earlier.iter().find(|earlier| adds(earlier, tag).map(|found| added.extend(found)).is_none());
        if let Some(contradicted) = contradicted {
            diagnostics.push(diagnostic(contradicted, tag));
        } else {
            diagnostics.extend(added.into_iter().take(1));
            earlier.push(tag);
        }
    }
}

/// Reports tags of a later comment that repeat tags of an earlier one of the same declaration.
pub(crate) fn between(earlier: &[Tag], later: &[Tag]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for tag in later {
        let definition = registry::find(&tag.name);
        let Some(wanted) = definition.and_then(|definition| key(tag, definition)) else { continue };
        let is_same = |other: &&Tag| definition.and_then(|row| key(other, row)).as_ref() == Some(&wanted);
        let same_name =
            |other: &&Tag| registry::find(&other.name).map(|row| row.name) == definition.map(|row| row.name);
        let Some(first) = earlier.iter().filter(same_name).find(is_same) else { continue };
        match adds(first, tag) {
            Some(added) => diagnostics.extend(added),
            None => diagnostics.push(diagnostic(first, tag)),
        }
    }
    diagnostics
}

/// Returns the diagnostics for a tag that cannot be repeated but only adds values to an earlier one, or `None` if it
/// conflicts. For example, gatekeeper writes the path and the scope of a resource in separate markers.
fn adds(earlier: &Tag, tag: &Tag) -> Option<Vec<Diagnostic>> {
    let (
        TagKind::CustomResource(CustomResource::Resource(first)),
        TagKind::CustomResource(CustomResource::Resource(later)),
    ) = (&earlier.meaning, &tag.meaning)
    else {
        return None;
    };
    if first == later || !first.outlasts(later) {
        return None;
    }
    let lost = first.overridden_by(later);
    if lost.is_empty() {
        return Some(Vec::new());
    }
    let said = Diagnostic::new(codes::REPEATED_TAG, format!("duplicate tag `+{}`", tag.name));
    let note = format!("both apply, but controller-gen takes {} from the last one only", lost.join(" and "));
    Some(vec![said.at(tag.span).and(earlier.span, "first here").note(note).help("combine the arguments in one marker")])
}

fn diagnostic(earlier: &Tag, tag: &Tag) -> Diagnostic {
    let diagnostic = match (&earlier.meaning, &tag.meaning) {
        (TagKind::Published(true), TagKind::Published(false))
        | (TagKind::Published(false), TagKind::Published(true)) => {
            Diagnostic::new(codes::REPEATED_TAG, format!("`+{}` is both `true` and `false`", tag.name))
                .note("openapi-gen uses `true` for a package and `false` for a type or field")
        }
        (earlier, later) if same(earlier, later) => {
            Diagnostic::new(codes::REPEATED_TAG, format!("duplicate tag `+{}`", tag.name))
        }
        _ => Diagnostic::new(codes::CONFLICTING_TAG, format!("duplicate tag `+{}` with different values", tag.name)),
    };
    diagnostic.at(tag.span).and(earlier.span, "first here")
}

/// Returns the key of a tag that is allowed only once: its name, and whatever distinguishes it from others with the
/// same name. Returns `None` if the tag can be repeated.
fn key(tag: &Tag, definition: &TagDefinition) -> Option<String> {
    match &tag.meaning {
        TagKind::Malformed | TagKind::Recognised | TagKind::Holding(_) => None,
        TagKind::ErrorMessage { keyword, .. } => Some(format!("{} {keyword}", definition.name)),
        TagKind::ListMapKey(name) => Some(format!("{} {name}", definition.name)),
        TagKind::Published(_) => Some(definition.name.to_owned()),
        TagKind::Extension { name, .. } => Some(format!("{} {name}", definition.name)),
        TagKind::Override { path, tag } => {
            let nested = key(tag, registry::find(&tag.name)?)?;
            Some(format!("{} {path:?} {nested}", definition.name))
        }
        _ if definition.repeatable => None,
        _ => Some(definition.name.to_owned()),
    }
}

/// Returns `true` if two tags have the same meaning, regardless of their locations.
fn same(left: &TagKind, right: &TagKind) -> bool {
    match (left, right) {
        (TagKind::Override { tag: left, .. }, TagKind::Override { tag: right, .. }) => {
            same(&left.meaning, &right.meaning)
        }
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn repetitions() {
        expect(&[
            (
                "+optional\n+optional",
                &[
                    "plain +optional: optional",
                    "plain +optional: optional",
                    "repeated-tag: duplicate tag `+optional` @ +optional",
                ],
            ),
            (
                "+maxLength=1\n+maxLength=2",
                &[
                    "plain +maxLength: maxLength 1",
                    "plain +maxLength: maxLength 2",
                    "conflicting-tag: duplicate tag `+maxLength` with different values @ +maxLength=2",
                ],
            ),
            (
                "+override:a=+minimum=1\n+override:b=+minimum=2\n+override:a=+minimum=1\n+override:a=+minimum=3",
                &[
                    "plain +override: override \"a\": minimum 1",
                    "plain +override: override \"b\": minimum 2",
                    "plain +override: override \"a\": minimum 1",
                    "plain +override: override \"a\": minimum 3",
                    "repeated-tag: duplicate tag `+override` @ +override:a=+minimum=1",
                    "conflicting-tag: duplicate tag `+override` with different values @ +override:a=+minimum=3",
                ],
            ),
            (
                "+errorMessage(enum)=a\n+errorMessage(pattern)=a",
                &[
                    "plain +errorMessage: error of enum message \"a\"",
                    "plain +errorMessage: error of pattern message \"a\"",
                ],
            ),
            (
                "+kubebuilder:resource:path=as\n+kubebuilder:resource:scope=Cluster\n+kubebuilder:resource:path=bs",
                &[
                    "kubebuilder +kubebuilder:resource: resource path \"as\"",
                    "kubebuilder +kubebuilder:resource: resource scope Cluster",
                    "kubebuilder +kubebuilder:resource: resource path \"bs\"",
                    "conflicting-tag: duplicate tag `+kubebuilder:resource` with different values @ \
                     +kubebuilder:resource:path=bs",
                ],
            ),
            (
                "+kubebuilder:resource:categories=as\n+kubebuilder:resource:shortName=b",
                &[
                    "kubebuilder +kubebuilder:resource: resource categories \"as\"",
                    "kubebuilder +kubebuilder:resource: resource short names \"b\"",
                    "repeated-tag: duplicate tag `+kubebuilder:resource` @ +kubebuilder:resource:shortName=b",
                ],
            ),
            (
                "+listMapKey=a\n+listMapKey=b",
                &["plain +listMapKey: list map key \"a\"", "plain +listMapKey: list map key \"b\""],
            ),
            (
                "+k8s:openapi-gen=true\n+k8s:openapi-gen=x-kubernetes-a:b\n+k8s:openapi-gen=false",
                &[
                    "openapi-gen +k8s:openapi-gen: published",
                    "openapi-gen +k8s:openapi-gen: extension x-kubernetes-a \"b\"",
                    "openapi-gen +k8s:openapi-gen: not published",
                    "repeated-tag: `+k8s:openapi-gen` is both `true` and `false` @ +k8s:openapi-gen=false",
                ],
            ),
            (
                "+mutually_exclusive=a,b\n+mutally_exclusive=c,d\n+k8s:maxItems=1\n+k8s:maxItems=2",
                &[
                    "plain +mutually_exclusive: mutually exclusive \"a\" \"b\"",
                    "plain +mutally_exclusive: mutually exclusive \"c\" \"d\"",
                    "validation-gen +k8s:maxItems: maxItems 1",
                    "validation-gen +k8s:maxItems: maxItems 2",
                    "conflicting-tag: duplicate tag `+k8s:maxItems` with different values @ +k8s:maxItems=2",
                ],
            ),
        ]);
    }
}
