//! What differs between the tools whose output can be asked for, and between the versions of Kubernetes: plain switches, one constructor a tool.

mod default;
mod openapi_gen;

use crate::{
    lower::types::selection::says,
    model::{
        Model, PackageId,
        json::{Embedding, JsonTags, MemberRules, View},
    },
    tags::Tag,
};

/// The rules in force.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct RuleSet {
    /// Which tags count.
    understands: fn(&Tag) -> bool,
    /// Whether the tags of aliases and named types count where these are used, besides `+default` and `+enum`, which always do.
    pub(in crate::lower) tags_of_named_types: bool,
    /// Whether comments of types in packages that were not asked for count.
    pub(in crate::lower) comments_of_dependencies: bool,
    /// Whether types are taken from packages that say nothing about it.
    pub(in crate::lower) untagged_packages: bool,
    /// Whether types that are only referred to are defined too, so that every reference leads somewhere.
    pub(in crate::lower) defines_references: bool,
    /// Whether fields that Go does not export become properties.
    pub(in crate::lower) unexported_fields: bool,
    /// Whether `omitzero` makes a field optional, as `omitempty` does.
    pub(in crate::lower) omitzero: bool,
    /// How `json` struct tags are read.
    pub(in crate::lower) json_tags: JsonTags,
    /// Whether what openapi-gen refuses, logs or writes in a way of its own counts.
    pub(in crate::lower) is_openapi_gen: bool,
    /// Whether `+enum` counts on integer types.
    pub(in crate::lower) integer_enums: bool,
    /// Whether lines of tags are left out of what a constant's comment says about an enum value.
    pub(in crate::lower) tagless_enum_comments: bool,
    /// Whether the `string` option of a `json` tag counts wherever it stands, not only directly behind the name.
    pub(in crate::lower) string_option_anywhere: bool,
    /// What Go types are taken for: what they are in JSON, or what they are underneath.
    pub(in crate::lower) view: View,
    /// Whether elements of lists and maps have the default of their zero value (Kubernetes 1.36 and before).
    pub(in crate::lower) item_defaults: bool,
    /// Whether methods and tags name definitions (Kubernetes 1.35 and later).
    pub(in crate::lower) model_names: bool,
    /// Whether backslashes in comments are escapes (Kubernetes 1.31 and before).
    pub(in crate::lower) escapes_in_comments: bool,
    /// Whether all structs have the default `{}`, those that read their own JSON too (Kubernetes 1.28 and before).
    pub(in crate::lower) defaults_of_own_json: bool,
    /// Whether `+required` makes a field required that is left out when it is zero.
    pub(in crate::lower) required_tag: bool,
}

impl RuleSet {
    /// How fields become members.
    pub(in crate::lower) fn members(&self) -> MemberRules {
        MemberRules {
            json_tags: self.json_tags,
            embedding: Embedding::Member,
            unexported_fields: self.unexported_fields,
            generic_structs: !self.is_openapi_gen,
            is_left_out: |field| says(&field.tags, false),
        }
    }

    /// Whether a tag counts.
    pub(in crate::lower) fn understands(&self, tag: &Tag) -> bool {
        (self.understands)(tag)
    }

    /// Whether the comments of the types of this package count.
    pub(in crate::lower) fn sees_types_of(&self, model: &Model, package: PackageId) -> bool {
        self.comments_of_dependencies || model.package(package).requested
    }

    /// Our own rules.
    pub(in crate::lower) fn idlgen(kubernetes_minor: u16) -> Self {
        default::rules(kubernetes_minor)
    }

    /// Those of openapi-gen.
    pub(in crate::lower) fn openapi_gen(kubernetes_minor: u16) -> Self {
        openapi_gen::rules(kubernetes_minor)
    }
}

/// Kubernetes 1.37 dropped the defaults of elements (kube-openapi #606).
fn item_defaults(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 36
}

/// Kubernetes 1.35 brought names of definitions; before, they were made of import paths.
fn model_names(kubernetes_minor: u16) -> bool {
    kubernetes_minor >= 35
}

/// Kubernetes 1.32 publishes comments as they are written; before, they were pasted into string literals of Go.
fn escapes_in_comments(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 31
}

/// Kubernetes 1.29 asks whether a type has a method `UnmarshalJSON`.
fn defaults_of_own_json(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 28
}
