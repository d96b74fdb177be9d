//! `title`, `x-kubernetes-int-or-string`, `x-kubernetes-embedded-resource`, `x-kubernetes-preserve-unknown-fields`.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Meaning};

/// Titles: the outermost layer decides. The others are said by any layer.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, meaning) in layers.meanings() {
        match meaning {
            Meaning::Title(title) if schema.title.is_none() => {
                schema.title = Some(title.clone());
                note(schema, "title", tag);
            }
            Meaning::IntOrString => {
                // The extension says the type; API servers accept no other beside it.
                schema.schema_type = None;
                schema.format = None;
                schema.extensions.int_or_string = true;
                note(schema, "x-kubernetes-int-or-string", tag);
            }
            Meaning::EmbeddedResource => {
                schema.extensions.embedded_resource = true;
                note(schema, "x-kubernetes-embedded-resource", tag);
            }
            Meaning::PreserveUnknownFields => {
                schema.extensions.preserve_unknown_fields = Some(true);
                note(schema, "x-kubernetes-preserve-unknown-fields", tag);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn tags_that_say_what_a_value_is() {
        let lowered = lower_go(
            r#"
type T struct {
    // +title="Listening port"
    // +intOrString
    Port string `json:"port,omitempty"`
    // +preserveUnknownFields
    Any map[string]string `json:"any,omitempty"`
    // +embeddedResource
    // +preserveUnknownFields
    Object interface{} `json:"object,omitempty"`
}
"#,
        );
        assert_eq!(lowered.property("T", "port"), r#"{"title":"Listening port","x-kubernetes-int-or-string":true}"#);
        assert_eq!(
            lowered.property("T", "any"),
            r#"{"type":"object","additionalProperties":{"type":"string","default":""},"x-kubernetes-preserve-unknown-fields":true}"#
        );
        assert_eq!(
            lowered.property("T", "object"),
            r#"{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}"#
        );
    }
}
