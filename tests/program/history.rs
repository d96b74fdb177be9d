//! `idlgen diff --history`, with module caches and proxies in temporary directories: no test uses the network.

use std::{fs, path::Path, process::Command};

use idlgen_testing::ZipEntry;
use insta::assert_snapshot;
use tempfile::TempDir;

use crate::program::{Ran, git, run};

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("makes it");
    fs::write(path, bytes).expect("writes");
}

const GO_MOD: &str = "module example.com/shop\n\ngo 1.24\n\nrequire k8s.io/apimachinery v0.35.0\n";

/// The Go types of a release.
fn types(fields: &str) -> String {
    format!(
        "// +groupName=shop.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // +kubebuilder:object:root=true\ntype Widget struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n{fields}}}\n"
    )
}

/// The CRD of a release.
fn crd(maximum: u32) -> String {
    let text = fs::read_to_string("testdata/diff/old/widgets.yaml").expect("a CRD");
    text.replace("maximum: 9", &format!("maximum: {maximum}"))
}

/// Four releases with Go types in a module cache.
fn cache() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let size = |maximum: u32| format!("\t// +maximum={maximum}\n\tSize int32 `json:\"size\"`\n");
    let note = "\tNote string `json:\"note,omitempty\"`\n";
    for (version, fields) in [
        ("v1.2.0", size(9)),
        ("v1.2.1", size(9)),
        ("v1.3.0", [size(9).as_str(), note].concat()),
        ("v1.4.0-rc.1", size(1)),
        ("v1.4.0", [size(5).as_str(), note].concat()),
    ] {
        let module = folder.path().join(format!("example.com/shop@{version}"));
        write(&module.join("go.mod"), GO_MOD);
        write(&module.join("api/v1/types.go"), types(&fields));
        write(&module.join("config/crd/widgets.yaml"), crd(9));
    }
    folder
}

fn history(cache: &TempDir, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(["diff", "--history"])
        .args(arguments)
        .current_dir(cache.path())
        .env_clear()
        .envs([("GOENV", "off"), ("GOFLAGS", "-modcacherw")])
        .env("GOMODCACHE", cache.path())
        .envs(variables.iter().copied())
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| {
        String::from_utf8(bytes).expect("UTF-8").replace(cache.path().to_str().expect("UTF-8"), "CACHE")
    };
    Ran { status: output.status.code().expect("a code"), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_releases_in_the_module_cache_are_one_table() {
    let cache = cache();
    assert_snapshot!(history(&cache, &[], &["v1.2..v1.4", "example.com/shop"]), @r"
    [output]
    VERSION  VERDICT   PLACE           CHANGE
    v1.2.1   -         -               no changes
    v1.3.0   ok        Widget v1 note  field `note` added
    v1.4.0   breaking  Widget v1 size  `maximum` changed from 9 to 5
    [errors]
    3 releases of example.com/shop: 1 breaking, 0 to review, 1 ok
    ");
}

#[test]
fn packages_and_directories_of_a_module_are_read() {
    let cache = cache();
    for path in ["example.com/shop/api/v1", "example.com/shop/api/..."] {
        let ran = history(&cache, &[], &["v1.3.0..v1.4.0", path]);
        assert!(ran.status == 0 && ran.out.contains("`maximum` changed from 9 to 5"), "{path}: {ran}");
    }
    let ran = history(&cache, &[], &["v1.2..v1.4", "example.com/shop/config/crd"]);
    assert!(ran.status == 0 && ran.out.matches("no changes").count() == 3, "{ran}");
    // A Go file without kinds does not hide the CRDs next to it.
    let embedded = "package crds\n\nimport \"embed\"\n\n//go:embed *.yaml\nvar Files embed.FS\n";
    write(&cache.path().join("example.com/shop@v1.4.0/config/crd/embed.go"), embedded);
    let ran = history(&cache, &[], &["v1.2..v1.4", "example.com/shop/config/crd"]);
    assert!(ran.status == 0 && ran.out.matches("no changes").count() == 3, "{ran}");
    // A pattern selects Go packages, and no files.
    for version in ["v1.2.0", "v1.2.1", "v1.3.0"] {
        write(&cache.path().join(format!("example.com/shop@{version}/config/crd/embed.go")), embedded);
    }
    let ran = history(&cache, &[], &["v1.2..v1.4", "example.com/shop/config/..."]);
    assert!(ran.status == 2 && ran.err.contains("has no kind and no CustomResourceDefinition"), "{ran}");
}

#[test]
fn markdown_and_json_have_the_same_changes() {
    let cache = cache();
    let ran = history(&cache, &[], &["v1.2..v1.4", "example.com/shop", "--report", "markdown"]);
    let row = "| v1.4.0 | breaking | `Widget v1 size` | `maximum` changed from 9 to 5 |";
    assert!(ran.out.contains(row) && ran.out.contains("| v1.2.1 | | | no changes |"), "{ran}");
    let ran = history(&cache, &[], &["v1.2..v1.4", "example.com/shop", "--report", "json"]);
    crate::documents::assert_document("history", &ran.out);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let versions: Vec<&str> =
        json["releases"].as_array().expect("a list").iter().filter_map(|one| one["version"].as_str()).collect();
    assert_eq!((json["module"].as_str(), versions), (Some("example.com/shop"), vec!["v1.2.1", "v1.3.0", "v1.4.0"]));
    let change = &json["releases"][2]["changes"][0];
    assert_eq!((&json["releases"][2]["before"], &change["rule"]), (&"v1.3.0".into(), &"maximum-lowered".into()));
    assert_eq!(change["new"], "CACHE/example.com/shop@v1.4.0/api/v1/types.go:11:2");
}

#[test]
fn releases_are_downloaded_on_request() {
    let cache = tempfile::tempdir().expect("a folder");
    let proxy = cache.path().join("proxy/example.com/shop/@v");
    write(&proxy.join("list"), "v1.3.0\nv1.2.0\n");
    for (version, maximum) in [("v1.2.0", 9), ("v1.3.0", 5)] {
        let entry = |name: &str, text: &str| ZipEntry::stored(&format!("example.com/shop@{version}/{name}"), text);
        let zip = [entry("go.mod", "module example.com/shop\n"), entry("config/crd/widgets.yaml", &crd(maximum))];
        write(&proxy.join(format!("{version}.zip")), idlgen_testing::zip(&zip));
        write(&proxy.join(format!("{version}.mod")), "module example.com/shop\n");
        write(&proxy.join(format!("{version}.info")), format!("{{\"Version\":\"{version}\"}}"));
    }
    let address = format!("file://{}", cache.path().join("proxy").display());
    let variables = [("GOPROXY", address.as_str())];
    let range = ["v1.2..v1.3", "example.com/shop/config/crd"];
    let ran = history(&cache, &variables, &range);
    assert!(ran.status == 2 && ran.err.contains("`--fetch` downloads modules"), "{ran}");
    // A proxy may list nothing for a path that is not a module.
    write(&cache.path().join("proxy/example.com/shop/config/@v/list"), "");
    let ran = history(&cache, &variables, &[&range[..], &["--fetch"]].concat());
    assert!(ran.status == 0 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    let ran = history(&cache, &[], &range);
    assert!(ran.status == 0 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    let ran = history(&cache, &variables, &["v1.2..v1.3", "example.com/other", "--fetch"]);
    assert!(ran.status == 2 && ran.err.contains("no version of a module example.com/other is in"), "{ran}");
    // A proxy lists releases that the module cache does not have.
    write(&proxy.join("list"), "v1.3.0\nv1.2.0\nv1.4.0\n");
    let ran = history(&cache, &variables, &["v1.2..v1.4", "example.com/shop/config/crd", "--fetch"]);
    assert!(ran.status == 2 && ran.err.contains("example.com/shop@v1.4.0"), "{ran}");
}

#[test]
fn what_has_no_history_is_an_error() {
    let cache = cache();
    for (arguments, reason) in [
        (&["v1.4.0..v1.9", "example.com/shop"][..], "only v1.4.0 is in v1.4.0..v1.9"),
        (&["v2..v3", "example.com/shop"], "none is in v2..v3 in the module cache; `--fetch` downloads others"),
        (&["v1.2..v1.4", "example.com/none"], "no version of a module example.com/none is in CACHE"),
        (&["v1.2..v1.4", "example.com/shop/config/none"], "has no kind and no CustomResourceDefinition"),
        (&["v1.2..v1.4", "git:HEAD:a"], "--history compares the releases of a Go module"),
        (&["v1.2..v1.4", "example.com/shop", "--report", "crdify"], "--history has the reports text"),
        (&["v1.4..v1.2", "example.com/shop"], "v1.4 is later than v1.2"),
        (&["v1.2", "example.com/shop"], "expected two versions such as v1.2..v1.6.0"),
    ] {
        let ran = history(&cache, &[], arguments);
        assert!(ran.status == 2 && ran.err.contains(reason), "{arguments:?}: {ran}");
    }
    let ran = run(&["diff", "--history", "v1..v2"]);
    assert_eq!(ran.status, 2, "{ran}");
}

#[test]
fn the_releases_of_a_path_are_the_tags_of_its_repository() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |arguments: &[&str]| git(folder.path(), arguments);
    let path = std::env::var("PATH").unwrap_or_default();
    let variables = [("PATH", path.as_str())];
    let ran = history(&folder, &variables, &["v1.2..v1.4", "./config/crd"]);
    assert!(ran.status == 2 && ran.err.contains("is not in a Git repository"), "{ran}");
    git(&["init", "-q", "-b", "main"]);
    let release = |tag: &str, maximum: Option<u32>| {
        if let Some(maximum) = maximum {
            write(&folder.path().join("config/crd/widgets.yaml"), crd(maximum));
        }
        git(&["add", "."]);
        git(&["commit", "-q", "--allow-empty", "-m", tag]);
        git(&["tag", tag]);
    };
    // The first release does not have the path yet.
    release("v1.2.0", None);
    release("v1.3.0", Some(9));
    release("nightly", Some(1));
    release("v1.4.0-rc.1", Some(2));
    release("v1.4.0", Some(5));
    assert_snapshot!(history(&folder, &variables, &["v1.2..v1.4", "config/crd"]), @r"
    [output]
    VERSION  VERDICT   PLACE                CHANGE
    v1.3.0   ok        Widget               CRD `widgets.shop.example.com` added
    v1.4.0   breaking  Widget v1 spec.size  `maximum` changed from 9 to 5
    [errors]
    2 releases of config/crd: 1 breaking, 0 to review, 1 ok
    ");
    // A file, an absolute path and two tags.
    let file = folder.path().join("config/crd/widgets.yaml");
    for path in ["config/crd/widgets.yaml", file.to_str().expect("UTF-8")] {
        let ran = history(&folder, &variables, &["v1.3..v1.4", path]);
        assert!(ran.status == 0 && ran.out.contains("`maximum` changed from 9 to 5"), "{path}: {ran}");
        assert!(ran.err.starts_with("1 release of "), "{path}: {ran}");
    }
    for (arguments, reason) in [
        (
            ["v1.4..v1.5", "./config/crd"],
            "at least two tags of the repository of ./config/crd are required, but only v1.4.0 is",
        ),
        (["v1.2..v1.4", "./config/none"], "./config/none has no kind and no CustomResourceDefinition in v1.2..v1.4"),
    ] {
        let ran = history(&folder, &variables, &arguments);
        assert!(ran.status == 2 && ran.err.contains(reason), "{ran}");
    }
}
