//! Go modules read as one build, with exactly these versions.

use idlgen::{
    check::api_rules::report,
    diag::{
        Diagnostic, Severity,
        codes::tags::UNKNOWN_TAG,
        render::{Format, render},
    },
    lower::{Compatibility, LowerOptions, Lowered, lower},
    resolve::{CommentRule, ResolveOptions, resolve},
    session::{load, violations},
    source::{
        DiskFileSystem, SourceMap,
        modules::{GoEnvironment, Modules},
    },
    tags::Grammar,
};

/// What openapi-gen makes of packages.
pub(super) struct Build {
    /// The definitions.
    pub(super) lowered: Lowered,
    /// The report of violations of API rules.
    pub(super) report: String,
    /// The errors, a line each.
    pub(super) errors: Vec<String>,
}

/// Comments and tags as openapi-gen reads them.
fn as_openapi_gen() -> ResolveOptions {
    let mut options = ResolveOptions::default();
    options.comments = CommentRule::OpenApiGen;
    options.tags.grammar = Grammar::OpenApiGen;
    options
}

/// What openapi-gen makes of the packages.
pub(super) fn read(
    modules: &[String],
    packages: &[String],
    kubernetes_minor: u16,
    environment: &GoEnvironment,
) -> Build {
    let disk = DiskFileSystem;
    let versions: Vec<(&str, &str)> = modules.iter().filter_map(|module| module.split_once('@')).collect();
    let modules = Modules::from_versions(&disk, &versions, environment);
    let mut sources = SourceMap::default();
    let loaded = load(&modules, packages, &mut sources);
    let (model, resolved) = resolve(&loaded.packages, &as_openapi_gen());
    let mut options = LowerOptions::default();
    options.compatibility = Compatibility::OpenApiGen;
    options.kubernetes_minor = kubernetes_minor;
    let lowered = lower(&model, &options);
    let errors: Vec<Diagnostic> = [&loaded.diagnostics, &resolved, &lowered.diagnostics]
        .into_iter()
        .flatten()
        // Tags that openapi-gen does not know are errors of ours alone.
        .filter(|diagnostic| diagnostic.severity == Severity::Error && diagnostic.code != UNKNOWN_TAG)
        .cloned()
        .collect();
    let errors = render(&errors, &sources, Format::Short, false).lines().map(str::to_owned).collect();
    let report = report(&violations(&loaded.packages, kubernetes_minor));
    Build { lowered, report, errors }
}
