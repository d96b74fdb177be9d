//! Emulates how openapi-gen handles extensions: all values are strings, several values in one tag are a list, and two
//! tags with the same name result in a duplicate map key, which Go does not compile
//! (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.emitExtensions`).

use std::collections::BTreeMap;

use idlgen_schema::Schema;
use serde_json::Value as Json;

use crate::{
    diag::Diagnostic,
    lower::layer::Layer,
    tags::{Tag, TagKind, codes::CONFLICTING_TAG},
};

/// Returns the name and value of a tag's extension, if openapi-gen writes the value unchanged.
fn extension(tag: &Tag) -> Option<(&str, &str)> {
    Some(match &tag.meaning {
        TagKind::ListType(value) => ("x-kubernetes-list-type", value),
        TagKind::ListMapKey(value) => ("x-kubernetes-list-map-keys", value),
        TagKind::MapType(value) | TagKind::StructType(value) => ("x-kubernetes-map-type", value),
        TagKind::PatchStrategy(value) => ("x-kubernetes-patch-strategy", value),
        TagKind::PatchMergeKey(value) => ("x-kubernetes-patch-merge-key", value),
        TagKind::Extension { name, value } => (name, value),
        TagKind::Rule(_) => ("x-kubernetes-validations", ""),
        _ => return None,
    })
}

/// Returns the key that groups tags. Tags with the same key result in a single map key, regardless of the number of
/// values.
fn family(tag: &Tag) -> Option<&str> {
    match &tag.meaning {
        // Each extension with this tag has a map key of its own.
        TagKind::Extension { .. } if tag.name == "k8s:openapi-gen" => None,
        TagKind::Rule(_) => Some("cel"),
        _ => Some(&tag.name),
    }
}

/// Reports extensions that several tags set.
pub(in crate::lower::tool) fn clashes(tags: &[Tag]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut seen: BTreeMap<&str, &Tag> = BTreeMap::new();
    for tag in tags {
        let Some((name, _)) = extension(tag) else { continue };
        let Some(first) = seen.get(name) else {
            seen.insert(name, tag);
            continue;
        };
        if family(tag).is_none() || family(tag) != family(first) {
            found.push(
                Diagnostic::new(CONFLICTING_TAG, format!("two tags set {name}"))
                    .at(tag.span)
                    .and(first.span, "the other tag")
                    .note("openapi-gen writes both into one map, so the generated Go code does not compile"),
            );
        }
    }
    found
}

/// Returns `true` if two tags set different values of the same extension.
pub(in crate::lower::tool) fn contradict(tags: &[Tag]) -> bool {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    let single = tags.iter().filter(|tag| !matches!(tag.meaning, TagKind::ListMapKey(_) | TagKind::Rule(_)));
    single.filter_map(extension).any(|(name, value)| seen.insert(name, value).is_some_and(|other| other != value))
}

/// Adds extensions to the schema: a list for a tag with several values, and a string if the value is a string upstream.
pub(super) fn apply(schema: &mut Schema, layer: &Layer<'_>) {
    let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for tag in &layer.tags {
        if let Some((name, value)) =
            extension(tag).filter(|_| !matches!(tag.meaning, TagKind::Rule(_) | TagKind::ListMapKey(_)))
        {
            values.entry(name).or_default().push(value);
        }
    }
    for (name, values) in values {
        let is_custom = layer
            .tags
            .iter()
            .any(|tag| matches!(&tag.meaning, TagKind::Extension { name: other, .. } if other == name));
        let value = match values.as_slice() {
            [only] if is_custom => Json::from(*only),
            [_] => continue,
            several => several.iter().map(|value| Json::from(*value)).collect(),
        };
        let extensions = &mut schema.extensions;
        match name {
            "x-kubernetes-list-type" => extensions.list_type = None,
            "x-kubernetes-map-type" => extensions.map_type = None,
            "x-kubernetes-patch-strategy" => extensions.patch_strategy = None,
            "x-kubernetes-patch-merge-key" => extensions.patch_merge_key = None,
            "x-kubernetes-preserve-unknown-fields" => extensions.preserve_unknown_fields = None,
            "x-kubernetes-embedded-resource" => extensions.embedded_resource = false,
            "x-kubernetes-int-or-string" => extensions.int_or_string = false,
            _ => {}
        }
        extensions.other.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::clashes;
    use crate::tags::{TagOptions, testing::read};

    #[test]
    fn only_other_tags_for_the_same_extension_clash() {
        for (comment, expected) in [
            ("// +k8s:validation:cel[0]:rule=\"a\"\n// +k8s:validation:cel[1]:rule=\"b\"\n", 0),
            ("// +validationRule=\"a\"\n// +k8s:validation:cel[0]:rule=\"b\"\n", 0),
            ("// +listMapKey=a\n// +listMapKey=b\n", 0),
            ("// +mapType=atomic\n// +structType=atomic\n", 1),
            ("// +k8s:openapi-gen=x-kubernetes-a:1\n// +k8s:openapi-gen=x-kubernetes-a:2\n", 1),
            ("// +k8s:openapi-gen=x-kubernetes-a:1\n// +k8s:openapi-gen=x-kubernetes-b:2\n", 0),
        ] {
            let (_, parsed) = read(comment, &TagOptions::default());
            assert_eq!(clashes(&parsed.tags).len(), expected, "{comment}");
        }
    }
}
