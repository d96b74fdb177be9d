//! A compact index of embedded structs. If many structs embed each other, collecting the members of each visits the
//! embedded fields of all others, most of which contribute nothing. With the index, these fields need not be inspected.

use std::borrow::Borrow;

use super::{Embedding, JsonTags, MemberRules, StructType, json_tag_value, many_embedded::ManyEmbedded};
use crate::model::{Field, Model, Package, Type, TypeDefinition, TypeId, TypeKind};

/// An untagged field of a declared type, or a pointer to one, that may be embedded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embedded {
    /// The index of the field.
    index: u32,
    /// The declared type.
    pub(super) id: TypeId,
    /// `true` if the embedded type is declared as a struct.
    pub(super) is_struct: bool,
    /// `true` if its `json` tag inlines its members.
    is_inline: bool,
    /// The same for tags parsed like [`JsonTags::Substring`].
    is_inline_option: bool,
    /// `true` if it is embedded in Go and has no JSON name.
    is_without_name: bool,
}

impl Embedded {
    /// Creates the entry of a field. Returns `None` for a field with a tag that may affect its members.
    pub(super) fn of<T: Borrow<TypeDefinition>, P: Borrow<Package>>(
        model: &Model<T, P>,
        (index, field): (usize, &Field),
    ) -> Option<Self> {
        let id = declared(&field.ty).filter(|_| field.tags.is_empty())?;
        let is_without_name = field.is_embedded && field.json_tag().is_none_or(|tag| tag.name.is_empty());
        let is_inline_option = json_tag_value(field).and_then(|tag| tag.split(',').nth(1)) == Some("inline");
        if !field.is_inline && !is_inline_option && !is_without_name {
            return None;
        }
        let is_struct = matches!(model.type_definition(id).kind, TypeKind::Struct(_));
        let index = u32::try_from(index).ok()?;
        Some(Embedded { index, id, is_struct, is_inline: field.is_inline, is_inline_option, is_without_name })
    }

    /// Returns the index of the field.
    pub(super) fn index(&self) -> usize {
        self.index as usize
    }

    /// Returns `true` if its members are inlined, provided that it is a struct.
    pub(super) fn may_be_inlined(&self, rules: &MemberRules) -> bool {
        let is_inline = match rules.json_tags {
            JsonTags::Go | JsonTags::Options => self.is_inline,
            JsonTags::Substring => self.is_inline_option,
        };
        is_inline || (rules.embedding == Embedding::Inlined && self.is_without_name)
    }
}

/// Returns the declared type of a named type or a pointer to one.
pub(super) fn declared(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Pointer(target) => declared(target),
        _ => None,
    }
}

/// The embedded fields of a declared struct.
#[derive(Clone, Debug, Default)]
pub(crate) struct EmbeddedFields {
    /// The fields in order.
    list: Vec<Embedded>,
    /// A summary of the fields, if there are many.
    pub(super) many: Option<Box<ManyEmbedded>>,
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// Builds the index. All types must be complete. If fields change afterwards, the index must be built again.
    pub(crate) fn find_embedded(&mut self) {
        let of_fields = |fields: &[Field]| {
            let list: Vec<Embedded> = fields.iter().enumerate().filter_map(|field| Embedded::of(self, field)).collect();
            EmbeddedFields { many: ManyEmbedded::of(fields, &list).map(Box::new), list }
        };
        self.embedded = self.types.iter().map(|definition| of_fields(definition.borrow().fields())).collect();
    }

    /// Returns the embedded fields of a declared struct, in order. Empty for other structs, and as long as the index
    /// has not been built; the fields must be inspected in these cases.
    pub(super) fn embedded_by(&self, structure: &StructType) -> &[Embedded] {
        self.embedded_fields(structure).map_or(&[], |fields| fields.list.as_slice())
    }

    /// Returns the summary if there are many embedded fields.
    pub(super) fn many_embedded_by(&self, structure: &StructType) -> Option<&ManyEmbedded> {
        self.embedded_fields(structure)?.many.as_deref()
    }

    fn embedded_fields(&self, structure: &StructType) -> Option<&EmbeddedFields> {
        match &structure.ty {
            Type::Named(id) => self.embedded.get(id.0 as usize),
            _ => None,
        }
    }
}
