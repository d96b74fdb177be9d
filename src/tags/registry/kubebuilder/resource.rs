//! The resource: names, versions, subresources, columns.

use crate::tags::registry::definition::{Effect, KUBEBUILDER, TagDefinition, Target, ValueForm};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "kubebuilder:resource",
        targets: &[Target::Type],
        form: ValueForm::Arguments(&["path", "singular", "shortName", "categories", "scope"]),
        effect: Effect::NotAboutValues,
        summary: "Names and scope of the resource.",
        example: "+kubebuilder:resource:scope=Cluster,shortName=wd",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:subresource:status",
        targets: &[Target::Type],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "The resource has a status subresource.",
        example: "+kubebuilder:subresource:status",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:subresource:scale",
        targets: &[Target::Type],
        form: ValueForm::Arguments(&["specpath", "statuspath", "selectorpath"]),
        effect: Effect::NotAboutValues,
        summary: "The resource has a scale subresource.",
        example: "+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:printcolumn",
        targets: &[Target::Type],
        form: ValueForm::Arguments(&["name", "type", "JSONPath", "description", "format", "priority"]),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "A column of `kubectl get`.",
        example: "+kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:storageversion",
        targets: &[Target::Type],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "Objects are stored in this version.",
        example: "+kubebuilder:storageversion",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:unservedversion",
        targets: &[Target::Type],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "The version is not served.",
        example: "+kubebuilder:unservedversion",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:skipversion",
        targets: &[Target::Type],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "The version is left out of the CustomResourceDefinition.",
        example: "+kubebuilder:skipversion",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:deprecatedversion",
        targets: &[Target::Type],
        form: ValueForm::Arguments(&["warning"]),
        effect: Effect::NotAboutValues,
        summary: "The version is deprecated.",
        example: "+kubebuilder:deprecatedversion:warning=\"use v1\"",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:metadata",
        targets: &[Target::Type],
        form: ValueForm::Arguments(&["annotations", "labels"]),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Annotations and labels of the CustomResourceDefinition.",
        example: "+kubebuilder:metadata:labels=tier=base",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:selectablefield",
        targets: &[Target::Type],
        form: ValueForm::Arguments(&["JSONPath"]),
        repeatable: true,
        keyword: Some("x-kubernetes-selectable-fields"),
        effect: Effect::NotAboutValues,
        summary: "A field that field selectors may use.",
        example: "+kubebuilder:selectablefield:JSONPath=.spec.colour",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:skip",
        targets: &[Target::Package],
        form: ValueForm::Unread("nothing"),
        effect: Effect::NotAboutValues,
        summary: "The package is no API version.",
        example: "+kubebuilder:skip",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "versionName",
        targets: &[Target::Package],
        form: ValueForm::Unread("=NAME"),
        effect: Effect::NotAboutValues,
        summary: "The API version, instead of the package's name.",
        example: "+versionName=v1beta1",
        ..KUBEBUILDER
    },
];
