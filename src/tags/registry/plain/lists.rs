//! `listType`, `listMapKey`, `mapType`, `structType`.

use crate::tags::{
    Meaning,
    registry::definition::{Effect, GoKind, PLAIN, TagDefinition, ValueForm},
};

const MERGE: TagDefinition =
    TagDefinition { owner: "KEP-4153, kube-openapi, controller-gen", since: "Kubernetes 1.16", ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "listType",
        kinds: &[GoKind::List],
        form: ValueForm::Word(&["atomic", "set", "map"], Meaning::ListType),
        keyword: Some("x-kubernetes-list-type"),
        reason: Some("Duplicate"),
        summary: "`set`: the items are unique; `map`: the items' `+listMapKey` properties are; `atomic`: the list is \
            one value.",
        example: "+listType=map",
        ..MERGE
    },
    TagDefinition {
        name: "listMapKey",
        kinds: &[GoKind::List],
        form: ValueForm::Name(Meaning::ListMapKey),
        repeatable: true,
        keyword: Some("x-kubernetes-list-map-keys"),
        summary: "The JSON name of a property that tells the items of a list of type `map` apart; one tag for each.",
        example: "+listMapKey=name",
        ..MERGE
    },
    TagDefinition {
        name: "mapType",
        kinds: &[GoKind::Map],
        form: ValueForm::Word(&["granular", "atomic"], Meaning::MapType),
        keyword: Some("x-kubernetes-map-type"),
        effect: Effect::NotAboutValues,
        summary: "`granular`: server-side apply merges entry by entry; `atomic`: the map is one value.",
        example: "+mapType=atomic",
        ..MERGE
    },
    TagDefinition {
        name: "structType",
        kinds: &[GoKind::Struct],
        form: ValueForm::Word(&["granular", "atomic"], Meaning::StructType),
        keyword: Some("x-kubernetes-map-type"),
        effect: Effect::NotAboutValues,
        summary: "`granular`: server-side apply merges field by field; `atomic`: the struct is one value.",
        example: "+structType=atomic",
        ..MERGE
    },
];
