//! The files by which other programs run this one: pre-commit and GitHub workflows.
#![cfg(unix)]
#![expect(clippy::expect_used, clippy::disallowed_methods, reason = "tests read the files of the repository")]
#![allow(dead_code, reason = "what runs the program has more than is needed here")]

#[path = "program/program.rs"]
mod program;

use std::{fs, process::Command};

use idlgen_yaml::{Limits, load};
use program::run;
use serde_json::Value as Json;

fn read(name: &str) -> Json {
    let text = fs::read_to_string(name).expect("reads");
    let documents = load(&text, &Limits::default());
    assert!(documents.iter().all(|document| document.problems.is_empty()), "{documents:?}");
    documents[0].root.as_ref().expect("a value").to_json()
}

#[test]
fn hooks_of_pre_commit_run() {
    let hooks = read(".pre-commit-hooks.yaml");
    let hooks = hooks.as_array().expect("a list");
    assert_eq!(hooks.len(), 3);
    for hook in hooks {
        let words: Vec<&str> = hook["entry"].as_str().expect("text").split(' ').collect();
        assert_eq!((words[0], &hook["language"]), ("idlgen", &Json::from("rust")));
        // What a user gives under `args`, and what pre-commit adds.
        let more: &[&str] = match hook["id"].as_str() {
            Some("idlgen-validate") => {
                &["--go", "testdata/quickstart/api/v1", "testdata/quickstart/manifests/valid.yaml"]
            }
            Some("idlgen-lint") => &["-C", "testdata/quickstart", "./..."],
            _ => &["--help"],
        };
        let ran = run(&[&words[1..], more].concat());
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
    }
}

#[test]
fn the_action_keeps_the_words_of_the_caller_out_of_its_script() {
    let action = read("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_array().expect("a list");
    for step in steps {
        let script = step["run"].as_str().expect("a script");
        assert!(!script.contains("${{"), "{script}");
        let checked = Command::new("bash").args(["-n", "-c", script]).output().expect("bash runs");
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
    // The last step, with a program that prints its arguments.
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bin")).expect("made");
    std::os::unix::fs::symlink("/bin/echo", folder.path().join("bin/idlgen")).expect("made");
    let script = steps[1]["run"].as_str().expect("a script");
    let ran = Command::new("bash")
        .args(["-c", script])
        .env("ROOT", folder.path())
        .env("ARGUMENTS", "lint ./api/... $(id) ;id")
        .output()
        .expect("bash runs");
    let printed = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(printed, "lint ./api/... $(id) ;id --message-format github\n");
}
