//! Groups of Kubernetes: kubectl's output for idlgen's documents must be equal to that for the documents of a server.

use std::{collections::BTreeMap, path::Path};

use idlgen::{
    emit::openapi::{OpenApiOptions, StripZero},
    lower::Lowered,
};
use serde_json::{Map, Value as Json, json};

use super::{
    super::super::case::{Cases, Origin, Outcome},
    answers::resources,
    comparison::{Input, compared},
    programs::Programs,
    serving::{Documents, OUTPUTS},
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
        Ok(outcomes) => {
            for (name, outcome) in outcomes {
                cases.add(origin, &format!("kubectl explain {name}"), outcome);
            }
        }
    }
}

/// Compares the output or error of kubectl for the server's documents with that for idlgen's.
fn explain(suites: &Path, published: &Published<'_>, lowered: &Lowered) -> Result<Vec<(String, Outcome)>, String> {
    let mut options = OpenApiOptions::default();
    options.paths = true;
    options.enums = false;
    options.strip_zero = StripZero::Off;
    options.kubernetes_minor = published.minor;
    let ours = Documents::of(lowered, &options);
    let theirs = documents(published);
    let mut input = Input::new(suites)?;
    input.add(include_str!("upstream.rs"));
    ours.add_to(&mut input);
    theirs.add_to(&mut input);
    compared(&format!("published-1.{}", published.minor), input, || {
        let programs = Programs::build(suites)?;
        let (ours, theirs) = (ours.serve(&programs)?, theirs.serve(&programs)?);
        let mut outcomes = BTreeMap::new();
        for path in DOCUMENTS {
            let Some(document) = published.documents.get(path) else { continue };
            let group = path.split('/').nth(1).unwrap_or_default();
            for resource in resources(document, path) {
                let name = resource["name"].as_str().unwrap_or_default();
                for (version, output) in OUTPUTS {
                    let asked = format!("{name}.{group}");
                    let outcome = match programs.explain(&theirs.address(), &asked, output) {
                        Ok(expected) => {
                            Outcome::compare(&Ok(expected), &programs.explain(&ours.address(), &asked, output))
                        }
                        // kubectl fails on the documents of the server, so there is nothing to compare.
                        Err(error) => Outcome::NotRun(error),
                    };
                    outcomes.insert(format!("{asked} {version}"), outcome);
                }
            }
        }
        Ok(outcomes.into_iter().collect())
    })
}

/// Returns the published documents. OpenAPI v2 is reduced to its definitions, with the kinds of the documents.
fn documents(published: &Published<'_>) -> Documents {
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
    Documents { v3: documents, index: json!({"paths": paths}).to_string(), v2: document.to_string() }
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
