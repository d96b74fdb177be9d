//! Input and output other than ordinary files: full disks, closed pipes, devices, and names and values with terminal
//! control sequences.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use crate::program::{module, path, run, run_with};

const TYPES: &str = "// +k8s:openapi-gen=true\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
    // A is one.\n// +k8s:openapi-gen=true\ntype A struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\t// +maximum=3\n\
    \tSize int32 `json:\"size\"`\n\tNames []string `json:\"other\"`\n}\n";
const BAD: &str = "apiVersion: v1\nkind: Nothing\n---\nsize: 9\n";
const MACHINE_FILE: &str = "machine.yaml";
const MACHINE: &str = "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  name: vm\n  annotations:\n    \
    vm.kubevirt.io/validations: '[{\"name\": \"a\", \"rule\": \"integer\", \"message\": \"few\", \"min\": 2, \"path\": \
    \"jsonpath::.spec.domain.cpu.cores\"}]'\nspec: {template: {spec: {domain: {cpu: {cores: 1}, devices: {}}}}}\n";
const FORMATS: [&str; 7] = ["full", "short", "json", "github", "sarif", "junit", "status"];

/// Returns the program in the root of the repository, with an empty standard input.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idlgen"));
    command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("GOMODCACHE", "/nonexistent")
        .env("GOFLAGS", "");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns invocations of every command that print to standard output.
fn printing(folder: &str, bad: &str) -> Vec<Vec<String>> {
    let machine = format!("{folder}/{MACHINE_FILE}");
    let mut all: Vec<Vec<&str>> = vec![
        vec!["kubevirt", "validate", &machine, "--admission-review"],
        vec!["kubevirt", "to-cel", &machine],
        vec!["diff", "testdata/diff/old", "testdata/diff/new"],
        vec!["--help"],
        vec!["--version"],
        vec!["help", "generate"],
        vec!["openapi", "-C", folder, "./...", "-o", "-"],
        vec!["rust", "-C", folder, "./...", "-o", "-"],
        vec!["crd", "-C", "testdata/definitions", "./...", "-o", "-"],
        vec![
            "schemapatch",
            "-C",
            "testdata/definitions",
            "./...",
            "--manifests",
            "testdata/definitions/expected",
            "-o",
            "-",
        ],
        vec!["jsonschema", "--builtin", "--kind", "Pod", "-o", "-"],
        vec!["print", "testdata/suites/crds/widgets.yaml", "-o", "name"],
        vec!["print", "testdata/suites/crds/widgets.yaml"],
        vec!["print", "testdata/suites/crds/widgets.yaml", "-o", "json"],
        vec!["print", "testdata/suites/crds/widgets.yaml", "-o", "yaml"],
        vec!["test", "testdata/suites/failing.testsuite.yaml", "--crd", "testdata/suites/crds"],
        vec!["test", "testdata/suites/failing.testsuite.yaml", "--crd", "testdata/suites/crds", "--report", "json"],
        vec!["test", "testdata/suites/failing.testsuite.yaml", "--crd", "testdata/suites/crds", "--report", "junit"],
        vec!["test", "testdata/suites/failing.testsuite.yaml", "--crd", "testdata/suites/crds", "--report", "tap"],
        vec!["test", "--init", "testdata/suites/crds/widgets.yaml"],
        vec!["init", "-C", folder, "--stdout"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["explain"],
        vec!["explain", "+minimum"],
        vec!["lint", "-C", folder, "./...", "--api-rules", "--report", "-"],
        vec!["generate", "-C", folder, "./...", "-o", "/nonexistent/x", "--check"],
    ];
    for stage in ["syntax", "tags", "model", "schema"] {
        all.push(vec!["dump", stage, "-C", folder, "./..."]);
    }
    all.extend([vec!["version"], vec!["man", "validate"]]);
    for what in ["check", "cost", "eval"] {
        all.push(vec!["cel", what, "1 + 1"]);
        all.push(vec!["cel", what, "1 + 'a'"]);
        all.push(vec!["cel", what, "1 + 1", "--message-format", "json"]);
    }
    for command in ["default", "prune"] {
        all.push(vec![command, bad, "--go", folder, "--type", "A"]);
    }
    for format in FORMATS {
        all.push(vec!["validate", bad, "--go", folder, "--type", "A", "--message-format", format]);
        all.push(vec!["lint", "-C", folder, "./...", "--api-rules", "--message-format", format]);
        if !matches!(format, "full" | "short") {
            all.push(vec!["generate", "-C", folder, "./nowhere", "-o", "/nonexistent/x", "--message-format", format]);
        }
    }
    let mut all: Vec<Vec<String>> =
        all.into_iter().map(|one| one.into_iter().map(|argument| argument.replace("GO", folder)).collect()).collect();
    let package = format!("{folder}/v1");
    for argument in
        all.iter_mut().filter(|one| ["validate", "default", "prune"].contains(&&*one[0])).flat_map(|one| one.iter_mut())
    {
        if argument == folder {
            argument.clone_from(&package);
        }
    }
    all
}

fn prepared() -> (tempfile::TempDir, String) {
    let folder = module(TYPES);
    let bad = folder.path().join("bad.yaml");
    fs::write(&bad, BAD).expect("writes");
    fs::write(folder.path().join(MACHINE_FILE), MACHINE).expect("writes");
    (folder, path(&bad).to_owned())
}

#[test]
fn an_output_that_does_not_take_everything_is_an_error_of_every_command() {
    let (folder, bad) = prepared();
    let invocations = printing(path(folder.path()), &bad);
    let tried: BTreeSet<&str> = invocations.iter().map(|one| one[0].as_str()).collect();
    let help = run(&["--help"]).out;
    let (commands, _) = help.split_once("\nOptions:\n").expect("a list of commands");
    let lines = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter_map(|line| line.split(' ').next().filter(|name| !name.is_empty()));
    // `fetch` prints only to standard error.
    assert_eq!(names.filter(|name| !tried.contains(name)).collect::<Vec<_>>(), ["fetch"]);
    for arguments in invocations {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let full = OpenOptions::new().write(true).open("/dev/full").expect("opens");
        let output = program(&arguments).stdout(full).output().expect("runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.contains("error: cannot write everything to standard output: No space left"),
            "{arguments:?}: {said}"
        );

        // Closing the output early does not change the exit status.
        let expected = program(&arguments).output().expect("runs").status;
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = program(&arguments).stdout(writer).output().expect("runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status, expected, "{arguments:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("standard output"), "{arguments:?}: {said}");
    }
    let full = OpenOptions::new().write(true).open("/dev/full").expect("opens");
    let output = program(&["lint", "-C", path(folder.path()), "./..."]).stderr(full).output().expect("runs");
    assert_eq!(output.status.code(), Some(2), "what was said is lost");
}

#[test]
fn a_full_disk_under_an_output_file_is_an_error() {
    let (folder, _) = prepared();
    let directory = path(folder.path());
    for arguments in [
        vec!["openapi", "-C", directory, "./...", "-o", "/dev/full"],
        vec!["lint", "-C", directory, "./...", "--api-rules", "--report", "/dev/full"],
    ] {
        let ran = run(&arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains("/dev/full: No space left on device"), "{}", ran.err);
    }
}

#[test]
fn what_was_read_is_never_written_over() {
    let (folder, _) = prepared();
    let at = |name: &str| folder.path().join(name);
    let directory = path(folder.path());
    fs::write(at("idlgen.toml"), "packages = [\"./v1\"]\n").expect("writes");
    fs::write(at("known.list"), "").expect("writes");
    symlink(at("v1/types.go"), at("link.json")).expect("links");
    fs::hard_link(at("idlgen.toml"), at("hard.json")).expect("links");
    let before = |name: &str| fs::read_to_string(at(name)).expect("reads");
    for output in ["v1/types.go", "go.mod", "idlgen.toml", "link.json", "hard.json", "v1/../idlgen.toml"] {
        let text = before(output);
        let ran = run(&["openapi", "-C", directory, "-o", path(&at(output))]);
        assert_eq!(ran.status, 2, "{output}: {}", ran.err);
        assert!(ran.err.contains("is an input of the run"), "{}", ran.err);
        assert_eq!(before(output), text);
    }
    for report in ["known.list", "v1/types.go", "idlgen.toml"] {
        let text = before(report);
        let known = at("known.list");
        let ran = run(&["lint", "-C", directory, "--api-rules", "--exceptions", path(&known), "-r", path(&at(report))]);
        assert_eq!(ran.status, 2, "{report}: {}", ran.err);
        assert_eq!(before(report), text);
    }
}

#[test]
fn pipes_and_devices_are_read_only_where_they_were_handed_over() {
    let (folder, _) = prepared();
    let at = |name: &str| folder.path().join(name);
    let package = at("v1");
    let validate = |file: &str, input: &str| {
        run_with(&["validate", file, "--go", path(&package), "--type", "A", "--message-format", "short"], input)
    };
    assert!(Command::new("mkfifo").arg(at("pipe.yaml")).status().expect("runs").success());
    symlink("/dev/zero", at("zero.yaml")).expect("links");
    File::create(at("large.yaml")).and_then(|file| file.set_len(5 << 30)).expect("makes it");
    for (name, reason) in [
        ("pipe.yaml", "it is a named pipe, and only regular files are read"),
        ("zero.yaml", "it is a device, and only regular files are read"),
        ("large.yaml", "it has more than 67108864 bytes"),
    ] {
        let ran = validate(path(&at(name)), "");
        assert_eq!(ran.status, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    // For a directory that contains all of these files, each is reported, and the program does not block on any of
    // them.
    let ran = validate(path(folder.path()), "");
    assert_eq!((ran.status, ran.err.matches("only regular files").count()), (2, 2), "{}", ran.err);
    for file in ["-", "/dev/stdin", "/dev/fd/0"] {
        let ran = validate(file, "size: 9\n");
        assert_eq!(ran.status, 1, "{file}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("size"), "{file}: {}{}", ran.out, ran.err);
    }
    // Uses the same special files as Go source, as configuration and as a report.
    fs::rename(at("pipe.yaml"), at("v1/more.go")).expect("moves it");
    let ran = run(&["openapi", "-C", path(folder.path()), "./...", "-o", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("v1/more.go cannot be read: it is a named pipe"), "{}", ran.err);
    fs::rename(at("v1/more.go"), at("idlgen.toml")).expect("moves it");
    let ran = run(&["openapi", "-C", path(folder.path()), "./...", "-o", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("idlgen.toml: it is a named pipe"), "{}", ran.err);
}

#[test]
fn that_nothing_was_judged_is_a_finding() {
    let (folder, _) = prepared();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("empty")).expect("makes it");
    fs::write(at("comment.yaml"), "# nothing\n---\n").expect("writes");
    fs::write(at("good.yaml"), "size: 1\nother: [a]\n").expect("writes");
    let package = at("v1");
    for (files, status) in [
        (vec!["-".to_owned()], 1),
        (vec![path(&at("empty")).to_owned()], 1),
        (vec![path(&at("comment.yaml")).to_owned()], 1),
        (vec!["/dev/null".to_owned()], 1),
        (vec![path(&at("good.yaml")).to_owned(), path(&at("empty")).to_owned()], 1),
        // A file without documents is accepted next to others.
        (vec![path(&at("good.yaml")).to_owned(), path(&at("comment.yaml")).to_owned()], 0),
    ] {
        let mut arguments = vec!["validate", "--go", path(&package), "--type", "A"];
        arguments.extend(files.iter().map(String::as_str));
        let ran = run_with(&arguments, "");
        assert_eq!(ran.status, status, "{files:?}: {}{}", ran.out, ran.err);
        assert_eq!(ran.err.contains("no objects found"), status == 1, "{files:?}: {}", ran.err);
        arguments.push("--allow-empty");
        let ran = run_with(&arguments, "");
        assert_eq!(ran.status, 0, "{files:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn folders_are_searched_once_each_and_not_without_end() {
    let (folder, _) = prepared();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("objects/a/b")).expect("makes it");
    fs::write(at("objects/a/b/good.yaml"), "size: 1\nother: [a]\n").expect("writes");
    symlink(at("objects"), at("objects/a/back")).expect("links");
    symlink(at("objects/a"), at("objects/again")).expect("links");
    let package = at("v1");
    let objects = at("objects");
    let validate = || run(&["validate", "--go", path(&package), "--type", "A", path(&objects)]);
    let ran = validate();
    assert_eq!((ran.status, ran.err.as_str()), (0, "1 object in 1 file: 1 valid, 0 invalid\n"));
    let deep = "d/".repeat(70);
    fs::create_dir_all(at("objects").join(&deep)).expect("makes it");
    fs::write(at("objects").join(&deep).join("bad.yaml"), "size: 9\n").expect("writes");
    let ran = validate();
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("this directory is deeper than 64 levels and is not searched"), "{}", ran.err);
}

/// Characters that control a terminal or a log, as far as file names can contain them.
const STEERING: &str = "x\u{1b}[31m\u{9b}2J\u{202e}\n::error::injected\n##[error]y";

fn assert_harmless(what: &str, text: &str) {
    let is_raw = |character: char| {
        character.is_control() && !matches!(character, '\n' | '\t') || matches!(character, '\u{202a}'..='\u{202e}')
    };
    assert!(!text.contains(is_raw), "{what}: {text:?}");
    for line in text.lines() {
        let line = line.trim_start();
        assert!(!line.starts_with("::error::injected") && !line.contains("##[error]y"), "{what}: {text}");
    }
}

#[test]
fn no_name_and_no_value_steers_a_terminal_or_a_log() {
    let comment = STEERING.replace('\n', "\n// ");
    let folder = module(&TYPES.replace("// A is one.", &format!("// A is {comment}\n// +nothing{comment}")));
    let at = |name: &str| folder.path().join(name);
    let odd = at("objects").join(format!("{STEERING}.yaml"));
    fs::create_dir(at("objects")).expect("makes it");
    let text = serde_json::to_string(STEERING).expect("prints");
    let object = format!("apiVersion: {text}\nkind: {text}\n{text}: {text}\n---\n{text}: [{text}]\nsize: {text}\n");
    fs::write(&odd, object).expect("writes");
    symlink("nowhere", at("objects").join(format!("{STEERING}2.yaml"))).expect("links");
    let (directory, package, objects) = (path(folder.path()).to_owned(), at("v1"), at("objects"));
    let toml = format!("{text} = 1\n[diagnostics]\nunknown-tag = \"warning\"\n{text} = {text}\n");
    fs::write(at("bad.toml"), toml).expect("writes");
    fs::write(at("allow.toml"), "[diagnostics]\nunknown-tag = \"warning\"\n").expect("writes");
    let (bad, allow) = (at("bad.toml"), at("allow.toml"));
    let output = at(&format!("out{STEERING}"));
    for format in FORMATS {
        let format = ["--message-format", format];
        for arguments in [
            vec!["validate", "--go", path(&package), "--config", path(&allow), path(&objects)],
            vec!["validate", "--go", path(&package), "--config", path(&allow), "--type", "A", path(&objects)],
            vec!["validate", "--go", path(&package), "--config", path(&allow), "--type", STEERING, path(&objects)],
            vec!["lint", "-C", &directory, "./...", "--api-rules"],
            vec!["lint", "-C", &directory, STEERING],
            vec!["lint", "-C", &directory, "./...", "--config", path(&bad)],
            vec!["lint", "-C", STEERING, "./..."],
            vec!["generate", "-C", &directory, "./...", "--config", path(&allow), "-o", path(&output)],
            vec!["generate", "-C", &directory, "./...", "--config", path(&allow), "-o", path(&output), "--check"],
            vec!["generate", "-C", &directory, "./...", "--config", path(&allow), "-o", path(&odd)],
            vec!["dump", "syntax", "-C", &directory, "./..."],
            vec!["dump", "tags", "-C", &directory, "./..."],
            vec!["dump", "model", "-C", &directory, "./..."],
            vec!["dump", "schema", "-C", &directory, "./..."],
            vec!["explain", STEERING],
            vec!["cel", "eval", &text],
            vec!["cel", "check", STEERING],
            vec!["cel", "check", "self", "--schema", STEERING],
            vec![STEERING],
        ] {
            let ran = run(&[&arguments[..], &format].concat());
            assert_harmless(&format!("{arguments:?} {format:?}, output"), &ran.out);
            assert_harmless(&format!("{arguments:?} {format:?}, errors"), &ran.err);
        }
    }
}

#[test]
fn no_name_and_no_value_of_custom_resources_steers_a_terminal_or_a_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let text = serde_json::to_string(STEERING).expect("prints");
    let definition = |color: &str, message: &str| {
        crate::widgets::WIDGETS
            .replace("color: {type: string, default: red}", color)
            .replace("message: never smaller", &format!("message: {message}"))
    };
    let color = format!("color: {{type: string, enum: [{text}], default: {text}, description: {text}}}");
    fs::write(at("crd.yaml"), definition(&color, "never smaller")).expect("writes");
    fs::write(at("bad.yaml"), definition(&format!("{text}: {{type: {text}, {text}: {text}}}"), &text)).expect("writes");
    let object = format!(
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: {text}, namespace: {text}, \
         labels: {{{text}: {text}}}}}\n\
         spec: {{size: {text}, color: {text}, {text}: {text}}}\n---\napiVersion: {text}\nkind: {text}\n"
    );
    fs::write(at("objects.yaml"), object).expect("writes");
    let created = "initial: '{apiVersion: example.com/v1, kind: Widget, spec: {size: 1}}'";
    let suite = format!(
        "name: {text}\ncrdName: widgets.example.com\n{text}: {text}\ntests:\n  onCreate:\n\
         \x20 - {{name: {text}, {created}, expectedError: {text}}}\n  - {{name: {text}, {created}, expected: {text}}}\n"
    );
    fs::write(at("suite.yaml"), suite).expect("writes");
    let (objects, suite) = (at("objects.yaml"), at("suite.yaml"));
    for format in FORMATS {
        let format = ["--message-format", format];
        for definition in [at("crd.yaml"), at("bad.yaml")] {
            for arguments in [
                vec!["validate", path(&objects), "--crd", path(&definition), "--summary"],
                vec!["validate", path(&objects), "--crd", path(&definition), "--old", path(&objects)],
                vec!["validate", path(&definition)],
                vec!["print", path(&objects), "--crd", path(&definition)],
                vec!["print", path(&objects), "--crd", path(&definition), "-A", "--show-labels", "-L", STEERING],
                vec!["print", path(&objects), "-o", "name"],
                vec!["print", path(&objects), "-o", "json"],
                vec!["print", path(&objects), "-o", "jsonpath-as-json={.spec}"],
                vec!["print", path(&objects), "-o", "custom-columns=A:.spec.color"],
                vec!["print", path(&objects), "-o", STEERING],
                vec!["test", path(&suite), "--crd", path(&definition)],
                vec!["test", path(&suite), "--crd", path(&definition), "--report", "json"],
                vec!["test", path(&suite), "--crd", path(&definition), "--report", "junit"],
                vec!["test", path(&suite), "--crd", path(&definition), "--report", "tap"],
                vec!["test", "--init", STEERING, "--crd", path(&definition)],
                vec!["default", path(&objects), "--crd", STEERING],
            ] {
                let ran = run(&[&arguments[..], &format].concat());
                assert!(ran.status <= 2, "{arguments:?}: {}", ran.err);
                assert_harmless(&format!("{arguments:?} {format:?}, output"), &ran.out);
                assert_harmless(&format!("{arguments:?} {format:?}, errors"), &ran.err);
            }
        }
    }
}

#[test]
fn a_configuration_counts_up_to_the_top_of_its_repository() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("repository/inner/v1")).expect("makes it");
    fs::write(at("repository/inner/go.mod"), "module example.com/m\n").expect("writes");
    fs::write(at("repository/inner/v1/types.go"), TYPES).expect("writes");
    fs::write(at("idlgen.toml"), "nonsense = 1\n").expect("writes");
    let inner = at("repository/inner");
    let lint = || run(&["lint", "-C", path(&inner), "./..."]);
    assert_eq!(lint().status, 0, "without a repository, the module is the end");
    // In a Git worktree, `.git` is a file.
    fs::write(at("repository/.git"), "gitdir: elsewhere\n").expect("writes");
    assert_eq!(lint().status, 0, "{}", lint().err);
    fs::write(at("repository/idlgen.toml"), "also = 1\n").expect("writes");
    assert!(lint().err.contains("unknown key `also`"), "{}", lint().err);
    fs::write(at("repository/idlgen.toml"), "[openapi]\noutput = \"../out.json\"\n").expect("writes");
    let ran = lint();
    assert!(
        ran.err.contains("idlgen.toml points outside the repository: openapi.output is ../out.json"),
        "{}",
        ran.err
    );
    fs::write(at("repository/idlgen.toml"), "[openapi]\noutput = \"out.json\"\n").expect("writes");
    assert!(!lint().err.contains("outside the repository"), "{}", lint().err);
}

#[test]
fn what_a_killed_run_left_is_cleaned_by_the_next() {
    let (folder, _) = prepared();
    let directory = path(folder.path());
    let output = folder.path().join("out");
    fs::create_dir_all(output.join("openapi")).expect("makes it");
    let left = output.join("openapi/.idlgen-abc123.tmp");
    fs::write(&left, "half").expect("writes");
    let ran = run(&["generate", "-C", directory, "./...", "-o", path(&output)]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(!left.exists());
    let names = |folder: &Path| {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("lists")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&output.join("openapi")), ["definitions.json"]);
    assert_eq!(names(&output.join("rust")), [".idlgen.manifest", "example_com", "mod.rs"]);
    // The next run cleans up after a run that is killed at any time.
    for milliseconds in [1, 5, 20, 60] {
        let mut child = program(&["generate", "-C", directory, "./...", "-o", path(&output)])
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        let _ = child.kill();
        let _ = child.wait();
        let _ = fs::remove_file(output.join("rust/mod.rs"));
        assert_eq!(run(&["generate", "-C", directory, "./...", "-o", path(&output)]).status, 0);
        assert_eq!(names(&output.join("rust")), [".idlgen.manifest", "example_com", "mod.rs"]);
    }
}

#[test]
fn more_folders_than_can_be_locked_are_an_error_and_nothing_changes() {
    let folder = module("package v1\n");
    let file = |number: usize| folder.path().join(format!("p{number}/types.go"));
    let text = "type T struct {\n\t// +minimun=1\n\tA int `json:\"a\"`\n}\n";
    for number in 0..100 {
        fs::create_dir(file(number).parent().expect("a folder")).expect("makes it");
        fs::write(file(number), format!("package p{number}\n\n{text}")).expect("writes");
    }
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 64; exec \"$0\" lint -C \"$1\" ./... --fix", env!("CARGO_BIN_EXE_idlgen")])
        .arg(folder.path())
        .env("GOMODCACHE", "/nonexistent")
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Too many open files"), "{said}");
    for number in 0..100 {
        assert!(fs::read_to_string(file(number)).expect("reads").ends_with(text), "p{number}");
    }
}
