//! Generates the checks of `anyOf`, `oneOf`, `allOf` and `not`.

use idlgen_validate::{Schema, compiled::Check};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{function::Writer, node::SchemaNode};

/// A callback that generates the checks of a branch.
type Branch<'b, 'w, 's, 'p, 'm> = dyn FnMut(&mut Writer<'w, 's, 'p, 'm>, &SchemaNode<'s>) -> TokenStream + 'b;

impl<'w, 's, 'p, 'm> Writer<'w, 's, 'p, 'm> {
    /// Returns the composite checks of a node in the order of the API server.
    pub(super) fn composites(&mut self, node: &SchemaNode<'s>, branch: &mut Branch<'_, 'w, 's, 'p, 'm>) -> TokenStream {
        let in_branch = std::mem::replace(&mut self.in_branch, true);
        let statements = self.all_composites(node, branch);
        self.in_branch = in_branch;
        statements
    }

    fn all_composites(&mut self, node: &SchemaNode<'s>, branch: &mut Branch<'_, 'w, 's, 'p, 'm>) -> TokenStream {
        let mut statements = TokenStream::new();
        for check in node.checks() {
            let function = match check {
                Check::AnyOf(_) => "any_of",
                Check::OneOf(_) => "one_of",
                Check::AllOf(_) => "all_of",
                Check::Not(schemas) => {
                    let not = SchemaNode::new(schemas.iter().copied(), self.analysis.definitions());
                    let block = branch(self, &not);
                    let runtime = self.scope.runtime("check");
                    let call = quote! { #runtime::not(path, cx, |path, cx| { #block }) };
                    let call = self.keyword(node, check.keyword(), call);
                    statements.extend(quote! { #call; });
                    continue;
                }
                _ => continue,
            };
            statements.extend(self.branches(node, check.keyword(), function, check.branches(), branch));
        }
        statements
    }

    fn branches(
        &mut self,
        node: &SchemaNode<'s>,
        keyword: &str,
        function: &str,
        branches: &[Vec<&'s Schema>],
        branch: &mut Branch<'_, 'w, 's, 'p, 'm>,
    ) -> TokenStream {
        let blocks: Vec<(TokenStream, TokenStream)> = branches
            .iter()
            .map(|schemas| {
                // A second pattern or format is in a branch of its own, but its tag is on the entire declaration.
                let comment = match schemas.first().map(|schema| (schema.pattern(), schema.format())) {
                    Some((Some(pattern), None)) => self.value_comment(node, "pattern", pattern),
                    Some((None, Some(format))) => self.value_comment(node, "format", format),
                    _ => TokenStream::new(),
                };
                let node = SchemaNode::new(schemas.iter().copied(), self.analysis.definitions());
                (comment, branch(self, &node))
            })
            .collect();
        // A branch without checks never fails, so `allOf` ignores it, and `anyOf` always succeeds because of it.
        let is_void = |(_, block): &(TokenStream, TokenStream)| block.is_empty();
        let settled = if keyword == "allOf" {
            blocks.iter().all(is_void)
        } else {
            keyword == "anyOf" && blocks.iter().any(is_void)
        };
        if settled {
            return TokenStream::new();
        }
        let check = self.scope.runtime("check");
        let count = Literal::usize_unsuffixed(blocks.len());
        let last = blocks.len().saturating_sub(1);
        let arms = blocks.iter().enumerate().map(|(index, (comment, block))| {
            let number = Literal::usize_unsuffixed(index);
            let pattern = if index == last {
                quote! { _ }
            } else {
                quote! { #number }
            };
            quote! { #pattern => { #comment #block } }
        });
        let function = crate::emit::rust::name::identifier(function);
        let closure = quote! { |branch, path, cx| match branch { #(#arms)* } };
        let call = self.keyword(node, keyword, quote! { #check::#function(#count, path, cx, #closure) });
        quote! { #call; }
    }
}
