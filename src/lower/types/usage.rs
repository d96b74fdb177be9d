//! A type where it is used: what it is in the end, with the tags of the aliases and named types on the way.

use crate::{
    lower::layer::{Layer, Layers},
    model::{
        Model, Type,
        json::{Kind, Used, Written},
    },
    tool::Tool,
};

/// A type as used, taken apart.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Usage<'a> {
    /// The layers of the aliases and named types on the way, outermost first. A struct's own tags are not among them:
    /// they are its definition's.
    pub(in crate::lower) layers: Layers<'a>,
    /// Whether there is a pointer on the way.
    pub(in crate::lower) has_pointer: bool,
    /// What is there in the end.
    pub(in crate::lower) kind: Kind,
    /// Who writes the value, if methods do and nothing says its schema.
    pub(in crate::lower) written: Option<Written>,
}

impl<'a> Usage<'a> {
    /// Takes a type apart.
    pub(in crate::lower) fn of(model: &'a Model, tool: &Tool, ty: &Type) -> Self {
        let used = model.used(ty, tool.view);
        let layers = Layers(used.names().iter().map(|id| Layer::of_type(model, *id, tool)).collect());
        let Used { kind, has_pointer, written, chain: _, methods_of: _ } = used;
        Usage { layers, has_pointer, kind, written }
    }
}
