//! Compares idlgen with a real API server on real modules of Go API types, with their own objects and changes to them:
//! checks that the server accepts the schemas, and that both return the same results for the objects.
//!
//! The expected schema of a kind is the output of controller-gen for the module, or the module's own
//! CustomResourceDefinition if controller-gen cannot read the module.

pub(crate) mod definition;
pub(crate) mod files;
mod go_command;
pub(crate) mod modules;
pub(crate) mod mutation;
pub(crate) mod objects;
pub(crate) mod program;
pub(crate) mod server;
pub(crate) mod verdict;

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value as Json, json};

use self::{
    definition::{Definition, Kind},
    go_command::inside,
    modules::{MODULES, Module},
    objects::Object,
    program::Program,
    server::Server,
    verdict::{Compared, Verdict},
};
use crate::{
    differential::ToolArguments,
    go_modules::{ask, cached_module, go},
    oracle::Oracle,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only modules whose path contains this string
    filter: Option<String>,
    /// Seed of the changed objects; the same number gives the same objects
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Minimum number of objects of each module to validate, its own and changed ones
    #[arg(long, default_value_t = 200)]
    objects: usize,
    /// The program under test
    #[arg(long, default_value = "target/release/idlgen")]
    program: PathBuf,
    #[command(flatten)]
    tools: ToolArguments,
    /// Write the differences to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    differences: Option<PathBuf>,
}

/// The results of one module.
#[derive(Default)]
struct Summary {
    kinds: usize,
    accepted: usize,
    compared: Compared,
    /// The results with the schemas that are built from Go types.
    by_own: Compared,
    differences: Vec<Json>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let tools = Tools::get(arguments)?;
    let server = arguments.tools.server()?;
    let mut lines = String::new();
    let (mut good, mut read) = (true, 0);
    for module in MODULES {
        if !arguments.filter.as_ref().is_none_or(|filter| module.path.contains(filter.as_str())) {
            continue;
        }
        match one(module, arguments, &tools, &server) {
            Ok(summary) => {
                read += 1;
                good &= summary.accepted == summary.kinds && summary.differences.is_empty();
                println!(
                    "{} {}: schemas of {} of {} kinds accepted; {}; beside those schemas {}",
                    module.path, module.version, summary.accepted, summary.kinds, summary.compared, summary.by_own
                );
                for difference in &summary.differences {
                    let _ = writeln!(lines, "{difference}");
                }
            }
            Err(reason) => {
                good = false;
                let reason: String = reason.chars().take(300).collect();
                println!("{} {}: not read: {reason}", module.path, module.version);
            }
        }
        if let Some(path) = &arguments.differences {
            fs::write(path, &lines).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    println!("{read} modules");
    Ok(good)
}

/// The programs that are compared.
struct Tools {
    oracle: Oracle,
    controller_gen: PathBuf,
    program: Program,
}

impl Tools {
    fn get(arguments: &Arguments) -> Result<Self, String> {
        let tools = &arguments.tools;
        let crdoracle = tools.program("crdoracle")?;
        let controller_gen = std::path::absolute(tools.path("controller-gen")).map_err(|e| e.to_string())?;
        if !controller_gen.is_file() {
            let mut install = go(Path::new("."));
            let folder = controller_gen.parent().unwrap_or(Path::new("."));
            ask(install.env("GOBIN", folder).args(["install", definition::CONTROLLER_GEN]))?;
        }
        Ok(Tools { oracle: Oracle::at(crdoracle), controller_gen, program: Program::new(&arguments.program)? })
    }
}

/// Validates the objects of one module.
fn one(module: &Module, arguments: &Arguments, tools: &Tools, server: &Server) -> Result<Summary, String> {
    let root = checkout(module)?;
    let definitions = definition::of(module, &root, &tools.controller_gen)?;
    let packages = definition::packages(module, &root)?;
    let mut summary = Summary::default();
    let made: Vec<Definition> = definitions
        .iter()
        .map(|definition| structural(definition, &packages, module, &root, tools, server, &mut summary))
        .collect();
    let judged = objects::of(module, &root, &definitions, arguments.objects, arguments.seed);
    let expected = expected(&judged, &definitions, &tools.oracle)?;
    let by_own = self::expected(&judged, &made, &tools.oracle)?;
    let mut packages: Vec<&str> = module.packages.iter().flat_map(|package| ["--go", package]).collect();
    packages.extend(module.channel.iter().flat_map(|channel| ["--channel", channel]));
    let found = tools.program.validate(&judged, &root, &packages)?;
    for (((object, expected), by_own), found) in judged.iter().zip(&expected).zip(&by_own).zip(&found) {
        let differs = summary.by_own.add(by_own, found);
        if let Some(difference) = summary.compared.add(expected, found) {
            summary.differences.push(json!({
                "module": module.path, "object": object.name, "value": object.value, "difference": difference,
                "server": expected, "found": found, "by_own": differs.map(|_| by_own),
            }));
        }
    }
    Ok(summary)
}

/// Replaces the schemas of a CRD with structural schemas from Go types, and creates it on the server.
fn structural(
    definition: &Definition,
    packages: &[definition::Package],
    module: &Module,
    root: &Path,
    tools: &Tools,
    server: &Server,
    summary: &mut Summary,
) -> Definition {
    let mut with_schemas = definition.json.clone();
    let mut failures = Vec::new();
    for kind in definition.kinds() {
        summary.kinds += 1;
        let made = kind
            .type_name(packages)
            .and_then(|(package, name)| tools.program.structural(root, module.channel, &package, &name))
            .map(|schema| definition::set_schema(&mut with_schemas, &kind.version, schema));
        if let Err(reason) = made {
            failures.push((kind, reason));
        }
    }
    let count = definition.kinds().len();
    let refused = server.errors(&with_schemas);
    if failures.is_empty() && refused.is_none() {
        summary.accepted += count;
        return Definition { json: with_schemas };
    }
    // If the server rejects the module's own CRD with the same errors, its author made a mistake: the schemas count as
    // accepted.
    let own = server.errors(&definition.json);
    summary.accepted += if own.is_some() && own == refused { count - failures.len() } else { 0 };
    for (Kind { group, version, name }, reason) in failures {
        let kind = format!("{group}/{version} {name}");
        let difference = json!({"module": module.path, "kind": kind, "difference": "no schema", "found": reason});
        summary.differences.push(difference);
    }
    if let Some(refused) = refused {
        summary.differences.push(json!({
            "module": module.path, "kind": definition.name(), "difference": "schema refused", "server": refused,
            "own": own,
        }));
    }
    Definition { json: with_schemas }
}

/// Returns the results of the API server for the objects.
fn expected(objects: &[Object], definitions: &[Definition], oracle: &Oracle) -> Result<Vec<Verdict>, String> {
    let request = |object: &Object| {
        let definition = definitions.get(object.definition).map_or(&Json::Null, |definition| &definition.json);
        let new = as_requested(&object.value, definition);
        json!({"crd": definition, "version": object.version, "new": new, "skipCRD": true})
    };
    let answers = oracle.ask(objects.iter().map(request).collect())?;
    Ok(answers.iter().map(Verdict::of_server).collect())
}

/// Returns an object as it is in a request before validation: it has the namespace of the request unless it sets one,
/// and objects of cluster-scoped kinds have none (`EnsureObjectNamespaceMatchesRequestNamespace`).
fn as_requested(object: &Json, definition: &Json) -> Json {
    let mut object = object.clone();
    let is_of_cluster = definition["spec"]["scope"] == "Cluster";
    if let Some(metadata) = object["metadata"].as_object_mut()
        && let Some(Json::String(namespace)) = metadata.get("namespace")
        && (is_of_cluster || namespace.is_empty())
    {
        metadata.remove("namespace");
    }
    object
}

/// Returns the directory of a module, after downloading the modules that its packages import.
pub(crate) fn checkout(module: &Module) -> Result<PathBuf, String> {
    let Module { path, version, packages, .. } = module;
    let directory = std::env::temp_dir();
    ask(go(&directory).args(["mod", "download", &format!("{path}@{version}")]))?;
    let cache = ask(go(&directory).args(["env", "GOMODCACHE"]))?;
    let root = cached_module(Path::new(cache.trim()), &format!("{path}@{version}"));
    ask(inside(&root).args(["list", "-deps", "-f", "{{/**/}}"]).args(*packages))?;
    Ok(root)
}
