//! Restrictions on updates.

use crate::tags::{
    TagKind,
    registry::definition::{DECLARATIVE, Effect, TagDefinition, Target, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:immutable",
        form: ValueSyntax::Nothing(|| TagKind::Immutable),
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "Once set, the value cannot change or be removed. Adds the rule `self == oldSelf` and, for a field \
            that may be absent, another rule on the enclosing struct.",
        example: "+k8s:immutable",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:update",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Unread("=NoSet|NoUnset|NoModify|NoAddItem|NoRemoveItem"),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::instead("use a CEL rule with `oldSelf`: `+validationRule`"),
        summary: "Forbids this kind of update to the value. Repeat the tag for each kind.",
        example: "+k8s:update=NoUnset",
        ..DECLARATIVE
    },
];
