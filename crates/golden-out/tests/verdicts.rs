//! From types to verdicts: generated code and the schema engine report the same errors as an API server with the schema
//! that idlgen prints. `testdata/rust/verdicts` contains the types, the objects, and the server's responses.
//!
//! The responses were recorded by a program built from the API server's packages, which reads one request per line. If
//! `IDLGEN_CRDORACLE` names such a program, the test runs it again. With `IDLGEN_BLESS=1`, it records the new
//! responses.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test reads its files and fails where it must"
)]

#[path = "support/package.rs"]
mod package;

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use golden_out::verdicts::example_com::golden::verdicts as rust;
use idlgen::emit::openapi::{OpenApiOptions, structural_schema};
use idlgen_runtime::{
    Context, Mode, Options, Validate,
    field::{self, ErrorList},
    value::Value,
};
use idlgen_validate::{Validator, ValidatorOptions};
use package::{folder, lowered};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

/// An object, and the old object of an update.
struct Case {
    type_name: String,
    new: Json,
    old: Option<Json>,
}

/// Sorted errors and warnings.
#[derive(Debug, PartialEq)]
struct Findings {
    errors: Vec<String>,
    warnings: Vec<String>,
}

impl Findings {
    fn of(cx: Context) -> Self {
        let (_, errors, warnings) = cx.finish();
        let texts =
            |errors: &ErrorList| sorted(errors.iter().map(|error| format!("{} | {error}", error.error_type.reason())));
        Findings { errors: texts(&errors), warnings: sorted(warnings.iter().map(ToString::to_string)) }
    }
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts
}

fn lines(name: &str) -> Vec<Json> {
    let text = fs::read_to_string(folder().join("verdicts").join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn cases() -> Vec<Case> {
    let case = |line: Json| Case {
        type_name: line["type"].as_str().unwrap().to_owned(),
        new: line["new"].clone(),
        old: line.get("old").cloned(),
    };
    lines("cases.jsonl").into_iter().map(case).collect()
}

fn recorded() -> Vec<Findings> {
    let texts = |json: &Json| json.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    lines("recorded.jsonl")
        .iter()
        .map(|line| Findings { errors: texts(&line["errors"]), warnings: texts(&line["warnings"]) })
        .collect()
}

fn definition(type_name: &str) -> String {
    format!("example.com/golden/verdicts.{type_name}")
}

/// Validates an object at its path: a resource at the root, everything else as the `spec` of one.
fn judged(case: &Case, mode: Mode, check: impl FnOnce(&field::Path<'_>, &mut Context)) -> Context {
    let root = field::Path::root();
    let mut cx = Context::new(mode, Options::default());
    cx.expect_rules();
    if case.type_name == "Widget" {
        check(&root, &mut cx)
    } else {
        check(&root.field("spec"), &mut cx)
    }
    cx
}

/// Returns the result of generated code.
fn of_generated<T: Validate + DeserializeOwned>(case: &Case) -> (Findings, bool) {
    let read =
        |json: &Json| serde_json::from_value::<T>(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"));
    let (new, old) = (read(&case.new), case.old.as_ref().map(read));
    let run = |mode| judged(case, mode, |path, cx| new.check(old.as_ref(), path, cx));
    (Findings::of(run(Mode::AllErrors)), run(Mode::Verdict).has_failed())
}

/// Returns the result of the engine.
fn of_engine(case: &Case, validator: &Validator) -> (Findings, bool) {
    let old = case.old.as_ref().map(|old| old as &dyn Value);
    let run = |mode| judged(case, mode, |path, cx| validator.check(&case.new, old, path, cx));
    (Findings::of(run(Mode::AllErrors)), run(Mode::Verdict).has_failed())
}

#[test]
fn verdicts_are_those_of_an_api_server() {
    let lowered = lowered("verdicts");
    let cases = cases();
    let recorded = recorded();
    assert_eq!(cases.len(), recorded.len());
    let mut failures = Vec::new();
    let mut rejected = 0;
    for (case, recorded) in cases.iter().zip(&recorded) {
        let validator =
            Validator::for_definition(&lowered.definitions, &definition(&case.type_name), ValidatorOptions::default());
        let generated = match case.type_name.as_str() {
            "Numbers" => of_generated::<rust::Numbers>(case),
            "Texts" => of_generated::<rust::Texts>(case),
            "Lists" => of_generated::<rust::Lists>(case),
            "Rates" => of_generated::<rust::Rates>(case),
            "Named" => of_generated::<rust::Named>(case),
            "Maps" => of_generated::<rust::Maps>(case),
            "Kinds" => of_generated::<rust::Kinds>(case),
            "Optionals" => of_generated::<rust::Optionals>(case),
            "Widget" => of_generated::<rust::Widget>(case),
            other => panic!("no type {other}"),
        };
        rejected += usize::from(!recorded.errors.is_empty());
        let engine = of_engine(case, &validator.unwrap());
        for (who, (said, failed)) in [("generated code", generated), ("engine", engine)] {
            if said != *recorded || failed == recorded.errors.is_empty() {
                failures.push(format!(
                    "{} {} {:?}\n  {who}: {said:?}\n  server: {recorded:?}",
                    case.type_name, case.new, case.old
                ));
            }
        }
    }
    println!("{} objects, of which {rejected} are rejected", cases.len());
    assert!(failures.is_empty(), "{} differences\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn an_api_server_still_says_what_was_recorded() {
    let Some(oracle) = std::env::var_os("IDLGEN_CRDORACLE") else {
        println!("skipped: IDLGEN_CRDORACLE names no program to ask");
        return;
    };
    let lowered = lowered("verdicts");
    let requests: String = cases()
        .iter()
        .map(|case| {
            let schema = lowered.definitions.get(&definition(&case.type_name)).unwrap();
            let schema = structural_schema(schema, &lowered, &OpenApiOptions::default()).unwrap();
            let schema: Json = serde_json::from_str(&schema).unwrap();
            format!("{}\n", request(case, &schema))
        })
        .collect();
    let mut child = Command::new(oracle).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers: Vec<Findings> = String::from_utf8(output.stdout).unwrap().lines().map(answer).collect();
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        let line = |said: &Findings| format!("{}\n", json!({"errors": said.errors, "warnings": said.warnings}));
        let text: String = answers.iter().map(line).collect();
        fs::write(folder().join("verdicts/recorded.jsonl"), text).unwrap();
    }
    assert_eq!(answers, recorded());
}

fn request(case: &Case, schema: &Json) -> Json {
    if case.type_name == "Widget" {
        let mut request =
            json!({"mode": "value", "isResourceRoot": true, "skipCRD": true, "schema": schema, "new": case.new});
        if let Some(old) = &case.old {
            request["old"] = old.clone();
        }
        return request;
    }
    let schema = json!({"type": "object", "properties": {"spec": schema}});
    let mut request = json!({"skipCRD": true, "schema": schema, "new": {"spec": case.new}});
    if let Some(old) = &case.old {
        request["old"] = json!({"spec": old});
    }
    request
}

fn answer(line: &str) -> Findings {
    let answer: Json = serde_json::from_str(line).unwrap();
    for key in ["fatal", "decodeError", "unknownFields"] {
        assert!(answer.get(key).is_none(), "{line}");
    }
    let text = |error: &Json| format!("{} | {}", error["type"].as_str().unwrap(), error["string"].as_str().unwrap());
    let warnings = answer.get("warnings").and_then(Json::as_array);
    Findings {
        errors: sorted(answer["errors"].as_array().unwrap().iter().map(text)),
        warnings: sorted(warnings.into_iter().flatten().map(|text| text.as_str().unwrap().to_owned())),
    }
}
