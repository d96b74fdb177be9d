//! Conditions on other tags, and hand-written validation.

use crate::tags::registry::definition::{DECLARATIVE, Effect, NestedTagRole, TagDefinition, Target, ValueSyntax};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:alpha",
        form: ValueSyntax::Chain("(since: \"MAJOR.MINOR\")=+TAG"),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Alpha: errors of the wrapped tag are only reported, not enforced.",
        example: "+k8s:alpha(since: \"1.37\")=+k8s:maxItems=8",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:beta",
        form: ValueSyntax::Wraps("(since: \"MAJOR.MINOR\")=+TAG", NestedTagRole::Itself),
        repeatable: true,
        effect: Effect::AsHeld,
        summary: "Beta: errors of the wrapped tag are enforced if the feature gate `DeclarativeValidationBeta` of the \
            API server is on.",
        example: "+k8s:beta(since: \"1.37\")=+k8s:maxItems=8",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:ifEnabled",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
        form: ValueSyntax::Wraps("(OPTION)=+TAG", NestedTagRole::WhereOn),
        repeatable: true,
        effect: Effect::InChannels,
        summary: "Applies a tag if a feature gate (option) is on.",
        example: "+k8s:ifEnabled(NewNames)=+k8s:maxLength=253",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:ifDisabled",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
        form: ValueSyntax::Wraps("(OPTION)=+TAG", NestedTagRole::WhereOff),
        repeatable: true,
        effect: Effect::InChannels,
        summary: "Applies a tag if a feature gate (option) is off.",
        example: "+k8s:ifDisabled(NewNames)=+k8s:maxLength=63",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:opaqueType",
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NONE,
        summary: "The rules of the field's type do not apply to this field.",
        example: "+k8s:opaqueType",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:customValidation",
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NONE,
        summary: "Declares that hand-written code also validates the value.",
        example: "+k8s:customValidation",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateTrue",
        form: ValueSyntax::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Always passes. For tests of validation-gen.",
        example: "+k8s:validateTrue=\"type T\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateFalse",
        form: ValueSyntax::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::NONE,
        summary: "Always fails. For tests of validation-gen.",
        example: "+k8s:validateFalse=\"type T\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateError",
        form: ValueSyntax::Unread("=\"TEXT\""),
        effect: Effect::NotAboutValues,
        summary: "Makes validation-gen fail. For tests of validation-gen.",
        example: "+k8s:validateError=\"text\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateTrueAlpha",
        form: ValueSyntax::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Always passes, at stability level alpha. For tests of validation-gen.",
        example: "+k8s:validateTrueAlpha=\"type T\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateTrueBeta",
        form: ValueSyntax::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Always passes, at stability level beta. For tests of validation-gen.",
        example: "+k8s:validateTrueBeta=\"type T\"",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
];
