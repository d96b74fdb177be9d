//! A validating admission webhook for the custom resources of any CRDs.
//!
//! It validates like an API server that serves these CRDs. With stricter CRDs than the served ones, it can protect
//! objects of a cluster. With the next version of a CRD, it can show in advance which errors users would get.
//!
//! [`service`] handles all requests and responds to each of them, even if it exceeds a limit ([`capacity`]). [`review`]
//! parses and prints `AdmissionReview`s, and [`reviewer`] validates their objects with the [`kinds`].

pub mod capacity;
pub mod kinds;
pub mod metrics;
mod patience;
pub mod review;
pub mod reviewer;
pub mod seats;
pub mod server;
pub mod service;
pub mod tls;

/// Writes a line to the log, which is the standard error stream. Write errors are ignored.
pub fn log(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
