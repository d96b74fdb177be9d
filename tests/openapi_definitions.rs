//! What openapi-gen makes of real Go modules, definition by definition. The data (`openapi/defs-*.json.gz` of the conformance folder) and the Go
//! modules that it names are looked for; what is not there is said and skipped.

#![allow(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test says what it skips and how much is equal"
)]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use idlgen::{
    emit::openapi::{OpenApiOptions, OpenApiVersion, StripZero, definitions},
    lower::{Compatibility, LowerOptions, Lowered, lower},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{
        DiskFileSystem, SourceMap,
        modules::{GoEnvironment, Modules},
    },
};
use serde_json::{Map, Value};

/// A file of definitions.
struct Golden {
    name: String,
    modules: Vec<(String, String)>,
    packages: Vec<String>,
    v3: Map<String, Value>,
    v2: Map<String, Value>,
}

#[test]
fn definitions_are_those_of_openapi_gen() {
    let Some(folder) = conformance_folder() else {
        eprintln!("skipped: no conformance data (set IDLGEN_CONFORMANCE to its folder)");
        return;
    };
    let mut problems = Vec::new();
    for golden in goldens(&folder.join("openapi")) {
        if let Some(missing) = golden.modules.iter().find(|(path, version)| !is_downloaded(path, version)) {
            eprintln!("{}: skipped: run `go mod download {}@{}`", golden.name, missing.0, missing.1);
            continue;
        }
        for compatibility in [Compatibility::OpenApiGen, Compatibility::Idlgen] {
            let lowered = read(&golden, compatibility);
            for (version, expected) in [(OpenApiVersion::V3, &golden.v3), (OpenApiVersion::V2, &golden.v2)] {
                let found = print(&lowered, version);
                let different = differences(expected, &found);
                eprintln!(
                    "{} {compatibility:?} {version:?}: {} of {} equal, {} diagnostics",
                    golden.name,
                    expected.len() - different.len(),
                    expected.len(),
                    lowered.diagnostics.len()
                );
                for difference in different.values().flatten().take(show()) {
                    eprintln!("  {difference}");
                }
                let unexplained =
                    different.values().flatten().filter(|line| !is_by_design(compatibility, line)).count();
                if unexplained > 0 {
                    problems.push(format!("{} {compatibility:?} {version:?}: {unexplained} differences", golden.name));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether a difference is meant: without compatibility, `nullable` is published, and enums of packages that were not asked for are enums.
fn is_by_design(compatibility: Compatibility, difference: &str) -> bool {
    let path = difference.split(':').next().unwrap_or("");
    let ends = |ends: &[&str]| ends.iter().any(|end| path.ends_with(end));
    let is_enum = ends(&["/enum"]) || (ends(&["/description"]) && difference.contains("Possible enum values"));
    let is_nullable = ends(&["/nullable"]) || (ends(&["/$ref", "/allOf"]) && difference.contains("meta~1v1.Time"));
    compatibility == Compatibility::Idlgen && (is_enum || is_nullable)
}

/// How many differences are shown.
fn show() -> usize {
    std::env::var("IDLGEN_SHOW").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

fn conformance_folder() -> Option<PathBuf> {
    let folder = match std::env::var_os("IDLGEN_CONFORMANCE") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance"),
    };
    folder.is_dir().then_some(folder)
}

fn goldens(folder: &Path) -> Vec<Golden> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("defs-") && name.ends_with(".json.gz")
    });
    files.sort();
    files.iter().map(|file| golden(file)).collect()
}

fn golden(file: &Path) -> Golden {
    let bytes = fs::read(file).unwrap();
    let value: Value = serde_json::from_slice(&inflate(&bytes)).unwrap();
    let strings = |key: &str| -> Vec<String> {
        value[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let modules = strings("modules");
    let modules = modules.iter().filter_map(|module| module.split_once('@'));
    Golden {
        name: file.file_name().unwrap().to_string_lossy().into_owned(),
        modules: modules.map(|(path, version)| (path.to_owned(), version.to_owned())).collect(),
        packages: strings("packages"),
        v3: value["v3"].as_object().unwrap().clone(),
        v2: value["v2"].as_object().unwrap().clone(),
    }
}

/// The content of a gzip file with one member.
fn inflate(bytes: &[u8]) -> Vec<u8> {
    let flags = bytes[3];
    let mut start = 10;
    if flags & 0x08 != 0 {
        start += bytes[start..].iter().position(|byte| *byte == 0).unwrap() + 1;
    }
    miniz_oxide::inflate::decompress_to_vec(&bytes[start..]).unwrap()
}

/// Whether the module cache holds a module.
fn is_downloaded(path: &str, version: &str) -> bool {
    let escape = |text: &str| -> String {
        let mut escaped = String::new();
        for character in text.chars() {
            if character.is_ascii_uppercase() {
                escaped.push('!');
            }
            escaped.push(character.to_ascii_lowercase());
        }
        escaped
    };
    let environment = environment();
    environment.module_cache.is_some_and(|cache| cache.join(format!("{}@{}", escape(path), escape(version))).is_dir())
}

fn environment() -> GoEnvironment {
    GoEnvironment::from_variables(|name| std::env::var(name).ok())
}

fn read(golden: &Golden, compatibility: Compatibility) -> Lowered {
    let disk = DiskFileSystem;
    let versions: Vec<(&str, &str)> =
        golden.modules.iter().map(|(path, version)| (path.as_str(), version.as_str())).collect();
    let modules = Modules::from_versions(&disk, &versions, &environment());
    let mut sources = SourceMap::default();
    let loaded = load(&modules, &golden.packages, &mut sources);
    for diagnostic in loaded.diagnostics.iter().take(show()) {
        eprintln!("  reading: {}", diagnostic.message);
    }
    let (model, _) = resolve(&loaded.packages, &ResolveOptions::default());
    let mut options = LowerOptions::default();
    options.compatibility = compatibility;
    let lowered = lower(&model, &options);
    for diagnostic in lowered.diagnostics.iter().take(show()) {
        let place = diagnostic.primary.as_ref().map_or_else(String::new, |label| {
            let position = sources.line_column(label.span.file, label.span.start);
            format!("{}:{}", sources.path(label.span.file).display(), position.line)
        });
        eprintln!("  lowering: {place}: {}", diagnostic.message);
    }
    lowered
}

fn print(lowered: &Lowered, version: OpenApiVersion) -> Map<String, Value> {
    let mut options = OpenApiOptions::default();
    options.version = version;
    options.strip_zero = StripZero::Off;
    serde_json::from_str(&definitions(lowered, &options)).unwrap()
}

/// What differs, by definition.
fn differences(expected: &Map<String, Value>, found: &Map<String, Value>) -> BTreeMap<String, Vec<String>> {
    let mut different = BTreeMap::new();
    for (name, expected) in expected {
        let mut lines = Vec::new();
        match found.get(name) {
            None => lines.push(format!("{name}: missing")),
            Some(found) => compare(name, expected, found, &mut lines),
        }
        if !lines.is_empty() {
            different.insert(name.clone(), lines);
        }
    }
    different
}

fn compare(path: &str, expected: &Value, found: &Value, lines: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                match found.get(key) {
                    Some(found) => compare(&format!("{path}/{key}"), value, found, lines),
                    None => lines.push(format!("{path}/{key}: missing, expected {value}")),
                }
            }
            for (key, value) in found.iter().filter(|(key, _)| !expected.contains_key(*key)) {
                lines.push(format!("{path}/{key}: unexpected {value}"));
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (expected, found)) in left.iter().zip(right).enumerate() {
                compare(&format!("{path}/{index}"), expected, found, lines);
            }
        }
        (Value::Number(left), Value::Number(right)) if left.as_f64() == right.as_f64() => {}
        _ if expected == found => {}
        _ => lines.push(format!("{path}: expected {expected}, found {found}")),
    }
}
