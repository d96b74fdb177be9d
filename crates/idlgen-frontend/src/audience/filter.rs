//! Filters the tags of declarations. Copies a declaration only if a tag is removed.

use std::borrow::Cow;

use crate::{
    model::{Field, Type, TypeDefinition, TypeKind},
    tags::Tag,
};

/// Removes the tags of a declaration and of all its fields that do not apply.
pub(super) fn keep_tags(definition: &mut Cow<'_, TypeDefinition>, counts: &impl Fn(&Tag) -> bool) {
    let keeps = |tags: &[Tag]| tags.iter().all(counts);
    let is_less = |field: &Field| !keeps(&field.tags);
    let is_or_has_less = |field: &Field| is_less(field) || field.ty.has_field(&is_less);
    let is_changed = !keeps(&definition.tags)
        || match &definition.kind {
            TypeKind::Struct(fields) => fields.iter().any(is_or_has_less),
            TypeKind::Named(ty) | TypeKind::Alias(ty) => ty.has_field(&is_less),
        };
    if !is_changed {
        return;
    }
    let definition = definition.to_mut();
    definition.tags.retain(counts);
    match &mut definition.kind {
        TypeKind::Struct(fields) => keep_in_fields(fields, counts),
        TypeKind::Named(ty) | TypeKind::Alias(ty) => keep_in_type(ty, counts),
    }
}

fn keep_in_fields(fields: &mut [Field], counts: &impl Fn(&Tag) -> bool) {
    for field in fields {
        field.tags.retain(counts);
        keep_in_type(&mut field.ty, counts);
    }
}

fn keep_in_type(ty: &mut Type, counts: &impl Fn(&Tag) -> bool) {
    ty.for_fields_mut(&mut |fields| keep_in_fields(fields, counts));
}

/// Removes the tags of a struct's fields that do not apply. `counts` also gets the other tags of the field.
pub(super) fn keep_tags_of_fields(definition: &mut Cow<'_, TypeDefinition>, counts: impl Fn(&[Tag], &Tag) -> bool) {
    let is_whole = |field: &Field| field.tags.iter().all(|tag| counts(&field.tags, tag));
    if definition.fields().iter().all(is_whole) {
        return;
    }
    for field in fields_mut(definition) {
        let all = std::mem::take(&mut field.tags);
        let counting: Vec<bool> = all.iter().map(|tag| counts(&all, tag)).collect();
        let kept = all.into_iter().zip(counting).filter(|(_, counts)| *counts);
        field.tags = kept.map(|(tag, _)| tag).collect();
    }
}

/// Returns the fields of a struct, mutably. Empty for other types.
pub(super) fn fields_mut<'d>(definition: &'d mut Cow<'_, TypeDefinition>) -> &'d mut [Field] {
    match &mut definition.to_mut().kind {
        TypeKind::Struct(fields) => fields,
        TypeKind::Named(_) | TypeKind::Alias(_) => &mut [],
    }
}
