//! Lowers the model to schemas. Only this stage depends on how Kubernetes represents constraints.

pub mod codes;
mod conventions;
mod dump;
mod earlier;
pub mod format_table;
mod layer;
mod lowered;
mod lowering;
mod naming;
mod node;
mod options;
pub mod origin;
mod problem;
mod rule;
mod run;
mod schema;
mod served;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod tool;
mod types;
mod unpublished;

use std::{borrow::Cow, collections::BTreeSet};

pub use conventions::Conventions;
pub use dump::dump;
pub use lowered::Lowered;
pub use options::LowerOptions;

use earlier::Earlier;
pub use served::plural::plural_of_kind;
pub use served::{
    custom_resources::{CustomResourceDefinition, custom_resource_definitions, is_custom_resource},
    group_version_kinds::GroupVersionKind,
    marker_location::{marker_location, version_marker_location},
    meta_types::META_TYPES,
    registration::{RegisteredGroupVersion, ServedKind},
    resource::{Resource, Subresource, SubresourceKind, Verb},
};
use served::{group_version_kinds, meta_types, registration};
use types::selection;

use crate::{
    audience::{Audience, InvalidTags},
    diag::Diagnostic,
    model::{Model, Seen, TypeId},
    source::Span,
};

impl Lowered {
    /// Returns the schemas of the same model for custom resources. They omit some constraints of types from natively
    /// served packages, such as those of `+enum`. Returns `None` if they are identical to these schemas. `native`
    /// contains patterns of natively served packages in addition to those of Kubernetes, as in
    /// [`is_served_natively`](crate::model::is_served_natively).
    pub fn for_custom_resources(&self, model: &Model, native: &[String]) -> Option<Lowered> {
        self.for_audience(model, Audience::CustomResources(native))
    }

    /// Returns the schemas for checking the rules of CRDs: those of
    /// [`for_custom_resources`](Self::for_custom_resources), as adapted for CRDs. Returns `None` if they are identical
    /// to these schemas.
    pub fn for_rules_of_definitions(&self, model: &Model, native: &[String]) -> Option<Lowered> {
        if self.is_for_definitions() { None } else { self.for_audience(model, Audience::Definitions(native)) }
    }

    /// Returns the schemas for validating values of the requested types: those of
    /// [`for_custom_resources`](Self::for_custom_resources), unless a requested package is served natively. Returns
    /// `None` if they are identical to these schemas.
    pub fn for_requested(&self, model: &Model) -> Option<Lowered> {
        self.for_audience(model, Audience::of_requested(model, &self.options.native_packages))
    }

    fn for_audience(&self, model: &Model, audience: Audience<'_>) -> Option<Lowered> {
        self.of_seen(model, &audience.see(model))
    }

    /// Returns the schemas of the same model without the `mistaken` tags. Returns `None` if they are identical to these
    /// schemas.
    pub fn without(&self, model: &Model, mistaken: &InvalidTags) -> Option<Lowered> {
        self.of_seen(model, &mistaken.see(model))
    }

    fn of_seen(&self, model: &Model, seen: &Seen<'_>) -> Option<Lowered> {
        let earlier = || Earlier::new(self, model, seen);
        let lowered = || lower_seen(model, seen, &self.options, earlier().as_ref());
        seen.is_other().then(|| Lowered { known_rules: self.known_rules.clone(), ..lowered() })
    }

    /// Returns the schemas of `kinds` and of all types that they reference, for CRDs: those of
    /// [`for_custom_resources`](Self::for_custom_resources), with the [conventions](Conventions) of CRDs. Returns these
    /// schemas themselves if they are already [for CRDs](lower_for_definitions).
    pub fn for_definitions(&self, model: &Model, native: &[String], kinds: &BTreeSet<TypeId>) -> Cow<'_, Lowered> {
        if self.is_for_definitions() {
            return Cow::Borrowed(self);
        }
        let options = of_definitions(&self.options);
        let seen = Audience::Definitions(native).see(model);
        let selected = selection::selected(&seen, &options.tool);
        let of_kinds: Vec<TypeId> = selected.into_iter().filter(|id| kinds.contains(id)).collect();
        // If a kind was not requested, lower all types: a requested type may reference the kind.
        if of_kinds.len() < kinds.len() {
            return Cow::Owned(lower_seen(model, &seen, &options, None));
        }
        let mut lowered = run::definitions(&seen, &options, &of_kinds);
        lowered.options = options;
        Cow::Owned(lowered)
    }

    /// Returns `true` if the schemas are those of [`lower_for_definitions`].
    fn is_for_definitions(&self) -> bool {
        self.options.conventions == Conventions::CustomResourceDefinitions
    }
}

/// Returns the schemas of all requested types for CRDs, without the information that servers publish about types. They
/// are also suitable for checking the rules of the types.
pub fn lower_for_definitions(model: &Model, options: &LowerOptions, native: &[String]) -> Lowered {
    let seen = Audience::Definitions(native).see(model);
    let mut lowered = schemas(model, &seen, &of_definitions(options), None);
    let unread: Vec<Span> = unread_fields(model, &seen).collect();
    let is_unread = |one: &Diagnostic| {
        let covers = |fields: &Span, place: Span| {
            fields.file == place.file && (fields.start..=fields.end).contains(&place.start)
        };
        one.primary.as_ref().is_some_and(|label| unread.iter().any(|fields| covers(fields, label.span)))
    };
    lowered.diagnostics.retain(|one| !is_unread(one));
    lowered
}

/// Returns the locations of fields that only OpenAPI definitions include. In other outputs, the methods of the type
/// define its JSON, so diagnostics about these fields are omitted.
fn unread_fields(model: &Model, seen: &Seen<'_>) -> impl Iterator<Item = Span> {
    let both = model.types.iter().zip(&seen.types);
    let by_declaration = both.filter(|(definition, seen)| seen.methods.len() < definition.methods.len());
    by_declaration.filter_map(|(definition, _)| {
        let end = definition.fields().iter().map(|field| field.type_span.end).max()?;
        Some(Span { end, ..definition.span })
    })
}

fn of_definitions(options: &LowerOptions) -> LowerOptions {
    let conventions = Conventions::CustomResourceDefinitions;
    LowerOptions { conventions, without_descriptions: false, ..options.clone() }
}

/// Returns the schemas of a model: a definition for every requested struct, and for all types that they reference, so
/// that every reference can be resolved. Reports everything that a schema cannot represent, and lowers the rest.
pub fn lower(model: &Model, options: &LowerOptions) -> Lowered {
    lower_seen(model, &model.seen(), options, None)
}

/// Returns the schemas of the declarations as an audience sees them. The served kinds are those of the entire model.
fn lower_seen(model: &Model, seen: &Seen<'_>, options: &LowerOptions, earlier: Option<&Earlier<'_>>) -> Lowered {
    let mut lowered = schemas(model, seen, options, earlier);
    lowered.group_versions = registration::group_versions(model, &lowered.names, options.tool.kubernetes_minor());
    lowered.kinds = group_version_kinds::kinds(model, &lowered.names, &lowered.group_versions);
    lowered.meta_definitions = meta_types::definitions(model, &lowered.names);
    lowered
}

/// Returns the schemas of the declarations as an audience sees them, without the information that servers publish about
/// types.
fn schemas(model: &Model, seen: &Seen<'_>, options: &LowerOptions, earlier: Option<&Earlier<'_>>) -> Lowered {
    let selected = selection::selected(seen, &options.tool);
    let mut types = selected.clone();
    if options.documents {
        types.extend(meta_types::needed(model));
    }
    let mut lowered = run::run(seen, options, &types, earlier);
    lowered.options = options.clone();
    if selected.is_empty() {
        lowered.diagnostics.extend(problem::nothing_selected(seen));
    }
    lowered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_for_definitions_are_not_lowered_again() {
        let mut sources = crate::source::SourceMap::default();
        let text = "type T struct {\n\tA string `json:\"a\"`\n}\n";
        let model = testing::read(&[(testing::PACKAGE, true, text)], &mut sources);
        let kinds: BTreeSet<TypeId> = model.types.iter().map(|definition| definition.id).collect();
        let definitions = lower_for_definitions(&model, &LowerOptions::default(), &[]);
        assert!(matches!(definitions.for_definitions(&model, &[], &kinds), Cow::Borrowed(_)));
        let usual = lower(&model, &LowerOptions::default());
        assert!(matches!(usual.for_definitions(&model, &[], &kinds), Cow::Owned(_)));
    }

    #[test]
    fn definitions_of_meta_types_are_found_by_name() {
        use crate::lower::testing::lower_packages;

        let meta = (
            "k8s.io/apimachinery/pkg/apis/meta/v1",
            true,
            "type Status struct {\n    A string `json:\"a\"`\n}\ntype Other struct {\n    A string `json:\"a\"`\n}\n\
             type DeleteOptions string\n",
        );
        let lowered = lower_packages(&[meta], &LowerOptions::default()).lowered;
        let found: Vec<(&str, &str)> =
            lowered.meta_definitions.iter().map(|(name, definition)| (*name, definition.as_str())).collect();
        assert_eq!(found, [("Status", "k8s.io/apimachinery/pkg/apis/meta/v1.Status")]);
    }
}
