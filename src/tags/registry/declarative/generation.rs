//! For which types validation is generated.

use crate::tags::registry::definition::{DECLARATIVE, Effect, TagDefinition, Target, ValueForm};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:validation-gen",
        targets: &[Target::Package, Target::Type],
        form: ValueForm::Unread("=*|TypesWithField=…|TypesWithSuffix=…|true|false"),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "For which types of the package validation is generated.",
        example: "+k8s:validation-gen=TypesWithField=ObjectMeta",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-input",
        targets: &[Target::Package],
        form: ValueForm::Unread("=IMPORT-PATH"),
        effect: Effect::NotAboutValues,
        summary: "The package whose types are validated.",
        example: "+k8s:validation-gen-input=k8s.io/api/apps/v1",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-scheme-registry",
        targets: &[Target::Package],
        form: ValueForm::Unread("=TYPE|nil"),
        effect: Effect::NotAboutValues,
        summary: "The type of the scheme that validations are registered with.",
        example: "+k8s:validation-gen-scheme-registry=k8s.io/apimachinery/pkg/runtime.Scheme",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-nolint",
        targets: &[Target::Package, Target::Type],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "Leaves out validation-gen's own checks of tags.",
        example: "+k8s:validation-gen-nolint",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-test-fixture",
        targets: &[Target::Package],
        form: ValueForm::Unread("=validateFalse"),
        effect: Effect::NotAboutValues,
        summary: "Writes test data for the generated validation.",
        example: "+k8s:validation-gen-test-fixture=validateFalse",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validation-gen-test-targets",
        targets: &[Target::Package],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "Writes coverage tests for the generated validation.",
        example: "+k8s:validation-gen-test-targets",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:isSubresource",
        targets: &[Target::Type],
        form: ValueForm::Unread("=\"PATH\""),
        effect: Effect::NotAboutValues,
        summary: "The type is what this subresource takes.",
        example: "+k8s:isSubresource=\"/scale\"",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:supportsSubresource",
        targets: &[Target::Type],
        form: ValueForm::Unread("=\"PATH\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "The type's validation also serves this subresource.",
        example: "+k8s:supportsSubresource=\"/status\"",
        ..DECLARATIVE
    },
];
