//! Reads Go modules as one build, with exactly these versions.

use idlgen::{
    check::api_rules::{api_rules, report},
    diag::{
        Diagnostic, Severity,
        render::{Escapes, Format, render},
    },
    lower::{LowerOptions, Lowered, lower},
    modules::{GoEnvironment, Modules},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{DiskFileSystem, SourceMap},
    tool::Tool,
};

/// The output for packages.
#[derive(Default)]
pub(super) struct Build {
    /// The definitions.
    pub(super) lowered: Lowered,
    /// The report of API rule violations.
    pub(super) report: String,
    /// The errors, one per line.
    pub(super) errors: Vec<String>,
}

/// Returns the output of openapi-gen for the packages, with this handling of comments and tags.
pub(super) fn read(
    modules: &[String],
    packages: &[String],
    kubernetes_minor: u16,
    reading: &ResolveOptions,
    environment: &GoEnvironment,
) -> Build {
    let disk = DiskFileSystem;
    let versions: Vec<(&str, &str)> = modules.iter().filter_map(|module| module.split_once('@')).collect();
    let modules = Modules::from_versions(&disk, &versions, environment);
    let mut sources = SourceMap::default();
    let loaded = load(&modules, packages, &mut sources);
    let (model, resolved) = resolve(&loaded.packages, reading);
    let lowered = lower(&model, &LowerOptions::of(&Tool::openapi_gen(kubernetes_minor)));
    let errors: Vec<Diagnostic> = [&loaded.diagnostics, &resolved, &lowered.diagnostics]
        .into_iter()
        .flatten()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .cloned()
        .collect();
    let errors = render(&errors, &sources, Format::Short, Escapes::None).lines().map(str::to_owned).collect();
    let report = report(&api_rules(&model, kubernetes_minor));
    Build { lowered, report, errors }
}

/// Returns the published definitions of the packages in idlgen's own mode.
pub(super) fn read_by_default(
    modules: &[String],
    packages: &[String],
    kubernetes_minor: u16,
    environment: &GoEnvironment,
) -> Lowered {
    let disk = DiskFileSystem;
    let versions: Vec<(&str, &str)> = modules.iter().filter_map(|module| module.split_once('@')).collect();
    let modules = Modules::from_versions(&disk, &versions, environment);
    let loaded = load(&modules, packages, &mut SourceMap::default());
    let (model, _) = resolve(&loaded.packages, &ResolveOptions::default());
    let mut options = LowerOptions::of(&Tool::idlgen(kubernetes_minor));
    options.documents = true;
    lower(&model, &options)
}
