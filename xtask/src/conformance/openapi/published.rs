//! `published-1.MINOR.tar.gz`: the documents that a server publishes. Their paths depend on the server, not on the Go
//! packages of the types; their components depend only on the packages.

use std::collections::{BTreeMap, BTreeSet};

use idlgen::{
    emit::openapi::{OpenApiOptions, Publication, StripZero},
    modules::GoEnvironment,
    resolve::ResolveOptions,
    tool::Tool,
};
use serde_json::{Map, Value as Json};

use super::{
    super::{
        case::{Cases, Origin, Outcome},
        input::SuiteDirectory,
    },
    build,
    equality::equal,
    kubectl::{self, Published},
};
use crate::go_modules::missing;

/// The module of the aggregator, which serves its own documents and those of other servers.
const AGGREGATOR: &str = "k8s.io/kube-aggregator";
const AGGREGATOR_PACKAGES: [&str; 2] =
    ["k8s.io/kube-aggregator/pkg/apis/apiregistration/v1", "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1beta1"];

/// Packages whose types the server registers or publishes. Other types belong to programs with separate schemes.
const SERVED: [&str; 4] =
    ["k8s.io/api/", "k8s.io/apiextensions-apiserver/", "k8s.io/apimachinery/", "k8s.io/kube-aggregator/"];

/// The types of discovery responses, which the server publishes without registering them in a scheme.
const APART: &str = "k8s.io/api/apidiscovery/";

/// The minor version of the API server in the oracle directory.
const API_SERVER: u16 = 35;

/// Packages of the scheme that publish nothing, but are registered.
const REGISTERED: [&str; 2] = ["k8s.io/api/admission/v1", "k8s.io/api/admission/v1beta1"];

pub(super) fn run(folder: &SuiteDirectory, file: &str, cases: &mut Cases) -> Result<(), String> {
    let minor = file.strip_prefix("published-1.").and_then(|rest| rest.strip_suffix(".tar.gz"));
    let minor: u16 = minor.and_then(|minor| minor.parse().ok()).ok_or_else(|| format!("{file}: no version"))?;
    let definitions = definitions_of(folder, minor)?.ok_or_else(|| format!("{file}: no defs-NAME.json.gz for it"))?;
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let missing = missing(&definitions.modules, &environment);
    let build = missing.is_empty().then(|| {
        build::read(
            &definitions.modules,
            &definitions.packages,
            minor,
            &ResolveOptions::of(&Tool::openapi_gen(minor)),
            &environment,
        )
    });

    let mut options = OpenApiOptions::default();
    options.strip_zero = StripZero::Off;
    options.enums = false;
    options.kubernetes_minor = minor;
    let publication = build.as_ref().map(|build| Publication::new(&build.lowered, &options));
    let mut documents = BTreeMap::new();
    for (path, content) in folder.archive(file)? {
        let text = String::from_utf8_lossy(&content);
        let expected: Json = serde_json::from_str(&text).map_err(|error| format!("{file}: {path}: {error}"))?;
        let outcome = match &publication {
            None => Outcome::NotRun(format!("go mod download {}", missing.join(" "))),
            Some(publication) => compare(publication, &path, &expected)?,
        };
        cases.add(&Origin { file, line: 0, text: &text }, &path, outcome);
        let place = path.split_once('/').map_or(path.as_str(), |(_, place)| place);
        documents.insert(place.trim_end_matches(".json").to_owned(), expected);
    }

    let origin = Origin { file, line: 0, text: "kubectl" };
    if !missing.is_empty() {
        cases.add(&origin, "kubectl explain", Outcome::NotRun(format!("go mod download {}", missing.join(" "))));
        return Ok(());
    }
    let lowered = build::read_by_default(&definitions.modules, &definitions.packages, minor, &environment);
    let suites = folder.path().parent().unwrap_or(folder.path());
    let published = Published { minor, documents: &documents, v2: &definitions.v2 };
    kubectl::run_published(suites, &origin, &published, &lowered, cases);
    if let Some(build) = build.as_ref().filter(|_| minor == API_SERVER) {
        kubectl::run_api_server(suites, &origin, &build.lowered, cases);
    }
    Ok(())
}

/// The packages that are read for the documents of a version.
struct Read {
    modules: Vec<String>,
    packages: Vec<String>,
    /// Their definitions in OpenAPI v2.
    v2: Map<String, Json>,
}

/// Returns the packages of the definitions file of the same version, plus the aggregator and other registered packages.
fn definitions_of(folder: &SuiteDirectory, minor: u16) -> Result<Option<Read>, String> {
    let api = format!("k8s.io/api@v0.{minor}.");
    for file in folder.files(".json.gz")?.iter().filter(|file| file.starts_with("defs-")) {
        let json = folder.json(file)?;
        let strings = |key: &str| super::definitions::strings(&json, key).ok_or_else(|| format!("{file}: no {key}"));
        let (mut modules, mut packages) = (strings("modules")?, strings("packages")?);
        let Some(version) = modules.iter().find(|module| module.starts_with(&api)).cloned() else { continue };
        if !packages.iter().any(|package| package == "k8s.io/api/core/v1") {
            continue;
        }
        let version = version.split_once('@').map_or("", |(_, version)| version);
        modules.push(format!("{AGGREGATOR}@{version}"));
        packages.extend(AGGREGATOR_PACKAGES.iter().chain(&REGISTERED).map(|package| (*package).to_owned()));
        packages
            .retain(|package| SERVED.iter().any(|module| package.starts_with(module)) && !package.starts_with(APART));
        let v2 = json.get("v2").and_then(Json::as_object).cloned().unwrap_or_default();
        return Ok(Some(Read { modules, packages, v2 }));
    }
    Ok(None)
}

fn compare(publication: &Publication<'_>, path: &str, expected: &Json) -> Result<Outcome, String> {
    let schemas = expected.pointer("/components/schemas").ok_or_else(|| format!("{path}: no schemas"))?;
    let mut roots = BTreeSet::new();
    references(expected.get("paths").unwrap_or(&Json::Null), &mut roots);
    let (group, version) = group_version(path).ok_or_else(|| format!("{path}: no group and version"))?;
    let found = publication.components(roots.iter().map(String::as_str), Some((group, version))).to_json();
    let different = differences(schemas, &found);
    Ok(if different.is_empty() {
        Outcome::Passed
    } else {
        let show =
            |json: &Json| different.iter().map(|name| format!("{name}: {}", json[name])).collect::<Vec<_>>().join("\n");
        Outcome::Failed { expected: show(schemas), got: show(&found) }
    })
}

/// Returns the names of the schemas that differ or exist on one side only.
fn differences(expected: &Json, found: &Json) -> Vec<String> {
    let names = |json: &Json| json.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default();
    let mut all: BTreeSet<String> = names(expected);
    all.extend(names(found) as BTreeSet<String>);
    all.into_iter().filter(|name| !equal(&expected[name], &found[name])).collect()
}

/// Returns group and version of `published-1.35/api/v1.json` or `published-1.35/apis/apps/v1.json`.
fn group_version(path: &str) -> Option<(&str, &str)> {
    let mut parts = path.strip_suffix(".json")?.rsplit('/');
    let (version, group) = (parts.next()?, parts.next()?);
    Some(if group == "api" { ("", version) } else { (group, version) })
}

/// Adds the names of the schemas that a JSON value references.
fn references(json: &Json, names: &mut BTreeSet<String>) {
    match json {
        Json::Object(entries) => {
            for (key, value) in entries {
                match (key.as_str(), value.as_str().and_then(|text| text.strip_prefix("#/components/schemas/"))) {
                    ("$ref", Some(name)) => {
                        names.insert(name.replace("~1", "/").replace("~0", "~"));
                    }
                    _ => references(value, names),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}
