//! Tests `idlgen test --rust`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use insta::assert_snapshot;

use crate::program::{Ran, module, path, run};

const SUITE: &str = "testdata/suites/widgets.testsuite.yaml";

/// The Go types of the CRD in `testdata/suites/crds`.
const TYPES: &str = r#"// +groupName=shop.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Widget struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WidgetSpec `json:"spec"`
	// +optional
	Status WidgetStatus `json:"status,omitempty"`
}

// +kubebuilder:validation:XValidation:rule="self.size < 8 || self.color == 'red'",message="large widgets are red"
// +kubebuilder:validation:XValidation:rule="self.size >= oldSelf.size",message="widgets do not shrink"
type WidgetSpec struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=9
	Size int32 `json:"size"`
	// +kubebuilder:validation:Enum=red;blue
	// +kubebuilder:default=red
	Color string `json:"color,omitempty"`
}

type WidgetStatus struct {
	// +kubebuilder:validation:Maximum=100
	Observed int64 `json:"observed,omitempty"`
}
"#;

/// Runs the suite in generated Rust. Without a program, Cargo compiles the crate.
fn test(crate_directory: &Path, cargo: Option<&Path>, more: &[&str]) -> Ran {
    let module = module(TYPES);
    let packages = module.path().join("v1");
    let arguments = ["test", SUITE, "--go", path(&packages), "--rust", "--rust-crates", "crates", "--rust-directory"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_idlgen"));
    command.args(arguments).arg(crate_directory).args(more).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env("GOMODCACHE", "/nonexistent").env("GOFLAGS", "").env("GOENV", "off");
    command.env("CARGO", cargo.unwrap_or(Path::new(env!("CARGO"))));
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { status: output.status.code().expect("a status"), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_same_cases_pass_in_generated_rust() {
    // Later runs of this test reuse the compiled crates.
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rust-suites");
    assert_snapshot!(test(&directory, None, &[]), @"
    [errors]
    7 cases of 1 suite: 7 passed (1 with messages of older servers), 0 failed
    generated Rust: 5 by the type alone (1 accepted, 4 rejected), 2 with the schema
    ");
    // A failure has the same form, and names the system.
    let ran = test(&directory, None, &["--report", "json", "--filter", "a size of ten"]);
    assert!(ran.status == 0 && ran.out.contains("\"target\": \"rust\""), "{ran}");
}

#[test]
fn generated_rust_needs_go_types() {
    assert_snapshot!(run(&["test", SUITE, "--rust", "--crd", "testdata/suites/crds"]), @"
    [exit status 2]
    [errors]
    error: --rust needs the Go types of a CRD: pass their packages with --go (or set `packages` in idlgen.toml) instead of --crd
    ");
    assert_snapshot!(run(&["test", SUITE, "--rust"]), @"
    [exit status 2]
    [errors]
    error: --rust needs Go types: pass their packages with --go, or set `packages` in idlgen.toml
    ");
}

/// Creates a program that Cargo is replaced with.
#[cfg(unix)]
fn cargo(directory: &Path, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let program = directory.join("cargo");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a script");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("an executable");
    program
}

#[cfg(unix)]
#[test]
fn a_compilation_that_fails_is_reported_with_its_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().join("crate");
    let script = "echo 'error[E0425]: cannot find value' >&2\n\
                  echo 'error: could not compile `idlgen-test-harness`' >&2\nexit 101";
    let ran = test(&directory, Some(&cargo(folder.path(), script)), &[]);
    assert_snapshot!(ran, @"
    [exit status 1]
    [errors]
    error[IDL0921]: the generated Rust does not compile
     = note: error[E0425]: cannot find value
     = note: the output of Cargo is in [folder]/crate/build.log
    ");
    assert!(fs::read_to_string(directory.join("build.log")).expect("a log").contains("E0425"));
    let script =
        "echo \"$@\" > \"$(dirname \"$0\")/arguments\"\necho 'error: no matching package named `serde`' >&2\nexit 101";
    let ran = test(&directory, Some(&cargo(folder.path(), script)), &[]);
    let expected = "error: --rust: error: no matching package named `serde`; --fetch allows Cargo to download crates";
    assert!(ran.status == 2 && ran.err.contains(expected), "{ran}");
    assert!(fs::read_to_string(folder.path().join("arguments")).expect("arguments").contains("--offline"));
    let ran = test(&directory, Some(&folder.path().join("missing")), &[]);
    assert!(ran.status == 2 && ran.err.contains("Cargo is not installed, or not in PATH"), "{ran}");
}

#[cfg(unix)]
#[test]
fn a_harness_that_stops_fails_every_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().join("crate");
    let script = "mkdir -p \"$(dirname \"$5\")/target/debug\"\n\
                  for argument; do case $argument in */target) target=$argument;; esac; done\n\
                  mkdir -p \"$target/debug\"\nprintf '#!/bin/sh\\nread line\\nread line\\nexit 3\\n' > \
                  \"$target/debug/idlgen-test-harness\"\nchmod +x \"$target/debug/idlgen-test-harness\"";
    let ran = test(&directory, Some(&cargo(folder.path(), script)), &["--filter", "refuses a size of ten"]);
    let expected = "\"refuses a size of ten\": the test harness has stopped";
    assert!(ran.status == 1 && ran.out.contains(expected), "{ran}");
    assert!(
        ran.err.contains("generated Rust: 0 by the type alone (0 accepted, 0 rejected), 1 with the schema"),
        "{ran}"
    );
}

#[test]
fn a_directory_with_another_crate_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("Cargo.toml"), "[package]\nname = \"mine\"\n").expect("a file");
    let ran = test(folder.path(), None, &[]);
    assert!(ran.status == 2 && ran.err.contains("has another Cargo.toml; choose another --rust-directory"), "{ran}");
}
