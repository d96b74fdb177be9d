//! Checks that the built-in parts of Kubernetes' own modules are identical to the modules, and that types that import
//! them have the same meaning with both.

use std::path::Path;

use idlgen::{
    emit::openapi::{OpenApiOptions, definitions},
    lower::{LowerOptions, lower},
    modules::{GoEnvironment, Modules, builtin as builtin_modules},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{DiskFileSystem, FileSystem, MemoryFileSystem, OverlayFileSystem, SourceMap},
};
use serde_json::Value;

use super::{expected::Module, findings::Findings};
use crate::{builtin, builtin_kinds::minors::MINORS, go_modules::Scratch};

const APIMACHINERY: &str = "k8s.io/apimachinery";

/// Types that use the built-in declarations.
const TYPES: &str = include_str!("../../../tests/library/built_in/types.go");

/// Compares all built-in modules with the real ones of the same minor version, if the module under test is one of them.
pub(super) fn check(module: &Module, findings: &mut Findings) -> Result<(), String> {
    if module.path != APIMACHINERY {
        return Ok(());
    }
    let Some(minor) = MINORS.iter().find(|minor| module.version.starts_with(&format!("v0.{}.", minor.minor))) else {
        return Ok(());
    };
    for path in builtin_modules::MODULES {
        Scratch::of(path, minor.version, &[&format!("{path}/...")])?;
    }
    let scratch = Scratch::of(APIMACHINERY, minor.version, &[&format!("{APIMACHINERY}/...")])?;
    match builtin::differing(minor, &scratch.environment) {
        Ok(differing) => findings
            .differences
            .extend(differing.into_iter().map(|file| format!("built in, {file}: stale: run `cargo xtask builtin`"))),
        Err(message) => findings.differences.push(format!("what is built in: {message}")),
    }
    let mut upper = MemoryFileSystem::default();
    upper.insert("/project/api/v1/types.go", TYPES);
    upper.insert(
        "/project/go.mod",
        format!("module example.com/project\n\ngo 1.25\n\nrequire {APIMACHINERY} {}\n", minor.version),
    );
    let built_in = read(&upper, &GoEnvironment::default());
    let on_disk = read(&OverlayFileSystem { upper, lower: DiskFileSystem }, &scratch.environment);
    match (built_in, on_disk) {
        (Ok(built_in), Ok(on_disk)) => {
            if built_in == on_disk {
                findings.differences.push("the module on disk was not read: descriptions are not built in".to_owned());
            }
            compare(&structure(built_in), &structure(on_disk), findings);
        }
        (Err(message), _) | (_, Err(message)) => findings.differences.push(message),
    }
    Ok(())
}

fn compare(built_in: &Value, on_disk: &Value, findings: &mut Findings) {
    let (Value::Object(built_in), Value::Object(on_disk)) = (built_in, on_disk) else {
        findings.differences.push("definitions are no object".to_owned());
        return;
    };
    findings.read.push(format!("{} definitions with what is built in", built_in.len()));
    for name in on_disk.keys().chain(built_in.keys().filter(|name| !on_disk.contains_key(*name))) {
        findings.compare(name, &built_in.get(name), &on_disk.get(name));
    }
}

/// Returns the definitions of the types in `/project`.
fn read(files: &dyn FileSystem, environment: &GoEnvironment) -> Result<Value, String> {
    let mut sources = SourceMap::default();
    let (modules, _) = Modules::load(files, Path::new("/project"), environment, &mut sources);
    let loaded = load(&modules, &["./...".to_owned()], &mut sources);
    let (model, _) = resolve(&loaded.packages, &ResolveOptions::default());
    let lowered = lower(&model, &LowerOptions::default());
    serde_json::from_str(&definitions(&lowered, &OpenApiOptions::default())).map_err(|error| error.to_string())
}

/// Returns a value without descriptions, and without each `allOf` that only adds a description to a reference.
fn structure(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(name, _)| name != "description");
            let members: serde_json::Map<String, Value> =
                members.map(|(name, value)| (name, structure(value))).collect();
            match members.get("allOf") {
                Some(Value::Array(parts)) if members.len() == 1 && parts.len() == 1 => {
                    parts.first().cloned().unwrap_or_default()
                }
                _ => Value::Object(members),
            }
        }
        Value::Array(elements) => elements.into_iter().map(structure).collect(),
        other => other,
    }
}
