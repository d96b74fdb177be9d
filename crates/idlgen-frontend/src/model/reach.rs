//! References between types.

use super::{Field, Model, Type, TypeId, TypeKind};

impl Model {
    /// Returns for each type whether it is one of `types`, or whether these reference it directly or indirectly through
    /// a published field, an element, a type argument or an underlying type.
    pub fn reached_from(&self, types: impl IntoIterator<Item = TypeId>) -> Vec<bool> {
        self.reached_by(types, &Field::is_published)
    }

    /// Like [`reached_from`](Self::reached_from), but only follows the fields on which CRDs depend
    /// ([`Field::is_defined_by_type`]).
    pub fn reached_by_definitions(&self, types: impl IntoIterator<Item = TypeId>) -> Vec<bool> {
        self.reached_by(types, &Field::is_defined_by_type)
    }

    /// Returns for each type id whether the type is one of `types` or references one of them, directly or indirectly.
    pub fn leading_to(&self, types: impl IntoIterator<Item = TypeId>) -> Vec<bool> {
        let mut referrers: Vec<Vec<TypeId>> = vec![Vec::new(); self.types.len()];
        let mut referred = Vec::new();
        for definition in &self.types {
            match &definition.kind {
                TypeKind::Struct(fields) => collect_fields(fields, &|_| true, &mut referred),
                TypeKind::Named(ty) | TypeKind::Alias(ty) => collect(ty, &|_| true, &mut referred),
            }
            for id in referred.drain(..) {
                if let Some(of_type) = referrers.get_mut(id.0 as usize) {
                    of_type.push(definition.id);
                }
            }
        }
        let mut leading = vec![false; self.types.len()];
        let mut queue: Vec<TypeId> = types.into_iter().collect();
        while let Some(id) = queue.pop() {
            let Some(known) = leading.get_mut(id.0 as usize) else { continue };
            if !std::mem::replace(known, true) {
                queue.extend(referrers.get(id.0 as usize).into_iter().flatten());
            }
        }
        leading
    }

    fn reached_by(&self, types: impl IntoIterator<Item = TypeId>, is_followed: &dyn Fn(&Field) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.types.len()];
        let mut queue: Vec<TypeId> = types.into_iter().collect();
        while let Some(id) = queue.pop() {
            let Some(seen) = reached.get_mut(id.0 as usize) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            match self.types.get(id.0 as usize).map(|definition| &definition.kind) {
                Some(TypeKind::Struct(fields)) => collect_fields(fields, is_followed, &mut queue),
                Some(TypeKind::Named(ty) | TypeKind::Alias(ty)) => collect(ty, is_followed, &mut queue),
                None => {}
            }
        }
        reached
    }
}

fn collect_fields(fields: &[Field], is_followed: &dyn Fn(&Field) -> bool, queue: &mut Vec<TypeId>) {
    fields.iter().filter(|field| is_followed(field)).for_each(|field| collect(&field.ty, is_followed, queue));
}

fn collect(ty: &Type, is_followed: &dyn Fn(&Field) -> bool, queue: &mut Vec<TypeId>) {
    match ty {
        Type::Named(id) => queue.push(*id),
        Type::Instance { base, arguments } => {
            queue.push(*base);
            for argument in arguments {
                collect(argument, is_followed, queue);
            }
        }
        Type::Pointer(element) | Type::Slice(element) | Type::Array(element) => collect(element, is_followed, queue),
        Type::Map(key, value) => {
            collect(key, is_followed, queue);
            collect(value, is_followed, queue);
        }
        Type::Struct { fields, .. } => collect_fields(fields, is_followed, queue),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::resolve::testing::read_file;

    #[test]
    fn fields_of_anonymous_structs_are_followed() {
        let read = read_file(
            "package v1\ntype A struct {\n\tB []struct {\n\t\tC C `json:\"c\"`\n\t} `json:\"b\"`\n}\ntype C struct{}\n\
             type D struct{}\n",
        );
        let id = |name: &str| read.model.find_type("example.com/api/v1", name).expect("is declared").id;
        let names = |found: Vec<bool>| -> Vec<&str> {
            let types = read.model.types.iter().zip(found);
            types.filter(|(_, is_found)| *is_found).map(|(definition, _)| definition.name.as_str()).collect()
        };
        assert_eq!(names(read.model.reached_from([id("A")])), ["A", "C"]);
        assert_eq!(names(read.model.reached_by_definitions([id("A")])), ["A", "C"]);
        assert_eq!(names(read.model.leading_to([id("C")])), ["A", "C"]);
    }
}
