//! What the tests and chores of several crates share. Only ever a dependency of tests and chores; never published.

mod random;

pub use random::Random;
