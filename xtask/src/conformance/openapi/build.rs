//! Go modules read as one build, with exactly these versions.

use idlgen::{
    lower::{Compatibility, LowerOptions, Lowered, lower},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{
        DiskFileSystem, SourceMap,
        modules::{GoEnvironment, Modules},
    },
};

/// What openapi-gen makes of the packages.
pub(super) fn read(
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
    let mut options = LowerOptions::default();
    options.compatibility = Compatibility::OpenApiGen;
    options.kubernetes_minor = kubernetes_minor;
    lower(&model, &options)
}
