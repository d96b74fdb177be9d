//! `validationRule` and the shorthand tags for rules, `errorMessage`, `override`.

use crate::tags::{
    TagKind, contextual, error_message,
    registry::definition::{Effect, GoKind, PLAIN, TagDefinition, Target, ValueSyntax},
};

const ANYWHERE: TagDefinition =
    TagDefinition { targets: &[Target::Type, Target::Field, Target::EmbeddedField], ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "validationRule",
        form: ValueSyntax::Rule,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("the `reason` of the rule (default: Invalid)"),
        summary: "A CEL expression that must evaluate to true. `self` is the value, `oldSelf` its previous value. With \
            `publish=false`, no schema contains the rule: only generated Rust evaluates it.",
        example: "+validationRule=\"self.replicas <= self.maxReplicas\",message=\"too many \
            replicas\",reason=Invalid,field=replicas",
        ..ANYWHERE
    },
    TagDefinition {
        name: "immutable",
        form: ValueSyntax::Nothing(|| TagKind::Immutable),
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "Once set, the value cannot change. Shorthand for the rule `self == oldSelf`.",
        example: "+immutable",
        ..ANYWHERE
    },
    TagDefinition {
        name: "mutually_exclusive",
        aliases: &["mutuallyExclusive", "mutally_exclusive"],
        form: ValueSyntax::Names(TagKind::MutuallyExclusive),
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "At most one of these properties may be set. On a field whose value does not have these properties: \
            at most one of the field and these sibling properties may be set.",
        example: "+mutually_exclusive=inline,reference",
        ..ANYWHERE
    },
    TagDefinition {
        name: "contextual",
        targets: &[Target::Field],
        form: contextual::FORM,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Required, Forbidden"),
        summary: "The field must be set if and only if this sibling property has this value. Use it for the members of \
            a union with a discriminator.",
        example: "+contextual(type)=RollingUpdate",
        ..PLAIN
    },
    TagDefinition {
        name: "errorMessage",
        form: error_message::FORM,
        repeatable: true,
        keyword: Some("x-kubernetes-validation-errors"),
        summary: "Sets the message, and optionally the reason, of the error that a violation of this keyword causes.",
        example: "+errorMessage(maxLength)=\"a name is at most one line\",reason=Invalid",
        ..ANYWHERE
    },
    TagDefinition {
        name: "override",
        targets: &[Target::Field, Target::EmbeddedField],
        kinds: &[GoKind::Struct],
        form: ValueSyntax::Override,
        repeatable: true,
        effect: Effect::AsHeld,
        summary: "Applies a tag to a nested property, for this use of the type only.",
        example: "+override:spec.capacity=+optional",
        ..PLAIN
    },
];
