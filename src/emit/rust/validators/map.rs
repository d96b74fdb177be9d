//! Checks of maps: `minProperties`, `maxProperties`, then the entries in key order.

use idlgen_validate::compiled::Family;
use proc_macro2::TokenStream;
use quote::quote;

use super::{block::Block, each::Elements, function::Writer, node::SchemaNode};
use crate::emit::rust::plan::{PlannedType, RustKind};

impl<'s> Writer<'_, 's, '_, '_> {
    pub(super) fn map(
        &mut self,
        key: &PlannedType,
        value: &PlannedType,
        node: &SchemaNode<'s>,
        declared: &SchemaNode<'s>,
    ) -> Block {
        let statements = self.number_of_properties(&quote! { value.len() }, node);
        let entry = SchemaNode::new(node.entries(), self.analysis.definitions());
        let declared = SchemaNode::new(declared.entries(), self.analysis.definitions());
        let declared = if declared.parts().next().is_none() { entry.clone() } else { declared };
        let before = self.has_old;
        self.has_old &= self.analysis.has_rules(&entry);
        self.way.push("entry".to_owned());
        let block = self.element(value, &entry, &declared);
        self.way.pop();
        let check = self.scope.runtime("check");
        let (preparation, path) = match self.scope.plan.resolve(key).kind {
            RustKind::Enumeration => (TokenStream::new(), quote! { path.key(key.as_str()) }),
            RustKind::Integer(_) => (quote! { let name = key.to_string(); }, quote! { path.key(&name) }),
            _ => (TokenStream::new(), quote! { path.key(key) }),
        };
        let elements = Elements {
            iterator: quote! { value.iter() },
            key: quote! { key },
            preparation,
            path,
            function: quote! { #check::entries },
        };
        let old = self.has_old.then(|| quote! { let old = old.and_then(|old| old.get(key)); });
        let each = self.each(&block, &elements, old);
        self.has_old = before;
        self.join(&statements, each, &TokenStream::new())
    }

    /// Returns the checks of `minProperties` and `maxProperties`.
    pub(super) fn number_of_properties(&mut self, count: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        self.calls_of(Family::Object, count, node)
    }
}
