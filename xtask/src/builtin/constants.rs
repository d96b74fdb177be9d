//! Selects the constants to keep: exported ones of kept types, and those that their values reference.

use std::collections::BTreeMap;

use idlgen::syntax::{ConstantDeclaration, ConstantExpression};

use super::{
    package::{File, Package},
    selection::{Name, Selection, consists_of_kept, is_exported},
};

/// Adds the constants to the kept types.
pub(crate) fn keep_constants(packages: &[Package], kept: &mut Selection) {
    let types = kept.clone();
    let is_possible = |package: &Package, file: &File, constant: &ConstantDeclaration| {
        let is_kept = |name: &Name| types.contains(name);
        constant.value.as_ref().is_some_and(is_printable)
            && constant.ty.as_ref().is_none_or(|ty| consists_of_kept(package, file, ty, &is_kept))
    };
    let possible: BTreeMap<Name, &ConstantDeclaration> = packages
        .iter()
        .flat_map(|package| package.files.iter().map(move |file| (package, file)))
        .flat_map(|(package, file)| file.declarations.constants.iter().map(move |constant| (package, file, constant)))
        .filter(|(package, file, constant)| constant.name.name != "_" && is_possible(package, file, constant))
        .map(|(package, _, constant)| (package.name(&constant.name.name), constant))
        .collect();
    let exported = possible.keys().filter(|(_, name)| is_exported(name));
    let mut waiting: Vec<Name> = exported.cloned().collect();
    while let Some(next) = waiting.pop() {
        let Some(constant) = possible.get(&next) else { continue };
        if kept.insert(next.clone())
            && let Some(value) = &constant.value
        {
            named(&next.0, value, &mut waiting);
        }
    }
}

/// Returns `true` if a value can be printed as Go.
pub(crate) fn is_printable(value: &ConstantExpression) -> bool {
    match value {
        ConstantExpression::Unsupported => false,
        ConstantExpression::Call { argument, .. } => is_printable(argument),
        ConstantExpression::Unary(_, operand) => is_printable(operand),
        ConstantExpression::Binary(_, left, right) => is_printable(left) && is_printable(right),
        _ => true,
    }
}

/// Collects the constants of the same package that a value references.
fn named(package: &str, value: &ConstantExpression, found: &mut Vec<Name>) {
    match value {
        ConstantExpression::Name { package: None, name } => found.push((package.to_owned(), name.clone())),
        ConstantExpression::Call { argument, .. } => named(package, argument, found),
        ConstantExpression::Unary(_, operand) => named(package, operand, found),
        ConstantExpression::Binary(_, left, right) => {
            named(package, left, found);
            named(package, right, found);
        }
        _ => {}
    }
}
