//! Time to compare two versions of a CRD, depending on its size: `cargo bench --bench diff`.
//!
//! The CRDs are generated: fields with limits, patterns, enums, maps and CEL rules, in two versions, with descriptions
//! as long as usual. The new one has a breaking change in every tenth field.
#![expect(clippy::print_stdout, reason = "the figures are printed")]

use std::{fmt::Write, time::Instant};

use idlgen::{
    diff::{Options, Report, Side},
    source::SourceMap,
};

/// Numbers of groups of fields, each twice the one before. 64 are about as large as HTTPRoute of gateway-api.
const SIZES: [usize; 5] = [16, 32, 64, 128, 256];

/// Number of runs per size. The fastest run is reported.
const RUNS: usize = 5;

fn main() {
    // Without this argument, `cargo test --benches` only checks that the benchmark runs.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (sizes, runs) = if measures { (&SIZES[..], RUNS) } else { (&SIZES[..1], 1) };
    for size in sizes {
        let (old, new) = (crd(*size, false), crd(*size, true));
        for witnesses in [false, true] {
            let best = (0..runs).map(|_| seconds(&old, &new, witnesses)).fold(f64::INFINITY, f64::min);
            let name = if witnesses { "with witnesses" } else { "without witnesses" };
            println!("diff {name}: 2 x {} KB in {:.2} ms", new.len() / 1024, best * 1e3);
        }
    }
}

/// Reads and compares both sides, and prints the report.
fn seconds(old: &str, new: &str, witnesses: bool) -> f64 {
    let start = Instant::now();
    let mut sources = SourceMap::default();
    let mut side = |name: &str, text: &str| {
        let mut side = Side::default();
        assert!(side.add(sources.add(name, text), text).is_empty(), "the CRD can be read");
        side
    };
    let (old, new) = (side("old.yaml", old), side("new.yaml", new));
    let report = Report::new(&old, &new, &Options::default(), witnesses);
    assert!(!report.findings.is_empty(), "the versions differ");
    let _ = report.json(&sources, None);
    start.elapsed().as_secs_f64()
}

fn crd(groups: usize, is_new: bool) -> String {
    let mut schema = String::new();
    for index in 0..groups {
        let most = if is_new && index % 10 == 0 { 20 } else { 40 };
        let description = "A part of the specification, described in a sentence of the usual length. ".repeat(4);
        let _ = write!(
            schema,
            r#"
              part{index}:
                description: {description}
                type: object
                required: [name]
                properties:
                  name: {{type: string, minLength: 1, maxLength: {most}, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$'}}
                  mode: {{description: "{description}", type: string, enum: [Fast, Slow, Off], default: Fast}}
                  count: {{type: integer, format: int32, minimum: 0, maximum: 100}}
                  labels: {{type: object, maxProperties: 8, additionalProperties: {{type: string, maxLength: 63}}}}
                  items:
                    description: {description}
                    type: array
                    maxItems: 16
                    items: {{type: object, properties: {{key: {{type: string, maxLength: 20}}}}}}
                x-kubernetes-validations:
                - {{rule: "self.mode != 'Off' || self.count == 0", message: nothing is counted}}
                - {{rule: "self.name.size() < 39 || has(self.items)", message: long names have items}}"#
        );
    }
    let mut text = String::from(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: parts.example.com}\n\
         spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Part, listKind: PartList, plural: parts, \
         singular: part}\n  versions:",
    );
    for (version, storage) in [("v1", true), ("v1beta1", false)] {
        let _ = write!(
            text,
            "\n  - name: {version}\n    served: true\n    storage: {storage}\n    schema:\n      openAPIV3Schema:\n\
             \x20       type: object\n        properties:\n          spec:\n            type: object\n\
             \x20           properties:{schema}"
        );
    }
    text.push('\n');
    text
}
