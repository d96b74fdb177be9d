//! CRD size limits: removes descriptions, deepest first.

use std::{collections::BTreeMap, sync::Arc};

use idlgen_runtime::go;
use idlgen_validate::{Schema, crd::CustomResourceDefinition as Document};
use idlgen_yaml::Part;
use serde_json::{Map, Value as Json};

use super::codes::{DESCRIPTIONS_CUT, LARGER_THAN_STORED, TOO_LARGE};
use crate::{
    diag::Diagnostic,
    emit::openapi::{nodes, structural},
    source::Span,
};

/// The default maximum size of a request to etcd in bytes (`DefaultMaxRequestBytes`).
const MAX_REQUEST: usize = 1_572_864;

/// The JSON sizes in bytes of numbered mappings that several CRDs of a run share.
#[derive(Default)]
pub(crate) struct Sizes(BTreeMap<usize, usize>);

/// Returns a diagnostic if no API server can store a CRD. `yaml` is its size as YAML, if it was written.
pub(crate) fn check(
    kind: &str,
    definition: &Part<'_>,
    yaml: Option<usize>,
    sizes: &mut Sizes,
    span: Option<Span>,
) -> Option<Diagnostic> {
    // JSON is about as long as YAML or shorter, because it has no indentation.
    if yaml.is_some_and(|yaml| yaml <= MAX_REQUEST / 2) {
        return None;
    }
    let size = size_of_part(definition, &mut sizes.0);
    if size <= MAX_REQUEST {
        return None;
    }
    let message = format!("the CRD for {kind} has {size} bytes, but API servers can store only {MAX_REQUEST}");
    let diagnostic = Diagnostic::new(LARGER_THAN_STORED, message)
        .help("drop the deepest descriptions with `--max-bytes 1500000` or all with `--max-description-length 0`");
    Some(if let Some(span) = span { diagnostic.at(span) } else { diagnostic })
}

/// Reduces a CRD to `limit` bytes of compact JSON. `trees` are the schemas of its versions, which it modifies; `span`
/// is the location of the kind's declaration.
pub(super) fn fit(document: &Document, trees: &mut [Schema], limit: usize, span: Option<Span>) -> Option<Diagnostic> {
    let size = |trees: &[Schema]| {
        let mut document = document.clone();
        for (version, tree) in document.versions.iter_mut().zip(trees) {
            version.schema = Some(Arc::new(structural::json(tree)));
        }
        size(&document.into_json())
    };
    let before = size(trees);
    if before <= limit {
        return None;
    }
    let kind = document.names.kind.clone();
    let at = |diagnostic: Diagnostic| if let Some(span) = span { diagnostic.at(span) } else { diagnostic };
    let mut cut = 0;
    let deepest = loop {
        let depth = trees.iter().filter_map(|tree| deepest_description(tree, 0)).max();
        let Some(depth) = depth else {
            let message =
                format!("the CRD for {kind} has {} bytes without descriptions, but the limit is {limit}", size(trees));
            return Some(at(Diagnostic::new(TOO_LARGE, message)));
        };
        for tree in trees.iter_mut() {
            cut += remove(tree, depth);
        }
        if size(trees) <= limit {
            break depth;
        }
    };
    let message = format!(
        "the CRD for {kind} had {before} bytes: {cut} descriptions of fields at depth {deepest} and deeper were removed"
    );
    let now = format!("it now has {} bytes; the limit is {limit}", size(trees));
    Some(at(Diagnostic::new(DESCRIPTIONS_CUT, message).note(now)))
}

/// Returns the size in bytes of a CRD as `kubectl apply` stores it in an annotation. `known` contains the sizes of
/// numbered mappings.
fn size_of_part(part: &Part<'_>, known: &mut BTreeMap<usize, usize>) -> usize {
    match part {
        Part::Json(json) => size(json),
        Part::Text(text) => size_of_text(text),
        Part::List(items) => separated(items.len()) + items.iter().map(|item| size_of_part(item, known)).sum::<usize>(),
        Part::Mapping(entries) => separated(entries.len()) + size_of_entries(entries, known),
        Part::Object(values, entries) => {
            separated(values.len() + entries.len()) + size_of_members(values) + size_of_entries(entries, known)
        }
        Part::Shared(shared) => {
            let entries = shared.entries();
            separated(entries.len()) + size_of_entries(&entries, known)
        }
        Part::Numbered(numbered) => {
            if let Some(size) = known.get(&numbered.number()) {
                return *size;
            }
            let entries = numbered.entries();
            let size = separated(entries.len()) + size_of_entries(&entries, known);
            known.insert(numbered.number(), size);
            size
        }
    }
}

/// Returns the number of bytes of keys, colons and values.
fn size_of_entries(entries: &[(&str, Part<'_>)], known: &mut BTreeMap<usize, usize>) -> usize {
    entries.iter().map(|(key, value)| size_of_text(key) + 1 + size_of_part(value, known)).sum()
}

/// Returns the number of bytes of keys, colons and JSON values.
fn size_of_members(members: &Map<String, Json>) -> usize {
    members.iter().map(|(key, value)| size_of_text(key) + 1 + size(value)).sum()
}

/// Returns the number of bytes for brackets and commas around this many values.
fn separated(count: usize) -> usize {
    2 + count.saturating_sub(1)
}

fn size(json: &Json) -> usize {
    match json {
        Json::Array(items) => separated(items.len()) + items.iter().map(size).sum::<usize>(),
        Json::Object(members) => separated(members.len()) + size_of_members(members),
        Json::String(text) => size_of_text(text),
        other => go::to_json(other).len(),
    }
}

fn size_of_text(text: &str) -> usize {
    let more_of_byte = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | b'\x08' | b'\x0c' => 1,
        ..b' ' => 5,
        _ => 0,
    };
    // Most strings contain none of these characters, which this loop checks many bytes at a time.
    let is_special = |byte: u8| matches!(byte, ..b' ' | b'"' | b'\\');
    let is_plain = |block: &&[u8]| !block.iter().fold(false, |any, byte| any | is_special(*byte));
    let special = text.as_bytes().chunks(64).filter(|block| !is_plain(block));
    2 + text.len() + special.flatten().map(|byte| more_of_byte(*byte)).sum::<usize>()
}

/// Returns the depth of the deepest description: 1 for a field of the root.
fn deepest_description(schema: &Schema, depth: usize) -> Option<usize> {
    let own = schema.description.as_ref().map(|_| depth);
    nodes::children(schema).filter_map(|child| deepest_description(child, depth + 1)).chain(own).max()
}

/// Removes the descriptions at `depth`.
fn remove(schema: &mut Schema, depth: usize) -> usize {
    if depth == 0 {
        return usize::from(schema.description.take().is_some());
    }
    nodes::children_mut(schema).map(|child| remove(child, depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use idlgen_validate::{
        crd::definition::CrdValidator,
        schema::json::{Indent, OrderedJson},
    };
    use serde_json::json;

    use super::*;

    fn document(schema: &serde_json::Value) -> (Document, Vec<Schema>) {
        let json = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "as.b.c"},
            "spec": {
                "group": "b.c", "names": {"kind": "A", "plural": "as"}, "scope": "Namespaced",
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
            },
        });
        (Document::from_json(&json).0, vec![Schema::from_json(schema).0])
    }

    #[test]
    fn what_etcd_does_not_take_is_said() {
        let described = |length: usize| json!({"type": "object", "description": "x".repeat(length)});
        let (small, _) = document(&described(10));
        let judge = |document: &Document| {
            check("A", &Part::Json(Cow::Owned(document.to_json())), None, &mut Sizes::default(), None)
        };
        assert!(judge(&small).is_none());
        let left = MAX_REQUEST - size(&small.to_json());
        let (fits, _) = document(&described(10 + left));
        assert!(judge(&fits).is_none());
        let (large, _) = document(&described(11 + left));
        let said = judge(&large).unwrap();
        assert_eq!(said.message, "the CRD for A has 1572865 bytes, but API servers can store only 1572864");
    }

    #[test]
    fn the_size_is_that_of_the_text() {
        let json = json!({"": [], "a": {}, "b\"": [1, -2.5, null, true], "c": "\u{1}\n\\é/<", "d": {"e": 1, "f": ""}});
        assert_eq!(size(&json), OrderedJson::from_json(&json).to_text(Indent::Compact).len());
    }

    /// A CRD has the size of its compact JSON, whatever it is assembled from.
    #[test]
    fn the_size_of_parts_is_that_of_their_json() {
        struct Inner;
        impl idlgen_yaml::Entries for Inner {
            fn entries(&self) -> Vec<(&str, Part<'_>)> {
                vec![("one", Part::Text("1")), ("two", Part::List(Vec::new()))]
            }
        }
        let json = |value: Json| Part::Json(Cow::Owned(value));
        let members = |value: Json| value.as_object().cloned().unwrap();
        let numbered = || {
            let entries = || vec![("a", Part::Text("x")), ("b", Part::Json(Cow::Owned(json!([1]))))];
            Part::Numbered(idlgen_yaml::Numbered::new(7, entries))
        };
        for part in [
            json(json!({"a": [1, {"b": null}]})),
            Part::Text("text"),
            Part::List(vec![]),
            Part::List(vec![Part::Text("a"), json(json!(2)), Part::Text("")]),
            Part::Mapping(vec![]),
            Part::Mapping(vec![("a", Part::Text("b")), ("c", Part::Mapping(vec![("d", json(json!(true)))]))]),
            Part::Object(members(json!({"a": 1, "bc": "d"})), vec![]),
            Part::Object(members(json!({"a": 1})), vec![("b", Part::Text("c")), ("de", Part::Text("f"))]),
            Part::Shared(&Inner),
            numbered(),
            Part::List(vec![numbered(), numbered()]),
        ] {
            let mut writer = idlgen_yaml::Writer::default();
            let loaded = idlgen_yaml::load(writer.document(&part), &idlgen_yaml::Limits::default()).remove(0);
            let text = loaded.root.unwrap().to_json().to_string();
            assert_eq!(size_of_part(&part, &mut BTreeMap::new()), text.len(), "{text}");
        }
    }

    /// A CRD whose YAML is at most half as long as the limit is not measured.
    #[test]
    fn small_files_are_not_measured() {
        let (large, _) = document(&json!({"type": "object", "description": "x".repeat(MAX_REQUEST)}));
        let definition = Part::Json(Cow::Owned(large.to_json()));
        let is_large = |yaml| check("A", &definition, Some(yaml), &mut Sizes::default(), None).is_some();
        assert_eq!([0, MAX_REQUEST / 2, MAX_REQUEST / 2 + 1].map(is_large), [false, false, true]);
    }

    /// Control characters have escapes of six bytes, and others of two.
    #[test]
    fn the_size_of_a_string_includes_its_escapes() {
        for text in ["", "a", "\u{1f}", " ", "\u{7f}", "\"", "\\", "\u{8}\u{c}\n\r\t", "é", &"a\u{0}".repeat(99)] {
            assert_eq!(size_of_text(text), Json::from(text).to_string().len(), "{text:?}");
            let long = format!("{}{text}", "x".repeat(100));
            assert_eq!(size_of_text(&long), Json::from(long.as_str()).to_string().len(), "{text:?}");
        }
    }

    #[test]
    fn the_deepest_descriptions_go_first() {
        let text = "x".repeat(100);
        let schema = json!({"type": "object", "description": text, "properties": {"spec": {
            "type": "object", "description": text, "properties": {
                "a": {"type": "string", "description": text},
                "b": {"type": "array", "description": text, "items": {"type": "string", "description": text}},
            },
        }}});
        let (whole, mut trees) = document(&schema);
        let bytes = size(&whole.to_json());
        assert!(fit(&whole, &mut trees, bytes, None).is_none());
        let said = fit(&whole, &mut trees, bytes - 150, None).unwrap();
        assert_eq!(
            said.message,
            format!("the CRD for A had {bytes} bytes: 3 descriptions of fields at depth 2 and deeper were removed")
        );
        let left = structural::json(&trees[0]);
        assert_eq!(left["properties"]["spec"]["description"], text.as_str());
        assert_eq!(left["properties"]["spec"]["properties"]["a"], json!({"type": "string"}));
        assert!(CrdValidator::new(35).validate_new_built(&whole, &trees).is_empty());
        let said = fit(&whole, &mut trees, 10, None).unwrap();
        assert_eq!(said.code, TOO_LARGE);
    }
}
