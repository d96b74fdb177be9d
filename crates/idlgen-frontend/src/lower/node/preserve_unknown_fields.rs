//! Sets `x-kubernetes-preserve-unknown-fields` on schema nodes.

use idlgen_schema::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the extension if any layer does.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, _) in layers.meanings().filter(|(_, meaning)| matches!(meaning, TagKind::PreserveUnknownFields)) {
        schema.extensions.preserve_unknown_fields = Some(true);
        note(schema, "x-kubernetes-preserve-unknown-fields", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn beside_what_the_type_says() {
        let lowered = lower_go(
            r#"
type T struct {
    // +preserveUnknownFields
    Any map[string]string `json:"any,omitempty"`
}
"#,
        );
        assert_eq!(
            lowered.property("T", "any"),
            r#"{"type":"object","additionalProperties":{"type":"string","default":""},"x-kubernetes-preserve-unknown-fields":true}"#
        );
    }
}
