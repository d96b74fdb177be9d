//! Tests a running service with clients.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::needless_pass_by_value,
    reason = "a test reads its files and fails where it must"
)]

mod answers;
mod load;
mod process;
mod program;
