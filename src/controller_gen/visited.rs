//! Which packages controller-gen type-checks: those that fields with `json` tags name, and types that are not structs
//! (`filterTypesForCRDs` of `pkg/crd/gen.go`). It knows no other package, so it finds no kinds while none of what it
//! visits names the package of TypeMeta and ObjectMeta.

use std::collections::BTreeSet;

use super::go_type::{self, GoType};
use crate::{
    resolve::{FileIndex, Names, parse_struct_tag},
    syntax::{TypeExpression, TypeExpressionKind},
};

/// How deep type expressions may be nested.
const MAX_DEPTH: usize = 128;

/// Returns `true` if a requested package, or one that it makes controller-gen visit, names the package `wanted`.
pub(super) fn reaches(names: &Names<'_>, wanted: &str) -> bool {
    let requested = names.packages.iter().enumerate().filter(|(_, package)| package.requested);
    let mut open: BTreeSet<usize> = requested.map(|(index, _)| index).collect();
    let mut seen = open.clone();
    while let Some(index) = open.pop_first() {
        let mut named = BTreeSet::new();
        for entry in names.types.iter().filter(|entry| entry.place.package == index) {
            packages(names, entry.place, &entry.declaration.definition, 0, &mut named);
        }
        for package in named {
            if names.packages.get(package).is_some_and(|package| package.import_path == wanted) {
                return true;
            }
            if seen.insert(package) {
                open.insert(package);
            }
        }
    }
    false
}

/// Collects the packages that a type expression names.
fn packages(
    names: &Names<'_>,
    place: FileIndex,
    expression: &TypeExpression,
    depth: usize,
    named: &mut BTreeSet<usize>,
) {
    if depth > MAX_DEPTH {
        return;
    }
    let mut below = |inner: &TypeExpression| packages(names, place, inner, depth + 1, named);
    match &expression.kind {
        TypeExpressionKind::Name { package, name, arguments } => {
            arguments.iter().for_each(&mut below);
            if let Some(qualifier) = package
                && let GoType::Declared(index) =
                    go_type::find(names, place, Some(qualifier.name.as_str()), &name.name, &[])
                && let Some(entry) = names.types.get(index)
            {
                named.insert(entry.place.package);
            }
        }
        TypeExpressionKind::Pointer(inner) | TypeExpressionKind::Slice(inner) => below(inner),
        TypeExpressionKind::Array { element, .. } => below(element),
        TypeExpressionKind::Map { key, value } => {
            below(key);
            below(value);
        }
        TypeExpressionKind::Struct(fields) => {
            for field in fields {
                let tag = field.struct_tag.as_ref().map(|tag| parse_struct_tag(tag).0).unwrap_or_default();
                if tag.iter().any(|(key, _)| key == "json") {
                    below(&field.ty);
                }
            }
        }
        TypeExpressionKind::Interface { .. }
        | TypeExpressionKind::Function
        | TypeExpressionKind::Channel
        | TypeExpressionKind::Invalid => {}
    }
}
