//! Project tasks: `cargo xtask --help`.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

mod acceptance;
mod api;
mod bless;
mod builtin;
mod builtin_kinds;
mod caches;
mod cel_differential;
mod conformance;
mod crd_cases;
mod crd_definitions;
mod crd_differential;
mod diff_soundness;
mod diff_witnesses;
mod differential;
mod dist;
mod four_outputs;
mod fuzz;
mod gateway_channels;
mod generated_crate;
mod go_modules;
mod growth;
mod hostile;
mod jsonpath_differential;
mod kubevirt_types;
mod mutants;
mod odd_objects;
mod oracle;
mod packages;
mod self_type;
mod served;
mod speed;
mod tidy;
mod upstream;
mod yaml_differential;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Project tasks
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compare real modules and their objects with the API server
    Acceptance(acceptance::Arguments),
    /// Count the public items of the published crates
    Api,
    /// Rewrite every golden file and generated document; review the diff afterwards
    Bless,
    /// Generate the built-in declarations from the Kubernetes modules
    Builtin(builtin::Arguments),
    /// Generate the built-in kinds from the Kubernetes modules
    BuiltinKinds(builtin_kinds::Arguments),
    /// Compare the output for Go modules on machines with all, some or none of their imports
    Caches(caches::Arguments),
    /// Compare random CEL rules with the API server's libraries
    CelDifferential(cel_differential::Arguments),
    /// Compare with the recorded results of the real tools
    Conformance(conformance::Arguments),
    /// Compare random schemas, objects and updates with the API server's libraries
    CrdCases(crd_cases::Arguments),
    /// Compare the errors of CRDs with the API server's libraries
    CrdDefinitions(crd_definitions::Arguments),
    /// Compare CRDs with those of controller-gen, file by file
    CrdDifferential(crd_differential::Arguments),
    /// Compare the verdicts of `idlgen diff` on random pairs of CRDs with what the engine does with random objects
    DiffSoundness(diff_soundness::Arguments),
    /// Send the witnesses of `idlgen diff` for the CRDs of releases to real API servers
    DiffWitnesses(diff_witnesses::Arguments),
    /// Build the archive of a release: the program, man pages, completions, notices and a bill of materials
    Dist(dist::Arguments),
    /// Compare the results of CRDs, documents, Go types and generated Rust of the same module
    FourOutputs(four_outputs::Arguments),
    /// Pass invalid input to each parser and stage, and compare generated code with the engine
    Fuzz(fuzz::Arguments),
    /// Compare gateway-api's channels with the files that it publishes
    GatewayChannels(gateway_channels::Arguments),
    /// Print how CPU time grows with the size of the input
    Growth(growth::Arguments),
    /// Pass corrupted and enlarged input to the program, with limits on time and memory
    Hostile(hostile::Arguments),
    /// Compare random JSONPath templates with client-go
    JsonpathDifferential(jsonpath_differential::Arguments),
    /// Generate the table of the Go types of KubeVirt's virtual machines
    KubevirtTypes,
    /// Change random places in the source, one at a time, and count how many changes the tests notice
    Mutants(mutants::Arguments),
    /// Send unusually written objects to a real API server and kubectl, and compare
    OddObjects(odd_objects::Arguments),
    /// Write the manifests for installing a release with package managers
    Packages(packages::Arguments),
    /// Send CRDs and objects to a real API server, and compare its responses
    Served(served::Arguments),
    /// Compare the CPU time of idlgen with that of other tools, and draw the chart of the README
    Speed(speed::Arguments),
    /// Check the project rules: file sizes, words, dependencies
    Tidy(tidy::Arguments),
    /// Read the Go modules of Kubernetes and of related projects; the Go command downloads them
    Upstream(upstream::Arguments),
    /// Compare the parsing of random YAML with the library that Kubernetes uses
    YamlDifferential(yaml_differential::Arguments),
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs a task. Returns `false` if it finds problems, and an error if it cannot run.
fn run(task: Task) -> Result<bool, String> {
    match task {
        Task::Acceptance(arguments) => acceptance::run(&arguments),
        Task::Api => api::run(tidy::root()),
        Task::Bless => bless::run(tidy::root()),
        Task::Builtin(arguments) => builtin::run(&arguments),
        Task::BuiltinKinds(arguments) => builtin_kinds::run(&arguments),
        Task::Caches(arguments) => Ok(caches::run(&arguments)),
        Task::CelDifferential(arguments) => cel_differential::run(&arguments),
        Task::Conformance(arguments) => conformance::run(&arguments),
        Task::CrdCases(arguments) => crd_cases::run(&arguments),
        Task::CrdDefinitions(arguments) => crd_definitions::run(&arguments),
        Task::CrdDifferential(arguments) => crd_differential::run(&arguments),
        Task::DiffSoundness(arguments) => diff_soundness::run(&arguments),
        Task::DiffWitnesses(arguments) => diff_witnesses::run(&arguments),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::FourOutputs(arguments) => four_outputs::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::GatewayChannels(arguments) => gateway_channels::run(&arguments),
        Task::Growth(arguments) => growth::run(&arguments),
        Task::Hostile(arguments) => hostile::run(&arguments),
        Task::JsonpathDifferential(arguments) => jsonpath_differential::run(&arguments),
        Task::KubevirtTypes => kubevirt_types::run(tidy::root()),
        Task::Mutants(arguments) => mutants::run(&arguments),
        Task::OddObjects(arguments) => odd_objects::run(&arguments),
        Task::Packages(arguments) => packages::run(&arguments),
        Task::Served(arguments) => served::run(&arguments),
        Task::Speed(arguments) => speed::run(&arguments),
        Task::Tidy(arguments) => tidy::run(&arguments),
        Task::Upstream(arguments) => Ok(upstream::run(&arguments)),
        Task::YamlDifferential(arguments) => yaml_differential::run(&arguments),
    }
}
