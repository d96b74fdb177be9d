//! A type where it is used: what it is in the end, with the tags of the aliases and named types on the way.

use crate::{
    lower::layer::{Layer, Layers},
    model::{
        Seen, Type, TypeId, TypeKind,
        json::{Kind, StructType, Used, View, Written, is_of_standard_library, known_type},
    },
    tool::Tool,
};

/// A type as used, taken apart.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Usage<'a> {
    /// The layers of the aliases and named types on the way, outermost first. A struct's own tags are not among them:
    /// they are its definition's.
    pub(in crate::lower) layers: Layers<'a>,
    /// The named types on the way that are no structs, outermost first.
    pub(in crate::lower) named: Vec<TypeId>,
    /// Whether there is a pointer on the way.
    pub(in crate::lower) has_pointer: bool,
    /// Whether it is written as a pointer to a pointer.
    pub(in crate::lower) has_pointers: bool,
    /// What Go's documentation says of it, if it is a type of Go's library.
    pub(in crate::lower) standard_description: Option<&'static str>,
    /// What is there in the end.
    pub(in crate::lower) kind: Kind,
    /// Who writes the value, if methods do and nothing says its schema.
    pub(in crate::lower) written: Option<Written>,
}

impl<'a> Usage<'a> {
    /// Takes a type apart.
    pub(in crate::lower) fn of(model: &'a Seen<'a>, tool: &Tool, ty: &Type) -> Self {
        let mut used = model.used(ty, tool.view);
        if let Some(id) = over_standard_struct(model, &used).filter(|_| tool.view == View::Underlying) {
            used.kind = Kind::Struct(StructType { ty: Type::Named(id), definition: Some(id) });
        }
        let named = used.names().to_vec();
        let layers = Layers(named.iter().map(|id| Layer::of_type(model, *id, tool)).collect());
        let Used { kind, has_pointer, written, chain: _, methods_of: _ } = used;
        let has_pointers = matches!(ty, Type::Pointer(target) if matches!(**target, Type::Pointer(_)));
        Usage { layers, named, has_pointer, has_pointers, standard_description: described(ty), kind, written }
    }
}

fn described(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Pointer(target) => described(target),
        Type::External { package, name } => {
            known_type(package, name).map(|known| known.description).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

/// The type that a value is used as which is declared from a struct of Go's library (`type URL url.URL`). Its fields
/// are not known here, and yet it is a struct with a name. Of types that are not known either, nearly all are structs.
fn over_standard_struct(model: &Seen<'_>, used: &Used) -> Option<TypeId> {
    let last = used.chain.last()?;
    let TypeKind::Named(Type::External { package, name }) = &model.type_definition(*last).kind else { return None };
    let is_struct = match known_type(package, name) {
        Some(known) => known.is_struct(),
        None => is_of_standard_library(package),
    };
    let is_alias = |id: &TypeId| matches!(model.type_definition(*id).kind, TypeKind::Alias(_));
    used.chain.iter().copied().find(|id| is_struct && !is_alias(id))
}
