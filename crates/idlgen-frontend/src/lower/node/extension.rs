//! `+k8s:openapi-gen=x-kubernetes-NAME:VALUE`: arbitrary extensions.

use idlgen_schema::{
    Schema,
    schema::{ListType, MapType},
};
use serde_json::Value as Json;

use crate::{lower::layer::Layers, tags::TagKind};

/// Adds extensions by name. If several layers set the same extension, the outermost one applies. Extensions with a
/// dedicated schema field are converted to that field.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut seen: Vec<&str> = Vec::new();
    for (tag, meaning) in layers.meanings() {
        let TagKind::Extension { name, value } = meaning else { continue };
        if seen.contains(&name.as_str()) {
            continue;
        }
        seen.push(name);
        schema.origin.tags.push(("x-", tag.text.clone()));
        set(schema, name, value);
    }
}

fn set(schema: &mut Schema, name: &str, value: &str) {
    let extensions = &mut schema.extensions;
    match (name, value) {
        ("x-kubernetes-preserve-unknown-fields", "true") => extensions.preserve_unknown_fields = Some(true),
        ("x-kubernetes-preserve-unknown-fields", "false") => extensions.preserve_unknown_fields = Some(false),
        ("x-kubernetes-embedded-resource", "true" | "false") => extensions.embedded_resource = value == "true",
        ("x-kubernetes-int-or-string", "true" | "false") => extensions.int_or_string = value == "true",
        ("x-kubernetes-list-type", _) => extensions.list_type = Some(ListType::from_name(value)),
        ("x-kubernetes-map-type", _) => extensions.map_type = Some(MapType::from_name(value)),
        ("x-kubernetes-patch-strategy", _) => extensions.patch_strategy = Some(value.to_owned()),
        ("x-kubernetes-patch-merge-key", _) => extensions.patch_merge_key = Some(value.to_owned()),
        _ => {
            extensions.other.insert(name.to_owned(), Json::String(value.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn extensions_are_text_unless_a_schema_knows_them() {
        let lowered = lower_go(
            r#"
// +k8s:openapi-gen=x-kubernetes-type-note:of the type
type T struct {
    // +k8s:openapi-gen=x-kubernetes-note:a:b
    // +k8s:openapi-gen=x-kubernetes-list-type:set
    // +k8s:openapi-gen=x-kubernetes-preserve-unknown-fields:true
    A []string `json:"a,omitempty"`
}
"#,
        );
        assert_eq!(
            lowered.property("T", "a"),
            concat!(
                r#"{"type":"array","items":{"type":"string","default":""},"x-kubernetes-list-type":"set","#,
                r#""x-kubernetes-note":"a:b","x-kubernetes-preserve-unknown-fields":true}"#
            )
        );
        assert_eq!(
            lowered.schema("T").extensions.other.get("x-kubernetes-type-note"),
            Some(&serde_json::json!("of the type"))
        );
    }
}
