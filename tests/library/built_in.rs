//! Reads a directory of types that import only `k8s.io/apimachinery` without Go and without modules. `cargo xtask
//! upstream` compares the result with that for the module on disk.

use std::path::Path;

use idlgen::{
    diag::Diagnostic,
    emit::openapi::{OpenApiOptions, definitions},
    lower::{LowerOptions, lower},
    modules::{GoEnvironment, Modules},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{FileSystem, MemoryFileSystem, SourceMap},
};
use serde_json::Value;

const TYPES: &str = include_str!("built_in/types.go");

/// Returns the definitions of the types in `/project`, and the diagnostics.
fn read(files: &dyn FileSystem) -> (Value, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let (modules, mut diagnostics) =
        Modules::load(files, Path::new("/project"), &GoEnvironment::default(), &mut sources);
    let loaded = load(&modules, &["./...".to_owned()], &mut sources);
    diagnostics.extend(loaded.diagnostics);
    let (model, said) = resolve(&loaded.packages, &ResolveOptions::default());
    diagnostics.extend(said);
    let lowered = lower(&model, &LowerOptions::default());
    diagnostics.extend(lowered.diagnostics.iter().cloned());
    let printed = definitions(&lowered, &OpenApiOptions::default());
    (serde_json::from_str(&printed).unwrap(), diagnostics)
}

#[test]
fn no_go_is_needed() {
    let mut files = MemoryFileSystem::default();
    files.insert("/project/api/v1/types.go", TYPES);
    let (definitions, diagnostics) = read(&files);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let condition = definitions.get("io.k8s.apimachinery.pkg.apis.meta.v1.Condition").unwrap();
    assert_eq!(
        condition.pointer("/required"),
        Some(&serde_json::json!(["type", "status", "lastTransitionTime", "reason", "message"]))
    );
    let time = definitions.get("io.k8s.apimachinery.pkg.apis.meta.v1.Time").unwrap();
    assert_eq!(time.pointer("/format"), Some(&Value::from("date-time")));
}
