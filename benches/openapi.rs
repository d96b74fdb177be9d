//! Measures the time from Go source in memory to OpenAPI definitions, for a growing number of types: `cargo bench
//! --bench openapi`.
//!
//! The time per type must not increase with the size of the input. `benches/openapi-gen.sh` compares idlgen with
//! openapi-gen on real packages.
#![expect(clippy::print_stdout, reason = "the figures are printed")]

use std::{fmt::Write, time::Instant};

use idlgen::{
    check::api_rules::Exceptions,
    config::Settings,
    emit::openapi::OpenApi,
    modules::GoEnvironment,
    session::{Outputs, Session},
    source::{MemoryFileSystem, SourceMap},
};

/// Numbers of types, each twice the previous one.
const SIZES: [usize; 5] = [500, 1000, 2000, 4000, 8000];

/// Number of runs per size. The fastest one is reported.
const RUNS: usize = 3;

/// A job to measure.
type Job = fn(&MemoryFileSystem) -> usize;

fn main() {
    // Without this argument, `cargo test --benches` only checks that the benchmark works.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (sizes, runs) = if measures { (&SIZES[..], RUNS) } else { (&SIZES[..1], 1) };
    let jobs: [(&str, Job); 2] = [("openapi", definitions), ("lint --api-rules", findings)];
    for (name, job) in jobs {
        for size in sizes {
            let files = module(*size);
            let best = (0..runs).map(|_| seconds(job, &files)).fold(f64::INFINITY, f64::min);
            println!("{name}: {size} types in {best:.3} s, {:.1} µs a type", best * 1e6 / *size as f64);
        }
    }
}

fn seconds(job: Job, files: &MemoryFileSystem) -> f64 {
    let start = Instant::now();
    assert!(job(files) > 0, "the job does nothing");
    start.elapsed().as_secs_f64()
}

fn session(files: &MemoryFileSystem) -> Session<'_> {
    let mut settings = Settings::default();
    settings.directory = "/m".into();
    settings.packages = vec!["./...".to_owned()];
    Session::new(settings, GoEnvironment::default(), files, SourceMap::default())
}

/// Returns the length of the generated definitions.
fn definitions(files: &MemoryFileSystem) -> usize {
    let generated = session(files).generate(&Outputs::of(&OpenApi));
    generated.files.iter().map(|(_, text)| text.len()).sum()
}

/// Returns the number of violations of API rules.
fn findings(files: &MemoryFileSystem) -> usize {
    session(files).lint(Some(&Exceptions::default())).violations.len()
}

/// Returns a module with one package of `types` structs, each with its own enumeration.
fn module(types: usize) -> MemoryFileSystem {
    let mut text = String::from("package v1\n");
    for index in 0..types {
        let _ = write!(
            text,
            "\n// Mode{index} says how.\n// +enum\ntype Mode{index} string\n\nconst (\n\
             \t// Fast{index} is for people in a hurry.\n\t\
             Fast{index} Mode{index} = \"Fast\"\n\tSafe{index} Mode{index} = \"Safe\"\n)\n\n// Widget{index} is one of many types that refer to each \
             other,\n// with more than one line of text.\ntype Widget{index} struct {{\n"
        );
        for field in 0..6 {
            let target = (index * 7 + field) % types;
            let _ = write!(
                text,
                "\t// Part{field} is another one.\n\t// +optional\n\
                 \tPart{field} *Widget{target} `json:\"part{field},omitempty\"`\n"
            );
        }
        let _ = write!(
            text,
            "\t// Names are those that it goes by.\n\tNames []string `json:\"names\"`\n\t// +default=\"Fast\"\n\t\
             Mode Mode{index} `json:\"mode,omitempty\"`\n\t// +k8s:validation:maxLength=10\n\tText string `json:\"text\"`\n}}\n"
        );
    }
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
    files.insert("/m/v1/doc.go", "// +k8s:openapi-gen=true\npackage v1\n");
    files.insert("/m/v1/types.go", text);
    files
}
