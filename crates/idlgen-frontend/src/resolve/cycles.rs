//! Types that contain themselves, which Go rejects. They are broken up so that every later traversal terminates.

use crate::{
    diag::Diagnostic,
    model::{Model, Type, TypeId, TypeKind},
    resolve::codes,
    source::Span,
};

use super::report::{Owner, Report};

/// Reports types that contain a value of themselves (`type A struct { B B }; type B struct { A A }`) and aliases that
/// are defined as themselves (`type A = []A`). Replaces the reference that closes the cycle with [`Type::Invalid`].
pub(super) fn break_cycles(model: &mut Model, report: &mut Report) {
    break_cycles_of(model, report, Edges::Values);
    break_cycles_of(model, report, Edges::Aliases);
}

/// The references to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edges {
    /// References that contain a value, which excludes pointers, slices and maps.
    Values,
    /// All references between aliases, because an alias is identical to its right-hand side.
    Aliases,
}

/// Runs a depth-first search without recursion, because a chain of definitions may be longer than the stack allows.
fn break_cycles_of(model: &mut Model, report: &mut Report, edges: Edges) {
    let mut done = vec![false; model.types.len()];
    let mut on_path = vec![false; model.types.len()];
    for start in 0..model.types.len() {
        let mut path: Vec<(TypeId, std::vec::IntoIter<Reference>)> = Vec::new();
        let mut next = Some(TypeId(start as u32));
        loop {
            if let Some(id) = next.take()
                && let (Some(done), Some(on_path)) = (done.get_mut(id.0 as usize), on_path.get_mut(id.0 as usize))
                && !*done
            {
                *done = true;
                *on_path = true;
                path.push((id, references(model, id, edges).into_iter()));
            }
            let Some((from, references)) = path.last_mut() else { break };
            let from = *from;
            match references.next() {
                None => {
                    if let Some(on_path) = on_path.get_mut(from.0 as usize) {
                        *on_path = false;
                    }
                    path.pop();
                }
                Some(reference) if on_path.get(reference.target.0 as usize) == Some(&true) => {
                    let cycle = path.iter().map(|(id, _)| *id).skip_while(|id| *id != reference.target);
                    report.add(Owner::Type(from), diagnostic(model, edges, &cycle.collect::<Vec<_>>(), reference.span));
                    cut(model, from, reference.target, edges);
                }
                Some(reference) => next = Some(reference.target),
            }
        }
    }
}

/// A reference to a type, and the location of its field or name.
#[derive(Clone, Copy, Debug)]
struct Reference {
    target: TypeId,
    span: Span,
}

fn references(model: &Model, id: TypeId, edges: Edges) -> Vec<Reference> {
    let Some(definition) = model.types.get(id.0 as usize) else { return Vec::new() };
    let mut found = Vec::new();
    match (&definition.kind, edges) {
        (TypeKind::Struct(fields), Edges::Values) => {
            for field in fields {
                collect(&field.ty, field.span, edges, model, &mut found);
            }
        }
        (TypeKind::Alias(ty), _) | (TypeKind::Named(ty), Edges::Values) => {
            collect(ty, definition.span, edges, model, &mut found);
        }
        (TypeKind::Struct(_) | TypeKind::Named(_), Edges::Aliases) => {}
    }
    found
}

fn collect(ty: &Type, span: Span, edges: Edges, model: &Model, found: &mut Vec<Reference>) {
    match ty {
        Type::Named(target) | Type::Instance { base: target, .. } => {
            if edges == Edges::Values || is_alias(model, *target) {
                found.push(Reference { target: *target, span });
            }
            if let (Type::Instance { arguments, .. }, Edges::Aliases) = (ty, edges) {
                for argument in arguments {
                    collect(argument, span, edges, model, found);
                }
            }
        }
        Type::Array(element) => collect(element, span, edges, model, found),
        Type::Pointer(element) | Type::Slice(element) if edges == Edges::Aliases => {
            collect(element, span, edges, model, found);
        }
        Type::Map(key, value) if edges == Edges::Aliases => {
            collect(key, span, edges, model, found);
            collect(value, span, edges, model, found);
        }
        Type::Struct { fields, .. } => {
            for field in fields {
                collect(&field.ty, field.span, edges, model, found);
            }
        }
        _ => {}
    }
}

fn is_alias(model: &Model, id: TypeId) -> bool {
    model.types.get(id.0 as usize).is_some_and(|definition| matches!(definition.kind, TypeKind::Alias(_)))
}

/// Replaces the references from `from` to `target`.
fn cut(model: &mut Model, from: TypeId, target: TypeId, edges: Edges) {
    let Some(definition) = model.types.get_mut(from.0 as usize) else { return };
    match &mut definition.kind {
        TypeKind::Struct(fields) => fields.iter_mut().for_each(|field| cut_in(&mut field.ty, target, edges)),
        TypeKind::Named(ty) | TypeKind::Alias(ty) => cut_in(ty, target, edges),
    }
}

fn cut_in(ty: &mut Type, target: TypeId, edges: Edges) {
    match ty {
        Type::Named(id) | Type::Instance { base: id, .. } if *id == target => *ty = Type::Invalid,
        Type::Instance { arguments, .. } if edges == Edges::Aliases => {
            for argument in arguments {
                cut_in(argument, target, edges);
            }
        }
        Type::Array(element) => cut_in(element, target, edges),
        Type::Pointer(element) | Type::Slice(element) if edges == Edges::Aliases => cut_in(element, target, edges),
        Type::Map(key, value) if edges == Edges::Aliases => {
            cut_in(key, target, edges);
            cut_in(value, target, edges);
        }
        Type::Struct { fields, .. } => fields.iter_mut().for_each(|field| cut_in(&mut field.ty, target, edges)),
        _ => {}
    }
}

/// Maximum number of types to list for a cycle.
const SHOWN: usize = 6;

fn diagnostic(model: &Model, edges: Edges, cycle: &[TypeId], span: Span) -> Diagnostic {
    let name = |id: TypeId| model.types.get(id.0 as usize).map_or("", |definition| definition.name.as_str());
    let first = cycle.first().copied().map_or("", name);
    let through_struct = cycle.iter().any(|id| {
        model.types.get(id.0 as usize).is_some_and(|definition| matches!(definition.kind, TypeKind::Struct(_)))
    });
    let mut way: Vec<&str> = cycle.iter().take(SHOWN).map(|id| name(*id)).collect();
    if cycle.len() > SHOWN {
        way.push("…");
    }
    way.push(first);
    let way = way.join(" → ");
    let diagnostic = if edges == Edges::Values && through_struct {
        Diagnostic::new(codes::INFINITE_TYPE, format!("`{first}` contains a value of its own type: {way}"))
            .at(span)
            .help("break the cycle with a pointer, slice or map")
    } else {
        Diagnostic::new(codes::TYPE_CYCLE, format!("`{first}` is defined in terms of itself: {way}")).at(span)
    };
    let others = cycle.iter().take(SHOWN).filter_map(|id| model.types.get(id.0 as usize));
    others.fold(diagnostic, |diagnostic, definition| diagnostic.and(definition.span, format!("`{}`", definition.name)))
}
