//! Which structs embed which, in few bytes. Where structs embed each other, the walk for the members of each comes by
//! the embedded fields of all others, and most have nothing to give: that is known without a look at the fields.

use std::borrow::Borrow;

use super::{Embedding, JsonTags, MemberRules, StructType, json_tag_value, many_embedded::ManyEmbedded};
use crate::model::{Field, Model, Package, Type, TypeDefinition, TypeId, TypeKind};

/// A field without tags that may be embedded, of a declared type or a pointer to one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embedded {
    /// Its place among the fields.
    index: u32,
    /// The declared type.
    pub(super) id: TypeId,
    /// Whether that is a struct by its declaration.
    pub(super) is_struct: bool,
    /// Whether its `json` tag says that its members stand in its place.
    is_inline: bool,
    /// The same, as [`JsonTags::Substring`] reads the tag.
    is_inline_option: bool,
    /// Whether it is embedded in Go and has no name in JSON.
    is_without_name: bool,
}

impl Embedded {
    /// What is to be known of a field; nothing of those with tags, which may say more than their types.
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

    /// Its place among the fields.
    pub(super) fn index(&self) -> usize {
        self.index as usize
    }

    /// Whether its members stand in its place if it is a struct.
    pub(super) fn may_be_inlined(&self, rules: &MemberRules) -> bool {
        let is_inline = match rules.json_tags {
            JsonTags::Go | JsonTags::Options => self.is_inline,
            JsonTags::Substring => self.is_inline_option,
        };
        is_inline || (rules.embedding == Embedding::Inlined && self.is_without_name)
    }
}

/// The declared type that a type names, directly or through a pointer.
pub(super) fn declared(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Pointer(target) => declared(target),
        _ => None,
    }
}

/// What a declared struct embeds.
#[derive(Clone, Debug, Default)]
pub(crate) struct EmbeddedFields {
    /// The fields, in their order.
    list: Vec<Embedded>,
    /// What is known of them together, if they are many.
    pub(super) many: Option<Box<ManyEmbedded>>,
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// Finds out which structs embed which, when all that types are made of is known. Has to be done again when fields
    /// were changed.
    pub(crate) fn find_embedded(&mut self) {
        let of_fields = |fields: &[Field]| {
            let list: Vec<Embedded> = fields.iter().enumerate().filter_map(|field| Embedded::of(self, field)).collect();
            EmbeddedFields { many: ManyEmbedded::of(fields, &list).map(Box::new), list }
        };
        self.embedded = self.types.iter().map(|definition| of_fields(definition.borrow().fields())).collect();
    }

    /// What a declared struct embeds, in the order of its fields. Nothing of other structs, nor for as long as it has
    /// not been found out: then the fields have to be looked at.
    pub(super) fn embedded_by(&self, structure: &StructType) -> &[Embedded] {
        self.embedded_fields(structure).map_or(&[], |fields| fields.list.as_slice())
    }

    /// What is known of it together, if it is much.
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
