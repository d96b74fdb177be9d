//! Converts schemas from and to JSON. Unknown keywords and `x-` extensions are preserved.

mod dialect;
mod keys;
mod keyword;
mod ordered;
mod print;
mod problem;
mod read;

pub use dialect::Dialect;
pub use ordered::{Indent, OrderedJson};
pub use print::{PrintOptions, StripZero};
pub use problem::{Problem, ProblemKind};
pub(crate) use read::MAX_DEPTH;
#[doc(hidden)]
pub use read::is_extension;
