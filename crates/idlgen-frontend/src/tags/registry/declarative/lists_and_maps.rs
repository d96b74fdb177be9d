//! Sizes, list types, and rules for each item, key or value.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind,
    registry::definition::{DECLARATIVE, Effect, GoKind, NestedTagRole, TagDefinition, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:maxItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxItems, count))),
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "The list must have at most this many items.",
        example: "+k8s:maxItems=16",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:minItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinItems, count))),
        keyword: Some("minItems"),
        reason: Some("TooFew"),
        summary: "The list must have at least this many items.",
        example: "+k8s:minItems=1",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:maxProperties",
        kinds: &[GoKind::Map],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxProperties, count))),
        keyword: Some("maxProperties"),
        reason: Some("TooMany"),
        summary: "The map must have at most this many entries.",
        example: "+k8s:maxProperties=64",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:minProperties",
        kinds: &[GoKind::Map],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinProperties, count))),
        keyword: Some("minProperties"),
        reason: Some("TooFew"),
        summary: "The map must have at least this many entries.",
        example: "+k8s:minProperties=1",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:listType",
        kinds: &[GoKind::List],
        form: ValueSyntax::Word(&["atomic", "set", "map"], TagKind::ListType),
        keyword: Some("x-kubernetes-list-type"),
        reason: Some("Duplicate"),
        summary: "`set`: the items must be unique. `map`: the keys of the items must be unique. `atomic`: the list is \
            treated as a single value.",
        example: "+k8s:listType=map",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:listMapKey",
        kinds: &[GoKind::List],
        form: ValueSyntax::Name(TagKind::ListMapKey),
        repeatable: true,
        keyword: Some("x-kubernetes-list-map-keys"),
        summary: "The JSON name of a property that identifies the items. Repeat the tag for each key.",
        example: "+k8s:listMapKey=name",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:unique",
        kinds: &[GoKind::List],
        form: ValueSyntax::Unread("=set|map"),
        reason: Some("Duplicate"),
        effect: Effect::instead("use `+listType=set` or `+listType=map`, which also require unique items"),
        summary: "The items of an atomic list must be unique, as complete values (`set`) or by their keys (`map`).",
        example: "+k8s:unique=set",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:customUnique",
        kinds: &[GoKind::List],
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NONE,
        summary: "Declares that hand-written code checks that the items are unique.",
        example: "+k8s:customUnique",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:eachVal",
        kinds: &[GoKind::List, GoKind::Map],
        form: ValueSyntax::Wraps("=+TAG", NestedTagRole::Elements),
        repeatable: true,
        effect: Effect::AsHeld,
        summary: "Applies a tag to each item of a list or each value of a map.",
        example: "+k8s:eachVal=+k8s:maxLength=63",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:eachKey",
        kinds: &[GoKind::Map],
        form: ValueSyntax::Chain("=+TAG"),
        repeatable: true,
        effect: Effect::instead("use a CEL rule on the map: `+validationRule`"),
        summary: "Applies a tag to each key of a map.",
        example: "+k8s:eachKey=+k8s:format=k8s-label-key",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:item",
        kinds: &[GoKind::List],
        form: ValueSyntax::Chain("(KEY: VALUE, …)=+TAG"),
        repeatable: true,
        effect: Effect::instead("use a CEL rule on the list: `+validationRule`"),
        summary: "Applies a tag to the item with these keys in a list of type `map`.",
        example: "+k8s:item(type: \"Ready\")=+k8s:immutable",
        ..DECLARATIVE
    },
];
