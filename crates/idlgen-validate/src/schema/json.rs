//! Converts schemas from and to JSON. Unknown keywords and `x-` extensions are preserved.

mod keyword;
mod ordered;
mod print;
mod problem;
mod read;

pub use ordered::{Indent, OrderedJson};
pub use print::{Dialect, PrintOptions, StripZero};
pub use problem::{Problem, ProblemKind};
pub(crate) use read::MAX_DEPTH;
