//! Shared helpers for the tests and tasks of several crates. Only tests and tasks depend on it; it is never published.

mod random;
mod zip;

pub use random::Random;
pub use zip::{ZipEntry, zip};
