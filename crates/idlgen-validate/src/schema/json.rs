//! Schemas as JSON documents.

mod problem;
mod read;

pub use problem::{Problem, ProblemKind};
