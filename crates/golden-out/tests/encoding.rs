//! Generated types encode values like Go, except that an empty list or map in a required field is not `null`: it is
//! written as `[]` or `{}`, as Go writes one that is empty but not nil. `testdata/rust/encoding` contains the types,
//! JSON for them, and Go's output: `sigs.k8s.io/json` decoded it, as in API servers, and `encoding/json` encoded it.
//!
//! If `IDLGEN_GO_JSON` names a program that reads `{"type", "json"}` lines and writes Go's output for each, the test
//! runs it again. With `IDLGEN_BLESS=1`, it records the new output.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test reads its files and fails where it must"
)]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use golden_out::encoding::example_com::golden::encoding as rust;
use idlgen_runtime::data::Object;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rust/encoding").join(name)
}

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the encoding of decoded JSON, through values and through text, and the fields that are never `null`.
fn written<T: DeserializeOwned + Serialize + Object>(json: &Json) -> (Json, Vec<&'static str>) {
    let value: T = serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"));
    let never_null = value.fields().iter().filter(|field| field.is_never_null).map(|field| field.name).collect();
    let text = serde_json::to_string(&serde_json::from_str::<T>(&json.to_string()).unwrap()).unwrap();
    let written = serde_json::to_value(&value).unwrap();
    assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), written);
    (written, never_null)
}

#[test]
fn json_is_written_as_go_writes_it() {
    let cases = lines(&fs::read_to_string(file("cases.jsonl")).unwrap());
    let recorded = lines(&fs::read_to_string(file("recorded.jsonl")).unwrap());
    assert_eq!(cases.len(), recorded.len());
    let (mut differences, mut empty) = (Vec::new(), 0);
    for (case, go) in cases.iter().zip(&recorded) {
        let json = &case["json"];
        let (written, never_null) = match case["type"].as_str().unwrap() {
            "Plain" => written::<rust::Plain>(json),
            "Empty" => written::<rust::Empty>(json),
            "Zero" => written::<rust::Zero>(json),
            "Both" => written::<rust::Both>(json),
            "Quoted" => written::<rust::Quoted>(json),
            "Outer" => written::<rust::Outer>(json),
            other => panic!("no type {other}"),
        };
        let names = written.as_object().into_iter().chain(go.as_object()).flat_map(|object| object.keys());
        let differing: std::collections::BTreeSet<&String> =
            names.filter(|name| written.get(name) != go.get(name)).collect();
        for name in differing {
            if never_null.contains(&name.as_str()) && go[name].is_null() && is_empty(&written[name]) {
                empty += 1;
                continue;
            }
            let shown = |object: &Json| object.get(name).map_or("absent".to_owned(), Json::to_string);
            let (of, json) = (&case["type"], shown(json));
            differences.push(format!("{of} {name} of {json}: Go {}, Rust {}", shown(go), shown(&written)));
        }
    }
    differences.sort();
    differences.dedup();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(empty > 0, "no list was nil in Go");
}

fn is_empty(json: &Json) -> bool {
    *json == json!([]) || *json == json!({}) || *json == json!("")
}

#[test]
fn go_still_writes_what_was_recorded() {
    let Some(program) = std::env::var_os("IDLGEN_GO_JSON") else {
        println!("skipped: IDLGEN_GO_JSON names no program to ask");
        return;
    };
    let requests = fs::read(file("cases.jsonl")).unwrap();
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&requests));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        fs::write(file("recorded.jsonl"), &answers).unwrap();
    }
    assert_eq!(lines(&answers), lines(&fs::read_to_string(file("recorded.jsonl")).unwrap()));
}
