//! Go regular expressions (RE2).

mod lazy;
mod pattern;

pub use lazy::LazyPattern;
pub use pattern::{Error, Pattern};
