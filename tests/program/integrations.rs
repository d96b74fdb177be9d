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
        // The `args` that a user configures, and the file names that pre-commit appends.
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
    // Runs the last step, with `echo` in place of idlgen to print the arguments.
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bin")).expect("made");
    std::os::unix::fs::symlink("/bin/echo", folder.path().join("bin/idlgen")).expect("made");
    let script = steps[2]["run"].as_str().expect("a script");
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

/// Runs the step that comments, with a `gh` that records its calls. `existing` is the id of the comment that exists.
fn comment(arguments: &[&str], existing: &str, status: i32) -> (i32, String, String) {
    let action = read("action.yml");
    let script = action["runs"]["steps"][1]["run"].as_str().expect("a script");
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, text).expect("a file");
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("changed");
    };
    fs::create_dir(folder.path().join("bin")).expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_idlgen"), folder.path().join("bin/idlgen")).expect("a link");
    write(
        "programs/gh",
        "#!/bin/sh\necho \"$*\" >>\"$ROOT/calls\"\n\
         case \"$*\" in\n*--jq*) printf '%s\\n' \"$EXISTING\" ;;\n*) exit $STATUS ;;\nesac\n",
    );
    let path = format!("{}:{}", folder.path().join("programs").display(), std::env::var("PATH").expect("a path"));
    let ran = Command::new("bash")
        .args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script])
        .envs([("PATH", path.as_str()), ("ARGUMENTS", &arguments.join(" ")), ("MARKER", "<!-- idlgen: . -->")])
        .envs([("REPOSITORY", "o/r"), ("NUMBER", "7"), ("EXISTING", existing), ("STATUS", &status.to_string())])
        .env("ROOT", folder.path())
        .env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"))
        .output()
        .expect("bash runs");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let calls = text("calls").replace(&folder.path().display().to_string(), "ROOT");
    let calls = calls.lines().filter(|line| !line.contains("--jq")).collect::<Vec<_>>().join("\n");
    if !calls.is_empty() {
        assert_eq!(text("comment.md"), format!("<!-- idlgen: . -->\n{}", text("summary.md")));
    }
    (ran.status.code().expect("a status"), calls, String::from_utf8_lossy(&ran.stdout).into_owned())
}

const DIFF: [&str; 3] = ["diff", "testdata/diff/old", "testdata/diff/new"];

#[test]
fn the_action_writes_one_comment_and_updates_it() {
    let (status, calls, _) = comment(&DIFF, "", 0);
    let expected = "api --method POST repos/o/r/issues/7/comments --field body=@ROOT/comment.md";
    assert_eq!((status, calls.as_str()), (0, expected));
    let (status, calls, _) = comment(&DIFF, "12\n13", 0);
    let expected = "api --method PATCH repos/o/r/issues/comments/12 --field body=@ROOT/comment.md";
    assert_eq!((status, calls.as_str()), (0, expected));
}

#[test]
fn the_action_writes_no_comment_without_changes() {
    let same = ["diff", "testdata/diff/old", "testdata/diff/old"];
    assert_eq!(comment(&same, "", 0), (0, String::new(), String::new()));
    assert!(comment(&same, "12", 0).1.contains("PATCH"));
}

#[test]
fn the_action_survives_a_token_that_can_only_read() {
    let (status, _, said) = comment(&DIFF, "", 1);
    assert!(status == 0 && said.starts_with("::notice::idlgen: no comment was written"), "{said}");
}

#[test]
fn the_action_comments_only_for_diff() {
    assert_eq!(comment(&["lint"], "", 0).0, 2);
    assert_eq!(comment(&["diff", "testdata/diff/old", "testdata/diff/missing"], "", 0).0, 2);
}
