//! `x-kubernetes-validations`: CEL rules.

use idlgen_runtime::cel::{RuleData, ShapeId};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    function::{Patterns, Writer},
    node::SchemaNode,
    seen::Seen,
};
use crate::emit::rust::{
    cel::{self, Translated},
    hand_written::{self, Owner},
    name::identifier,
    plan::PlannedType,
    report::{Evaluation, RuleReport},
    rules::{Rules, SiteRule},
    scope::Scope,
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
        let (mut report, mut calls) = (Vec::new(), std::mem::take(&mut self.rules.calls));
        // The rule belongs to the type whose code this is, or to the named type of the value.
        let of_value = match seen {
            Some(Seen::Value(PlannedType::Named(id))) => self.scope.plan.declared(*id),
            _ => None,
        };
        let owners: Vec<_> = std::iter::once(self.item)
            .chain(of_value)
            .map(|item| Owner { item, schema: self.analysis.schema_of(item.id) })
            .collect();
        for SiteRule { name, rule, data, shape } in self.rules.at(site) {
            if rule.needs_old() && !self.has_old {
                continue;
            }
            let tags: Vec<&str> = rule.origin.tags.iter().map(|(_, text)| text.as_str()).collect();
            let comment = if tags.is_empty() { TokenStream::new() } else { self.verbatim.comment(&tags.join("\n")) };
            let name = identifier(name);
            let definitions = self.analysis.definitions();
            let mut functions =
                owners.iter().filter_map(|owner| owner.function_of(rule, self.scope.plan, definitions, &mut calls));
            let function = functions.next();
            let (evaluation, compiled) = match (data, &function) {
                (Err(reason), _) => (Evaluation::Invalid(reason.to_owned()), None),
                (Ok(_), Some(function)) => {
                    let closure = hand_written::closure(function, rule, &self.scope.some());
                    (Evaluation::HandWritten(function.path.clone()), Some((0, closure)))
                }
                (Ok(data), None) => {
                    match translated(data, shape, seen, &place, self.rules, self.scope, self.patterns) {
                        Ok(Translated { base, closure }) => (Evaluation::Compiled { base }, Some((base, closure))),
                        Err(reason) => (Evaluation::Interpreted(reason.into_owned()), None),
                    }
                }
            };
            statements.extend(if let Some((base, closure)) = compiled {
                let cost = Literal::u64_unsuffixed(base);
                quote! { #comment #module::#name.check_compiled(#value, #old, path, cx, #cost, #closure); }
            } else {
                quote! { #comment #module::#name.check(#value, #old, path, cx); }
            });
            report.push(RuleReport {
                place: self.displayed_location(),
                rule: rule.rule.clone(),
                location: rule.origin.location,
                evaluation,
            });
        }
        self.rules.report.append(&mut report);
        self.rules.calls = calls;
        statements
    }
}

/// Returns the closure for a rule, or the reason why there is none.
fn translated(
    data: &RuleData,
    shape: ShapeId,
    seen: Option<&Seen>,
    place: &str,
    rules: &Rules<'_>,
    scope: &mut Scope<'_, '_>,
    patterns: &mut Patterns,
) -> Result<Translated, cel::Reason> {
    let Some(seen) = seen else { return Err("its value has no Rust type of its own".into()) };
    let source = cel::Source {
        program: &data.rule,
        nodes: rules.shape_nodes(),
        shape,
        seen,
        optional_old_self: data.optional_old_self,
        minor: rules.minor(),
        place,
    };
    cel::translate(source, scope, patterns)
}
