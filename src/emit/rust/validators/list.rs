//! Checks of lists: the elements in order, then `minItems`, `maxItems`, `uniqueItems` and the list type.

use idlgen_validate::{
    compiled::{Check, Family},
    keyword::Test,
};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    block::Block, each::Elements, function::Writer, keyword::Call, list_type::Keys, node::SchemaNode, value::wrapped,
};
use crate::emit::rust::plan::{PlannedType, RustKind};

impl<'s> Writer<'_, 's, '_, '_> {
    pub(super) fn list(
        &mut self,
        element: &PlannedType,
        wrappers: usize,
        node: &SchemaNode<'s>,
        declared: &SchemaNode<'s>,
    ) -> Block {
        let keys = self.list_map_keys(element, declared);
        let items = self.items(element, keys.as_ref(), node, declared);
        let list = if wrappers == 0 {
            quote! { value }
        } else {
            let list = wrapped(wrappers);
            quote! { &#list }
        };
        let is_opaque = self.scope.plan.resolve(element).kind == RustKind::Opaque;
        let mut statements = TokenStream::new();
        for check in node.checks().iter().filter(|check| check.family() == Family::List) {
            // Values of another crate's type cannot be compared.
            if is_opaque && matches!(check, Check::Limit(keyword, _) if matches!(keyword.row().test, Test::List(_))) {
                continue;
            }
            if let Some(Call { comment, call }) = self.call_of(check, &list, node) {
                statements.extend(quote! { #comment #call; });
            }
        }
        // The API server reports duplicate elements before errors in the elements.
        let list_type = self.list_type(element, &list, keys.as_ref(), node);
        self.join(&list_type, items, &statements)
    }

    fn items(
        &mut self,
        element: &PlannedType,
        keys: Option<&Keys>,
        node: &SchemaNode<'s>,
        declared: &SchemaNode<'s>,
    ) -> Block {
        let item = SchemaNode::new(node.items(), self.analysis.definitions());
        let declared = SchemaNode::new(declared.items(), self.analysis.definitions());
        let declared = if declared.parts().next().is_none() { item.clone() } else { declared };
        let before = self.has_old;
        let has_rules = self.analysis.has_rules(&item);
        self.has_old &= keys.is_some() && has_rules;
        self.way.push("item".to_owned());
        let block = self.element(element, &item, &declared);
        self.way.pop();
        let check = self.scope.runtime("check");
        let old = keys.filter(|_| self.has_old).map(|keys| {
            let function = &keys.function;
            quote! { let old = old.and_then(|old| #check::old_item(old, &#function(value), #function)); }
        });
        let elements = Elements {
            iterator: quote! { value.iter().enumerate() },
            key: quote! { index },
            preparation: TokenStream::new(),
            path: quote! { path.index(index) },
            function: quote! { #check::items },
        };
        let each = self.each(&block, &elements, old);
        self.has_old = before;
        if !before || !has_rules || keys.is_some() || each.is_empty() {
            return each;
        }
        // Without keys, errors of elements are ratcheted only if the entire list is unchanged.
        let statements = self.statements(&each, None);
        quote! { #check::uncorrelated(value, old, cx, |cx| { #statements }); }.into()
    }
}
