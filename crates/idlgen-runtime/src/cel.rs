//! CEL as the Kubernetes API server runs it: checked programs, their evaluation, the function libraries and the cost of
//! running them.
//!
//! A [`program::Program`] is made from source text by the crate `idlgen-cel`; what is here needs no parser and no type
//! checker, so that generated code can carry its rules as data. A [`Plan`] is made once from a program and evaluated as
//! often as needed, from any thread, on data that is only borrowed.

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
