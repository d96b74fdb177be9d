//! Test suites for CRDs and built-in kinds, which run without a cluster. The format is that of the files that
//! openshift/api keeps next to its types (`tests/generator.go` there defines how a case runs).
//!
//! A [`Suite`] is read from YAML. [`Definitions`] finds the CRDs to test; `run` runs the cases as requests to an API
//! server and compares the results with the expected ones. With an [`Api`], the cases run on a real server, and with a
//! [`Harness`] in generated Rust.

mod built_in;
mod built_in_name;
mod case;
mod cluster;
mod coverage;
mod definition;
mod definitions;
mod difference;
mod error_path;
mod feature_gates;
mod first;
mod floor;
mod generated;
mod older_texts;
mod read;
mod rejected;
mod report;
mod resource;
mod rule_error;
mod run;
mod sample;
mod subject;
mod variation;

pub use built_in_name::BuiltInName;
pub use case::{Case, Operation, Step};
pub use cluster::{Api, ApiResponse};
pub use coverage::{Coverage, Gap};
pub use definition::Definition;
pub use definitions::Definitions;
pub use feature_gates::FeatureGates;
pub use first::{FirstSuite, first_suite};
pub use floor::Floor;
pub use generated::{DecidedBy, Harness};
pub use read::Suite;
pub use rejected::rejected;
pub use report::{Report, UnknownReport};
pub use run::{CaseResult, Outcome, Run, RunOptions, Target, run, run_all};
