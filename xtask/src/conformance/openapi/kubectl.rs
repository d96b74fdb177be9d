//! The output of `kubectl explain` for idlgen's documents and for those of a server: both must be equal, for OpenAPI v3
//! and for v2.
//!
//! kubectl is built with Go from the oracle directory next to that of the suites. Without Go or the directory, nothing
//! is run, and the report contains a note.

mod answers;
mod api_server;
mod programs;
mod sample;
mod server;
mod serving;
mod upstream;

use std::path::Path;

use self::programs::Programs;
use super::super::case::{Cases, Origin, Outcome};

pub(super) use self::api_server::run as run_api_server;
pub(super) use self::upstream::{Published, run as run_published};

/// Returns the directory in which the programs are built.
fn target() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/oracle")
}

/// Runs the sample of the project and adds a case for each output.
pub(super) fn run_sample(suites: &Path, cases: &mut Cases) {
    let origin = Origin { file: "kubectl", line: 0, text: "sample" };
    match Programs::build(suites, &target()).and_then(|programs| sample::explained(&programs)) {
        Err(reason) => cases.add(&origin, "sample", Outcome::NotRun(reason)),
        Ok(texts) => {
            for (name, text) in texts {
                cases.add(&origin, &name, sample::compare(&name, &text));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the same comparison as the conformance task. Skipped without kubectl.
    #[test]
    fn kubectl_explains_the_sample() {
        let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance");
        let programs = match Programs::build(&suites, &target()) {
            Ok(programs) => programs,
            Err(reason) => {
                eprintln!("kubectl: skipped: {reason}");
                return;
            }
        };
        let texts = sample::explained(&programs).unwrap();
        assert!(texts.len() >= 6, "{:?}", texts.keys());
        for (name, text) in texts {
            assert_eq!(sample::compare(&name, &text), Outcome::Passed, "{name}");
        }
    }
}
