//! Fields: defaults, examples, documentation, pruning.

use crate::tags::{
    TagKind,
    marker_arguments::Arguments,
    marker_value, one_of,
    registry::{
        Parameter, ParameterKind,
        definition::{ArgumentsReader, Effect, GoKind, KUBEBUILDER, TagDefinition, Target, ValueSyntax},
    },
};

const EXTERNAL_DOCS: &[Parameter] = &[
    Parameter { name: "url", kind: ParameterKind::Text, is_required: true },
    Parameter { name: "description", kind: ParameterKind::Text, is_required: false },
];

fn external_docs(arguments: &Arguments) -> TagKind {
    TagKind::ExternalDocs { url: arguments.required("url"), description: arguments.text("description") }
}

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "kubebuilder:default",
        targets: &[Target::Field],
        form: marker_value::DEFAULT,
        keyword: Some("default"),
        summary: "The value to use if none is set.",
        example: "+kubebuilder:default=8080",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:example",
        targets: &[Target::Field],
        form: marker_value::EXAMPLE,
        keyword: Some("example"),
        effect: Effect::NotAboutValues,
        summary: "An example value.",
        example: "+kubebuilder:example=example.com",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:title",
        form: ValueSyntax::Text(TagKind::Title),
        keyword: Some("title"),
        effect: Effect::NotAboutValues,
        summary: "A short human-readable name.",
        example: "+kubebuilder:title=Port",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:externalDocs",
        form: ValueSyntax::Arguments(EXTERNAL_DOCS, ArgumentsReader(|arguments| Ok(external_docs(arguments)))),
        keyword: Some("externalDocs"),
        effect: Effect::NotAboutValues,
        summary: "A link to external documentation.",
        example: "+kubebuilder:externalDocs:url=https://example.com",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:pruning:PreserveUnknownFields",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::PreserveUnknownFields),
        keyword: Some("x-kubernetes-preserve-unknown-fields"),
        summary: "Properties that the schema does not define are not pruned.",
        example: "+kubebuilder:pruning:PreserveUnknownFields",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Optional",
        targets: &[Target::Package, Target::Field],
        form: ValueSyntax::Nothing(|| TagKind::Optional),
        keyword: Some("required"),
        summary: "The field may be omitted. On a package, this applies to every field that is not marked as required.",
        example: "+kubebuilder:validation:Optional",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Required",
        targets: &[Target::Package, Target::Field],
        form: ValueSyntax::Nothing(|| TagKind::Required),
        keyword: Some("required"),
        reason: Some("Required"),
        summary: "The field must be set. On a package (default): fields without a marker are optional only if their \
                  `json` tag says so.",
        example: "+kubebuilder:validation:Required",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Schemaless",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::Schemaless),
        summary: "The schema ignores the Go type of the field and contains only what the markers of the field specify.",
        example: "+kubebuilder:validation:Schemaless",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:EmbeddedResource",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::EmbeddedResource),
        keyword: Some("x-kubernetes-embedded-resource"),
        summary: "The value must be a complete Kubernetes object.",
        example: "+kubebuilder:validation:EmbeddedResource",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:ExactlyOneOf",
        targets: &[Target::Type],
        kinds: &[GoKind::Struct],
        form: one_of::EXACTLY,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "Exactly one of these fields must be set.",
        example: "+kubebuilder:validation:ExactlyOneOf=inline;reference",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:AtMostOneOf",
        targets: &[Target::Type],
        kinds: &[GoKind::Struct],
        form: one_of::AT_MOST,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "At most one of these fields may be set.",
        example: "+kubebuilder:validation:AtMostOneOf=inline;reference",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:AtLeastOneOf",
        targets: &[Target::Type],
        kinds: &[GoKind::Struct],
        form: one_of::AT_LEAST,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "At least one of these fields must be set.",
        example: "+kubebuilder:validation:AtLeastOneOf=inline;reference",
        ..KUBEBUILDER
    },
];
