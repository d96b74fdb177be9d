//! CEL as in the Kubernetes API server: checked programs, their evaluation, the function libraries and evaluation cost.
//!
//! The crate `idlgen-cel` compiles source text to a [`program::Program`]. This module needs no parser and no type
//! checker, so generated code can contain its rules as data. A [`Plan`] is built once from a program and can be
//! evaluated repeatedly, from any thread, on borrowed data.

pub mod compiled;
pub mod constant;
mod cost;
mod environment;
mod error;
mod evaluation;
pub mod library;
mod operators;
mod plan;
pub mod program;
mod rule;
mod shape;
pub mod value;

pub use cost::CostTracker;
pub use environment::Environment;
pub use error::{ErrorKind, EvaluationError};
pub use plan::{Plan, PlanError};
pub use rule::{LazyRule, Rule, RuleData, unchanged};
pub use shape::{Kind, ListType, Presence, Property, Shape, ShapeData, ShapeId, ShapeNode, Structure};
pub use value::{List, Map, Text, Timestamp, Value};
