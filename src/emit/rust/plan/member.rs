//! The fields of a struct as JSON has them.

use super::{
    super::name::{Names, snake_case},
    Class, Known, Plan, Shape,
    shape::TypeUse,
};
use crate::{
    model::{
        AnonymousId, Builtin, Doc, Field, PackageId, Type, TypeKind, View,
        json::{self, Kind},
    },
    tags::Meaning,
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
    /// Whether documents leave the field out if it is zero.
    pub(in super::super) is_omitempty: bool,
    /// Whether the value stands between quotes in documents.
    pub(in super::super) is_quoted: bool,
    /// Whether the type knows nothing of the runtime.
    pub(in super::super) is_foreign: bool,
    /// Whether it is a list or map whose elements are pointers in Go, and hold a value each in Rust.
    pub(in super::super) is_of_pointers: bool,
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
                is_omitempty: candidate.is_through_pointer
                    || field.is_omitempty()
                    || field.is_omitzero()
                    || (field.tags.iter().any(|tag| tag.meaning == Meaning::Optional) && self.is_struct(&shape)),
                is_quoted: field.json_tag().is_some_and(|tag| tag.options.contains(&"string"))
                    && self.is_quotable(&field.ty),
                is_foreign: self.holds_foreign(&shape),
                is_of_pointers: self.is_of_pointers(&field.ty, &shape),
                is_boxed: false,
                shape,
            });
        }
        rust
    }

    /// Whether values of this type are structs, by value.
    fn is_struct(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Anonymous(..) | Shape::Instance(..) => true,
            Shape::Named(id) => {
                matches!(self.class(*id), Class::Struct | Class::Known(_) | Class::Extern | Class::OwnJson)
            }
            _ => false,
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

    /// Whether a Go type is a list or map of pointers for which the Rust type has no null.
    pub(in super::super) fn is_of_pointers(&self, ty: &Type, shape: &Shape) -> bool {
        let element = match shape {
            Shape::Option(inner) => {
                let Type::Pointer(target) = self.without_aliases(ty) else { return false };
                return self.is_of_pointers(target, inner);
            }
            Shape::List(element) | Shape::Map(_, element) => element,
            _ => return false,
        };
        let (Type::Slice(target) | Type::Array(target) | Type::Map(_, target)) = self.without_aliases(ty) else {
            return false;
        };
        matches!(self.without_aliases(target), Type::Pointer(_))
            && !matches!(**element, Shape::Option(_) | Shape::Known(Known::RawMessage))
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
