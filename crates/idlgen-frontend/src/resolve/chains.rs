//! Chains of types that are defined as other types. Their length is limited, because every traversal visits all of
//! them.

use crate::{
    diag::Diagnostic,
    model::{Model, Type, TypeId, TypeKind},
};

use super::{
    codes,
    report::{Owner, Report},
};

/// Maximum number of types between a type and its underlying type.
const LONGEST: usize = 512;

/// Reports named types and aliases that are too far from their underlying types, and replaces them with
/// [`Type::Invalid`], so that chains remain short. Cycles may only exist through pointers.
pub(super) fn break_long_chains(model: &mut Model, report: &mut Report) {
    // The distance of each type from its underlying type.
    let mut lengths: Vec<Option<usize>> = vec![None; model.types.len()];
    for start in 0..model.types.len() {
        let mut chain = Vec::new();
        let mut current = Some(start);
        let mut length = 0;
        while let Some(at) = current {
            match lengths.get_mut(at) {
                Some(unknown @ None) => {
                    // Mark the type as visited, because a cycle can go through a pointer.
                    *unknown = Some(0);
                    chain.push(at);
                    current = next(model, at);
                }
                Some(Some(known)) => {
                    length = *known + 1;
                    break;
                }
                None => break,
            }
        }
        for at in chain.into_iter().rev() {
            if length > LONGEST {
                cut(model, at, report);
                length = 0;
            }
            if let Some(known) = lengths.get_mut(at) {
                *known = Some(length);
            }
            length += 1;
        }
    }
}

/// Returns the type that a named type or alias is defined as.
fn next(model: &Model, at: usize) -> Option<usize> {
    let (TypeKind::Named(ty) | TypeKind::Alias(ty)) = &model.types.get(at)?.kind else { return None };
    let mut ty = ty;
    loop {
        match ty {
            Type::Pointer(target) => ty = target,
            Type::Named(id) | Type::Instance { base: id, .. } => return Some(id.0 as usize),
            _ => return None,
        }
    }
}

fn cut(model: &mut Model, at: usize, report: &mut Report) {
    let Some(definition) = model.types.get_mut(at) else { return };
    let message =
        format!("`{}` is more than {LONGEST} type definitions away from its underlying type", definition.name);
    let diagnostic = Diagnostic::new(codes::LONG_CHAIN, message)
        .at(definition.span)
        .note("each of these types is defined as the next one")
        .help("define the first one as the underlying type");
    report.add(Owner::Type(TypeId(at as u32)), diagnostic);
    if let TypeKind::Named(ty) | TypeKind::Alias(ty) = &mut definition.kind {
        *ty = Type::Invalid;
    }
}

#[cfg(test)]
mod tests {
    use crate::resolve::testing::read;

    /// Formats a chain of types, with `between` between their names.
    fn said(count: usize, between: &str) -> String {
        let chain = (0..count).fold(String::new(), |chain, at| chain + &format!("type N{at}{between}N{}\n", at + 1));
        read(&[("a/types.go", &format!("package a\n\n{chain}type N{count} string\n"))], &[]).report()
    }

    #[test]
    fn a_type_may_not_be_too_many_other_types() {
        for between in [" ", " = ", " *"] {
            assert_eq!(said(512, between), "");
            assert_eq!(
                said(1_200, between).lines().collect::<Vec<_>>(),
                [
                    "types.go:177:6: error[IDL0419]: `N174` is more than 512 type definitions away from its \
                     underlying type",
                    "types.go:690:6: error[IDL0419]: `N687` is more than 512 type definitions away from its \
                     underlying type",
                ]
            );
        }
        assert_eq!(read(&[("a/types.go", "package a\n\ntype P *P\n\ntype Q *R\n\ntype R *Q\n")], &[]).report(), "");
    }
}
