//! Removes declarations that are not in a channel.

use std::collections::BTreeSet;

use super::{
    definition::Channel,
    passages,
    tags::{is_there, settled},
};
use crate::{
    model::{Constant, Field, Model, Type, TypeDefinition, TypeId, TypeKind},
    tags::{CustomResource, Dialect, Tag, TagKind},
};

/// Removes declarations that are not in the channel from the model, and resolves the tags and comments of the others.
pub(super) fn apply(model: &mut Model, channel: &Channel) {
    let gone = types_that_are_gone(model, channel);
    let stage = Stage { channel, gone: &gone };
    for definition in &mut model.types {
        stage.definition(definition);
    }
    for package in &mut model.packages {
        stage.declaration(&mut package.doc, &mut package.tags);
        stage.constants(&mut package.constants);
        package.types.retain(|id| !gone.contains(id));
        if let Some(group_version) = &mut package.group_version {
            group_version.kinds.retain(|id| !gone.contains(id));
        }
    }
    leave_out_kinds(model, channel);
    mark_unserved(model, channel);
}

/// Returns the types whose own tags exclude them, and aliases of such types.
fn types_that_are_gone(model: &Model, channel: &Channel) -> BTreeSet<TypeId> {
    let gated = model.types.iter().filter(|definition| !is_there(&definition.tags, channel));
    let mut gone: BTreeSet<TypeId> = gated.map(|definition| definition.id).collect();
    loop {
        let is_of_gone = |definition: &&TypeDefinition| match &definition.kind {
            TypeKind::Named(ty) | TypeKind::Alias(ty) => names_any(ty, &gone),
            TypeKind::Struct(_) => false,
        };
        let more = model.types.iter().filter(is_of_gone).map(|definition| definition.id);
        let more: Vec<TypeId> = more.filter(|id| !gone.contains(id)).collect();
        if more.is_empty() {
            return gone;
        }
        gone.extend(more);
    }
}

/// Returns `true` if a type refers to one of these.
fn names_any(ty: &Type, ids: &BTreeSet<TypeId>) -> bool {
    match ty {
        Type::Named(id) => ids.contains(id),
        Type::Instance { base, arguments } => {
            ids.contains(base) || arguments.iter().any(|argument| names_any(argument, ids))
        }
        Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) => names_any(inner, ids),
        Type::Map(key, value) => names_any(key, ids) || names_any(value, ids),
        _ => false,
    }
}

struct Stage<'a> {
    channel: &'a Channel,
    gone: &'a BTreeSet<TypeId>,
}

impl Stage<'_> {
    fn definition(&self, definition: &mut TypeDefinition) {
        self.declaration(&mut definition.doc, &mut definition.tags);
        self.constants(&mut definition.constants);
        match &mut definition.kind {
            TypeKind::Struct(fields) => self.fields(fields),
            TypeKind::Named(ty) | TypeKind::Alias(ty) => ty.for_fields_mut(&mut |fields| self.fields(fields)),
        }
    }

    fn declaration(&self, doc: &mut crate::model::Doc, tags: &mut Vec<Tag>) {
        *doc = passages::settled(std::mem::take(doc), self.channel);
        *tags = settled(std::mem::take(tags), self.channel);
    }

    fn constants(&self, constants: &mut Vec<Constant>) {
        constants.retain(|constant| is_there(&constant.tags, self.channel));
        for constant in constants {
            self.declaration(&mut constant.doc, &mut constant.tags);
        }
    }

    /// A field is not in the channel if its type is not.
    fn fields(&self, fields: &mut Vec<Field>) {
        fields.retain(|field| is_there(&field.tags, self.channel) && !names_any(&field.ty, self.gone));
        for field in fields {
            self.declaration(&mut field.doc, &mut field.tags);
            field.ty.for_fields_mut(&mut |fields| self.fields(fields));
        }
    }
}

/// Removes the kinds that the channel does not list, and their list kinds.
fn leave_out_kinds(model: &mut Model, channel: &Channel) {
    if channel.kinds.is_empty() {
        return;
    }
    let is_listed = |name: &str| channel.kinds.iter().any(|kind| kind == name);
    let mut others = BTreeSet::new();
    for package in model.packages.iter().filter(|package| package.requested && package.group_version.is_some()) {
        for id in package.types.iter().copied().filter(|id| model.embeds_type_meta(*id)) {
            let name = model.type_definition(id).name.as_str();
            if !is_listed(name.strip_suffix("List").unwrap_or(name)) && !is_listed(name) {
                others.insert(id);
            }
        }
    }
    for package in &mut model.packages {
        package.types.retain(|id| !others.contains(id));
        if let Some(group_version) = &mut package.group_version {
            group_version.kinds.retain(|id| !others.contains(id));
        }
    }
}

/// Marks the kinds of versions that the channel does not serve.
fn mark_unserved(model: &mut Model, channel: &Channel) {
    let mut unserved = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        let Some(group_version) = &package.group_version else { continue };
        if channel.unserved_versions.iter().any(|pattern| matches(pattern, &group_version.version)) {
            unserved.extend(package.types.iter().copied().filter(|id| model.embeds_type_meta(*id)));
        }
    }
    for id in unserved {
        let Some(definition) = model.types.get_mut(id.0 as usize) else { continue };
        let (span, meaning) = (definition.span, TagKind::CustomResource(CustomResource::UnservedVersion));
        definition.tags.push(Tag {
            name: "kubebuilder:unservedversion".to_owned(),
            text: "+kubebuilder:unservedversion".to_owned(),
            span,
            name_span: span,
            value_span: None,
            dialect: Dialect::Kubebuilder,
            meaning,
        });
    }
}

/// Returns `true` if a string matches a pattern, in which `*` represents any characters.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    #[test]
    fn stars_stand_for_anything() {
        for (pattern, text, expected) in [
            ("*alpha*", "v1alpha2", true),
            ("*alpha*", "v1beta1", false),
            ("v1", "v1", true),
            ("v1", "v1beta1", false),
            ("v1*", "v1", true),
            ("v*a*1", "v1beta1", true),
            ("v*a*a", "v1alpha", true),
            ("v*a*a", "va", false),
            ("", "v1", false),
        ] {
            assert_eq!(super::matches(pattern, text), expected, "{pattern} {text}");
        }
    }
}
