//! The types that requested packages lead to.

use crate::model::{Model, Type, TypeId, TypeKind};

/// For each type, whether a requested package declares it or leads to it.
pub(super) fn reached(model: &Model) -> Vec<bool> {
    let mut reached = vec![false; model.types.len()];
    let mut queue: Vec<TypeId> = model
        .packages
        .iter()
        .filter(|package| package.requested)
        .flat_map(|package| package.types.iter().copied())
        .collect();
    while let Some(id) = queue.pop() {
        let Some(seen) = reached.get_mut(id.0 as usize) else { continue };
        if std::mem::replace(seen, true) {
            continue;
        }
        match model.types.get(id.0 as usize).map(|definition| &definition.kind) {
            Some(TypeKind::Struct(fields)) => fields.iter().for_each(|field| collect(&field.ty, &mut queue)),
            Some(TypeKind::Named(ty) | TypeKind::Alias(ty)) => collect(ty, &mut queue),
            None => {}
        }
    }
    reached
}

fn collect(ty: &Type, queue: &mut Vec<TypeId>) {
    match ty {
        Type::Named(id) => queue.push(*id),
        Type::Instance { base, arguments } => {
            queue.push(*base);
            for argument in arguments {
                collect(argument, queue);
            }
        }
        Type::Pointer(element) | Type::Slice(element) | Type::Array(element) => collect(element, queue),
        Type::Map(key, value) => {
            collect(key, queue);
            collect(value, queue);
        }
        Type::Struct { fields, .. } => fields.iter().for_each(|field| collect(&field.ty, queue)),
        _ => {}
    }
}
