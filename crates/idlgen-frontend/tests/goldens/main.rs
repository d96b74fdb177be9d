//! Golden files: the results of the stages for packages and tags. `IDLGEN_BLESS=1` updates the files.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads its files and fails where it must"
)]

mod every_tag;
mod golden_file;
mod packages;
