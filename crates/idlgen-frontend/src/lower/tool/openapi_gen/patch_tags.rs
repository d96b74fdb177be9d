//! `+patchStrategy` and `+patchMergeKey` must match the struct tags with the same names
//! (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.validatePatchTags`).

use crate::{
    diag::Diagnostic,
    lower::codes::PATCH_TAGS,
    model::Field,
    tags::{Tag, TagKind, codes::CONFLICTING_TAG},
};

pub(in crate::lower::tool) fn check(field: &Field) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for key in ["patchStrategy", "patchMergeKey"] {
        let of_key = |tag: &&Tag| {
            matches!(tag.meaning, TagKind::PatchStrategy(_) | TagKind::PatchMergeKey(_)) && tag.name == key
        };
        let mut tags = field.tags.iter().filter(of_key);
        let (first, second) = (tags.next(), tags.next());
        if let (Some(first), Some(second)) = (first, second) {
            found.push(
                Diagnostic::new(CONFLICTING_TAG, format!("duplicate tag `+{key}`"))
                    .at(second.span)
                    .and(first.span, "first used here"),
            );
            continue;
        }
        let said = first.map_or("", |tag| match &tag.meaning {
            TagKind::PatchStrategy(value) | TagKind::PatchMergeKey(value) => value.as_str(),
            _ => "",
        });
        let struct_tag = field.struct_tag.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value.as_str());
        if said != struct_tag {
            let name = &field.name;
            let message = match (said, struct_tag) {
                (said, "") => format!("the comment of `{name}` sets {key} to `{said}`, but its struct tag does not"),
                ("", tag) => format!("the struct tag of `{name}` sets {key} to `{tag}`, but its comment does not"),
                _ => format!("the comment of `{name}` sets {key} to `{said}`, its struct tag to `{struct_tag}`"),
            };
            found.push(Diagnostic::new(PATCH_TAGS, message).at(first.map_or(field.span, |tag| tag.span)));
        }
    }
    found
}
