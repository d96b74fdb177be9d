//! Measures the validation of an object with a schema, and compares it with the crate `jsonschema` in the same run:
//! nanoseconds per validation of a `serde_json::Value`, as the fastest of many short batches.
//!
//! Run with `cargo run --release --bin object -- DOCUMENT.json DEFINITION OBJECT.json`, for example with the OpenAPI v3
//! document that an API server returns for `apis/apps/v1`, `io.k8s.api.apps.v1.Deployment` and a deployment. Both
//! validators use the same schemas, parsed and compiled in advance. The object is valid, so neither formats error
//! messages.

use std::{hint::black_box, process::ExitCode};

use idlgen_validate::{Definitions, Validator, ValidatorOptions, ZeroMode};
use peers::fastest;
use serde_json::{Value as Json, json};

#[allow(clippy::disallowed_methods, reason = "a program that measures reads its cases itself")]
fn read(path: &str) -> Result<Json, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
}

fn measure(arguments: &[String]) -> Result<(), String> {
    let [document, name, object] = arguments else {
        return Err("usage: object DOCUMENT.json DEFINITION OBJECT.json".to_owned());
    };
    let (document, object) = (read(document)?, read(object)?);
    let mut options = ValidatorOptions::crd();
    options.zero_mode = ZeroMode::Crd;
    let definitions = Definitions::from_json(&document).0;
    let ours = Validator::for_definition(&definitions, name, options).map_err(|errors| format!("{errors:?}"))?;
    let mut schema = document;
    schema["$ref"] = json!(format!("#/components/schemas/{name}"));
    let other = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft4)
        .build(&schema)
        .map_err(|error| error.to_string())?;

    let failed = |what: &str| format!("{what} does not take the object");
    let verdict = fastest(|| ours.verdict(black_box(&object), None).is_valid()).ok_or_else(|| failed("idlgen"))?;
    let all = fastest(|| ours.validate(black_box(&object), None).errors.is_empty()).ok_or_else(|| failed("idlgen"))?;
    let is_valid = fastest(|| other.is_valid(black_box(&object))).ok_or_else(|| failed("jsonschema"))?;
    let errors = fastest(|| other.iter_errors(black_box(&object)).next().is_none());
    let errors = errors.ok_or_else(|| failed("jsonschema"))?;
    println!("{:32} {:>10} {:>10}   ns", "", "idlgen", "jsonschema");
    println!("{:32} {verdict:>10.0} {is_valid:>10.0}", "whether it is valid");
    println!("{:32} {all:>10.0} {errors:>10.0}", "all errors");
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match measure(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
