//! Determines the packages that controller-gen type-checks: those named by fields with `json` tags and by types that
//! are not structs (`filterTypesForCRDs` of `pkg/crd/gen.go`). It ignores other packages. If it checks a package before
//! it has seen the package of TypeMeta and ObjectMeta, it finds no kinds in it.

use std::collections::BTreeSet;

use super::go_type::{self, GoType};
use crate::{
    resolve::{FileIndex, Names, parse_struct_tag},
    syntax::{TypeExpression, TypeExpressionKind},
};

/// Maximum nesting depth of type expressions.
const MAX_DEPTH: usize = 128;

/// Returns the packages among `roots` (sorted import paths) that controller-gen type-checks after the package `wanted`.
/// controller-gen checks the packages in the order of `roots`, but each package only after the packages that it names.
pub(super) fn knowing<'r>(names: &Names<'_>, roots: &'r BTreeSet<String>, wanted: &str) -> BTreeSet<&'r str> {
    let index = |path: &str| names.packages.iter().position(|package| package.import_path == path);
    let wanted = index(wanted);
    let (mut seen, mut knowing) = (BTreeSet::new(), BTreeSet::new());
    let mut is_checked = false;
    for root in roots.iter().filter_map(|root| index(root)) {
        // A package returns to the top of the stack when all that it names is checked.
        let mut open = vec![(root, false)];
        while let Some((package, is_ready)) = open.pop() {
            if is_ready {
                if is_checked {
                    knowing.insert(package);
                }
                is_checked = is_checked || Some(package) == wanted;
            } else if seen.insert(package) {
                open.push((package, true));
                open.extend(named_packages(names, package).into_iter().rev().map(|named| (named, false)));
            }
        }
    }
    roots.iter().map(String::as_str).filter(|root| index(root).is_some_and(|index| knowing.contains(&index))).collect()
}

fn named_packages(names: &Names<'_>, package: usize) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    for entry in names.types.iter().filter(|entry| entry.place.package == package) {
        packages(names, entry.place, &entry.declaration.definition, 0, &mut named);
    }
    named
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
