//! The tags `listType`, `listMapKey`, `mapType`, `structType`.

use crate::tags::{
    TagKind,
    registry::definition::{Effect, GoKind, PLAIN, TagDefinition, ValueSyntax},
};

const MERGE: TagDefinition =
    TagDefinition { owner: "KEP-4153, kube-openapi, controller-gen", since: "Kubernetes 1.16", ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "listType",
        kinds: &[GoKind::List],
        form: ValueSyntax::Word(&["atomic", "set", "map"], TagKind::ListType),
        keyword: Some("x-kubernetes-list-type"),
        reason: Some("Duplicate"),
        summary: "`set`: the items must be unique. `map`: the `+listMapKey` properties of the items must be unique. \
            `atomic`: the list is treated as a single value.",
        example: "+listType=map",
        ..MERGE
    },
    TagDefinition {
        name: "listMapKey",
        kinds: &[GoKind::List],
        form: ValueSyntax::Name(TagKind::ListMapKey),
        repeatable: true,
        keyword: Some("x-kubernetes-list-map-keys"),
        summary: "The JSON name of a property that identifies the items of a list of type `map`. Repeat the tag for \
            each key.",
        example: "+listMapKey=name",
        ..MERGE
    },
    TagDefinition {
        name: "mapType",
        kinds: &[GoKind::Map],
        form: ValueSyntax::Word(&["granular", "atomic"], TagKind::MapType),
        keyword: Some("x-kubernetes-map-type"),
        effect: Effect::NotAboutValues,
        summary: "`granular`: server-side apply merges individual entries. `atomic`: the map is treated as a single \
            value.",
        example: "+mapType=atomic",
        ..MERGE
    },
    TagDefinition {
        name: "structType",
        kinds: &[GoKind::Struct],
        form: ValueSyntax::Word(&["granular", "atomic"], TagKind::StructType),
        keyword: Some("x-kubernetes-map-type"),
        effect: Effect::NotAboutValues,
        summary: "`granular`: server-side apply merges individual fields. `atomic`: the struct is treated as a single \
            value.",
        example: "+structType=atomic",
        ..MERGE
    },
];
