//! Shared helpers for tests and tasks of several crates. Only a dependency of tests and tasks; never published.

mod random;
mod zip;

pub use random::Random;
pub use zip::{ZipEntry, zip};
