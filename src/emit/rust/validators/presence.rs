//! Determines the condition under which a field is treated as present.

use idlgen_runtime::value::presence::Structure;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{analysis::Analysis, function::Writer, node::SchemaNode};
use crate::emit::rust::{
    name::identifier,
    plan::{ItemId, Known, Member, Plan, PlannedType, RustKind},
    scope::Scope,
};

/// The condition under which a field is treated as present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Always,
    /// The field is present if it is not zero.
    UnlessZero,
    /// The field is present if the pointer is not nil.
    IfSome,
}

/// Describes when a field is missing: for comparisons with the old value of an update, and for documents.
#[derive(Debug, Default)]
pub(in super::super) struct Absence {
    /// `true` if the field is treated as missing when it is zero, although it is encoded.
    pub(in super::super) if_zero: bool,
    /// `true` if an empty list or map is written as such, because every server rejects `null` in the field.
    pub(in super::super) never_null: bool,
    /// The default of the field, as JSON text.
    pub(in super::super) default: Option<String>,
}

impl Presence {
    /// Returns the condition under which a field is treated as present, without regard to explicit defaults. `declared`
    /// is the schema node of the struct.
    pub(super) fn of(member: &Member, declared: &SchemaNode<'_>, is_required: bool, plan: &Plan<'_>) -> Self {
        if matches!(member.shape, PlannedType::Option(_)) {
            return Presence::IfSome;
        }
        let said = declared.absence_settings();
        let structure = said.structure(is_required);
        if matches!(structure, Structure::Required | Structure::Objects) {
            return Presence::Always;
        }
        let is_null_if_zero = match plan.resolve(&member.shape).kind {
            RustKind::Known(known) => known.is_free_json() || matches!(known, Known::Time | Known::MicroTime),
            RustKind::Option(_) => true,
            _ => false,
        };
        let is_left_out = member.is_omitempty || member.is_omitzero || member.is_quoted || is_null_if_zero;
        if structure == Structure::Optional || said.strip_zero || is_left_out {
            Presence::UnlessZero
        } else {
            Presence::Always
        }
    }
}

impl Analysis<'_> {
    /// Returns the properties of missing fields of a struct, in order. Empty for generic structs.
    pub(in super::super) fn absences(&self, id: ItemId, members: &[Member], plan: &Plan<'_>) -> Vec<Absence> {
        let Some(node) = self.node_of(id) else { return Vec::new() };
        let absence = |member: &Member| {
            let schemas = node.property(&member.json_name);
            if schemas.is_empty() {
                return Absence::default();
            }
            let property = SchemaNode::new(schemas.iter().copied(), self.definitions());
            let is_required = node.requires(&member.json_name);
            let presence = Presence::of(member, &property, is_required, plan);
            let said = property.absence_settings();
            let default = said.default.filter(|_| presence != Presence::Always && !member.is_foreign);
            let is_struct = said.structure(false) == Structure::Optional;
            // Structs are never empty, so Go writes them.
            let is_always_written = !member.is_omitempty && !member.is_omitzero;
            let is_written = is_struct || (is_always_written && default.is_some());
            // A server drops `null` before it looks for required fields, unless it applies a default.
            let is_null_rejected = is_required && said.default.is_none() && !property.compiled().nullable;
            Absence {
                if_zero: presence == Presence::UnlessZero && is_written,
                never_null: is_always_written && is_null_rejected && may_be_nil(&member.shape, plan),
                default: default.map(ToString::to_string),
            }
        };
        members.iter().map(absence).collect()
    }
}

/// Returns `true` for the types whose empty values Go writes as `null` if they were never set.
fn may_be_nil(shape: &PlannedType, plan: &Plan<'_>) -> bool {
    matches!(plan.resolve(shape).kind, RustKind::List(_) | RustKind::Map(..) | RustKind::Known(Known::Bytes))
}

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the condition under which a field is treated as present, without regard to explicit defaults. `declared`
    /// is the schema node of the struct.
    pub(super) fn presence(&self, member: &Member, declared: &SchemaNode<'s>, is_required: bool) -> Presence {
        Presence::of(member, declared, is_required, self.scope.plan)
    }

    /// Returns the condition that a field is missing.
    pub(super) fn absent(&mut self, base: &Ident, member: &Member, presence: Presence) -> TokenStream {
        let field = identifier(&member.name);
        match presence {
            Presence::Always => quote! { false },
            Presence::IfSome => quote! { #base.#field.is_none() },
            Presence::UnlessZero => zero_conditions(self.scope, &quote! { #base.#field }, member).0,
        }
    }

    /// Returns the condition that a field is present, or `None` if it always is.
    pub(super) fn present(&mut self, base: &Ident, member: &Member, presence: Presence) -> Option<TokenStream> {
        let field = identifier(&member.name);
        match presence {
            Presence::Always => None,
            Presence::IfSome => Some(quote! { #base.#field.is_some() }),
            Presence::UnlessZero => Some(zero_conditions(self.scope, &quote! { #base.#field }, member).1),
        }
    }
}

/// Returns two conditions: the field is zero, and the field is not zero.
pub(in super::super) fn zero_conditions(
    scope: &mut Scope<'_, '_>,
    field: &TokenStream,
    member: &Member,
) -> (TokenStream, TokenStream) {
    let resolved = scope.plan.resolve(&member.shape);
    let inner = {
        let zeros = std::iter::repeat_n(quote! { .0 }, resolved.wrappers);
        quote! { #field #(#zeros)* }
    };
    let is_zero = match resolved.kind {
        RustKind::Integer(_) => return (quote! { #inner == 0 }, quote! { #inner != 0 }),
        RustKind::Float(_) => return (quote! { #inner == 0.0 }, quote! { #inner != 0.0 }),
        RustKind::Bool => return (quote! { !#inner }, inner),
        RustKind::Text | RustKind::List(_) | RustKind::Map(..) => quote! { #field.is_empty() },
        RustKind::Known(Known::Bytes) => quote! { #inner.0.is_empty() },
        RustKind::Enumeration => quote! { #field.as_str().is_empty() },
        RustKind::Opaque if member.is_foreign => quote! { #field == ::std::default::Default::default() },
        _ => {
            let zero = scope.runtime("types::Zero");
            quote! { #zero::is_zero(&#field) }
        }
    };
    let is_not_zero = quote! { !#is_zero };
    (is_zero, is_not_zero)
}
