//! What the tests and chores of several crates share. Only ever a dependency of tests and chores; never published.

mod random;
mod zip;

pub use random::Random;
pub use zip::{ZipEntry, zip};
