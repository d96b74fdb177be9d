//! The program without the feature `fetch`.

use crate::program::run;

#[test]
fn without_the_network_that_is_said() {
    let ran = run(&["fetch"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("built without network access"), "{}", ran.err);
    let ran = run(&["lint", "./...", "--fetch"]);
    assert!(ran.status == 2 && ran.err.contains("download the modules with `go mod download`"), "{}", ran.err);
    assert!(!run(&["lint", "--help"]).out.contains("--fetch"));
}
