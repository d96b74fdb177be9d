//! Lints: check tags against the Go types of their declarations, one lint per file.
//!
//! A lint gets one declaration with its tags (`declaration::TaggedDeclaration`) and its type, with pointers, aliases
//! and named types resolved. It only checks declarations of requested packages, using everything that they reference.

pub mod api_rules;
pub mod cel;
mod contradiction;
mod declaration;
mod default_value;
mod duplicate_property;
mod elements;
mod empty_range;
mod enumeration;
mod error_message;
mod exclusive;
mod field_path;
mod format;
mod fractional_limit;
mod json_tag;
mod lint;
mod list_map_keys;
mod misplaced;
mod name_format;
mod number;
mod numeric_range;
mod optional_list_map_key;
mod override_path;
mod pattern;
mod presence;
mod promoted_method;
mod required_and_optional;
mod siblings;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod without_effect;
mod wrong_kind;

pub use default_value::BAD_DEFAULT;
pub(crate) use duplicate_property::DUPLICATE_PROPERTY;
pub use enumeration::BAD_ENUM;
pub use field_path::FIELD_PATH;
pub use json_tag::{JSON_INLINE, JSON_NAME};
pub(crate) use misplaced::MISPLACED_TAG;
pub use optional_list_map_key::OPTIONAL_LIST_MAP_KEY;
pub(crate) use required_and_optional::REQUIRED_AND_OPTIONAL;
pub use siblings::UNKNOWN_SIBLING;
pub(crate) use wrong_kind::WRONG_KIND;

use declaration::{FieldOf, Home, TaggedDeclaration, Typed};
use lint::Lint;

use crate::{
    diag::{Code, Diagnostic, sort_by_position},
    model::{Field, Model, Package, Type, TypeDefinition, TypeKind, View, is_served_natively},
    tags::registry::Target,
};

/// All lints.
const LINTS: [Lint; 24] = [
    misplaced::LINT,
    wrong_kind::LINT,
    without_effect::LINT,
    pattern::LINT,
    format::LINT,
    numeric_range::LINT,
    fractional_limit::LINT,
    default_value::LINT,
    required_and_optional::LINT,
    contradiction::LINT,
    empty_range::LINT,
    exclusive::LINT,
    enumeration::LINT,
    list_map_keys::LINT,
    optional_list_map_key::LINT,
    siblings::LINT,
    override_path::LINT,
    elements::LINT,
    field_path::LINT,
    error_message::LINT,
    name_format::LINT,
    json_tag::LINT,
    promoted_method::LINT,
    duplicate_property::LINT,
];

/// Iterates over the codes of the lints and of the API rules.
pub fn codes() -> impl Iterator<Item = Code> {
    LINTS.iter().flat_map(|lint| lint.codes.iter().copied()).chain(api_rules::codes())
}

/// Returns all diagnostics about the tags of the requested packages, sorted by position. `native` contains patterns of
/// built-in packages in addition to those of Kubernetes, as in [`is_served_natively`].
pub fn check(model: &Model, native: &[String]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        let home = Home { package: package.id, is_native: is_served_natively(&package.import_path, native) };
        check_package(model, home, package, &mut diagnostics);
        for id in &package.types {
            check_type(model, home, model.type_definition(*id), &mut diagnostics);
        }
    }
    sort_by_position(&mut diagnostics);
    diagnostics
}

fn check_declaration(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for lint in &LINTS {
        (lint.check)(declaration, diagnostics);
    }
}

/// Checks the tag inside an `+override` like a tag of the field that the path leads to.
fn check_nested(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for lint in LINTS.iter().filter(|lint| lint.judges_overrides) {
        (lint.check)(declaration, diagnostics);
    }
}

fn check_package(model: &Model, home: Home, package: &Package, diagnostics: &mut Vec<Diagnostic>) {
    let mut check_untyped = |target, name, span, tags| {
        let declaration = TaggedDeclaration {
            model,
            home,
            target,
            name,
            span,
            tags,
            typed: None,
            field: None,
            definition: None,
            check_nested,
        };
        check_declaration(&declaration, diagnostics);
    };
    if let Some(tag) = package.tags.first() {
        check_untyped(Target::Package, &package.name, tag.span, &package.tags);
    }
    for constant in &package.constants {
        check_untyped(Target::Constant, &constant.name, constant.span, &constant.tags);
    }
}

fn check_type(model: &Model, home: Home, definition: &TypeDefinition, diagnostics: &mut Vec<Diagnostic>) {
    let ty = Type::Named(definition.id);
    let shaped = model.resolved_json_type(&ty);
    let declaration = TaggedDeclaration {
        model,
        home,
        target: Target::Type,
        name: &definition.name,
        span: definition.span,
        tags: &definition.tags,
        typed: Some(Typed { ty: &ty, shaped: &shaped }),
        field: None,
        definition: Some(definition),
        check_nested,
    };
    check_declaration(&declaration, diagnostics);
    match &definition.kind {
        TypeKind::Struct(fields) => check_fields(model, home, &ty, fields, diagnostics),
        TypeKind::Named(ty) | TypeKind::Alias(ty) => check_anonymous(model, home, ty, diagnostics),
    }
}

fn check_fields(model: &Model, home: Home, parent: &Type, fields: &[Field], diagnostics: &mut Vec<Diagnostic>) {
    let is_written = model.used(parent, View::Json).written.is_some();
    let is_serialised = declaration::is_serialised(fields);
    for field in fields {
        let shaped = model.resolved_json_type(&field.ty);
        let declaration = TaggedDeclaration {
            model,
            home,
            target: declaration::target_of(field),
            name: &field.name,
            span: field.span,
            tags: &field.tags,
            typed: Some(Typed { ty: &field.ty, shaped: &shaped }),
            field: Some(FieldOf { field, parent, is_written, is_serialised }),
            definition: None,
            check_nested,
        };
        check_declaration(&declaration, diagnostics);
        check_anonymous(model, home, &field.ty, diagnostics);
    }
}

/// Checks the fields of anonymous structs.
fn check_anonymous(model: &Model, home: Home, ty: &Type, diagnostics: &mut Vec<Diagnostic>) {
    match ty {
        Type::Struct { fields, .. } => check_fields(model, home, ty, fields, diagnostics),
        Type::Pointer(element) | Type::Slice(element) | Type::Array(element) | Type::Map(_, element) => {
            check_anonymous(model, home, element, diagnostics);
        }
        _ => {}
    }
}
