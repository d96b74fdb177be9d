//! What tags mean for the Go type they stand on: one rule a file.
//!
//! A rule sees one declaration with its tags (`place::Place`), with its type seen through pointers, aliases and named types, and judges what is written
//! there. Only the declarations of requested packages are judged, against everything that they lead to.

pub mod api_rules;
pub mod cel;
mod contradiction;
mod default_value;
mod duplicate_property;
mod empty_range;
mod enumeration;
mod error_message;
mod exclusive;
mod field_path;
mod format;
mod json_tag;
mod list_map_keys;
mod misplaced;
mod name_format;
mod number;
mod numeric_range;
mod override_path;
mod pattern;
mod place;
mod required_and_optional;
mod siblings;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod without_effect;
mod wrong_kind;

use place::{FieldOf, Place, Typed};

use crate::{
    diag::Diagnostic,
    model::{Field, Model, Package, PackageId, Type, TypeDefinition, TypeKind},
    resolve::sort_by_position,
    tags::registry::Target,
};

/// A rule: looks at a declaration and adds what is wrong with it.
type Rule = fn(&Place<'_>, &mut Vec<Diagnostic>);

/// Rules about single tags, which also judge the tag inside an `+override`.
const TAG_RULES: [Rule; 7] = [
    misplaced::check,
    wrong_kind::check,
    without_effect::check,
    pattern::check,
    format::check,
    numeric_range::check,
    default_value::check,
];

/// All other rules.
const RULES: [Rule; 13] = [
    required_and_optional::check,
    contradiction::check,
    empty_range::check,
    exclusive::check,
    enumeration::check,
    list_map_keys::check,
    siblings::check,
    override_path::check,
    field_path::check,
    error_message::check,
    name_format::check,
    json_tag::check,
    duplicate_property::check,
];

/// Everything that is wrong with the tags of the requested packages, in order of position.
pub fn check(model: &Model) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        check_package(model, package, &mut diagnostics);
        for id in &package.types {
            check_type(model, model.type_definition(*id), &mut diagnostics);
        }
    }
    sort_by_position(&mut diagnostics);
    diagnostics
}

fn check_place(place: &Place<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for rule in TAG_RULES.iter().chain(&RULES) {
        rule(place, diagnostics);
    }
}

fn check_package(model: &Model, package: &Package, diagnostics: &mut Vec<Diagnostic>) {
    let mut check_untyped = |target, name, span, tags| {
        let place =
            Place { model, package: package.id, target, name, span, tags, typed: None, field: None, definition: None };
        check_place(&place, diagnostics);
    };
    if let Some(tag) = package.tags.first() {
        check_untyped(Target::Package, &package.name, tag.span, &package.tags);
    }
    for constant in &package.constants {
        check_untyped(Target::Constant, &constant.name, constant.span, &constant.tags);
    }
}

fn check_type(model: &Model, definition: &TypeDefinition, diagnostics: &mut Vec<Diagnostic>) {
    let ty = Type::Named(definition.id);
    let shaped = model.shaped(&ty);
    let place = Place {
        model,
        package: definition.package,
        target: Target::Type,
        name: &definition.name,
        span: definition.span,
        tags: &definition.tags,
        typed: Some(Typed { ty: &ty, shaped: &shaped }),
        field: None,
        definition: Some(definition),
    };
    check_place(&place, diagnostics);
    match &definition.kind {
        TypeKind::Struct(fields) => check_fields(model, definition.package, &ty, fields, diagnostics),
        TypeKind::Named(ty) | TypeKind::Alias(ty) => check_anonymous(model, definition.package, ty, diagnostics),
    }
}

fn check_fields(model: &Model, package: PackageId, parent: &Type, fields: &[Field], diagnostics: &mut Vec<Diagnostic>) {
    for field in fields {
        let shaped = model.shaped(&field.ty);
        let place = Place {
            model,
            package,
            target: place::target_of(field),
            name: &field.name,
            span: field.span,
            tags: &field.tags,
            typed: Some(Typed { ty: &field.ty, shaped: &shaped }),
            field: Some(FieldOf { field, parent }),
            definition: None,
        };
        check_place(&place, diagnostics);
        check_anonymous(model, package, &field.ty, diagnostics);
    }
}

/// The fields of structs without a name.
fn check_anonymous(model: &Model, package: PackageId, ty: &Type, diagnostics: &mut Vec<Diagnostic>) {
    match ty {
        Type::Struct { fields, .. } => check_fields(model, package, ty, fields, diagnostics),
        Type::Pointer(element) | Type::Slice(element) | Type::Array(element) | Type::Map(_, element) => {
            check_anonymous(model, package, element, diagnostics);
        }
        _ => {}
    }
}
