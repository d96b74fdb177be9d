//! The arguments of the task.

use std::path::PathBuf;

use clap::ValueEnum;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The part that gets invalid input
    pub(super) target: Target,
    /// Duration in seconds
    #[arg(long, default_value_t = 60)]
    pub(super) seconds: u64,
    /// Seed of the inputs; the same number gives the same inputs
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The number of the first input
    #[arg(long, default_value_t = 0)]
    pub(super) from: u64,
    /// Number of inputs, if the time does not end first
    #[arg(long)]
    pub(super) count: Option<u64>,
    /// Run nothing and write the inputs to this directory, one file per number
    #[arg(long, value_name = "FOLDER", requires = "count")]
    pub(super) inputs: Option<PathBuf>,
}

/// A part that gets invalid input.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Target {
    /// Expressions: parsing, checking, costs, planning and evaluation
    Expression,
    /// Schemas: reading, printing, conversion to CEL types, and checking of rules
    Schema,
    /// Objects: validation, pruning, defaulting, and evaluation of rules
    Object,
    /// Go source: reading, lints, and generation of OpenAPI and Rust
    Go,
    /// Tags of Go declarations, in the same way
    Tags,
    /// YAML and JSON: parsing, validation, and locations of errors
    Yaml,
    /// Go's regular expressions: parsing and matching
    Regex,
    /// Valid input: random Go types and objects, validated by generated code and by the engine
    Generated,
}
