//! A validating admission webhook for the custom resources of any definitions.
//!
//! It validates like an API server that serves these definitions. This makes it possible to protect objects of a
//! cluster with stricter definitions than the served ones, and to preview the errors of the next version of a
//! definition.
//!
//! All requests are handled by [`service`], which answers every one of them, including those that exceed a limit
//! ([`capacity`]). [`review`] reads and writes `AdmissionReview`s, [`judge`] validates them with the [`kinds`].

pub mod capacity;
pub mod judge;
pub mod kinds;
pub mod metrics;
mod patience;
pub mod review;
pub mod seats;
pub mod server;
pub mod service;
pub mod tls;

/// Writes a line to the log: the standard error of the process. Ignores errors.
pub fn log(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
