//! Tags that select the types for which validation is generated.

use crate::tags::registry::definition::{DECLARATIVE, Effect, TagDefinition, Target, ValueSyntax};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:validation-gen",
        targets: &[Target::Package, Target::Type],
        form: ValueSyntax::Unread("=*|TypesWithField=…|TypesWithSuffix=…|true|false"),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Selects the types of the package for which validation is generated.",
        example: "+k8s:validation-gen=TypesWithField=ObjectMeta",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-input",
        targets: &[Target::Package],
        form: ValueSyntax::Unread("=IMPORT-PATH"),
        effect: Effect::NotAboutValues,
        summary: "The package that contains the validated types.",
        example: "+k8s:validation-gen-input=k8s.io/api/apps/v1",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-scheme-registry",
        targets: &[Target::Package],
        form: ValueSyntax::Unread("=TYPE|nil"),
        effect: Effect::NotAboutValues,
        summary: "The scheme type that validations are registered with. `nil` disables the registration.",
        example: "+k8s:validation-gen-scheme-registry=k8s.io/apimachinery/pkg/runtime.Scheme",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-nolint",
        targets: &[Target::Package, Target::Type],
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "Disables the linter of validation-gen.",
        example: "+k8s:validation-gen-nolint",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-test-fixture",
        targets: &[Target::Package],
        form: ValueSyntax::Unread("=validateFalse"),
        effect: Effect::NotAboutValues,
        summary: "Makes validation-gen write Go tests for test fixtures in the package.",
        example: "+k8s:validation-gen-test-fixture=validateFalse",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-test-targets",
        targets: &[Target::Package],
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "Makes validation-gen write coverage tests for the generated validation.",
        example: "+k8s:validation-gen-test-targets",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:isSubresource",
        targets: &[Target::Type],
        form: ValueSyntax::Unread("=\"PATH\""),
        effect: Effect::NotAboutValues,
        summary: "The type is the request type of this subresource.",
        example: "+k8s:isSubresource=\"/scale\"",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:supportsSubresource",
        targets: &[Target::Type],
        form: ValueSyntax::Unread("=\"PATH\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "The validation of the type also applies to requests for this subresource.",
        example: "+k8s:supportsSubresource=\"/status\"",
        ..DECLARATIVE
    },
];
