//! `type` in a tag: the outermost layer with a type applies, regardless of the Go type.

use idlgen_schema::{
    Schema,
    schema::{GoValue, SchemaType},
};

use super::note;
use crate::{
    lower::layer::Layers,
    tags::{Tag, TagKind},
};

pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    if let Some((tag, schema_type)) = tagged(layers) {
        schema.schema_type = schema_type;
        schema.go_value = GoValue::AsSaid;
        // The zero value of the Go type may not match the type in the tag.
        schema.default = schema.default.take().filter(|default| !default.implicit);
        note(schema, "type", tag);
    }
}

/// Returns `true` if one of the layers sets the type.
pub(in crate::lower) fn is_set(layers: &Layers<'_>) -> bool {
    tagged(layers).is_some()
}

/// Returns the tag that sets the type, with its value. `None` as the value represents an empty type.
pub(in crate::lower) fn tagged<'a>(layers: &Layers<'a>) -> Option<(&'a Tag, Option<SchemaType>)> {
    layers.first(|meaning| match meaning {
        TagKind::SchemaType(schema_type) => Some(*schema_type),
        _ => None,
    })
}

/// Returns `true` if a layer disables the schema of the Go type.
pub(in crate::lower) fn is_schemaless(layers: &Layers<'_>) -> bool {
    layers.meanings().any(|(_, meaning)| *meaning == TagKind::Schemaless)
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn a_tag_wins_over_the_go_type() {
        let lowered = lower_go(
            r#"
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:MaxLength=5
type Written struct {
    A string `json:"a"`
}
func (Written) MarshalJSON() ([]byte, error) { return nil, nil }
type Bare struct {
    A string `json:"a"`
}
func (Bare) MarshalJSON() ([]byte, error) { return nil, nil }
type T struct {
    // +kubebuilder:validation:Type=string
    // +kubebuilder:validation:MaxLength=3
    Flag bool `json:"flag,omitempty"`
    // +kubebuilder:validation:Type=""
    // +kubebuilder:pruning:PreserveUnknownFields
    Any string `json:"any,omitempty"`
    // +kubebuilder:validation:items:Type=string
    Items []int64 `json:"items,omitempty"`
    // +kubebuilder:validation:Type=object
    Object interface{} `json:"object,omitempty"`
    // +kubebuilder:validation:Type=string
    Bare Bare `json:"bare,omitempty"`
    // +kubebuilder:validation:Type=object
    Whole *Bare `json:"whole,omitempty"`
}
"#,
        );
        for (property, expected) in [
            ("flag", r#"{"type":"string","maxLength":3}"#),
            ("any", r#"{"x-kubernetes-preserve-unknown-fields":true}"#),
            ("items", r#"{"type":"array","items":{"type":"string","format":"int64"}}"#),
            ("object", r#"{"type":"object"}"#),
            ("bare", r#"{"type":"string"}"#),
            ("whole", r#"{"type":"object","x-kubernetes-preserve-unknown-fields":true}"#),
        ] {
            assert_eq!(lowered.property("T", property), expected, "{property}");
        }
        assert_eq!(lowered.json("Written"), r#"{"type":"string","maxLength":5}"#);
        assert_eq!(lowered.json("Bare"), r#"{"x-kubernetes-preserve-unknown-fields":true}"#);
    }
}
