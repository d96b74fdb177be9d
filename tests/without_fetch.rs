//! The program without the feature `fetch`: a separate test target, because it needs a separate build.

#![cfg(not(feature = "fetch"))]
#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "this module prepares files for the program")]
#![expect(dead_code, reason = "this file shares helpers that it does not need")]

#[path = "program/program.rs"]
mod program;

use program::run;

#[test]
fn without_the_network_that_is_said() {
    let ran = run(&["fetch"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("built without network access"), "{}", ran.err);
    let ran = run(&["lint", "./...", "--fetch"]);
    assert!(ran.status == 2 && ran.err.contains("download the modules with `go mod download`"), "{}", ran.err);
    assert!(!run(&["lint", "--help"]).out.contains("--fetch"));
}
