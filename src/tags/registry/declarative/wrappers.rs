//! Conditions on other tags, and hand-written validation.

use crate::tags::registry::definition::{DECLARATIVE, Effect, Holder, TagDefinition, Target, ValueForm};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:alpha",
        form: ValueForm::Chain("(since: \"MAJOR.MINOR\")=+TAG"),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "The held tag's errors are only reported, not enforced: alpha.",
        example: "+k8s:alpha(since: \"1.37\")=+k8s:maxItems=8",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:beta",
        form: ValueForm::Holds("(since: \"MAJOR.MINOR\")=+TAG", Holder::Itself),
        repeatable: true,
        effect: Effect::AsHeld,
        summary: "The held tag's errors are enforced if the API server is told so: beta.",
        example: "+k8s:beta(since: \"1.37\")=+k8s:maxItems=8",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:ifEnabled",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
        form: ValueForm::Holds("(OPTION)=+TAG", Holder::WhereOn),
        repeatable: true,
        effect: Effect::InChannels,
        summary: "Applies a tag if an option is on.",
        example: "+k8s:ifEnabled(NewNames)=+k8s:maxLength=253",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:ifDisabled",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
        form: ValueForm::Holds("(OPTION)=+TAG", Holder::WhereOff),
        repeatable: true,
        effect: Effect::InChannels,
        summary: "Applies a tag if an option is off.",
        example: "+k8s:ifDisabled(NewNames)=+k8s:maxLength=63",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:opaqueType",
        form: ValueForm::Unread("nothing"),
        effect: Effect::NONE,
        summary: "The rules of the field's type do not apply here.",
        example: "+k8s:opaqueType",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:customValidation",
        form: ValueForm::Unread("nothing"),
        effect: Effect::NONE,
        summary: "Hand-written code validates the value in addition.",
        example: "+k8s:customValidation",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateTrue",
        form: ValueForm::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Never fails; for tests.",
        example: "+k8s:validateTrue=\"type T\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateFalse",
        form: ValueForm::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::NONE,
        summary: "Always fails; for tests.",
        example: "+k8s:validateFalse=\"type T\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateError",
        form: ValueForm::Unread("=\"TEXT\""),
        effect: Effect::NotAboutValues,
        summary: "Makes the generator fail; for tests.",
        example: "+k8s:validateError=\"text\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateTrueAlpha",
        form: ValueForm::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Never fails, at level alpha; for tests.",
        example: "+k8s:validateTrueAlpha=\"type T\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:validateTrueBeta",
        form: ValueForm::Unread("(flags: …)=\"TEXT\""),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Never fails, at level beta; for tests.",
        example: "+k8s:validateTrueBeta=\"type T\"",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
];
