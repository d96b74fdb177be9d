//! Rust types and validators: one module per Go package, one type per Go type, one check function per schema.

mod admission;
mod backend;
mod cel;
pub mod codes;
mod default_fault;
mod doc;
mod hand_written;
mod harness;
mod layout;
mod module;
mod name;
mod options;
mod plan;
mod print;
mod report;
mod rules;
mod samples;
mod scope;
mod types;
mod unpublished;
mod validators;
mod zero;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;

pub use backend::Rust;
pub use options::{ExternPackage, RustLayout, RustOptions};

use self::{
    admission::Kinds,
    hand_written::Calls,
    layout::Tree,
    plan::{ItemId, Plan},
    print::Verbatim,
    report::{Report, RuleReport, ZeroReport},
    rules::Rules,
    scope::Scope,
    unpublished::CheckSet,
    validators::{Analysis, Patterns},
};
use crate::{
    diag::Diagnostic,
    lower::Lowered,
    model::{Model, PackageId},
    out::Files,
    source::Span,
};

/// Returns the Rust modules of the requested packages and of all packages that they use.
///
/// Paths in the [`Files`] are relative to the directory of the generated code. Go constructs that Rust cannot express
/// are diagnostics; everything else is still written.
#[doc(hidden)]
pub fn emit(model: &Model, lowered: &Lowered, options: &RustOptions) -> (Files, Vec<Diagnostic>) {
    emit_with_kinds(model, lowered, options, &Kinds::new())
}

/// Returns the same modules. `kinds` implement `Admit`.
fn emit_with_kinds(model: &Model, lowered: &Lowered, options: &RustOptions, kinds: &Kinds) -> (Files, Vec<Diagnostic>) {
    let mut plan = Plan::new(model, options);
    let tree = Tree::new(&plan);
    let (modules, diagnostics) = modules(&mut plan, &tree, lowered, kinds);
    let texts = modules.into_iter().map(|(package, module)| (package, module.text)).collect();
    (tree.files(&plan, &texts), diagnostics)
}

/// Returns how rules are evaluated, in the order of the checks, and in which fields zero is a missing value.
fn report(model: &Model, lowered: &Lowered, options: &RustOptions) -> (Report, Vec<Diagnostic>) {
    let mut plan = Plan::new(model, options);
    let tree = Tree::new(&plan);
    let (modules, diagnostics) = modules(&mut plan, &tree, lowered, &Kinds::new());
    let mut report = Report::default();
    for module in modules.into_values() {
        report.rules.extend(module.rules);
        report.zeros.extend(module.zeros);
    }
    (report, diagnostics)
}

/// The items of a module, without its header and nested modules.
struct ModuleText {
    text: String,
    rules: Vec<RuleReport>,
    zeros: Vec<ZeroReport>,
    calls: Calls,
    diagnostics: Vec<Diagnostic>,
}

fn modules(
    plan: &mut Plan<'_>,
    tree: &Tree,
    lowered: &Lowered,
    kinds: &Kinds,
) -> (BTreeMap<PackageId, ModuleText>, Vec<Diagnostic>) {
    let mut diagnostics = std::mem::take(&mut plan.diagnostics);
    let analysis = Analysis::new(plan, lowered, CheckSet::Published);
    let schemas = unpublished::schemas(lowered, plan.options);
    let unpublished = schemas.as_ref().map(|lowered| Analysis::new(plan, lowered, CheckSet::Unpublished));
    let analyses = (&analysis, unpublished.as_ref());
    let mut modules = BTreeMap::new();
    for package in plan.modules.keys() {
        let Some(mut module) = module_text(plan, tree, analyses, kinds, *package) else { continue };
        diagnostics.append(&mut module.diagnostics);
        modules.insert(*package, module);
    }
    let calls: Vec<&Calls> = modules.values().map(|module| &module.calls).collect();
    diagnostics.extend(hand_written::problems(plan, &calls));
    (modules, each_once(diagnostics))
}

/// Removes duplicate diagnostics.
fn each_once(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut places: BTreeMap<(Option<Span>, String), Vec<usize>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let place = diagnostic.primary.as_ref().map(|label| label.span);
        let alike = places.entry((place, diagnostic.message.clone())).or_default();
        if !alike.iter().any(|index| said.get(*index) == Some(&diagnostic)) {
            alike.push(said.len());
            said.push(diagnostic);
        }
    }
    said
}

fn module_text<'s>(
    plan: &Plan<'_>,
    tree: &Tree,
    (analysis, unpublished): (&Analysis<'s>, Option<&Analysis<'s>>),
    kinds: &Kinds,
    package: PackageId,
) -> Option<ModuleText> {
    let module = plan.modules.get(&package)?;
    let mut scope = Scope::new(plan, package, tree.children(&module.path));
    let mut patterns = Patterns::new(analysis.pattern_types(plan));
    let mut rules = Rules::new(analysis.definitions(), plan.options.environment());
    let mut text = String::new();
    let mut zeros = Vec::new();
    for id in &module.items {
        let Some(item) = plan.item(*id) else { continue };
        // Users cannot change types of other packages.
        let is_reported = plan.model.package(package).requested;
        let effects = if is_reported { analysis.zero_effects(item, plan) } else { Vec::new() };
        zeros.extend(effects.into_iter().map(|effect| ZeroReport { ty: item.name.clone(), effect }));
        let mut verbatim = Verbatim::default();
        let mut items = types::declare(item, analysis, &mut scope, &mut verbatim);
        let analyses = (analysis, unpublished);
        let written = validators::implement(item, analyses, &mut scope, &mut verbatim, &mut patterns, &mut rules);
        items.extend(written.into_iter().flatten());
        if let ItemId::Declared(id) = item.id
            && let Some(kind) = kinds.get(&id)
        {
            items.push(kind.implement(item, &mut verbatim));
        }
        for item in &items {
            scope.note(item);
        }
        match verbatim.print(items) {
            Ok(printed) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&printed);
            }
            Err(error) => {
                let message = format!("the Rust code for `{}.{}` is invalid: {error}", module.import_path, item.name);
                scope.diagnostics.push(Diagnostic::new(codes::RUST_INTERNAL, message));
            }
        }
    }
    let statics: TokenStream = patterns.items(&mut scope).into_iter().collect();
    scope.note(&statics);
    let print = |item: TokenStream| Verbatim::default().print(vec![item]).unwrap_or_default();
    let (statics, imports) = (print(statics), print(scope.imports()));
    let (report, calls) = (std::mem::take(&mut rules.report), std::mem::take(&mut rules.calls));
    let tests = hand_written::tests(&calls, package, |name| scope.has_module(name)).map(print).unwrap_or_default();
    let rules = rules.module(scope.rules_module());
    let parts = [imports, statics, text, rules.unwrap_or_default(), tests];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Some(ModuleText { text: parts.join("\n"), rules: report, zeros, calls, diagnostics: scope.diagnostics })
}
