//! The types that types lead to.

use super::{Field, Model, Type, TypeId, TypeKind};

impl Model {
    /// For each type, whether it is one of these or they lead to it: by a field that is published, an element, a type
    /// argument or as the type behind a name.
    pub fn reached_from(&self, types: impl IntoIterator<Item = TypeId>) -> Vec<bool> {
        let mut reached = vec![false; self.types.len()];
        let mut queue: Vec<TypeId> = types.into_iter().collect();
        while let Some(id) = queue.pop() {
            let Some(seen) = reached.get_mut(id.0 as usize) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            match self.types.get(id.0 as usize).map(|definition| &definition.kind) {
                Some(TypeKind::Struct(fields)) => collect_fields(fields, &mut queue),
                Some(TypeKind::Named(ty) | TypeKind::Alias(ty)) => collect(ty, &mut queue),
                None => {}
            }
        }
        reached
    }
}

fn collect_fields(fields: &[Field], queue: &mut Vec<TypeId>) {
    fields.iter().filter(|field| field.is_published()).for_each(|field| collect(&field.ty, queue));
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
        Type::Struct { fields, .. } => collect_fields(fields, queue),
        _ => {}
    }
}
