//! Schemas as JSON documents. Reading and printing keep what they do not know: unknown keywords and `x-` extensions
//! survive.

mod keyword;
mod ordered;
mod print;
mod problem;
mod read;

pub use ordered::{Indent, OrderedJson};
pub use print::{Dialect, PrintOptions, StripZero};
pub use problem::{Problem, ProblemKind};
pub(crate) use read::MAX_DEPTH;
