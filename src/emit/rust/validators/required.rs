//! Generates the checks of `required`.

use idlgen_validate::Schema;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::{function::Writer, node::SchemaNode, presence::Presence};
use crate::emit::rust::plan::Member;

impl<'s> Writer<'_, 's, '_, '_> {
    /// Reports a missing required property. `node` is that of the struct.
    pub(super) fn required(
        &mut self,
        base: &Ident,
        member: &Member,
        schemas: &[&'s Schema],
        is_required: bool,
        node: &SchemaNode<'s>,
    ) -> TokenStream {
        let property = SchemaNode::new(schemas.iter().copied(), self.analysis.definitions());
        let presence = self.presence(member, &property, is_required);
        if self.analysis.is_unpublished()
            || presence == Presence::Always
            || property.absence_settings().default.is_some()
        {
            return TokenStream::new();
        }
        let absent = self.absent(base, member, presence);
        let comment = self.comment(&property, &["required"]);
        let check = self.scope.runtime("check");
        let name = Literal::string(&member.json_name);
        let call = self.keyword(node, "required", quote! { #check::required(&path.field(#name), cx) });
        quote! { #comment if #absent { #call; } }
    }
}
