//! Suites of cases for custom resource definitions, run without a cluster: what openshift/api keeps beside its types
//! (`tests/generator.go` there says how a case is done).
//!
//! A [`Suite`] is read from YAML. [`Definitions`] finds the definitions that it is about; [`run`] carries its cases out
//! as requests to an API server, and compares what comes with what was expected.

mod case;
mod coverage;
mod definitions;
mod difference;
mod feature_gates;
mod first;
mod older_texts;
mod read;
mod refused;
mod report;
mod run;
mod sample;
mod variation;

pub use case::{Case, Operation, Step};
pub use coverage::{Coverage, Gap};
pub use definitions::{Definition, Definitions};
pub use feature_gates::FeatureGates;
pub use first::{FirstSuite, first_suite};
pub use read::Suite;
pub use refused::refused;
pub use report::{Report, UnknownReport};
pub use run::{CaseResult, Outcome, Run, RunOptions, run, run_all};
