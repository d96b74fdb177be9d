//! The check function of a type.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_runtime::regex::States;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::{
    analysis::Analysis,
    block::{argument, uses, uses_of},
    node::SchemaNode,
    seen::Seen,
};
use crate::{
    diag::{Diagnostic, Severity},
    emit::rust::{
        codes,
        default_fault::DefaultFault,
        hand_written,
        name::{Names, constant_case, identifier, snake_case},
        plan::{Item, ItemId, ItemKind, Member},
        print::Verbatim,
        rules::Rules,
        scope::Scope,
    },
    source::{FileId, Span},
};

/// The patterns of a file. Each pattern is compiled once.
#[derive(Debug, Default)]
pub(in super::super) struct Patterns {
    /// The names of types with a pattern, by pattern.
    types: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
    taken: Names,
    order: Vec<String>,
}

impl Patterns {
    /// Creates an empty list. `types` contains the names of types with a pattern.
    pub(in super::super) fn new(types: BTreeMap<String, String>) -> Self {
        Patterns { types, ..Patterns::default() }
    }

    /// Returns the name of the static for a pattern, which is named after the type with the pattern, or after its first
    /// use.
    pub(in super::super) fn name(&mut self, pattern: &str, place: &str) -> Ident {
        if let Some(name) = self.names.get(pattern) {
            return identifier(name);
        }
        let place = self.types.get(pattern).map_or(place, String::as_str);
        let wanted = format!("{}_PATTERN", constant_case(place));
        let name = self.taken.take(&wanted, "_");
        self.names.insert(pattern.to_owned(), name.clone());
        self.order.push(pattern.to_owned());
        identifier(&name)
    }

    /// Returns the statics, in the order of their first use.
    pub(in super::super) fn items(&self, scope: &mut Scope<'_, '_>) -> Vec<TokenStream> {
        if self.order.is_empty() {
            return Vec::new();
        }
        let ty = scope.runtime("regex::LazyPattern");
        let named = self.order.iter().filter_map(|pattern| Some((self.names.get(pattern)?, pattern)));
        named
            .map(|(name, pattern)| {
                let name = identifier(name);
                let Some(states) = States::of_pattern(pattern) else {
                    return quote! { static #name: #ty = #ty::new(#pattern); };
                };
                let classes = states.classes.iter().map(|ranges| Literal::byte_string(ranges));
                let columns = Literal::byte_string(&states.columns);
                quote! { static #name: #ty = #ty::with_states(#pattern, &[#(#classes),*], #columns); }
            })
            .collect()
    }
}

/// Generates the checks of a type.
pub(super) struct Writer<'w, 's, 'p, 'm> {
    pub(super) analysis: &'w Analysis<'s>,
    pub(super) scope: &'w mut Scope<'p, 'm>,
    pub(super) verbatim: &'w mut Verbatim,
    pub(super) patterns: &'w mut Patterns,
    /// The type.
    pub(super) item: &'w Item,
    /// The path from the type to the current value, which is used in the names of functions and statics.
    pub(super) way: Vec<String>,
    /// `true` if a variable `old` with the old value is in scope.
    pub(super) has_old: bool,
    /// `true` inside a composite branch, where list types do not apply.
    pub(super) in_branch: bool,
    /// The rules of the file.
    pub(super) rules: &'w mut Rules<'s>,
    /// Functions in addition to the method of the trait.
    pub(super) functions: Vec<TokenStream>,
    pub(super) function_names: Names,
    /// The types whose check functions are called. Includes types whose check functions are empty, so that the calls
    /// were omitted.
    pub(super) calls: BTreeSet<ItemId>,
}

impl Writer<'_, '_, '_, '_> {
    /// Returns the current location as words for names: `PodSpec containers name`.
    pub(super) fn name_words(&self) -> String {
        format!("{} {}", self.item.name, self.way.join(" "))
    }

    /// Returns the displayed location: `PodSpec.containers.name`.
    pub(super) fn displayed_location(&self) -> String {
        std::iter::once(&self.item.name).chain(&self.way).cloned().collect::<Vec<_>>().join(".")
    }

    /// Returns a name for a function about the current value.
    pub(super) fn function_name(&mut self, prefix: &str) -> Ident {
        let set = if self.analysis.is_unpublished() { "unpublished_" } else { "" };
        let wanted = format!("{prefix}_{set}{}", snake_case(&self.name_words()));
        identifier(&self.function_names.take(&wanted, "_"))
    }

    /// Returns a comment with the tags that set one of these keywords.
    pub(super) fn comment(&mut self, node: &SchemaNode<'_>, keywords: &[&str]) -> TokenStream {
        let tags = node.tags(keywords);
        if tags.is_empty() { TokenStream::new() } else { self.verbatim.comment(&tags.join("\n")) }
    }

    /// Reports that a part of the schema does not match the Go type.
    pub(super) fn mismatch(&mut self, node: &SchemaNode<'_>, what: &str) {
        let message = format!("`{}`: {what}; the generated validator skips it", self.displayed_location());
        let mut diagnostic = Diagnostic::new(codes::RUST_SCHEMA_MISMATCH, message);
        if let Some((file, start, end)) = node.parts().find_map(|schema| schema.origin.location) {
            diagnostic = diagnostic.at(Span::new(FileId::from_index(file), start as usize, end as usize));
        }
        self.report(diagnostic);
    }

    /// Reports a diagnostic. For imported packages, which the user cannot fix, it is informational.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if !self.scope.plan.model.package(self.item.package).requested {
            diagnostic.severity = diagnostic.severity.min(Severity::Info);
        }
        self.scope.diagnostics.push(diagnostic);
    }

    pub(super) fn invalid_default(&mut self, node: &SchemaNode<'_>, fault: &DefaultFault) {
        let location = self.displayed_location();
        let mut diagnostic = match fault {
            DefaultFault::Rejected(errors) => Diagnostic::new(
                codes::RUST_INVALID_DEFAULT,
                format!("the default of `{location}` is invalid: {errors}"),
            ),
            DefaultFault::Endless => {
                let message = format!("the default of `{location}` contains itself, so applying it does not end");
                let mut diagnostic = Diagnostic::new(codes::RUST_INVALID_DEFAULT, message);
                diagnostic.severity = Severity::Error;
                diagnostic.help("remove it, or one of the defaults in it that lead back to it")
            }
        };
        let written = node.parts().find_map(|schema| schema.origin.default);
        if let Some((file, start, end)) = written.or_else(|| node.parts().find_map(|schema| schema.origin.location)) {
            diagnostic = diagnostic.at(Span::new(FileId::from_index(file), start as usize, end as usize));
        }
        self.report(diagnostic);
    }
}

/// The checks of a type.
#[derive(Debug)]
pub(super) struct Body {
    /// The statements of the method.
    pub(super) statements: TokenStream,
    /// Functions that they call.
    functions: Vec<TokenStream>,
    /// The types whose check functions are called. Includes types whose check functions are empty, so that the calls
    /// were omitted.
    pub(super) calls: BTreeSet<ItemId>,
}

/// Returns the checks of a type, or `None` for aliases and generic types, which have no checks.
pub(super) fn body<'s>(
    item: &Item,
    analysis: &Analysis<'s>,
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
    patterns: &mut Patterns,
    rules: &mut Rules<'s>,
) -> Option<Body> {
    let members = match &item.form {
        ItemKind::Struct { parameters, members } if parameters.is_empty() => Some(members.as_slice()),
        ItemKind::Struct { .. } | ItemKind::Alias(_) | ItemKind::Known(_) => return None,
        ItemKind::Newtype(_) | ItemKind::Enumeration { .. } => None,
    };
    // Without a schema, it is unknown which values are valid, so do not treat all of them as valid.
    analysis.node_of(item.id)?;
    let mut writer = Writer {
        analysis,
        scope,
        verbatim,
        patterns,
        item,
        way: Vec::new(),
        has_old: false,
        in_branch: false,
        rules,
        functions: Vec::new(),
        function_names: Names::default(),
        calls: BTreeSet::new(),
    };
    let statements = match members {
        Some(members) => writer.body_of_struct(members),
        None => writer.body_of_value(),
    };
    Some(Body { statements, functions: writer.functions, calls: writer.calls })
}

/// Returns `impl Validate` of a type and the functions that it calls, item by item. `unpublished` is the analysis for
/// its unpublished checks, if there are any.
pub(in super::super) fn implement<'s>(
    item: &Item,
    (analysis, unpublished): (&Analysis<'s>, Option<&Analysis<'s>>),
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
    patterns: &mut Patterns,
    rules: &mut Rules<'s>,
) -> Option<Vec<TokenStream>> {
    let published = body(item, analysis, scope, verbatim, patterns, rules)?;
    let unpublished = unpublished.and_then(|analysis| body(item, analysis, scope, verbatim, patterns, rules));
    let unpublished = unpublished.filter(|body| !body.statements.is_empty());
    let is_compared = !published.statements.is_empty() || unpublished.is_some();
    let node = analysis.node_of(item.id);
    let has_rules = node
        .as_ref()
        .is_some_and(|node| analysis.has_rules(node))
        .then(|| quote! { #[inline] fn has_rules() -> bool { true } });
    let validate = scope.runtime("Validate");
    let check = method("check", &published.statements, scope);
    let check_unpublished = unpublished.as_ref().map(|body| {
        let check = method("check_unpublished", &body.statements, scope);
        quote! { #check #[inline] fn has_unpublished_checks() -> bool { true } }
    });
    let option = scope.option();
    let as_data = is_compared.then(|| {
        let (data, some) = (scope.runtime("data::Data"), scope.some());
        quote! { #[inline] fn as_data(&self) -> #option<&dyn #data> { #some(self) } }
    });
    let has_defaults = is_compared && node.as_ref().is_some_and(|node| analysis.has_defaults(node));
    let with_defaults = has_defaults.then(|| {
        let (with_defaults, some) = (scope.runtime("data::with_defaults"), scope.some());
        quote! { #[inline] fn with_defaults(&self) -> #option<Self> { #some(#with_defaults(self)) } }
    });
    let name = identifier(&item.name);
    // The compiler builds inline functions only in crates that use them. Most programs use few of the types.
    let mut items = vec![quote! {
        impl #validate for #name {
            #check

            #check_unpublished

            #as_data

            #with_defaults

            #has_rules
        }
    }];
    items.extend(published.functions);
    items.extend(unpublished.into_iter().flat_map(|body| body.functions));
    Some(items)
}

/// Returns a method with checks.
fn method(name: &str, statements: &TokenStream, scope: &mut Scope<'_, '_>) -> TokenStream {
    let path = scope.runtime("field::Path");
    let context = scope.runtime("Context");
    let option = scope.option();
    let [uses_old, uses_path, uses_cx] = uses_of(statements, ["old", "path", "cx"]);
    let (old, at, cx) = (argument("old", uses_old), argument("path", uses_path), argument("cx", uses_cx));
    let does_something = !statements.is_empty();
    let stop = does_something.then(|| quote! { if cx.is_done() { return; } });
    let cx = if does_something { identifier("cx") } else { cx };
    let name = identifier(name);
    quote! {
        #[inline]
        fn #name(&self, #old: #option<&Self>, #at: &#path<'_>, #cx: &mut #context) {
            #stop
            #statements
        }
    }
}

impl Writer<'_, '_, '_, '_> {
    fn body_of_struct(&mut self, members: &[Member]) -> TokenStream {
        let Some(node) = self.analysis.node_of(self.item.id) else { return TokenStream::new() };
        let this = Ident::new("self", proc_macro2::Span::call_site());
        self.has_old = self.analysis.has_rules(&node);
        let mut statements = self.structure(&this, members, &node, None, &Seen::Struct(members.to_vec()));
        if self.analysis.is_unpublished() {
            let values = (&quote! { self }, &quote! { old });
            statements.extend(hand_written::validators(self.item, self.scope.plan, values, &mut self.rules.calls));
        }
        statements
    }

    /// Returns the checks of a named type that is not a struct.
    fn body_of_value(&mut self) -> TokenStream {
        let Some(node) = self.analysis.node_of(self.item.id) else { return TokenStream::new() };
        let ItemId::Declared(id) = self.item.id else { return TokenStream::new() };
        let shape = crate::emit::rust::plan::PlannedType::Named(id);
        self.has_old = self.analysis.has_rules(&node);
        let block = self.value(&shape, &node, &node);
        if block.is_empty() {
            return TokenStream::new();
        }
        let statements = self.statements(&block, None);
        let value = uses(&statements, "value").then(|| quote! { let value = self; });
        quote! { #value #statements }
    }
}
