//! The declarations of packages, and their diagnostics.

use idlgen::{
    check, codes,
    diag::Diagnostic,
    model::Model,
    modules::Modules,
    resolve::{self, ResolveOptions},
    session,
    source::{DiskFileSystem, SourceMap},
};

use super::{
    expected::{Counts, Declarations},
    findings::Findings,
};
use crate::go_modules::Scratch;

/// The name of the warning about a tag that has no effect yet.
const WITHOUT_EFFECT: &str = "no-effect-yet";

pub(super) fn check(scratch: &Scratch, expected: &Declarations, findings: &mut Findings) {
    let mut sources = SourceMap::default();
    let (modules, mut diagnostics) =
        Modules::load(&DiskFileSystem, scratch.directory(), &scratch.environment, &mut sources);
    let patterns: Vec<String> = expected.patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
    let loaded = session::load(&modules, &patterns, &mut sources);
    diagnostics.extend(loaded.diagnostics);
    let (model, found) = resolve::resolve(&loaded.packages, &ResolveOptions::default());
    diagnostics.extend(found);
    diagnostics.extend(check::check(&model, &[]));
    let (allowances, found) = resolve::allowances(&loaded.packages, &codes::all());
    diagnostics.extend(found);
    let diagnostics = resolve::apply_allowances(diagnostics, &allowances);
    let (without_effect, others): (Vec<Diagnostic>, Vec<Diagnostic>) =
        diagnostics.into_iter().partition(|diagnostic| diagnostic.code.info().slug == WITHOUT_EFFECT);

    let counts = count(&model);
    let Counts { packages, types, fields, constants } = &counts;
    findings.read.push(format!("{packages} packages, {types} types, {fields} fields, {constants} constants"));
    findings.read.push(format!("{} diagnostics and {} tags without effect yet", others.len(), without_effect.len()));
    findings.compare("declarations", &counts, &expected.counts);
    let expected_lines: Vec<String> = expected.diagnostics.iter().map(|line| (*line).to_owned()).collect();
    findings.compare_entries("diagnostics", &said(&others, scratch, &sources), &expected_lines);
    if without_effect.len() != expected.without_effect {
        findings.compare("tags without effect", &without_effect.len(), &expected.without_effect);
        findings.differences.extend(said(&without_effect, scratch, &sources));
    }
}

fn count(model: &Model) -> Counts {
    let requested = || model.packages.iter().filter(|package| package.requested);
    let types = || requested().flat_map(|package| &package.types).map(|id| model.type_definition(*id));
    Counts {
        packages: requested().count(),
        types: types().count(),
        fields: types().map(|definition| definition.fields().len()).sum(),
        constants: requested().map(|package| package.constants.len()).sum(),
    }
}

/// Formats diagnostics as `core/v1/types.go:12: IDL0501`, sorted. Those without a location in the module include their
/// message.
fn said(diagnostics: &[Diagnostic], scratch: &Scratch, sources: &SourceMap) -> Vec<String> {
    let line = |diagnostic: &Diagnostic| {
        let label = diagnostic.primary.as_ref()?;
        let path = sources.path(label.span.file).strip_prefix(&scratch.module).ok()?;
        let line = sources.line_column(label.span.file, label.span.start).line;
        Some(format!("{}:{line}: {}", path.display(), diagnostic.code))
    };
    let elsewhere = |diagnostic: &Diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message);
    let mut lines: Vec<String> =
        diagnostics.iter().map(|diagnostic| line(diagnostic).unwrap_or_else(|| elsewhere(diagnostic))).collect();
    lines.sort();
    lines
}
