//! The fields of a struct as JSON has them.

use std::collections::BTreeSet;

use super::{
    super::name::{free_name, snake_case},
    Class, Plan, Shape,
    classify::strip_pointers,
    shape::{Place, substitute},
};
use crate::{
    model::{Builtin, Doc, Field, PackageId, Type, TypeKind},
    tags::Meaning,
};

/// Structs that are embedded deeper than this are left out.
const EMBEDDING_LIMIT: usize = 16;

/// A field of a Rust struct.
#[derive(Clone, Debug)]
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
    /// Whether the type leads back to the struct, so that it has to be boxed.
    pub(in super::super) is_boxed: bool,
}

/// A field of Go with what embedding does to it.
struct Promoted {
    field: Field,
    json_name: String,
    depth: usize,
    /// Whether it comes from a struct that is embedded through a pointer.
    is_through_pointer: bool,
}

impl Plan<'_> {
    /// The members that a struct with these Go fields has in JSON: those of embedded structs in place, outer ones before inner ones of the
    /// same name.
    pub(super) fn promoted_members(
        &mut self,
        fields: &[Field],
        package: PackageId,
        shown: &str,
        found_struct: &mut dyn FnMut(&mut Self, &[Field], &str) -> Shape,
    ) -> Vec<Member> {
        let mut promoted = Vec::new();
        self.promote(fields, 0, false, &mut promoted);
        let mut members: Vec<Member> = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (index, candidate) in promoted.iter().enumerate() {
            let is_hidden = promoted.iter().enumerate().any(|(other_index, other)| {
                other.json_name == candidate.json_name && (other.depth, other_index) < (candidate.depth, index)
            });
            if is_hidden {
                continue;
            }
            let field = &candidate.field;
            let shown = format!("{shown}.{}", field.name);
            let place = Place { package, shown: &shown, span: field.type_span, arguments: &[] };
            let Some(shape) = self.shape(&field.ty, place, &mut |plan, fields| found_struct(plan, fields, &field.name))
            else {
                continue;
            };
            let name = free_name(&snake_case(&candidate.json_name), "_", |name| names.contains(name));
            names.insert(name.clone());
            members.push(Member {
                name,
                json_name: candidate.json_name.clone(),
                doc: field.doc.clone(),
                is_omitempty: candidate.is_through_pointer
                    || field.is_omitempty()
                    || field.is_omitzero()
                    || (field.tags.iter().any(|tag| tag.meaning == Meaning::Optional) && self.is_struct(&shape)),
                is_quoted: field.json_tag().is_some_and(|tag| tag.options.contains(&"string"))
                    && self.is_quotable(&field.ty),
                is_foreign: self.holds_foreign(&shape),
                is_boxed: false,
                shape,
            });
        }
        members
    }

    fn promote(&self, fields: &[Field], depth: usize, is_through_pointer: bool, promoted: &mut Vec<Promoted>) {
        for field in fields {
            if let Some((fields, is_pointer)) = self.embedded_fields(field) {
                if depth < EMBEDDING_LIMIT {
                    self.promote(&fields, depth + 1, is_through_pointer || is_pointer, promoted);
                }
                continue;
            }
            if !field.is_exported() {
                continue;
            }
            let Some(json_name) = field.json_name() else { continue };
            let json_name = json_name.to_owned();
            promoted.push(Promoted { field: field.clone(), json_name, depth, is_through_pointer });
        }
    }

    /// The fields that an embedded field puts in its place, and whether it is a pointer.
    fn embedded_fields(&self, field: &Field) -> Option<(Vec<Field>, bool)> {
        let has_name = field.json_tag().is_some_and(|tag| !tag.name.is_empty());
        if !field.is_embedded || has_name {
            return None;
        }
        let is_pointer = matches!(field.ty, Type::Pointer(_));
        match strip_pointers(&field.ty) {
            Type::Named(id) => self.fields_of(*id).map(|(fields, _)| (fields.to_vec(), is_pointer)),
            Type::Instance { base, arguments } => {
                let (fields, parameters) = self.fields_of(*base)?;
                let arguments: Vec<_> = parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
                let fields = fields
                    .iter()
                    .map(|field| Field { ty: substitute(&field.ty, &arguments, EMBEDDING_LIMIT * 2), ..field.clone() });
                Some((fields.collect(), is_pointer))
            }
            _ => None,
        }
    }

    /// Whether values of this type are structs, by value.
    fn is_struct(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Anonymous(_) | Shape::Instance(..) => true,
            Shape::Named(id) => {
                matches!(self.class(*id), Class::Struct | Class::Known(_) | Class::Extern | Class::OwnJson)
            }
            _ => false,
        }
    }

    /// Whether a type holds one that knows nothing of the runtime, outside of types that do.
    pub(in super::super) fn holds_foreign(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Named(id) => self.is_foreign_type(&Type::Named(*id), EMBEDDING_LIMIT),
            Shape::List(inner) | Shape::Option(inner) | Shape::Map(_, inner) => self.holds_foreign(inner),
            Shape::Instance(_, arguments) => arguments.iter().any(|argument| self.holds_foreign(argument)),
            _ => false,
        }
    }

    fn is_foreign_type(&self, ty: &Type, limit: usize) -> bool {
        match ty {
            Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) | Type::Map(_, inner) if limit > 0 => {
                self.is_foreign_type(inner, limit - 1)
            }
            Type::Named(id) => match (self.class(*id), &self.model.type_definition(*id).kind) {
                (Class::Extern, _) => self.extern_package(*id).is_some_and(|package| !package.has_runtime_traits),
                (Class::Alias, TypeKind::Alias(target)) if limit > 0 => self.is_foreign_type(target, limit - 1),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether `json:",string"` means something for this type.
    fn is_quotable(&self, ty: &Type) -> bool {
        match self.underlying(strip_pointers(ty)) {
            Type::Builtin(builtin) => {
                !matches!(builtin, Builtin::Any | Builtin::Error | Builtin::Complex64 | Builtin::Complex128)
            }
            _ => false,
        }
    }
}
