//! Struct fields in JSON.

use super::{
    super::name::{Names, snake_case},
    Class, Member, Plan, PlannedType,
    type_conversion::TypeUse,
};
use crate::model::{
    AnonymousId, Builtin, Field, PackageId, Type, TypeKind, View,
    json::{self, Kind, known_type},
};

/// A callback that plans an anonymous struct in a field. The last argument is the field's name.
type FoundStruct<'f, 'p> = dyn FnMut(&mut Plan<'p>, AnonymousId, &[Field], &str) -> PlannedType + 'f;

impl<'p> Plan<'p> {
    /// Returns the Rust fields for the members of a Go struct.
    pub(super) fn rust_members(
        &mut self,
        members: json::Members<'_>,
        package: PackageId,
        shown: &str,
        found_struct: &mut FoundStruct<'_, 'p>,
    ) -> Vec<Member> {
        let mut rust: Vec<Member> = Vec::new();
        let mut names = Names::default();
        for candidate in members.settle(|_, _| ()) {
            let field = &candidate.field;
            let shown = format!("{shown}.{}", field.name);
            let place = TypeUse { package, shown: &shown, span: field.type_span };
            let Some(shape) = self
                .planned_type(&field.ty, place, &mut |plan, id, fields| found_struct(plan, id, fields, &field.name))
            else {
                continue;
            };
            let name = names.take(&snake_case(&candidate.name), "_");
            rust.push(Member {
                name,
                json_name: candidate.name.clone(),
                doc: field.doc.clone(),
                is_omitempty: field.is_omitempty() && self.can_be_empty(&field.ty),
                // If Go has a nil pointer to the embedded struct, none of its fields are encoded.
                is_omitzero: field.is_omitzero() || candidate.is_through_pointer,
                is_quoted: field.json_tag().is_some_and(|tag| tag.options.contains("string"))
                    && self.is_quotable(&field.ty),
                is_foreign: self.contains_foreign(&shape),
                is_boxed: false,
                shape,
            });
        }
        rust
    }

    /// Returns `true` if a value of this type can be empty, so that `omitempty` omits it. Structs and arrays cannot be
    /// empty (`isEmptyValue` of encoding/json).
    fn can_be_empty(&self, ty: &Type) -> bool {
        let used = self.model.used(ty, View::Underlying);
        used.has_pointer
            || match used.kind {
                Kind::Struct(_) | Kind::List { is_array: true, .. } => false,
                Kind::External { package, name } => known_type(&package, &name).is_none_or(|known| !known.is_struct()),
                _ => true,
            }
    }

    /// Returns `true` if a type contains a type without the runtime's traits. Types with these traits are not inspected
    /// further: instances of generic structs have them, because type arguments without them are wrapped.
    pub(in super::super) fn contains_foreign(&self, shape: &PlannedType) -> bool {
        match shape {
            PlannedType::Named(id) => self.is_foreign_type(&Type::Named(*id)),
            PlannedType::List(inner) | PlannedType::Option(inner) | PlannedType::Map(_, inner) => {
                self.contains_foreign(inner)
            }
            _ => false,
        }
    }

    /// Returns `true` if a Go type maps to a type without the runtime's traits. Terminates because self-referential
    /// aliases have been broken up.
    fn is_foreign_type(&self, ty: &Type) -> bool {
        let mut ty = ty;
        loop {
            ty = match ty {
                Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) | Type::Map(_, inner) => inner,
                Type::Named(id) => match (self.class(*id), &self.model.type_definition(*id).kind) {
                    (Class::Extern, _) => {
                        return self.extern_package(*id).is_some_and(|package| !package.has_runtime_traits);
                    }
                    (Class::Alias, TypeKind::Alias(target)) => target,
                    _ => return false,
                },
                _ => return false,
            };
        }
    }

    /// Returns `true` if `json:",string"` has an effect on this type.
    fn is_quotable(&self, ty: &Type) -> bool {
        match self.model.kind(ty, View::Underlying) {
            Kind::Builtin(builtin) => !matches!(builtin, Builtin::Complex64 | Builtin::Complex128),
            _ => false,
        }
    }
}
