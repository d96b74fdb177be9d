//! Chores of the project: `cargo xtask --help`.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

mod conformance;
mod tidy;

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
    /// Compare with what the real tools do
    Conformance(conformance::Arguments),
    /// Check the rules of the house: file sizes, words, dependencies
    Tidy,
}

fn main() -> ExitCode {
    match Arguments::parse().task {
        Task::Conformance(arguments) => conformance::run(&arguments),
        Task::Tidy => tidy::run(),
    }
}
