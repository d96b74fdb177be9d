//! Sets `x-kubernetes-embedded-resource` on schema nodes.

use idlgen_schema::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the extension if any layer does.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, _) in layers.meanings().filter(|(_, meaning)| matches!(meaning, TagKind::EmbeddedResource)) {
        schema.extensions.embedded_resource = true;
        note(schema, "x-kubernetes-embedded-resource", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn an_object_inside_another() {
        let lowered = lower_go(
            r#"
type T struct {
    // +embeddedResource
    // +preserveUnknownFields
    Object interface{} `json:"object,omitempty"`
}
"#,
        );
        assert_eq!(
            lowered.property("T", "object"),
            r#"{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}"#
        );
    }
}
