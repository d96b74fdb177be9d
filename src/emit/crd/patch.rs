//! Updates the schemas in existing CRDs: the rest of a file, including comments and layout, remains unchanged.

use std::ops::Range;

use idlgen_validate::crd::CustomResourceDefinition;
use idlgen_yaml::{Content, Entry, Limits, Node, load};
use serde_json::Value as Json;

/// A range of the file and its replacement.
type Edit = (Range<usize>, String);

/// A patched file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Patched {
    /// The content of the file.
    pub text: String,
    /// The updated versions as `KIND.GROUP/VERSION`.
    pub versions: Vec<String>,
    /// The versions that the Go packages do not define, although they define the kind.
    pub unknown: Vec<String>,
}

/// The new schema of a version.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "callers make it")]
pub enum NewSchema {
    /// The schema that replaces `openAPIV3Schema`.
    Schema(Json),
    /// The packages have the kind, but not the version.
    UnknownVersion,
    /// The packages do not have the kind.
    UnknownKind,
}

/// Returns the schema for a group, kind and version.
pub type SchemaOf<'s> = dyn Fn(&str, &str, &str) -> NewSchema + 's;

/// Updates the schemas of the CRDs in a file.
///
/// # Errors
/// Returns an error message if the file is not YAML, or if its CRDs are of `v1beta1`.
pub fn patch(text: &str, schema_of: &SchemaOf<'_>) -> Result<Patched, String> {
    let mut patched = Patched { text: text.to_owned(), ..Patched::default() };
    let mut edits: Vec<Edit> = Vec::new();
    for document in load(text, &Limits::of_this_thread()) {
        if let Some(problem) = document.problems.first() {
            return Err(problem.message.clone());
        }
        let Some(root) = document.root.filter(is_definition) else { continue };
        let (Some(spec), Some(version)) = (root.get("spec"), root.get("apiVersion").and_then(Node::as_str)) else {
            continue;
        };
        if version != "apiextensions.k8s.io/v1" {
            return Err(format!("apiVersion {version:?} not supported"));
        }
        let named = |node: Option<&Node>| node.and_then(Node::as_str).unwrap_or_default().to_owned();
        let group = named(spec.get("group"));
        let kind = named(spec.get("names").and_then(|names| names.get("kind")));
        for version in spec.get("versions").and_then(Node::as_list).unwrap_or_default() {
            let name = named(version.get("name"));
            let full = format!("{kind}.{group}/{name}");
            match schema_of(&group, &kind, &name) {
                NewSchema::UnknownKind => {}
                NewSchema::UnknownVersion => patched.unknown.push(full),
                NewSchema::Schema(schema) => {
                    let edit = edit(text, version, &schema);
                    edits.push(edit.ok_or_else(|| format!("{full} is in flow style; use block style"))?);
                    patched.versions.push(full);
                }
            }
        }
    }
    edits.sort_by_key(|(place, _)| place.start);
    for (place, new) in edits.into_iter().rev() {
        patched.text.replace_range(place, &new);
    }
    Ok(patched)
}

fn is_definition(root: &Node) -> bool {
    let text = |name: &str| root.get(name).and_then(Node::as_str).unwrap_or_default();
    CustomResourceDefinition::is_kind(text("apiVersion"), text("kind"))
}

/// Returns the edit that updates the schema of a version, or `None` if the version is in flow style.
fn edit(text: &str, version: &Node, schema: &Json) -> Option<Edit> {
    let column = |at: usize| at - text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let Content::Map(entries) = &version.content else { return None };
    let first = entries.first().filter(|_| !is_in_brackets(text, version))?;
    let around = version.entry("schema");
    let inner = around.filter(|around| !is_in_brackets(text, &around.value));
    if let Some(entry) = inner.and_then(|around| around.value.entry("openAPIV3Schema")) {
        let new = block(schema, column(entry.key_span.start) + 2);
        return Some((entry.key_span.end..end_of(text, entry), format!(":\n{new}")));
    }
    // All keys of a version are in the same column.
    let at = column(first.key_span.start);
    let indent = " ".repeat(at);
    let new = format!(":\n{indent}  openAPIV3Schema:\n{}", block(schema, at + 4));
    if let Some(entry) = around {
        return Some((entry.key_span.end..end_of(text, entry), new));
    }
    let place = first.key_span.start;
    Some((place..place, format!("schema{new}\n{indent}")))
}

/// Returns `true` for a collection in flow style.
fn is_in_brackets(text: &str, node: &Node) -> bool {
    text.get(node.span.clone()).is_some_and(|text| text.starts_with(['{', '[']))
}

/// Returns the end of an entry without trailing whitespace and line breaks.
fn end_of(text: &str, entry: &Entry) -> usize {
    let behind_key = text.get(entry.key_span.end..).and_then(|rest| rest.find(':')).map_or(0, |colon| colon + 1);
    end_of_value(text, &entry.value).max(entry.key_span.end + behind_key)
}

fn end_of_value(text: &str, value: &Node) -> usize {
    let own = || {
        let text = text.get(value.span.clone()).unwrap_or_default();
        value.span.start + text.trim_end().len()
    };
    match &value.content {
        _ if is_in_brackets(text, value) => own(),
        Content::Map(entries) => entries.last().map_or_else(own, |last| end_of(text, last)),
        Content::List(items) => items.last().map_or_else(own, |last| end_of_value(text, last)),
        _ => own(),
    }
}

/// Formats a schema as a block with this indentation, without the last line break.
fn block(schema: &Json, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let text = idlgen_yaml::to_string(schema);
    let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!("{margin}{line}") });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const FILE: &str = r"# licence
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com # by hand
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  versions:
  - name: v1
    schema:
      # old
      openAPIV3Schema:
        type: object
        properties:
          a: {type: string}
    served: true
  - name: v2
    schema: {openAPIV3Schema: {type: object}}
  - name: v3
    served: true
  - name: v4
---
kind: ConfigMap
";

    fn new() -> Json {
        json!({"description": "One.\nTwo.", "type": "object"})
    }

    fn schema(_: &str, kind: &str, version: &str) -> NewSchema {
        match (kind, version) {
            ("Widget", "v4") => NewSchema::UnknownVersion,
            ("Widget", _) => NewSchema::Schema(new()),
            _ => NewSchema::UnknownKind,
        }
    }

    #[test]
    fn only_schemas_change() {
        let patched = patch(FILE, &schema).unwrap();
        assert_eq!(patched.versions, ["Widget.example.com/v1", "Widget.example.com/v2", "Widget.example.com/v3"]);
        assert_eq!(patched.unknown, ["Widget.example.com/v4"]);
        let documents = load(&patched.text, &Limits::default());
        assert!(documents.iter().all(|document| document.problems.is_empty()), "{}", patched.text);
        let json = documents[0].root.as_ref().unwrap().to_json();
        for version in 0..3 {
            let found = &json["spec"]["versions"][version]["schema"]["openAPIV3Schema"];
            assert_eq!(*found, new(), "{}", patched.text);
        }
        for kept in
            ["# licence\n", " # by hand\n", "      # old\n", "    served: true\n  - name: v2\n", "kind: ConfigMap\n"]
        {
            assert!(patched.text.contains(kept), "{}", patched.text);
        }
        // A second run changes nothing.
        assert_eq!(patch(&patched.text, &schema).unwrap().text, patched.text);
    }

    #[test]
    fn other_files_stay_as_they_are() {
        let other = "kind: ConfigMap\n";
        assert_eq!(patch(other, &schema).unwrap(), Patched { text: other.to_owned(), ..Patched::default() });
        assert_eq!(patch(FILE, &|_, _, _| NewSchema::UnknownKind).unwrap().text, FILE);
        let old = FILE.replace("k8s.io/v1", "k8s.io/v1beta1");
        assert_eq!(patch(&old, &schema), Err("apiVersion \"apiextensions.k8s.io/v1beta1\" not supported".to_owned()));
        assert!(patch("a: [", &schema).is_err());
    }
}
