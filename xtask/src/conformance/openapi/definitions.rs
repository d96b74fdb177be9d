//! `defs-NAME.json.gz`: every definition of some packages. The modules that a file names are read as one build, with exactly these
//! versions.

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
use serde_json::{Map, Value as Json};

use super::{
    super::{
        case::{Cases, Origin, Outcome},
        input::Folder,
    },
    modules::missing,
};

pub(super) fn run(folder: &Folder, file: &str, cases: &mut Cases) -> Result<(), String> {
    let json = folder.json(file)?;
    let modules = strings(&json, "modules").ok_or_else(|| format!("{file}: no modules"))?;
    let packages = strings(&json, "packages").ok_or_else(|| format!("{file}: no packages"))?;
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let missing = missing(&modules, &environment);
    let lowered = missing.is_empty().then(|| read(&modules, &packages, &environment));

    for (version, key) in [(OpenApiVersion::V3, "v3"), (OpenApiVersion::V2, "v2")] {
        let expected = json.get(key).and_then(Json::as_object).ok_or_else(|| format!("{file}: no {key}"))?;
        let found = match &lowered {
            Some(lowered) => print(lowered, version)?,
            None => Map::new(),
        };
        for (name, expected) in expected {
            let outcome = match found.get(name) {
                _ if lowered.is_none() => Outcome::NotRun(format!("go mod download {}", missing.join(" "))),
                Some(found) if equal(expected, found) => Outcome::Passed,
                found => Outcome::Failed {
                    expected: expected.to_string(),
                    got: found.map_or_else(|| "no such definition".to_owned(), Json::to_string),
                },
            };
            cases.add(&Origin { file, line: 0, text: name }, &format!("{key}/{name}"), outcome);
        }
    }
    Ok(())
}

fn strings(json: &Json, key: &str) -> Option<Vec<String>> {
    json.get(key)?.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn read(modules: &[String], packages: &[String], environment: &GoEnvironment) -> Lowered {
    let disk = DiskFileSystem;
    let versions: Vec<(&str, &str)> = modules.iter().filter_map(|module| module.split_once('@')).collect();
    let modules = Modules::from_versions(&disk, &versions, environment);
    let loaded = load(&modules, packages, &mut SourceMap::default());
    let (model, _) = resolve(&loaded.packages, &ResolveOptions::default());
    let mut options = LowerOptions::default();
    options.compatibility = Compatibility::OpenApiGen;
    lower(&model, &options)
}

fn print(lowered: &Lowered, version: OpenApiVersion) -> Result<Map<String, Json>, String> {
    let mut options = OpenApiOptions::default();
    options.version = version;
    options.strip_zero = StripZero::Off;
    serde_json::from_str(&definitions(lowered, &options)).map_err(|error| error.to_string())
}

/// Equal as JSON; `1` and `1.0` are one number.
fn equal(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other)))
        }
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Json::Number(left), Json::Number(right)) => left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}
