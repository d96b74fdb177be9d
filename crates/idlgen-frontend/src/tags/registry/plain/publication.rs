//! Other tags of `kube-openapi`: published types and their names, merge strategies, unions, the name of the group.

use crate::tags::{
    TagKind, publication,
    registry::definition::{Effect, GoKind, OPENAPI, TagDefinition, Target, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:openapi-gen",
        targets: &[Target::Package, Target::Type, Target::Field, Target::EmbeddedField],
        form: publication::FORM,
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "`true` or `false`: whether to publish the package, type or field. `x-kubernetes-NAME:TEXT`: \
            publishes this extension.",
        example: "+k8s:openapi-gen=true",
        ..OPENAPI
    },
    TagDefinition {
        name: "k8s:openapi-model-package",
        targets: &[Target::Package, Target::Type],
        form: ValueSyntax::Line(TagKind::ModelPackage),
        effect: Effect::NotAboutValues,
        summary: "The prefix of the definition names, instead of the Go import path.",
        example: "+k8s:openapi-model-package=io.k8s.api.apps.v1",
        since: "Kubernetes 1.35",
        ..OPENAPI
    },
    TagDefinition {
        name: "patchStrategy",
        targets: &[Target::Field],
        kinds: &[GoKind::List, GoKind::Map, GoKind::Struct],
        form: ValueSyntax::Words(&["merge", "retainKeys", "replace"], TagKind::PatchStrategy),
        keyword: Some("x-kubernetes-patch-strategy"),
        effect: Effect::NotAboutValues,
        summary: "The strategy by which a strategic merge patch changes the field.",
        example: "+patchStrategy=merge",
        ..OPENAPI
    },
    TagDefinition {
        name: "patchMergeKey",
        targets: &[Target::Field],
        kinds: &[GoKind::List],
        form: ValueSyntax::Name(TagKind::PatchMergeKey),
        keyword: Some("x-kubernetes-patch-merge-key"),
        effect: Effect::NotAboutValues,
        summary: "The JSON name of the property that identifies the list items in a strategic merge patch.",
        example: "+patchMergeKey=name",
        ..OPENAPI
    },
    TagDefinition {
        name: "union",
        targets: &[Target::Type],
        kinds: &[GoKind::Struct],
        form: ValueSyntax::Presence(|| TagKind::Union),
        keyword: Some("x-kubernetes-unions"),
        effect: Effect::NotAboutValues,
        summary: "The fields of the struct are the members of a union.",
        example: "+union",
        since: "Kubernetes 1.15",
        ..OPENAPI
    },
    TagDefinition {
        name: "unionDiscriminator",
        targets: &[Target::Field],
        kinds: &[GoKind::String],
        form: ValueSyntax::Presence(|| TagKind::UnionDiscriminator),
        keyword: Some("x-kubernetes-unions"),
        effect: Effect::NotAboutValues,
        summary: "The value of the field specifies which union member is set.",
        example: "+unionDiscriminator",
        since: "Kubernetes 1.15",
        ..OPENAPI
    },
    TagDefinition {
        name: "unionDeprecated",
        targets: &[Target::Field],
        form: ValueSyntax::Presence(|| TagKind::UnionDeprecated),
        keyword: Some("x-kubernetes-unions"),
        effect: Effect::NotAboutValues,
        summary: "The field is a member of a union in a struct that also has other fields.",
        example: "+unionDeprecated",
        since: "Kubernetes 1.15",
        ..OPENAPI
    },
    TagDefinition {
        name: "validations",
        targets: &[Target::Type, Target::Field],
        form: ValueSyntax::Unread("=TEXT"),
        keyword: Some("x-kubernetes-validations"),
        effect: Effect::instead("use `+validationRule` for the rules"),
        summary: "openapi-gen publishes this tag as a string, but API servers expect a list of rules. Use \
                  `+validationRule`.",
        example: "+validations=…",
        since: "Kubernetes 1.27",
        ..OPENAPI
    },
    TagDefinition {
        name: "groupName",
        owner: "client-gen, controller-gen",
        targets: &[Target::Package],
        form: ValueSyntax::Line(TagKind::GroupName),
        effect: Effect::NotAboutValues,
        summary: "The API group of the package. For the core group, leave the value empty.",
        example: "+groupName=apps.example.com",
        since: "Kubernetes 1.6",
        ..OPENAPI
    },
];
