//! The files for running idlgen from other programs: pre-commit and GitHub workflows.

use std::{fs, process::Command};

use crate::program::run;
use idlgen_yaml::{Limits, load};
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
        // The `args` of the user, and the file names that pre-commit adds.
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

#[test]
fn the_action_installs_a_release_only_if_its_checksum_is_right() {
    let action = read("action.yml");
    let script = action["runs"]["steps"][0]["run"].as_str().expect("a script");
    let folder = tempfile::tempdir().expect("a folder");
    let releases = folder.path().join("releases");
    let name = "idlgen-0.1.0-x86_64-unknown-linux-musl";
    let shell = |script: &str, variables: &[(&str, &str)]| {
        let path = format!("{}:{}", folder.path().join("programs").display(), std::env::var("PATH").expect("a path"));
        let mut bash = Command::new("bash");
        bash.args(["-e", "-c", script]).current_dir(folder.path()).env("PATH", path).env("RELEASES", &releases);
        bash.envs(variables.iter().copied()).output().expect("bash runs")
    };
    // Replacements for curl, which reads a directory, and for cargo, which records that it was called.
    let prepared = shell(
        &format!(
            "mkdir -p programs releases {name}
            echo 'echo released' >{name}/idlgen
            tar -czf releases/{name}.tar.gz {name}
            (cd releases && sha256sum {name}.tar.gz >{name}.tar.gz.sha256)
            printf '%s\\n' '#!/bin/sh' 'while [ $# -gt 1 ]; do [ \"$1\" = --output ] && out=$2; shift; done' \
                'cp \"$RELEASES/${{1##*/}}\" \"$out\"' >programs/curl
            printf '%s\\n' '#!/bin/sh' 'echo built' >programs/cargo
            chmod +x programs/*"
        ),
        &[],
    );
    assert!(prepared.status.success(), "{}", String::from_utf8_lossy(&prepared.stderr));
    let install = |root: &str, reference: &str| {
        let root = folder.path().join(root);
        let ran = shell(
            script,
            &[
                ("ROOT", root.to_str().expect("UTF-8")),
                ("REF", reference),
                ("REPOSITORY", "idlgen/idlgen"),
                ("MACHINE", "Linux-X64"),
                ("SOURCE", "."),
            ],
        );
        let program = fs::read_to_string(root.join("bin/idlgen")).unwrap_or_default();
        (ran.status.success(), program, String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    let (succeeds, program, _) = install("first", "v0.1.0");
    assert_eq!((succeeds, program.as_str()), (true, "echo released\n"));
    for reference in ["main", "v0.2.0"] {
        let (succeeds, program, said) = install(reference, reference);
        assert_eq!((succeeds, program.as_str(), said.as_str()), (true, "", "built\n"));
    }
    fs::write(releases.join(format!("{name}.tar.gz")), "something else").expect("writes");
    let (succeeds, program, said) = install("second", "v0.1.0");
    assert!(!succeeds && program.is_empty() && !said.contains("built"), "{said}");
}
