//! Groups of Kubernetes: kubectl's output for idlgen's documents must be equal to that for the documents of a server.

use std::{collections::BTreeMap, path::Path};

use idlgen::{
    emit::openapi::{OpenApiOptions, StripZero},
    lower::Lowered,
};
use serde_json::{Map, Value as Json, json};

use super::{
    super::super::case::{Cases, Origin, Outcome},
    Programs,
    answers::{Served, resources, responses},
    server::Server,
    serving::{OUTPUTS, serve},
    target,
};

/// The compared documents.
const DOCUMENTS: [&str; 3] = ["apis/apps/v1", "apis/batch/v1", "apis/networking.k8s.io/v1"];

/// The documents that a server of a version publishes.
pub(crate) struct Published<'p> {
    /// The minor version of Kubernetes 1.x.
    pub(crate) minor: u16,
    /// The documents of OpenAPI v3 by path: `apis/apps/v1`.
    pub(crate) documents: &'p BTreeMap<String, Json>,
    /// The definitions of OpenAPI v2 by name.
    pub(crate) v2: &'p Map<String, Json>,
}

/// Adds a case for each resource and output format.
pub(crate) fn run(suites: &Path, origin: &Origin<'_>, published: &Published<'_>, lowered: &Lowered, cases: &mut Cases) {
    match explain(suites, published, lowered) {
        Err(reason) => cases.add(origin, "kubectl explain", Outcome::NotRun(reason)),
        Ok(texts) => {
            for (name, (expected, got)) in texts {
                let outcome = match &expected {
                    Ok(_) => Outcome::compare(&expected, &got),
                    // kubectl fails on the documents of the server, so there is nothing to compare.
                    Err(error) => Outcome::NotRun(error.clone()),
                };
                cases.add(origin, &format!("kubectl explain {name}"), outcome);
            }
        }
    }
}

/// The output or error of kubectl for the server's documents and for idlgen's.
type Texts = BTreeMap<String, (Result<String, String>, Result<String, String>)>;

fn explain(suites: &Path, published: &Published<'_>, lowered: &Lowered) -> Result<Texts, String> {
    let programs = Programs::build(suites, &target())?;
    let mut options = OpenApiOptions::default();
    options.paths = true;
    options.enums = false;
    options.strip_zero = StripZero::Off;
    options.kubernetes_minor = published.minor;
    let ours = serve(&programs, lowered, &options)?;
    let theirs = serve_published(&programs, published)?;
    let mut texts = Texts::new();
    for path in DOCUMENTS {
        let Some(document) = published.documents.get(path) else { continue };
        let group = path.split('/').nth(1).unwrap_or_default();
        for resource in resources(document, path) {
            let name = resource["name"].as_str().unwrap_or_default();
            for (version, output) in OUTPUTS {
                let asked = format!("{name}.{group}");
                let expected = programs.explain(&theirs.address(), &asked, output);
                let got = programs.explain(&ours.address(), &asked, output);
                texts.insert(format!("{asked} {version}"), (expected, got));
            }
        }
    }
    Ok(texts)
}

/// Returns a server for the published documents. OpenAPI v2 is reduced to its definitions, with the kinds of the
/// documents.
fn serve_published(programs: &Programs, published: &Published<'_>) -> Result<Server, String> {
    let mut definitions = published.v2.clone();
    let mut paths = Map::new();
    let mut documents = BTreeMap::new();
    for path in DOCUMENTS {
        let Some(document) = published.documents.get(path) else { continue };
        for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
            let key = "x-kubernetes-group-version-kind";
            if let (Some(kinds), Some(definition)) = (schema.get(key), definitions.get_mut(name)) {
                definition[key] = kinds.clone();
            }
        }
        paths.insert(path.to_owned(), json!({"serverRelativeURL": format!("/openapi/v3/{path}")}));
        documents.insert(path.to_owned(), document.to_string());
    }
    for definition in definitions.values_mut() {
        without_enums(definition);
    }
    let document = json!({
        "swagger": "2.0", "info": {"title": "Kubernetes", "version": "unversioned"}, "paths": {},
        "definitions": definitions,
    });
    let v2 = programs.protobuf(&document.to_string())?;
    Server::start(responses(Served { documents, index: json!({"paths": paths}).to_string(), v2 })?)
}

/// Removes enumerations like a server with the feature gate `OpenAPIEnums` off.
fn without_enums(json: &mut Json) {
    match json {
        Json::Object(entries) => {
            if entries.get("enum").is_some_and(Json::is_array) {
                entries.remove("enum");
            }
            if let Some(Json::String(description)) = entries.get_mut("description")
                && let Some((text, _)) = description.split_once("Possible enum values:")
            {
                *description = text.trim().to_owned();
            }
            entries.values_mut().for_each(without_enums);
        }
        Json::Array(items) => items.iter_mut().for_each(without_enums),
        _ => {}
    }
}
