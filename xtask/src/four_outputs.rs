//! Compares the results of four outputs generated from the same Go types: the errors of objects according to the CRDs
//! of `idlgen crd`, the structural schemas of `idlgen openapi`, `--go`, and generated Rust.
//!
//! The first three must agree in every error. A Rust value has the same contents as a Go value and is encoded the same
//! way. So generated Rust must report the same errors as the engine does for its encoded form, and the same as the CRD
//! does for that form, with three exceptions, which are counted. First, Rust may be stricter: in Go types, an empty
//! required string is missing. Second, an optional struct by value without contents is missing too, but Go encodes it,
//! and a CRD reports its missing fields. Third, if a missing field has a default, Go without `omitempty` encodes the
//! zero value, which a server does not replace: the results must be equal after removing these zeros. The metadata of
//! an object is checked by the server.
//!
//! A document cannot distinguish a struct without fields from an object with any contents: unknown fields in one are
//! counted as well.

mod rust;
mod schema;
mod zero;

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value as Json, json};

use crate::acceptance::{
    checkout,
    definition::{self, Definition, Package},
    modules::{MODULES, Module},
    objects::{self, Object},
    program::Program,
    verdict::Verdict,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only modules whose path contains one of these strings
    #[arg(required = true)]
    filters: Vec<String>,
    /// Seed of the changed objects; the same number gives the same objects
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Minimum number of objects of each module to validate, its own and changed ones
    #[arg(long, default_value_t = 4000)]
    objects: usize,
    /// The program under test
    #[arg(long, default_value = "target/release/idlgen")]
    program: PathBuf,
    /// Write the differences to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    differences: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let program = Program::new(&arguments.program)?;
    let mut lines = String::new();
    let (mut good, mut objects) = (true, 0);
    for module in MODULES {
        if !arguments.filters.iter().any(|filter| module.path.contains(filter.as_str())) {
            continue;
        }
        let summary = one(module, arguments, &program).map_err(|reason| format!("{}: {reason}", module.path))?;
        println!("{} {}: {}", module.path, module.version, summary.text());
        good &= summary.differences.is_empty();
        objects += summary.objects;
        for difference in &summary.differences {
            let _ = writeln!(lines, "{difference}");
        }
        if let Some(path) = &arguments.differences {
            fs::write(path, &lines).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    println!("{objects} objects");
    Ok(good)
}

/// The results of one module.
#[derive(Default)]
struct Summary {
    objects: usize,
    valid: usize,
    undecodable: usize,
    /// Unreadable objects that the CRD accepts: for it, a duration is any string.
    unreadable: usize,
    /// Objects in which generated Rust treats a required zero value as missing.
    by_zero: usize,
    /// Objects with an empty struct that Go still encodes.
    by_struct: usize,
    /// Objects in which Go writes a zero for an absent field with a default.
    by_default: usize,
    /// Objects with unknown fields in a struct without fields, which documents allow.
    by_open: usize,
    differences: Vec<Json>,
    /// The number of differences, by the outputs that differ.
    by_outputs: BTreeMap<String, usize>,
}

impl Summary {
    fn text(&self) -> String {
        let Summary { objects, valid, undecodable, unreadable, differences, by_outputs, .. } = self;
        let Summary { by_zero, by_struct, by_default, by_open, .. } = self;
        let by_outputs: Vec<String> = by_outputs.iter().map(|(what, count)| format!("; {what}: {count}")).collect();
        format!(
            "{objects} objects ({valid} valid, {undecodable} that the Go type cannot hold, {unreadable} of them \
             valid): {} differences; {by_zero} objects have a zero where Rust requires a value, {by_struct} a \
             struct of zeros that Rust takes for none, {by_default} a zero written for a default, {by_open} an unknown \
             field in a struct without fields that documents leave open{}",
            differences.len(),
            by_outputs.concat()
        )
    }

    /// Records that two outputs differ for an object.
    fn note(&mut self, object: &Object, what: &str, left: &Verdict, right: &Verdict) {
        let only = |one: &Verdict, other: &Verdict| {
            let errors: Vec<&String> = one.errors.difference(&other.errors).collect();
            let unknown: Vec<&String> = one.unknown.difference(&other.unknown).collect();
            json!({"errors": errors, "unknown": unknown, "unread": one.unread})
        };
        *self.by_outputs.entry(what.to_owned()).or_default() += 1;
        self.differences.push(json!({
            "object": object.name, "difference": what, "first": only(left, right), "second": only(right, left),
            "value": object.value,
        }));
    }
}

/// Validates the objects of one module with its four outputs.
fn one(module: &Module, arguments: &Arguments, program: &Program) -> Result<Summary, String> {
    let root = checkout(module)?;
    let packages = definition::packages(module, &root)?;
    let folder = tempfile::TempDir::new().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let (crd, rust_folder, document) = (at("crd"), at("rust"), at("openapi.json"));
    // --go and the structural schemas validate metadata of embedded objects too.
    write(program, &["crd", "--embedded-object-meta"], module, &root, &crd)?;
    write(program, &["rust"], module, &root, &rust_folder)?;
    let definitions = definition::read(&crd);
    let text = published(&definitions, &packages, &root, program)?.to_string();
    fs::write(&document, text).map_err(|error| error.to_string())?;
    let generated = rust::compile(&definitions, &packages, &rust_folder)?;
    let engine = rust::Engine::of(module, &root, &definitions, &packages)?;
    let objects = objects::of(module, &root, &definitions, arguments.objects, arguments.seed);

    let (crd, document) = (crd.display().to_string(), document.display().to_string());
    let go: Vec<&str> = module.packages.iter().flat_map(|package| ["--go", package]).collect();
    let judged = |sources: &[&str]| program.validate(&objects, &root, sources);
    let by_crd = judged(&["--crd", &crd])?;
    let by_document = judged(&["--openapi", &document])?;
    let by_go = judged(&go)?;
    let by_rust = rust::ask(&generated, &objects, &definitions)?;
    let with_value = |(object, answer): (&Object, &rust::RustResult)| {
        let value = if answer.written.is_null() { &object.value } else { &answer.written };
        object.with_value(value.clone())
    };
    let written: Vec<Object> = objects.iter().zip(&by_rust).map(with_value).collect();
    let by_crd_of_written = program.validate(&written, &root, &["--crd", &crd])?;

    let schema_of =
        |object: &Object| definitions.get(object.definition).map_or(&Json::Null, |it| it.schema(&object.version));
    let mut summary = Summary { objects: objects.len(), ..Summary::default() };
    let (mut undecided, mut defaulted) = (Vec::new(), Vec::new());
    for (index, object) in objects.iter().enumerate() {
        let (crd, rust) = (&by_crd[index], &by_rust[index].verdict);
        summary.valid += usize::from(crd.is_valid());
        for (what, other) in [("openapi", &by_document[index]), ("go", &by_go[index])] {
            if crd == other {
                continue;
            }
            let mut closed = other.clone();
            if what == "openapi" {
                let is_open = |field: &&String| schema::is_in_empty_struct(field, schema_of(object));
                closed.unknown.extend(crd.unknown.iter().filter(is_open).cloned());
            }
            if *crd == closed {
                summary.by_open += 1;
            } else {
                summary.note(object, &format!("crd, {what}"), crd, other);
            }
        }
        if rust.unread.is_some() {
            summary.undecodable += 1;
            summary.unreadable += usize::from(crd.unread.is_none() && crd.errors.is_empty());
            continue;
        }
        let by_engine = engine.validate(object, &written[index].value, &definitions);
        let is_of_zero_struct = |error: &String| zero::is_of_zero_struct(error, &written[index].value);
        if by_engine.errors != rust.errors
            && rust.errors.is_subset(&by_engine.errors)
            && by_engine.errors.difference(&rust.errors).all(is_of_zero_struct)
        {
            // In Go's output, an unset duration and a zero duration are the same.
            summary.by_struct += 1;
            continue;
        }
        if by_engine.errors != rust.errors {
            summary.note(object, "engine, rust", &by_engine, rust);
            continue;
        }
        let of_written = without_metadata(&by_crd_of_written[index], schema_of(object));
        let is_of_zero = |error: &String| {
            error.ends_with(": Required value") || error.contains("some validation rules were not checked")
        };
        if of_written.is_valid() == rust.is_valid() {
            continue;
        }
        if of_written.is_valid() && rust.errors.iter().all(is_of_zero) {
            summary.by_zero += 1;
        } else if rust.is_valid() && of_written.errors.iter().all(is_of_zero_struct) {
            summary.by_struct += 1;
        } else if let Some(value) = schema::without_written_defaults(&written[index].value, schema_of(object)) {
            undecided.push((index, of_written));
            defaulted.push(object.with_value(value));
        } else {
            summary.note(&written[index], "crd of what rust writes, rust", &of_written, rust);
        }
    }
    let by_crd_of_defaulted = program.validate(&defaulted, &root, &["--crd", &crd])?;
    for ((index, of_written), of_defaulted) in undecided.iter().zip(&by_crd_of_defaulted) {
        let rust = &by_rust[*index].verdict;
        if without_metadata(of_defaulted, schema_of(&objects[*index])).is_valid() == rust.is_valid() {
            summary.by_default += 1;
        } else {
            summary.note(&written[*index], "crd of what rust writes, rust", of_written, rust);
        }
    }
    Ok(summary)
}

/// Returns a result for Go's encoding without the errors of metadata, which the server checks.
fn without_metadata(verdict: &Verdict, schema: &Json) -> Verdict {
    let mut verdict = verdict.clone();
    let path = |error: &str| error.split(": ").next().unwrap_or_default().to_owned();
    verdict.errors.retain(|error| !schema::is_in_metadata(&path(error), schema));
    verdict.unknown.retain(|field| !schema::is_in_metadata(field, schema));
    // Go also writes null for an unset time in the metadata of templates.
    verdict.unknown.retain(|path| !path.ends_with("metadata.creationTimestamp"));
    verdict
}

/// Runs the program to write an output of a module to a directory.
fn write(program: &Program, command: &[&str], module: &Module, root: &Path, output: &Path) -> Result<(), String> {
    let output = output.display().to_string();
    let arguments = [command, module.packages, &["-o", &output, "--message-format", "short"]].concat();
    let run = program.run(root, &arguments)?;
    if run.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&run.stderr).trim().to_owned()) }
}

/// Returns a document with the structural schema of each kind.
fn published(definitions: &[Definition], packages: &[Package], root: &Path, program: &Program) -> Result<Json, String> {
    let (mut schemas, mut paths) = (serde_json::Map::new(), serde_json::Map::new());
    for (definition, kind) in definitions.iter().flat_map(|one| one.kinds().into_iter().map(move |kind| (one, kind))) {
        let (package, name) = kind.type_name(packages)?;
        for (path, method) in definition.paths(&kind) {
            let of = json!({"group": kind.group, "version": kind.version, "kind": kind.name});
            paths.insert(path, json!({method: {"x-kubernetes-group-version-kind": of}}));
        }
        let mut schema = program.structural(root, None, &package, &name)?;
        let of = json!({"group": kind.group, "version": kind.version, "kind": kind.name});
        schema["x-kubernetes-group-version-kind"] = json!([of]);
        schemas.insert(format!("{}.{}.{}", kind.group, kind.version, kind.name), schema);
    }
    let info = json!({"title": "kinds", "version": "1"});
    Ok(json!({"openapi": "3.0.0", "info": info, "paths": paths, "components": {"schemas": schemas}}))
}
