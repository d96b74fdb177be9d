//! Applies the tags of inlined fields to the enclosing struct, except for rules. controller-gen adds each inlined field
//! as a branch of `allOf`, which it merges into the struct (`sigs.k8s.io/controller-tools/pkg/crd`, `flatten.go`).

use std::borrow::Cow;

use idlgen_schema::Schema;

use crate::{
    lower::{
        conventions::Conventions,
        layer::{Layer, Layers},
        lowering::Lowering,
        node::tagged,
        types::json_tag::member_rules,
    },
    model::{
        Type, TypeId,
        json::{Owner, RustType, View},
    },
};

/// Applies the tags of inlined fields, and of their types, to the schema of a struct.
pub(super) fn apply(lowering: &Lowering<'_>, schema: &mut Schema, id: TypeId) {
    let (model, tool) = (lowering.model, &lowering.tool);
    let (rules, conventions) = (member_rules(tool), lowering.conventions);
    if !model.fields_of(&Type::Named(id)).iter().any(|field| rules.is_inline(field)) {
        return;
    }
    let mut layers = Vec::new();
    for inlined in model.members(&Type::Named(id), &rules).inlined {
        schema.origin.is_missing |= model.kind(&inlined.field.ty, View::Underlying).is_missing();
        if let (Cow::Borrowed(field), Owner::Declared(owner)) = (inlined.field, inlined.owner) {
            layers.push(Layer::of_field(field, model.type_definition(owner).package, tool));
        }
        for id in inlined.chain {
            layers.push(Layer::of_type(model, id, tool));
            // An inlined `RawExtension` is an arbitrary object, so its fields are unknown.
            if conventions == Conventions::CustomResourceDefinitions
                && model.known_declared(id).is_some_and(|known| known.rust == RustType::RawExtension)
            {
                schema.extensions.preserve_unknown_fields = Some(true);
            }
        }
    }
    if tool.tags_of_named_types {
        tagged::apply_inlined(schema, &Layers(layers), conventions);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions,
            testing::{PACKAGE, lower_packages, read},
        },
        source::SourceMap,
    };

    const RUNTIME: &str = "type RawExtension struct {\n\tRaw []byte `json:\"-\"`\n}\n\n\
        func (RawExtension) MarshalJSON() ([]byte, error) { return nil, nil }\n\n\
        func (RawExtension) OpenAPISchemaType() []string { return []string{\"object\"} }\n\n\
        func (RawExtension) OpenAPISchemaFormat() string { return \"\" }\n";

    fn schema(text: &str, name: &str) -> String {
        let text = format!("import \"k8s.io/apimachinery/pkg/runtime\"\n\nvar _ runtime.RawExtension\n\n{text}");
        let packages = [(PACKAGE, true, text.as_str()), ("k8s.io/apimachinery/pkg/runtime", false, RUNTIME)];
        let mut lowering = lower_packages(&packages, &LowerOptions::default());
        let model = read(&packages, &mut SourceMap::default());
        let types = model.types.iter().map(|one| one.id).collect();
        lowering.lowered = lowering.lowered.for_definitions(&model, &[], &types).into_owned();
        lowering.json(name)
    }

    #[test]
    fn an_inlined_object_may_be_an_embedded_resource() {
        let text = r#"
type Manifest struct {
    // +kubebuilder:validation:EmbeddedResource
    // +kubebuilder:pruning:PreserveUnknownFields
    runtime.RawExtension `json:",inline"`
}
"#;
        let text = format!("import \"k8s.io/apimachinery/pkg/runtime\"\n\n{text}");
        let packages = [(PACKAGE, true, text.as_str()), ("k8s.io/apimachinery/pkg/runtime", false, RUNTIME)];
        let lowered = lower_packages(&packages, &LowerOptions::default());
        let extensions = &lowered.schema("Manifest").extensions;
        assert!(extensions.embedded_resource);
        assert_eq!(extensions.preserve_unknown_fields, Some(true));
    }

    #[test]
    fn what_inlined_fields_and_their_types_say_counts_for_the_struct() {
        let text = r#"
// +structType=atomic
type Reference struct {
    Name string `json:"name"`
}
type Selector struct {
    // +nullable
    Reference `json:",inline"`
    Key string `json:"key"`
}
// +structType=granular
type Own struct {
    Reference `json:",inline"`
}
"#;
        assert_eq!(
            schema(text, "Selector"),
            concat!(
                r#"{"type":"object","nullable":true,"required":["name","key"],"#,
                r#""properties":{"key":{"type":"string","default":""},"name":{"type":"string","default":""}},"#,
                r#""x-kubernetes-map-type":"atomic"}"#
            )
        );
        assert!(schema(text, "Own").contains(r#""x-kubernetes-map-type":"granular""#));
    }

    #[test]
    fn any_object_that_is_inlined_keeps_its_fields() {
        let text = "type Manifest struct {\n\t// +kubebuilder:validation:EmbeddedResource\n\
            \truntime.RawExtension `json:\",inline\"`\n}\n";
        assert_eq!(
            schema(text, "Manifest"),
            r#"{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}"#
        );
    }

    #[test]
    fn bytes_that_a_tag_calls_an_object_keep_the_type() {
        let text = "type Configuration struct {\n\tRawMessage `json:\",inline\"`\n}\n\
            // +kubebuilder:validation:Type=object\n// +kubebuilder:validation:Format=\"\"\n\
            // +kubebuilder:pruning:PreserveUnknownFields\ntype RawMessage []byte\n\
            func (m RawMessage) MarshalJSON() ([]byte, error) { return m, nil }\n";
        assert_eq!(schema(text, "Configuration"), r#"{"type":"object","x-kubernetes-preserve-unknown-fields":true}"#);
    }

    #[test]
    fn a_map_without_a_schema_is_inlined_by_the_option() {
        let text = "type Extensions struct {\n\t// +kubebuilder:pruning:PreserveUnknownFields\n\
            \t// +kubebuilder:validation:Schemaless\n\tObject map[string]any `json:\",inline\"`\n}\n";
        assert_eq!(schema(text, "Extensions"), r#"{"type":"object","x-kubernetes-preserve-unknown-fields":true}"#);
    }

    #[test]
    fn what_is_inlined_without_a_schema_gives_no_properties() {
        let text = "// +kubebuilder:object:generate=true\ntype Inner struct {\n\tA string `json:\"a\"`\n}\n\
            type Outer struct {\n\t// +kubebuilder:validation:Schemaless\n\
            \t// +kubebuilder:pruning:PreserveUnknownFields\n\tInner `json:\",inline\"`\n\
            \tB string `json:\"b\"`\n}\n";
        assert_eq!(
            schema(text, "Outer"),
            concat!(
                r#"{"type":"object","required":["b"],"properties":{"b":{"type":"string","default":""}},"#,
                r#""x-kubernetes-preserve-unknown-fields":true}"#
            )
        );
    }
}
