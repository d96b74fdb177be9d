//! Measures generated Rust: rules next to hand-written code, requests, and documents next to k8s-openapi. Prints the
//! tables of docs/performance.md, which also has the commands that generate the types.
//!
//! Run with `cargo run --release`. Each time is that of one call in the fastest of many short batches.

mod fastest;
mod objects;
mod rules;

use std::{hint::black_box, process::Command, time::Instant};

use idlgen_runtime::{
    Validate,
    data::{Object, read_members},
};
use idlgen_validate::crd::Admit;
use k8s_openapi::api::apps::v1::Deployment as Peer;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use self::fastest::fastest;
use apps::k8s_io::api::apps::v1::Deployment;
use gateway::sigs_k8s_io::gateway_api::apis::v1::HTTPRoute;

#[path = "../target/types/apps/mod.rs"]
mod apps;
#[path = "../target/types/gateway/mod.rs"]
mod gateway;
#[path = "../../../testdata/rust/measured/expected/mod.rs"]
mod measured;

/// Reads and validates JSON that is in memory, as requests do.
fn passes<T: Validate + Object + Default>(object: &Json) -> bool {
    let mut typed = T::default();
    let is_exact = object.as_object().is_some_and(|members| read_members(&mut typed, members, Some("metadata")));
    is_exact && typed.verdict(None).is_valid()
}

fn row(what: &str, nanoseconds: f64) {
    println!("| {what} | {:.2} µs |", nanoseconds / 1000.0);
}

fn requests() {
    let route = objects::route();
    let text = route.to_string();
    let typed: HTTPRoute = serde_json::from_value(route.clone()).expect("the object has the type");
    let admission = HTTPRoute::admit(&route);
    let stored = admission.object.as_ref().expect("the object is accepted");
    let mut stored = serde_json::to_value(stored).expect("the object can be written");
    // A server does not store the status of a new object.
    stored.as_object_mut().expect("the object has members").remove("status");
    let mut changed = stored.clone();
    changed["spec"]["hostnames"] = serde_json::json!(["b.example.com"]);
    stored["metadata"]["resourceVersion"] = "1".into();
    let mut bad = route.clone();
    bad["spec"]["rules"][0]["backendRefs"][0]["port"] = 0.into();
    let mut broken_rule = route.clone();
    broken_rule["spec"]["rules"][0]["matches"][0]["path"]["value"] = "/a//b".into();
    assert!(HTTPRoute::admit_update(&route, &stored).is_allowed() && !HTTPRoute::admit(&bad).is_allowed());
    assert!(!HTTPRoute::admit(&broken_rule).is_allowed());
    println!("\n| HTTPRoute | time of one call |\n|---|--:|");
    row("`verdict` of the typed object", fastest(|| typed.verdict(None)));
    row("`admit` from a `Value`", fastest(|| HTTPRoute::admit(black_box(&route))));
    row("`admit`, rejected by a value check", fastest(|| HTTPRoute::admit(black_box(&bad))));
    row("`admit`, rejected by a rule", fastest(|| HTTPRoute::admit(black_box(&broken_rule))));
    row("`admit_update`, equal content", fastest(|| HTTPRoute::admit_update(black_box(&route), &stored)));
    row("`admit_update`, another hostname", fastest(|| HTTPRoute::admit_update(black_box(&route), &changed)));
    let read = fastest(|| serde_json::from_slice::<HTTPRoute>(text.as_bytes()).is_ok());
    let admitted = fastest(|| HTTPRoute::admit_slice(text.as_bytes()));
    row("`from_slice` to the type", read);
    row(&format!("`admit_slice` ({:.1} × `from_slice`)", admitted / read), admitted);
    row("first `verdict` of a process, fastest of 30", first("first-verdict"));
    row("first `admit` of a process, fastest of 30", first("first"));
    row("first `admit` of a process, rejected by a rule, fastest of 30", first("first-refused"));
}

/// Runs a copy of this program 30 times and returns the fewest nanoseconds that it prints. Unlike a program that a
/// linker has just written, the page cache contains the copy in large units, as if it was installed.
fn first(what: &str) -> f64 {
    let copy = std::env::temp_dir().join(format!("idlgen-generated-{}", std::process::id()));
    let program = std::env::current_exe().expect("the program has a path");
    std::fs::copy(program, &copy).expect("the program can be copied");
    let run = || -> Option<f64> {
        let output = Command::new(&copy).arg(what).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    let fastest = (0..30).filter_map(|_| run()).fold(f64::MAX, f64::min);
    std::fs::remove_file(&copy).expect("the copy can be removed");
    fastest
}

/// Prints the nanoseconds of the first request.
fn print_first(is_refused: bool) {
    let mut route = objects::route();
    if is_refused {
        route["spec"]["rules"][0]["matches"][0]["path"]["value"] = "/a//b".into();
    }
    print_time(|| assert_eq!(HTTPRoute::admit(black_box(&route)).is_allowed(), !is_refused));
}

/// Prints the nanoseconds of the first verdict.
fn print_first_verdict() {
    let typed: HTTPRoute = serde_json::from_value(objects::route()).expect("the object has the type");
    print_time(|| assert!(black_box(&typed).verdict(None).is_valid()));
}

fn print_time(call: impl FnOnce()) {
    let start = Instant::now();
    call();
    println!("{}", start.elapsed().as_nanos());
}

/// The times of reading and writing a document.
fn document<T: Serialize + DeserializeOwned>(text: &str) -> [f64; 2] {
    let typed: T = serde_json::from_str(text).expect("the object has the type");
    let mut buffer = Vec::with_capacity(2 * text.len());
    let write = fastest(|| {
        buffer.clear();
        serde_json::to_writer(&mut buffer, black_box(&typed)).is_ok()
    });
    [fastest(|| serde_json::from_slice::<T>(black_box(text.as_bytes())).is_ok()), write]
}

fn deployments() {
    let object = objects::deployment();
    let text = object.to_string();
    let typed: Deployment = serde_json::from_str(&text).expect("the object has the type");
    assert!(typed.verdict(None).is_valid() && passes::<Deployment>(&object));
    println!("\n| Deployment | time of one call |\n|---|--:|");
    row("`verdict` of the typed object", fastest(|| typed.verdict(None)));
    row("read from a `Value`, and `verdict`", fastest(|| passes::<Deployment>(black_box(&object))));
    let ([read, write], [peer_read, peer_write]) = (document::<Deployment>(&text), document::<Peer>(&text));
    println!("\n| Deployment, {} bytes | idlgen | k8s-openapi | ratio |\n|---|--:|--:|--:|", text.len());
    for (what, ours, theirs) in [("`from_slice`", read, peer_read), ("`to_writer`", write, peer_write)] {
        println!("| {what} | {:.2} µs | {:.2} µs | {:.2} |", ours / 1000.0, theirs / 1000.0, ours / theirs);
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("first-verdict") => print_first_verdict(),
        Some("first") => print_first(false),
        Some("first-refused") => print_first(true),
        _ => {
            rules::print();
            requests();
            deployments();
        }
    }
}
