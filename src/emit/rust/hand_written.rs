//! Hand-written functions that generated code calls (`rust.functions` in idlgen.toml).

use std::collections::{BTreeMap, BTreeSet};

use idlgen_validate::{
    Definitions, Schema, Validator,
    schema::{Recursion, ValidationRule, structural},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{
    admission::raw_string,
    codes,
    name::{Names, free_name, identifier, snake_case},
    plan::{Item, ItemId, ItemKind, Plan, PlannedType},
    print::documentation,
    samples,
};
use crate::{
    diag::{Diagnostic, Severity, nearest},
    model::PackageId,
    settings::HandWrittenFunction,
};

/// The calls of hand-written functions in a module.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// The paths of the functions.
    called: BTreeSet<String>,
    /// The rules of the types for which there are functions: each Go type, and the text of the rule.
    rules: BTreeSet<(String, String)>,
    /// The functions that replace a rule, by their paths.
    replacements: BTreeMap<String, Replacement>,
}

/// A function that replaces a rule.
#[derive(Debug)]
struct Replacement {
    rule: String,
    /// The Rust type with the rule, and its package.
    ty: Ident,
    package: PackageId,
    /// Values of the type as JSON.
    samples: Vec<String>,
}

/// A hand-written function, with its path in Rust.
pub(super) struct Function {
    pub(super) path: String,
    pub(super) tokens: TokenStream,
}

/// A type to which a rule may belong.
pub(super) struct Owner<'o> {
    pub(super) item: &'o Item,
    pub(super) schema: Option<&'o Schema>,
}

impl Owner<'_> {
    /// Returns the function that replaces a rule of the type, if there is one.
    pub(super) fn function_of(
        &self,
        rule: &ValidationRule,
        plan: &Plan<'_>,
        definitions: &Definitions,
        calls: &mut Calls,
    ) -> Option<Function> {
        let go_type = go_type(self.item, plan)?;
        let of_type = || plan.options.functions.iter().filter(|(_, function)| function.go_type == go_type);
        of_type().next()?;
        let text = folded(&rule.rule);
        let found = of_type().find(|(_, function)| function.rule.as_deref().is_some_and(|rule| folded(rule) == text));
        calls.rules.insert((go_type, text));
        let (path, _) = found?;
        calls.called.insert(path.clone());
        calls.replacements.entry(path.clone()).or_insert_with(|| Replacement {
            rule: rule.rule.clone(),
            ty: identifier(&self.item.name),
            package: self.item.package,
            samples: self.schema.map(|schema| samples(schema, definitions, rule)).unwrap_or_default(),
        });
        tokens(path)
    }
}

/// Returns the calls of the validators of a type for a value and its old value, at `path`.
pub(super) fn validators(
    item: &Item,
    plan: &Plan<'_>,
    (value, old): (&TokenStream, &TokenStream),
    calls: &mut Calls,
) -> TokenStream {
    let Some(go_type) = go_type(item, plan) else { return TokenStream::new() };
    let is_validator = |function: &HandWrittenFunction| function.rule.is_none() && function.go_type == go_type;
    let validators = plan.options.functions.iter().filter(|(_, function)| is_validator(function));
    let called = validators.filter_map(|(path, _)| {
        calls.called.insert(path.clone());
        let Function { tokens, .. } = tokens(path)?;
        Some(quote! { cx.report_hand_written(#tokens(#value, #old, path)); })
    });
    called.collect()
}

/// Returns the closure that calls the function of a rule, with the parameters of compiled rules: the value, the old
/// value and the cost.
pub(super) fn closure(function: &Function, rule: &ValidationRule, some: &TokenStream) -> TokenStream {
    let path = &function.tokens;
    if rule.optional_old_self == Some(true) {
        quote! { |this, before, _| #some(#path(this, before)) }
    } else if rule.uses_old_self() {
        // A rule that compares with the old value does not apply to new values.
        quote! { |this, before, _| #some(before.is_none_or(|before| #path(this, before))) }
    } else {
        quote! { |this, _, _| #some(#path(this)) }
    }
}

/// Returns the module that compares the functions with the rules of a package that they replace, if there are any.
pub(super) fn tests(calls: &Calls, package: PackageId, is_taken: impl Fn(&str) -> bool) -> Option<TokenStream> {
    let mut names = Names::default();
    let tests: Vec<TokenStream> = calls
        .replacements
        .iter()
        .filter(|(_, replacement)| replacement.package == package && !replacement.samples.is_empty())
        .map(|(function, Replacement { rule, ty, samples, .. })| {
            let last = function.rsplit("::").next().unwrap_or(function).trim();
            let name = identifier(&names.take(&snake_case(last), "_"));
            let doc =
                documentation(&format!("Compares `{function}` with the rule that it replaces: `{}`", folded(rule)));
            let samples = samples.iter().map(|sample| raw_string(sample));
            quote! {
                #[doc = #doc]
                #[test]
                fn #name() {
                    let samples = [#(#samples),*];
                    let compared = ::idlgen_runtime::validate::compare_with_interpreter::<super::#ty>(#rule, &samples);
                    assert_eq!(compared, Ok(()));
                }
            }
        })
        .collect();
    if tests.is_empty() {
        return None;
    }
    let module = identifier(&free_name("hand_written_functions", "_", is_taken));
    Some(quote! {
        #[cfg(test)]
        mod #module {
            #(#tests)*
        }
    })
}

/// Returns the problems of the functions: unknown types and rules, and functions that nothing tests.
pub(super) fn problems(plan: &Plan<'_>, calls: &[&Calls]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (path, function) in &plan.options.functions {
        if let Err(reason) = function_path(path) {
            let message = format!("`{path}` is not a valid Rust function path: {reason}");
            diagnostics.push(Diagnostic::new(codes::RUST_SETTING, message));
            continue;
        }
        let called = calls.iter().find(|calls| calls.called.contains(path));
        match called {
            None => diagnostics.push(problem(path, function, plan, calls)),
            Some(calls) => diagnostics.extend(untested(path, calls)),
        }
    }
    diagnostics
}

/// Returns the reason why no code calls a function.
fn problem(path: &str, function: &HandWrittenFunction, plan: &Plan<'_>, calls: &[&Calls]) -> Diagnostic {
    let HandWrittenFunction { go_type, rule } = function;
    let key = format!("rust.functions.\"{path}\"");
    if go_type.is_empty() {
        return Diagnostic::new(codes::RUST_FUNCTION, format!("`{key}` has no `type`"))
            .help("add the Go type that the function validates: `type = \"example.com/widgets/api/v1.WidgetSpec\"`");
    }
    let named = plan.items.values().find(|item| self::go_type(item, plan).as_ref() == Some(go_type));
    if let Some(message) = named.and_then(|item| without_validator(item, plan)) {
        return Diagnostic::new(codes::RUST_FUNCTION, format!("`{key}`: `{go_type}` {message}"));
    }
    if named.is_none() {
        let names: Vec<String> = plan.items.values().filter_map(|item| self::go_type(item, plan)).collect();
        let message = format!("`{key}`: no generated type represents the Go type `{go_type}`");
        let diagnostic = Diagnostic::new(codes::RUST_FUNCTION, message);
        return match nearest(go_type, names.iter().map(String::as_str)) {
            Some(near) => diagnostic.help(format!("use `{near}`")),
            None => diagnostic.help("write the import path of its package, a dot and its name"),
        };
    }
    let Some(rule) = rule else {
        let message = format!("`{key}`: `{go_type}` has no validator that could call the function");
        return Diagnostic::new(codes::RUST_FUNCTION, message);
    };
    let message = format!("`{key}`: `{go_type}` has no rule `{}`", folded(rule));
    let diagnostic = Diagnostic::new(codes::RUST_FUNCTION, message);
    if calls.iter().any(|calls| calls.rules.contains(&(go_type.clone(), folded(rule)))) {
        return diagnostic.note("another function replaces this rule").help("remove one of the two functions");
    }
    let rules =
        calls.iter().flat_map(|calls| &calls.rules).filter(|(of, _)| of == go_type).map(|(_, rule)| rule.as_str());
    let rules: Vec<&str> = rules.collect();
    match nearest(&folded(rule), rules.iter().copied()).or(rules.first().copied()) {
        Some(near) => diagnostic.help(format!("use the text of the rule: `{near}`")),
        None => diagnostic.note("neither the type nor its fields have CEL rules"),
    }
}

/// Returns the reason why a type has no validator of its own, if it has none.
fn without_validator(item: &Item, plan: &Plan<'_>) -> Option<String> {
    match &item.form {
        ItemKind::Alias(PlannedType::Named(id)) => {
            Some(format!("is an alias of `{}`; name that type", plan.model.go_name(*id)))
        }
        ItemKind::Alias(_) => Some("is an alias, which has no validator of its own".to_owned()),
        ItemKind::Struct { parameters, .. } if !parameters.is_empty() => {
            Some("is generic, and only its instances are validated, where they are used".to_owned())
        }
        _ => None,
    }
}

/// Reports that no test compares a function with its rule.
fn untested(path: &str, calls: &Calls) -> Option<Diagnostic> {
    let replacement = calls.replacements.get(path)?;
    replacement.samples.is_empty().then(|| {
        let message = format!("no values were found with which `{path}` could be compared with its rule");
        let mut diagnostic = Diagnostic::new(codes::RUST_FUNCTION, message);
        diagnostic.severity = Severity::Warning;
        diagnostic.help("write a test that calls `idlgen_runtime::validate::compare_with_interpreter` with values")
    })
}

fn go_type(item: &Item, plan: &Plan<'_>) -> Option<String> {
    match item.id {
        ItemId::Declared(id) => Some(plan.model.go_name(id)),
        ItemId::Anonymous(_) => None,
    }
}

fn tokens(path: &str) -> Option<Function> {
    // `problems` reports other strings.
    let tokens = function_path(path).ok()?;
    Some(Function { path: path.to_owned(), tokens: quote! { #tokens } })
}

/// Reads the path of a function, or returns the reason why there is no such function.
fn function_path(path: &str) -> Result<syn::Path, String> {
    let parsed: syn::Path = syn::parse_str(path).map_err(|error| error.to_string())?;
    let is_module = |name: &Ident| ["crate", "self", "super", "Self"].iter().any(|keyword| name == keyword);
    match parsed.segments.last() {
        Some(last) if is_module(&last.ident) => Err(format!("`{}` is not a function", last.ident)),
        _ => Ok(parsed),
    }
}

/// Returns a rule on one line.
fn folded(rule: &str) -> String {
    rule.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns values of a type that differ in what a rule reads and pass all other checks, as JSON.
fn samples(schema: &Schema, definitions: &Definitions, rule: &ValidationRule) -> Vec<String> {
    let Ok(schema) = structural(schema, definitions, Recursion::Cut) else { return Vec::new() };
    let Ok(validator) = Validator::new(&schema) else { return Vec::new() };
    let passes_other_checks =
        |sample: &Json| validator.validate(sample, None).errors.iter().all(|error| error.origin.rule.is_some());
    let samples = samples::of_rule(&schema, &rule.rule, passes_other_checks);
    samples.iter().map(ToString::to_string).collect()
}
