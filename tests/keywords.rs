//! Every keyword that has a row, through every output: what a tag says is in OpenAPI v2 and v3, in definitions, in JSON
//! Schema and in Rust, the engine holds objects to it, and the documentation has a tag for it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test reads its files and fails where it must"
)]

#[path = "program/program.rs"]
mod program;

use std::{fs, path::Path};

use idlgen_validate::{
    compiled::Family,
    keyword::{Combination, Keyword, Kind},
};
use program::{module, path, run, run_with};

/// The Go type of a field that a keyword limits, and values with one to four parts.
fn limited(keyword: Keyword) -> (&'static str, [&'static str; 4]) {
    match keyword.row().family() {
        Family::Number => ("*int64", ["1", "2", "3", "4"]),
        Family::Text => ("*string", ["a", "ab", "abc", "abcd"]),
        Family::List => ("[]string", ["[a]", "[a, b]", "[a, b, c]", "[a, b, c, d]"]),
        Family::Object => {
            ("map[string]string", ["{a: x}", "{a: x, b: x}", "{a: x, b: x, c: x}", "{a: x, b: x, c: x, d: x}"])
        }
        family => unreachable!("no keyword is of {family:?}"),
    }
}

/// A value that passes the limit 3, and one that does not.
fn right_and_wrong(keyword: Keyword) -> (&'static str, &'static str) {
    let (_, [_, two, three, four]) = limited(keyword);
    match (keyword.row().kind, keyword.row().combination) {
        (Kind::Count, Combination::Least) => (three, four),
        (Kind::Count, Combination::Greatest | Combination::All) => (three, two),
        (Kind::Factor, _) => (three, four),
    }
}

/// Types with a field for each keyword, limited to 3.
fn types() -> String {
    let field = |keyword: Keyword| {
        let (name, (go_type, _)) = (keyword.name(), limited(keyword));
        let field = name.replacen('m', "M", 1);
        format!("\t// +{name}=3\n\t{field} {go_type} `json:\"of_{name},omitempty\"`\n")
    };
    let fields: String = Keyword::ALL.into_iter().map(field).collect();
    format!(
        "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // Widget is limited.\n// +kubebuilder:object:root=true\ntype Widget struct {{\n\
         \tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tSpec Spec `json:\"spec\"`\n}}\n\n// Spec has limits.\ntype Spec struct {{\n{fields}}}\n"
    )
}

/// All files that a command writes, as one text without white space.
fn written(folder: &Path, command: &[&str]) -> String {
    let output = tempfile::tempdir().unwrap();
    let to = output.path().join("out");
    let ran = run(&[&["-C", path(folder)], command, &["-o", path(&to)]].concat());
    assert_eq!(ran.status, 0, "{ran}");
    let mut text = String::new();
    read(output.path(), &mut text);
    text.retain(|character| !character.is_whitespace());
    text
}

fn read(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, text);
        } else {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_keyword_is_in_every_output() {
    let folder = module(&types());
    fs::write(folder.path().join("go.mod"), "module example.com/m\n\ngo 1.25\n\nrequire k8s.io/apimachinery v0.35.0\n")
        .unwrap();
    let of_json = |name: &str| format!("\"{name}\":3");
    let outputs = [
        ("OpenAPI v3", written(folder.path(), &["openapi", "./v1"]), of_json as fn(&str) -> String),
        ("OpenAPI v2", written(folder.path(), &["openapi", "./v1", "--openapi", "v2"]), of_json),
        ("JSON Schema", written(folder.path(), &["jsonschema", "--go", "./v1"]), of_json),
        ("CRD", written(folder.path(), &["crd", "./v1"]), |name| format!("{name}:3")),
        ("Rust", written(folder.path(), &["rust", "./v1"]), |name| {
            let call = Keyword::from_name(name).unwrap().row().call;
            format!("check::{call}(")
        }),
    ];
    let documentation = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tags.md")).unwrap();
    for keyword in Keyword::ALL {
        let name = keyword.name();
        for (output, text, spelled) in &outputs {
            let spelled = spelled(name);
            assert!(text.contains(&spelled), "{output} has no {spelled}:\n{text}");
        }
        assert!(documentation.contains(&format!("`+{name}")), "docs/tags.md has no {name}");
        let (right, wrong) = right_and_wrong(keyword);
        for (value, status) in [(right, 0), (wrong, 1)] {
            let object = format!(
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: w, namespace: d}}\n\
                 spec:\n  of_{name}: {value}\n"
            );
            let ran = run_with(&["-C", path(folder.path()), "validate", "--go", "./v1", "-"], &object);
            assert_eq!(ran.status, status, "{name}: {value}\n{ran}");
        }
    }
}
