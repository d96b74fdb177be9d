//! The types to keep: exported ones that consist of kept types, predeclared types and those of `time`. Types without a
//! JSON form are kept too, so that every name in a register.go can be resolved (`runtime.Scheme`).

use std::collections::{BTreeMap, BTreeSet};

use idlgen::syntax::{FieldDeclaration, TypeDeclaration, TypeExpression, TypeExpressionKind};

use super::package::{File, Package};

/// A declared name, with its package's import path in front.
pub(crate) type Name = (String, String);

/// Names that are kept.
pub(crate) type Selection = BTreeSet<Name>;

/// Methods that determine the JSON encoding or the schema of a type.
pub(crate) fn is_meaningful_method(name: &str) -> bool {
    matches!(name, "MarshalJSON" | "UnmarshalJSON" | "MarshalText" | "UnmarshalText") || name.starts_with("OpenAPI")
}

/// Selects the types.
pub(crate) fn select(packages: &[Package]) -> Selection {
    let mut possible: Selection = all_types(packages)
        .filter(|(_, _, ty)| ty.type_parameters.is_empty())
        .map(|(package, _, ty)| package.name(&ty.name.name))
        .collect();
    // Removes types that need a removed one, until nothing changes.
    loop {
        let is_kept = |name: &Name| possible.contains(name);
        let impossible: Vec<Name> = all_types(packages)
            .filter(|(package, file, ty)| !consists_of_kept(package, file, &ty.definition, &is_kept))
            .map(|(package, _, ty)| package.name(&ty.name.name))
            .filter(|name| possible.contains(name))
            .collect();
        if impossible.is_empty() {
            break;
        }
        for name in &impossible {
            possible.remove(name);
        }
    }
    let declared: BTreeMap<Name, (&Package, &File, &TypeDeclaration)> =
        all_types(packages).map(|found| (found.0.name(&found.2.name.name), found)).collect();
    let mut kept = Selection::new();
    let roots = all_types(packages).filter(|(_, _, ty)| is_exported(&ty.name.name));
    let mut waiting: Vec<Name> = roots.map(|(package, _, ty)| package.name(&ty.name.name)).collect();
    while let Some(next) = waiting.pop() {
        if possible.contains(&next)
            && kept.insert(next.clone())
            && let Some((package, file, ty)) = declared.get(&next)
        {
            references(package, file, &ty.definition, &mut waiting);
        }
    }
    kept
}

fn all_types(packages: &[Package]) -> impl Iterator<Item = (&Package, &File, &TypeDeclaration)> {
    packages.iter().flat_map(|package| {
        package.files.iter().flat_map(move |file| file.declarations.types.iter().map(move |ty| (package, file, ty)))
    })
}

pub(crate) fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Returns `true` if a field is kept: one that can be in JSON, or an exported one whose type is kept.
pub(crate) fn is_kept_field(package: &Package, file: &File, field: &FieldDeclaration, selection: &Selection) -> bool {
    is_visible(field)
        && (!is_skipped(field) || consists_of_kept(package, file, &field.ty, &|name: &Name| selection.contains(name)))
}

fn is_visible(field: &FieldDeclaration) -> bool {
    is_exported(&field.name.name) || field.is_embedded
}

fn is_skipped(field: &FieldDeclaration) -> bool {
    field.struct_tag.as_ref().is_some_and(|tag| tag.name.contains("json:\"-\""))
}

/// Returns `true` if a type consists of kept types.
pub(crate) fn consists_of_kept(
    package: &Package,
    file: &File,
    ty: &TypeExpression,
    is_kept: &dyn Fn(&Name) -> bool,
) -> bool {
    match &ty.kind {
        TypeExpressionKind::Name { arguments, .. } => {
            arguments.is_empty() && referenced(package, file, ty).is_none_or(|name| is_kept(&name))
        }
        TypeExpressionKind::Pointer(element)
        | TypeExpressionKind::Slice(element)
        | TypeExpressionKind::Array { element, .. } => consists_of_kept(package, file, element, is_kept),
        TypeExpressionKind::Map { key, value } => {
            consists_of_kept(package, file, key, is_kept) && consists_of_kept(package, file, value, is_kept)
        }
        TypeExpressionKind::Struct(fields) => {
            let mut fields = fields.iter().filter(|field| is_visible(field) && !is_skipped(field));
            fields.all(|field| consists_of_kept(package, file, &field.ty, is_kept))
        }
        TypeExpressionKind::Interface { .. } | TypeExpressionKind::Function | TypeExpressionKind::Channel => true,
        TypeExpressionKind::Invalid => false,
    }
}

/// Returns the declaration that a type name refers to. `None` for predeclared types and those of `time`, the only
/// package of the standard library that API types use.
fn referenced(package: &Package, file: &File, ty: &TypeExpression) -> Option<Name> {
    let TypeExpressionKind::Name { package: qualifier, name, .. } = &ty.kind else { return None };
    match qualifier {
        None if is_predeclared(&name.name) => None,
        None => Some(package.name(&name.name)),
        Some(qualifier) => match file.imports.get(&qualifier.name) {
            Some(path) if path == "time" => None,
            path => Some((path.cloned().unwrap_or_default(), name.name.clone())),
        },
    }
}

const PREDECLARED: [&str; 18] = [
    "any", "bool", "byte", "error", "float32", "float64", "int", "int16", "int32", "int64", "int8", "rune", "string",
    "uint", "uint16", "uint32", "uint64", "uint8",
];

fn is_predeclared(name: &str) -> bool {
    PREDECLARED.contains(&name)
}

fn references(package: &Package, file: &File, ty: &TypeExpression, found: &mut Vec<Name>) {
    match &ty.kind {
        TypeExpressionKind::Name { .. } => found.extend(referenced(package, file, ty)),
        TypeExpressionKind::Pointer(element)
        | TypeExpressionKind::Slice(element)
        | TypeExpressionKind::Array { element, .. } => references(package, file, element, found),
        TypeExpressionKind::Map { key, value } => {
            references(package, file, key, found);
            references(package, file, value, found);
        }
        TypeExpressionKind::Struct(fields) => {
            for field in fields.iter().filter(|field| is_visible(field)) {
                references(package, file, &field.ty, found);
            }
        }
        _ => {}
    }
}
