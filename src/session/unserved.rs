//! Handles errors in types that are not part of any custom resource, if the errors concern tags that only API servers
//! and openapi-gen read, and warnings that concern no output.

use std::collections::BTreeMap;

use super::{
    problem_kind::is_about_modules,
    severity,
    touched::{Concern, Declarations},
};
use crate::{
    check::{BAD_DEFAULT, BAD_ENUM, JSON_INLINE, JSON_NAME},
    diag::{Diagnostic, Severity},
    lower::{
        codes::{MAP_KEY, PATCH_TAGS, STANDARD_TYPE, UNSUPPORTED_TYPE, UNTYPED_ELEMENT},
        is_custom_resource,
    },
    model::{Field, Model, PackageId, TypeId, TypeKind},
    source::Span,
    tags::{Dialect, Tag, TagKind},
};

/// Changes errors about defaults in such types to warnings, if the default is a controller-gen marker in a package with
/// custom resources. controller-gen does not check defaults, and no other tool reads the marker. Returns the spans of
/// the values.
pub(super) fn soften_defaults(model: &Model, diagnostics: &mut [Diagnostic]) -> Vec<Span> {
    let is_default = |one: &Diagnostic| one.code == BAD_DEFAULT && one.severity == Severity::Error;
    if !diagnostics.iter().any(is_default) {
        return Vec::new();
    }
    let served = Served::of(model);
    let has_kinds = |package: PackageId| served.kinds.iter().any(|id| model.type_definition(*id).package == package);
    let is_unserved = |id: &TypeId| !served.has(*id) && has_kinds(model.type_definition(*id).package);
    let missing = BTreeMap::new();
    let declarations = Declarations::new(model, &missing);
    let mut ignored = Vec::new();
    for diagnostic in diagnostics.iter_mut().filter(|one| is_default(one)) {
        let Some(place) = diagnostic.primary.as_ref().map(|label| label.span) else { continue };
        let Concern::Types(ids) = declarations.concern(diagnostic) else { continue };
        if ids.iter().any(|id| is_unserved(id) && has_default_at(model, *id, place)) {
            severity::soften(diagnostic);
            diagnostic.notes.push("no custom resource contains the field; outputs omit the default".to_owned());
            ignored.push(place);
        }
    }
    ignored
}

/// Changes errors about features that an openapi-gen schema cannot represent to warnings, if the types are not part of
/// any custom resource, and openapi-gen does not read them (`+k8s:openapi-gen=true`). Does nothing without kinds,
/// because the types themselves are then the purpose of the run.
pub(super) fn soften_unpublished(model: &Model, diagnostics: &mut [Diagnostic]) {
    let codes = [UNSUPPORTED_TYPE, MAP_KEY, UNTYPED_ELEMENT, STANDARD_TYPE, BAD_ENUM];
    let is_such = |one: &Diagnostic| one.severity == Severity::Error && codes.contains(&one.code);
    if !diagnostics.iter().any(is_such) {
        return;
    }
    let Some(unpublished) = Unpublished::of(model) else { return };
    let missing = BTreeMap::new();
    let declarations = Declarations::new(model, &missing);
    for diagnostic in diagnostics.iter_mut().filter(|one| is_such(one)) {
        let Some(place) = diagnostic.primary.as_ref().map(|label| label.span) else { continue };
        let Concern::Types(ids) = declarations.concern(diagnostic) else { continue };
        // API servers would read values that the tag lists, so the error remains unless the values come from constants.
        let is_enum = |id: &TypeId| has_tag_at(model, *id, place, &|tag| tag.meaning == TagKind::Enum);
        if ids.iter().all(|id| unpublished.has(*id)) && (diagnostic.code != BAD_ENUM || ids.iter().any(is_enum)) {
            severity::soften(diagnostic);
        }
    }
}

/// Drops warnings about such types. Does nothing without kinds.
pub(super) fn drop_unpublished(model: &Model, diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.is_empty() {
        return;
    }
    let Some(unpublished) = Unpublished::of(model) else { return };
    let missing = BTreeMap::new();
    let declarations = Declarations::new(model, &missing);
    diagnostics.retain(|one| match declarations.concern(one) {
        Concern::Types(ids) => one.severity == Severity::Error || ids.iter().any(|id| !unpublished.has(*id)),
        _ => true,
    });
}

/// Drops warnings of `lint` and `crd` that concern no output: those about JSON names, embedded fields and elements
/// without a type in types that are not part of any custom resource, and those about struct tags of openapi-gen, if
/// openapi-gen does not read the types. Does nothing without kinds.
pub(super) fn drop_without_effect(model: &Model, diagnostics: &mut Vec<Diagnostic>) {
    let codes = [JSON_INLINE, JSON_NAME, PATCH_TAGS, UNTYPED_ELEMENT];
    let is_such = |one: &Diagnostic| one.severity != Severity::Error && codes.contains(&one.code);
    if !diagnostics.iter().any(is_such) {
        return;
    }
    let Some(unpublished) = Unpublished::of(model) else { return };
    let missing = BTreeMap::new();
    let declarations = Declarations::new(model, &missing);
    diagnostics.retain(|one| {
        let Concern::Types(ids) = declarations.concern(one) else { return true };
        let has_effect =
            |id: &TypeId| if one.code == PATCH_TAGS { is_published(model, *id) } else { !unpublished.has(*id) };
        !is_such(one) || ids.iter().any(has_effect)
    });
}

/// Changes errors about missing modules to warnings if only such types need them. Does nothing without kinds.
pub(super) fn soften_missing(model: &Model, missing: &BTreeMap<Span, String>, diagnostics: &mut [Diagnostic]) {
    let is_such = |one: &Diagnostic| one.severity == Severity::Error && is_about_modules(one.code);
    if !diagnostics.iter().any(is_such) {
        return;
    }
    let Some(unpublished) = Unpublished::of(model) else { return };
    let declarations = Declarations::new(model, missing);
    for diagnostic in diagnostics.iter_mut().filter(|one| is_such(one)) {
        let types = match declarations.concern(diagnostic) {
            Concern::Types(types) => types,
            Concern::Lacking { types, defined } => types.into_iter().chain(defined).collect(),
            Concern::Package(id) => model.package(id).types.clone(),
            Concern::Everything => continue,
        };
        if types.iter().all(|id| unpublished.has(*id) && !declarations.may_be_kind(*id)) {
            severity::soften(diagnostic);
            diagnostic.notes.push("no custom resource contains a type that needs it".to_owned());
        }
    }
}

/// The types that are not part of any custom resource and that openapi-gen does not read.
struct Unpublished<'m> {
    model: &'m Model,
    served: Served,
}

impl<'m> Unpublished<'m> {
    /// Returns `None` if there are no kinds.
    fn of(model: &'m Model) -> Option<Self> {
        let served = Served::of(model);
        (!served.kinds.is_empty()).then_some(Unpublished { model, served })
    }

    fn has(&self, id: TypeId) -> bool {
        !self.served.has(id) && !is_published(self.model, id)
    }
}

/// Returns `true` if openapi-gen reads the type: it or its package has `+k8s:openapi-gen=true`.
fn is_published(model: &Model, id: TypeId) -> bool {
    let definition = model.type_definition(id);
    let mut tags = definition.tags.iter().chain(&model.package(definition.package).tags);
    tags.any(|tag| tag.meaning == TagKind::Published(true))
}

/// The types that custom resources contain.
struct Served {
    kinds: Vec<TypeId>,
    /// For each type id, `true` if a custom resource contains the type.
    types: Vec<bool>,
}

impl Served {
    fn of(model: &Model) -> Self {
        let ids = model.types.iter().map(|definition| definition.id);
        let kinds: Vec<TypeId> = ids.filter(|id| is_custom_resource(model, *id)).collect();
        Served { types: model.reached_from(kinds.iter().copied()), kinds }
    }

    fn has(&self, id: TypeId) -> bool {
        self.types.get(id.0 as usize) != Some(&false)
    }
}

/// Returns `true` if a location is in a default of the type, and the default is a controller-gen marker.
fn has_default_at(model: &Model, id: TypeId, place: Span) -> bool {
    let is_default = |tag: &Tag| tag.dialect == Dialect::Kubebuilder && matches!(tag.meaning, TagKind::Default(_));
    has_tag_at(model, id, place, &is_default)
}

/// Returns `true` if a location is in a tag of the type or of one of its fields, and the tag satisfies `is_such`.
fn has_tag_at(model: &Model, id: TypeId, place: Span, is_such: &dyn Fn(&Tag) -> bool) -> bool {
    let is_it = |tag: &Tag| {
        let Span { file, start, end } = tag.span;
        (file == place.file && start <= place.start && place.end <= end) && is_such(tag)
    };
    let definition = model.type_definition(id);
    let is_of_field = |field: &Field| field.tags.iter().any(is_it);
    definition.tags.iter().any(is_it)
        || match &definition.kind {
            TypeKind::Struct(fields) => {
                fields.iter().any(|field| is_of_field(field) || field.ty.has_field(&is_of_field))
            }
            TypeKind::Named(ty) | TypeKind::Alias(ty) => ty.has_field(&is_of_field),
        }
}
