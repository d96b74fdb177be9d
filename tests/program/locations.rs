//! The paths that the program reads: -C, idlgen.toml, `--go`, and modules without a go.mod.

use std::{fs, path::Path, process::Command};

const TYPES: &str = "package v1\n\ntype T struct {\n\t// +maximum=3\n\tA int `json:\"a\"`\n}\n";

/// Creates a directory with files (paths and contents).
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

/// Runs the program in a directory. Returns the exit status and both output streams.
fn run(current: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(arguments)
        .current_dir(current)
        .env("GOMODCACHE", current.join("cache"))
        .env("GOFLAGS", "")
        .env_remove("GOWORK")
        .output()
        .expect("the program runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}

/// Creates two adjacent modules. None of these runs uses the idlgen.toml of the current one.
fn neighbours() -> tempfile::TempDir {
    folder(&[
        ("here/idlgen.toml", "packages = [\"./wrong\"]\n"),
        ("with/go.mod", "module example.com/with\n"),
        ("with/idlgen.toml", "packages = [\"./v1\"]\n\n[diagnostics]\nunknown-field = \"off\"\n"),
        ("with/v1/types.go", TYPES),
        ("without/go.mod", "module example.com/without\n"),
        ("without/v1/types.go", TYPES),
        ("here/object.yaml", "a: 1\nb: 1\n"),
    ])
}

#[test]
fn the_configuration_of_another_folder() {
    let folder = neighbours();
    let here = folder.path().join("here");
    for directory in ["../with", "../with/v1", "../here/../with"] {
        let (status, said) = run(&here, &["lint", "-C", directory]);
        assert_eq!((status, said.as_str()), (Some(0), "checked 1 package: 0 errors, 0 warnings\n"), "{directory}");
    }
    // The current directory is not a parent of `../without`, so its idlgen.toml does not apply.
    let (status, said) = run(&here, &["lint", "-C", "../without", "--message-format", "short"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("no Go packages were specified"), "{said}");
}

#[test]
fn folders_of_go_are_relative_to_the_folder_of_c_like_packages() {
    let folder = neighbours();
    let here = folder.path().join("here");
    let judge = |go: &str, directory: &str| {
        run(&here, &["validate", "object.yaml", "--go", go, "--type", "T", "-C", directory, "-q"])
    };
    for (go, directory) in
        [("../without/v1", "."), ("./without/v1", ".."), ("./v1", "../without"), (".", "../without/v1")]
    {
        let (status, said) = judge(go, directory);
        assert_eq!(status, Some(1), "{go} {directory}: {said}");
        assert!(said.contains("unknown field \"b\""), "{said}");
    }
    // The idlgen.toml in the directory of `-C` applies.
    assert_eq!(judge("../without/v1", "../with"), (Some(0), String::new()));
    let (status, said) = judge("./none", "../with");
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("does not exist"), "{said}");
    let (status, said) = run(&here, &["cel", "check", "self.a > 1", "--go", "./with/v1", "--type", "T", "-C", ".."]);
    assert_eq!(status, Some(0), "{said}");
}

#[test]
fn versions_that_fit_are_chosen_and_named() {
    let types = "package v1\n\nimport \"k8s.io/api/core/v1\"\n\ntype T struct {\n\tA v1.A `json:\"a\"`\n}\n";
    let of = |version: &str| format!("package v1\n\n// {version}\ntype A string\n");
    let versions = ["v0.37.0", "v0.35.1", "v0.35.0", "v0.30.2"];
    let texts: Vec<(String, String)> =
        versions.iter().map(|version| (format!("cache/k8s.io/api@{version}/core/v1/types.go"), of(version))).collect();
    let mut files: Vec<(&str, &str)> = vec![("v1/types.go", types)];
    files.extend(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let folder = folder(&files);
    for (minor, expected) in [("1.37", "v0.37.0"), ("1.36", "v0.35.1"), ("1.31", "v0.30.2"), ("1.29", "v0.30.2")] {
        let arguments =
            ["openapi", "./v1", "-o", "-", "--kubernetes-version", minor, "--message-format", "short", "-q"];
        let (status, said) = run(folder.path(), &arguments);
        assert_eq!(status, Some(0), "{said}");
        let named =
            format!("info[IDL0116]: no go.mod sets module versions; read from the module cache: k8s.io/api {expected}");
        assert!(said.contains(&named), "{minor}: {said}");
    }
}

#[test]
fn expressions_that_begin_with_a_minus() {
    let folder = folder(&[]);
    for (expression, expected) in [("-1", "-1\n"), ("-(1 + 2)", "-3\n"), ("--1", "1\n"), ("-[4][0]", "-4\n")] {
        let (status, said) = run(folder.path(), &["cel", "eval", expression]);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.starts_with(expected), "{expression}: {said}");
    }
}

/// The README's quick start works with OpenAPI documents and their index too.
#[test]
fn the_quick_start_makes_documents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let to = folder(&[]);
    for (layout, file) in [("documents", "v3"), ("discovery", "v3.json")] {
        let target = to.path().join(file);
        let target = target.to_str().expect("UTF-8");
        let quickstart = ["openapi", "-C", "testdata/quickstart", "./...", "--layout"];
        let (status, said) = run(root, &[&quickstart[..], &[layout, "--paths", "-o", target]].concat());
        assert_eq!(status, Some(0), "{said}");
    }
    let document = fs::read_to_string(to.path().join("v3/apis/workloads.example.com/v1.json")).expect("was written");
    assert!(document.contains("/apis/workloads.example.com/v1/namespaces/{namespace}/pods/{name}"), "{document}");
    assert!(to.path().join("v3.json").is_file());
}
