//! The fields of a struct as JSON has them.

use super::{
    super::name::{Names, snake_case},
    Class, Plan, Shape,
    shape::TypeUse,
};
use crate::model::{
    AnonymousId, Builtin, Doc, Field, PackageId, Type, TypeKind, View,
    json::{self, Kind, known_type},
};

/// A field of a Rust struct.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Member {
    /// The Rust name.
    pub(in super::super) name: String,
    /// The name in JSON.
    pub(in super::super) json_name: String,
    /// The type.
    pub(in super::super) shape: Shape,
    /// The documentation.
    pub(in super::super) doc: Doc,
    /// Whether documents leave the field out if it is empty, as structs never are.
    pub(in super::super) is_omitempty: bool,
    /// Whether documents leave the field out if it is zero.
    pub(in super::super) is_omitzero: bool,
    /// Whether the value stands between quotes in documents.
    pub(in super::super) is_quoted: bool,
    /// Whether the type knows nothing of the runtime.
    pub(in super::super) is_foreign: bool,
    /// Whether the type leads back to the struct, so that it has to be boxed.
    pub(in super::super) is_boxed: bool,
}

/// Plans a struct without a name that a field, whose name comes last, holds.
type FoundStruct<'f, 'p> = dyn FnMut(&mut Plan<'p>, AnonymousId, &[Field], &str) -> Shape + 'f;

impl<'p> Plan<'p> {
    /// The Rust fields for the members of a Go struct.
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
            let Some(shape) =
                self.shape(&field.ty, place, &mut |plan, id, fields| found_struct(plan, id, fields, &field.name))
            else {
                continue;
            };
            let name = names.take(&snake_case(&candidate.name), "_");
            rust.push(Member {
                name,
                json_name: candidate.name.clone(),
                doc: field.doc.clone(),
                is_omitempty: field.is_omitempty() && self.can_be_empty(&field.ty),
                // Where Go has a nil pointer to what it is embedded through, there is nothing of it.
                is_omitzero: field.is_omitzero() || candidate.is_through_pointer,
                is_quoted: field.json_tag().is_some_and(|tag| tag.options.contains(&"string"))
                    && self.is_quotable(&field.ty),
                is_foreign: self.holds_foreign(&shape),
                is_boxed: false,
                shape,
            });
        }
        rust
    }

    /// Whether a value of this type can be empty, so that `omitempty` leaves it out: structs and arrays cannot
    /// (`isEmptyValue` of encoding/json).
    fn can_be_empty(&self, ty: &Type) -> bool {
        let used = self.model.used(ty, View::Underlying);
        used.has_pointer
            || match used.kind {
                Kind::Struct(_) | Kind::List { is_array: true, .. } => false,
                Kind::External { package, name } => known_type(&package, &name).is_none_or(|known| !known.is_struct()),
                _ => true,
            }
    }

    /// Whether a type holds one that knows nothing of the runtime, outside of types that do.
    pub(in super::super) fn holds_foreign(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Named(id) => self.is_foreign_type(&Type::Named(*id)),
            Shape::List(inner) | Shape::Option(inner) | Shape::Map(_, inner) => self.holds_foreign(inner),
            Shape::Instance(_, arguments) => arguments.iter().any(|argument| self.holds_foreign(argument)),
            _ => false,
        }
    }

    /// Aliases that mean themselves have been taken apart, so that this ends.
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

    /// Whether `json:",string"` means something for this type.
    fn is_quotable(&self, ty: &Type) -> bool {
        match self.model.kind(ty, View::Underlying) {
            Kind::Builtin(builtin) => !matches!(builtin, Builtin::Complex64 | Builtin::Complex128),
            _ => false,
        }
    }
}
