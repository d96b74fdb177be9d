//! `x-kubernetes-validations`: CEL rules.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{foreign_rule::Seen, function::Writer, node::SchemaNode};
use crate::emit::rust::{
    cel::{self, Translated},
    name::identifier,
    report::{Evaluation, RuleReport},
    rules::SiteRule,
};

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the calls for the rules of a node on `value`. Rules inside `anyOf`, `oneOf` and `not` never run.
    pub(super) fn rules(&mut self, node: &SchemaNode<'s>, value: &TokenStream) -> TokenStream {
        self.rules_on(node, value, None)
    }

    /// Like [`rules`](Self::rules), for a value that may contain types of other crates.
    pub(super) fn rules_on(&mut self, node: &SchemaNode<'s>, value: &TokenStream, seen: Option<&Seen>) -> TokenStream {
        let old = if self.has_old {
            quote! { old }
        } else {
            self.scope.none()
        };
        self.rules_with_old(node, value, seen, &old)
    }

    /// Like [`rules_on`](Self::rules_on), with the old value.
    pub(super) fn rules_with_old(
        &mut self,
        node: &SchemaNode<'s>,
        value: &TokenStream,
        seen: Option<&Seen>,
        old: &TokenStream,
    ) -> TokenStream {
        let mut statements = TokenStream::new();
        let Some(schema) = node.parts().next().filter(|_| !self.in_branch) else { return statements };
        let mut rules: Vec<_> = node.rules().map(|(_, rule)| rule).collect();
        rules.retain(|rule| !rule.rule.trim().is_empty());
        if let Some(seen) = seen.filter(|_| !rules.is_empty()) {
            let refused = self.rules_on_foreign(&rules, schema, seen);
            rules.retain(|rule| !refused.iter().any(|refused| std::ptr::eq(*refused, *rule)));
        }
        if rules.is_empty() {
            return statements;
        }
        let place = self.name_words();
        let site = self.rules.add(schema, rules.into_iter(), &place);
        let module = identifier(self.scope.rules_module());
        let mut report = Vec::new();
        for SiteRule { name, rule, data, shape } in self.rules.at(site) {
            if rule.needs_old() && !self.has_old {
                continue;
            }
            let tags: Vec<&str> = rule.origin.tags.iter().map(|(_, text)| text.as_str()).collect();
            let comment = if tags.is_empty() { TokenStream::new() } else { self.verbatim.comment(&tags.join("\n")) };
            let name = identifier(name);
            let translated = data.map_err(|reason| Evaluation::Invalid(reason.to_owned())).and_then(|data| {
                let Some(seen) = seen else {
                    return Err(Evaluation::Interpreted("its value has no Rust type of its own".to_owned()));
                };
                let source = cel::Source {
                    program: &data.rule,
                    nodes: self.rules.shape_nodes(),
                    shape,
                    seen,
                    optional_old_self: data.optional_old_self,
                    minor: self.rules.minor(),
                    place: &place,
                };
                cel::translate(source, self.scope, self.patterns)
                    .map_err(|reason| Evaluation::Interpreted(reason.into_owned()))
            });
            let evaluation = match translated {
                Ok(Translated { base, closure }) => {
                    let cost = Literal::u64_unsuffixed(base);
                    statements.extend(
                        quote! { #comment #module::#name.check_compiled(#value, #old, path, cx, #cost, #closure); },
                    );
                    Evaluation::Compiled { base }
                }
                Err(evaluation) => {
                    statements.extend(quote! { #comment #module::#name.check(#value, #old, path, cx); });
                    evaluation
                }
            };
            report.push(RuleReport {
                place: self.displayed_location(),
                rule: rule.rule.clone(),
                location: rule.origin.location,
                evaluation,
            });
        }
        self.rules.report.append(&mut report);
        statements
    }
}
