//! A validating admission webhook for the custom resources of any definitions.
//!
//! It judges as an API server does that serves these definitions: with them, one can guard objects of a cluster by
//! stricter definitions than it serves yet, and see beforehand what a next version of a definition would refuse.
//!
//! Each request comes through [`service`], which never drops one: what is too much is answered, too ([`capacity`]).
//! [`review`] reads and writes `AdmissionReview`s, [`judge`] asks the [`kinds`].

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

/// Writes a line to the log: the standard error of the process. Whether anybody reads it has no effect.
pub fn log(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
