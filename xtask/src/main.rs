//! Chores of the project: `cargo xtask --help`.

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
mod odd_objects;
mod oracle;
mod packages;
mod self_type;
mod served;
mod tidy;
mod upstream;
mod yaml_differential;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the project.
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
    /// Count the public items of the crates that are published
    Api,
    /// Rewrite every golden file and generated document; look at the difference afterwards
    Bless,
    /// Make the built-in declarations of k8s.io/apimachinery from the module
    Builtin(builtin::Arguments),
    /// Make the built-in kinds of Kubernetes from its modules
    BuiltinKinds(builtin_kinds::Arguments),
    /// Compare what is made of Go modules on machines that have all, some or none of what they import
    Caches(caches::Arguments),
    /// Compare random CEL rules with the API server's libraries
    CelDifferential(cel_differential::Arguments),
    /// Compare with what the real tools do
    Conformance(conformance::Arguments),
    /// Compare random schemas, objects and updates with the API server's libraries
    CrdCases(crd_cases::Arguments),
    /// Compare the errors of custom resource definitions with the API server's libraries
    CrdDefinitions(crd_definitions::Arguments),
    /// Compare custom resource definitions with those of controller-gen, file by file
    CrdDifferential(crd_differential::Arguments),
    /// Compare the verdicts of `idlgen diff` on random pairs of CRDs with what the engine does with random objects
    DiffSoundness(diff_soundness::Arguments),
    /// Build the archive of a release: the program, man pages, completions, notices and a bill of materials
    Dist(dist::Arguments),
    /// Compare what definitions, documents, Go types and generated Rust of the same module say of objects
    FourOutputs(four_outputs::Arguments),
    /// Give bad input to each part that reads some, and compare generated code with the engine
    Fuzz(fuzz::Arguments),
    /// Compare gateway-api's channels with the files that it publishes
    GatewayChannels(gateway_channels::Arguments),
    /// Print how CPU time grows with the size of the input
    Growth(growth::Arguments),
    /// Give damaged and grown input to the program, with limits of time and memory
    Hostile(hostile::Arguments),
    /// Compare random JSONPath templates with client-go
    JsonpathDifferential(jsonpath_differential::Arguments),
    /// Make the table of the Go types of KubeVirt's virtual machines
    KubevirtTypes,
    /// Put objects that are written oddly to a real API server and kubectl, and compare
    OddObjects(odd_objects::Arguments),
    /// Write the manifests by which package managers install a release
    Packages(packages::Arguments),
    /// Put definitions and objects to a real API server, and compare its answers
    Served(served::Arguments),
    /// Check the rules of the house: file sizes, words, dependencies
    Tidy,
    /// Read the Go modules of Kubernetes and of projects that build on it, which the Go command gets
    Upstream(upstream::Arguments),
    /// Compare the parsing of random YAML with the library that Kubernetes uses
    YamlDifferential(yaml_differential::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().task {
        Task::Acceptance(arguments) => acceptance::run(&arguments),
        Task::Api => api::run(tidy::root()),
        Task::Bless => bless::run(tidy::root()),
        Task::Builtin(arguments) => builtin::run(&arguments),
        Task::BuiltinKinds(arguments) => builtin_kinds::run(&arguments),
        Task::Caches(arguments) => caches::run(&arguments),
        Task::CelDifferential(arguments) => cel_differential::run(&arguments),
        Task::Conformance(arguments) => conformance::run(&arguments),
        Task::CrdCases(arguments) => crd_cases::run(&arguments),
        Task::CrdDefinitions(arguments) => crd_definitions::run(&arguments),
        Task::CrdDifferential(arguments) => crd_differential::run(&arguments),
        Task::DiffSoundness(arguments) => diff_soundness::run(&arguments),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::FourOutputs(arguments) => four_outputs::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::GatewayChannels(arguments) => gateway_channels::run(&arguments),
        Task::Growth(arguments) => growth::run(&arguments),
        Task::Hostile(arguments) => hostile::run(&arguments),
        Task::JsonpathDifferential(arguments) => jsonpath_differential::run(&arguments),
        Task::KubevirtTypes => kubevirt_types::run(tidy::root()),
        Task::OddObjects(arguments) => odd_objects::run(&arguments),
        Task::Packages(arguments) => packages::run(&arguments),
        Task::Served(arguments) => served::run(&arguments),
        Task::Tidy => tidy::run(),
        Task::Upstream(arguments) => upstream::run(&arguments),
        Task::YamlDifferential(arguments) => yaml_differential::run(&arguments),
    }
}
