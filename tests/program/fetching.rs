//! `--fetch` and `fetch`, with directories as proxies: no test uses the network.

use std::{fmt, fs, path::Path, process::Command};

use idlgen_testing::ZipEntry;
use insta::assert_snapshot;
use tempfile::TempDir;

const TYPES: &str = "// +groupName=m.example.com\npackage v1\n\nimport (\n\tother \"example.com/other/v1\"\n\
                     \tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n)\n\n// First is a kind.\n\
                     type First struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
                     \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tField other.Field `json:\"field\"`\n\
                     \tAt metav1.Condition `json:\"at\"`\n}\n";

/// The result of a run as the user sees it.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[exit status {}]\n{}{}", self.status, self.out, self.err)
    }
}

/// A machine: a project, a proxy and a module cache.
struct Machine {
    folder: TempDir,
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("makes it");
    fs::write(path, bytes).expect("writes");
}

impl Machine {
    /// Creates a project that uses `example.com/other`, whose type uses `example.com/deep`, and one package of
    /// apimachinery.
    fn new(go: &str) -> Self {
        let machine = Machine { folder: tempfile::tempdir().expect("a folder") };
        let at = |name: &str| machine.folder.path().join(name);
        let requirements = match go {
            "1.24" => "require example.com/deep v1.1.0 // indirect\n",
            _ => "",
        };
        write(
            &at("m/go.mod"),
            format!(
                "module example.com/m\n\ngo {go}\n\nrequire example.com/other v1.2.0\n\
                 require k8s.io/apimachinery v0.33.0\nrequire example.com/unused v1.0.0\n{requirements}"
            ),
        );
        write(&at("m/api/v1/types.go"), TYPES);
        write(&at("home/.config/go/env"), format!("GOPROXY=file://{}\nGOSUMDB=off\n", at("proxy").display()));
        let deep = "import deep \"example.com/deep/v1\"\n\n// Field is one.\ntype Field struct {\n\
                    \tDeep deep.Text `json:\"deep\"`\n}\n";
        machine.publish("example.com/other", "v1.2.0", "require example.com/deep v1.1.0\n", ("v1/a.go", deep));
        machine.publish("example.com/deep", "v1.1.0", "", ("v1/a.go", "// Text is deep.\ntype Text string\n"));
        let meta = "// TypeMeta is one.\ntype TypeMeta struct {\n\tKind string `json:\"kind,omitempty\"`\n\
                    \tAPIVersion string `json:\"apiVersion,omitempty\"`\n}\n\n// ObjectMeta is one.\n\
                    type ObjectMeta struct {\n\tName string `json:\"name,omitempty\"`\n}\n\n\
                    // Condition is as the module has it.\ntype Condition struct {\n\tType string `json:\"type\"`\n}\n";
        machine.publish("k8s.io/apimachinery", "v0.33.0", "", ("pkg/apis/meta/v1/types.go", meta));
        machine
    }

    /// Adds a module with one file to the proxy.
    fn publish(&self, module: &str, version: &str, requirements: &str, (name, text): (&str, &str)) {
        let go_mod = format!("module {module}\n\ngo 1.24\n\n{requirements}");
        let file = |suffix: &str| self.folder.path().join(format!("proxy/{module}/@v/{version}.{suffix}"));
        let entry = |name: &str, text: &str| ZipEntry::stored(&format!("{module}@{version}/{name}"), text);
        write(
            &file("zip"),
            idlgen_testing::zip(&[entry("go.mod", &go_mod), entry(name, &format!("package v1\n\n{text}"))]),
        );
        write(&file("mod"), go_mod);
        write(&file("info"), format!("{{\"Version\":\"{version}\"}}"));
    }

    fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
            .args(arguments)
            .current_dir(self.folder.path().join("m"))
            .env_clear()
            .env("HOME", self.folder.path().join("home"))
            .env("GOFLAGS", "-modcacherw")
            .envs(variables.iter().copied())
            .output()
            .expect("the program runs");
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("UTF-8");
            let text = text.replace(self.folder.path().to_str().expect("UTF-8"), "[folder]");
            let lines = text.lines().map(|line| match line.rsplit_once(") in ") {
                Some((before, _)) => format!("{before}) in [time]\n"),
                None => format!("{line}\n"),
            });
            lines.collect::<String>()
        };
        Ran { status: output.status.code().expect("a code"), out: text(output.stdout), err: text(output.stderr) }
    }

    fn crd(&self, flags: &[&str]) -> Ran {
        let common = ["crd", "./api/...", "-o", "out", "--message-format", "short"];
        self.run(&[&common, flags].concat(), &[])
    }

    /// Returns the modules in the module cache, with their files.
    fn modules(&self) -> Vec<String> {
        let mut found = Vec::new();
        for folder in ["example.com", "k8s.io"] {
            let Ok(entries) = fs::read_dir(self.folder.path().join("home/go/pkg/mod").join(folder)) else { continue };
            found.extend(entries.map(|entry| entry.expect("reads").file_name().to_string_lossy().into_owned()));
        }
        found.sort();
        found
    }

    fn definition(&self) -> String {
        let file = self.folder.path().join("m/out/m.example.com_firsts.yaml");
        fs::read_to_string(file).expect("it was written")
    }
}

#[test]
fn what_is_needed_is_downloaded_and_the_command_goes_on() {
    let machine = Machine::new("1.24");
    assert_snapshot!(machine.crd(&[]), @"
    [exit status 2]
    info[IDL0117]: types of k8s.io/apimachinery v0.33.0 have no descriptions: the module is not on this machine
    api/v1/types.go:5:8: error[IDL0111]: package `example.com/other/v1` is in module example.com/other v1.2.0, which is not on this machine
    nothing was written
    ");
    assert_snapshot!(machine.crd(&["--fetch"]), @"
    [exit status 0]
    3 modules downloaded (0.0 MB) in [time]
    read 1 package (and 3 they import): 4 files, 1 type, 4 fields, 0 rules
    wrote 1 file (0 unchanged) in [time]
    ");
    // Modules that nothing needs are not downloaded. Modules with built-in declarations are, because those have no
    // descriptions.
    assert_eq!(machine.modules(), ["apimachinery@v0.33.0", "deep@v1.1.0", "other@v1.2.0"]);
    let definition = machine.definition();
    assert!(definition.contains("Field is one.") && definition.contains("Text is deep."), "{definition}");
    assert!(definition.contains("Condition is as the module has it."), "{definition}");
    // Every module is in the cache now.
    assert_snapshot!(machine.crd(&["--fetch", "--check"]), @"
    [exit status 0]
    read 1 package (and 3 they import): 4 files, 1 type, 4 fields, 0 rules
    1 file up to date
    ");
    assert_snapshot!(machine.crd(&["--check"]), @"
    [exit status 0]
    read 1 package (and 3 they import): 4 files, 1 type, 4 fields, 0 rules
    1 file up to date
    ");
}

#[test]
fn every_command_that_reads_go_packages_downloads() {
    let object = "apiVersion: m.example.com/v1\nkind: First\nmetadata: {name: a}\nfield: {deep: x}\nat: {}\n";
    for arguments in [
        &["validate", "object.yaml", "--go", "./api/v1", "--fetch"][..],
        &["default", "object.yaml", "--go", "./api/v1", "--fetch"],
        &["print", "object.yaml", "--go", "./api/v1", "--fetch"],
        &["jsonschema", "--go", "./api/v1", "--fetch", "-o", "-"],
        &["openapi", "./api/v1", "--fetch", "-o", "-"],
        &["rust", "./api/v1", "--fetch", "-o", "-"],
        &["dump", "model", "./api/v1", "--fetch"],
        &["lint", "./api/v1", "--fetch"],
        &["lint", "./api/v1", "--fetch", "--diff"],
        &["cel", "check", "self.deep == ''", "--go", "./api/v1", "--type", "First", "--fetch"],
    ] {
        let machine = Machine::new("1.24");
        write(&machine.folder.path().join("m/object.yaml"), object);
        let ran = machine.run(arguments, &[]);
        assert!(!ran.err.contains("IDL0111") && ran.status < 2, "{arguments:?}\n{ran}");
        assert_eq!(machine.modules(), ["apimachinery@v0.33.0", "deep@v1.1.0", "other@v1.2.0"], "{arguments:?}\n{ran}");
    }
}

#[test]
fn where_go_mod_does_not_list_all_the_graph_says_versions() {
    let machine = Machine::new("1.16");
    machine.publish("example.com/unused", "v1.0.0", "", ("v1/a.go", ""));
    let ran = machine.crd(&["--fetch"]);
    assert_eq!(ran.status, 0, "{ran}");
    assert_eq!(machine.modules(), ["apimachinery@v0.33.0", "deep@v1.1.0", "other@v1.2.0"]);
    assert!(machine.definition().contains("Text is deep."));
}

#[test]
fn what_cannot_be_downloaded_is_an_error_at_its_line_and_nothing_is_written() {
    let machine = Machine::new("1.24");
    let proxy = machine.folder.path().join("proxy");
    fs::remove_dir_all(proxy.join("example.com/other")).expect("removes it");
    fs::remove_file(proxy.join("k8s.io/apimachinery/@v/v0.33.0.mod")).expect("removes it");
    assert_snapshot!(machine.crd(&["--fetch"]), @"
    [exit status 2]
    go.mod:5:1: error[IDL0119]: module example.com/other v1.2.0 was not downloaded: file://[folder]/proxy/example.com/other/@v/v1.2.0.mod: No such file or directory (os error 2)
    go.mod:6:1: error[IDL0119]: module k8s.io/apimachinery v0.33.0 was not downloaded: file://[folder]/proxy/k8s.io/apimachinery/@v/v0.33.0.mod: No such file or directory (os error 2)
    nothing was written
    ");
    assert!(!machine.folder.path().join("m/out").exists());
    let refused = machine.run(&["crd", "./api/...", "-o", "out", "--fetch"], &[("GOPROXY", "off")]);
    assert!(refused.status == 2 && refused.err.contains("GOPROXY=off forbids downloads"), "{refused}");
    let refused = machine.run(&["fetch"], &[("GOAUTH", "git /home/me")]);
    assert!(refused.status == 2 && refused.err.contains("GOAUTH=git /home/me requires Git"), "{refused}");
    let lost = machine.run(&["crd", "./api/...", "-o", "out", "--fetch"], &[("HOME", "")]);
    assert!(lost.status == 2 && lost.err.contains("the module cache is unknown"), "{lost}");
}

#[test]
fn nothing_is_missing_in_a_vendored_repository() {
    let machine = Machine::new("1.24");
    let modules = "# example.com/other v1.2.0\n## explicit; go 1.24\n# k8s.io/apimachinery v0.33.0\n## explicit; go \
                   1.24\n# example.com/unused v1.0.0\n## explicit; go 1.24\n# example.com/deep v1.1.0\n## explicit; go \
                   1.24\n";
    write(&machine.folder.path().join("m/vendor/modules.txt"), modules);
    let expected = "[exit status 0]\nnothing to download: dependencies come from the vendor directory\n";
    // The module cache is not needed.
    for variables in [&[][..], &[("HOME", ""), ("GOFLAGS", "-mod=vendor")]] {
        assert_eq!(machine.run(&["fetch"], variables).to_string(), expected);
    }
    assert_eq!(machine.modules(), [""; 0]);
    machine.publish("example.com/unused", "v1.0.0", "", ("v1/a.go", ""));
    let fetched = machine.run(&["fetch"], &[("GOFLAGS", "-mod=mod -modcacherw")]);
    assert!(fetched.status == 0 && fetched.err.contains("4 modules downloaded"), "{fetched}");
    let again = machine.run(&["fetch"], &[("GOFLAGS", "-mod=mod -modcacherw")]);
    assert_eq!(
        again.to_string(),
        "[exit status 0]\nnothing to download: all required modules are in the module cache\n"
    );
    // Packages that the vendor directory does not contain are an error.
    let missing = machine.run(&["fetch", "./api/..."], &[]);
    assert!(missing.status == 2 && missing.err.contains("error[IDL01"), "{missing}");
    fs::remove_file(machine.folder.path().join("m/go.mod")).expect("removes it");
    fs::remove_dir_all(machine.folder.path().join("m/vendor")).expect("removes it");
    let failed = machine.run(&["fetch"], &[]);
    assert!(failed.status == 2 && failed.err.contains("there is no go.mod here"), "{failed}");
}

#[test]
fn lines_of_go_mod_that_cannot_be_downloaded_are_errors() {
    let machine = Machine::new("1.24");
    let go_mod = machine.folder.path().join("m/go.mod");
    let text = fs::read_to_string(&go_mod).expect("reads");
    let more =
        "replace example.com/unused => ../gone\nexclude example.com/deep v1.1.0\nrequire example.com/latest latest\n";
    write(&go_mod, format!("{text}{more}"));
    assert_snapshot!(machine.run(&["fetch", "--message-format", "short"], &[]), @"
    [exit status 2]
    go.mod:8:1: error[IDL0119]: go.mod both requires and excludes module example.com/deep v1.1.0
    go.mod:9:1: error[IDL0119]: module example.com/unused v1.0.0 is replaced by a directory that does not exist
    go.mod:11:28: error[IDL0113]: `latest` is not a version such as `v1.2.3`; `go mod tidy` resolves it
    2 modules downloaded (0.0 MB) in [time]
    ");
}

#[test]
fn a_module_in_the_cache_that_is_not_what_go_sum_says_is_an_error() {
    let machine = Machine::new("1.24");
    let fetched = machine.crd(&["--fetch"]);
    assert_eq!(fetched.status, 0, "{fetched}");
    let other = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let sum = format!("example.com/unused v1.0.0 {other}\nexample.com/deep v1.1.0 {other}\n");
    write(&machine.folder.path().join("m/go.sum"), sum);
    assert_snapshot!(machine.crd(&["--check"]), @"
    [exit status 2]
    go.sum:2:1: error[IDL0120]: module example.com/deep v1.1.0 in the module cache does not match go.sum
    nothing was written
    ");
}
