//! A type at its point of use: the resolved type, with the tags of all aliases and named types on the way to it.

use crate::{
    lower::layer::{Layer, Layers},
    model::{
        Seen, Type, TypeId, TypeKind,
        json::{Kind, StructType, Used, View, Written, is_of_standard_library, known_type},
    },
    tool::Tool,
};

/// A resolved type at its point of use.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Usage<'a> {
    /// The layers of the aliases and named types on the way to the resolved type, outermost first. Excludes the tags of
    /// a struct, which belong to its definition.
    pub(in crate::lower) layers: Layers<'a>,
    /// The named types on the way to the resolved type that are not structs, outermost first.
    pub(in crate::lower) named: Vec<TypeId>,
    /// `true` if there is a pointer on the way to the resolved type.
    pub(in crate::lower) has_pointer: bool,
    /// `true` if there is a pointer to a pointer.
    pub(in crate::lower) has_pointers: bool,
    /// The text from Go's documentation, if it is a standard library type.
    pub(in crate::lower) standard_description: Option<&'static str>,
    /// The resolved kind.
    pub(in crate::lower) kind: Kind,
    /// The encoding methods of the value, if they make its schema unknown.
    pub(in crate::lower) written: Option<Written>,
}

impl<'a> Usage<'a> {
    /// Resolves a type.
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

/// Returns the declared type of a value that is declared from a standard library struct (`type URL url.URL`). Its
/// fields are unknown, but it is a named struct. Unknown standard library types are treated the same way, because
/// nearly all of them are structs.
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
