//! Shared helpers for the tests and tasks of several crates. Only tests and tasks depend on it; it is never published.

mod random;
mod recorded;
mod zip;

pub use random::Random;
pub use recorded::{hash_numbers, hash_results, hash_similar};
pub use zip::{ZipEntry, zip};
