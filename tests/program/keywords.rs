//! Checks every keyword in every output: the effect of its tag must be in OpenAPI v2 and v3, in CRDs, in JSON Schema
//! and in Rust; the engine must check it; and the documentation must describe the tag.
//!
//! The samples are derived from the keyword's row in the table of keywords. A new keyword needs no change here unless
//! its value has a new type.

use std::{fs, path::Path};

use crate::program::{Ran, module, path, run, run_with};
use idlgen_validate::{
    compiled::Family,
    keyword::{Combination, Keyword, Kind},
};

/// A tag with this keyword, and values for it.
struct Sample {
    /// The Go type of the limited field.
    go_type: &'static str,
    /// The value in the syntax of tags.
    tag: &'static str,
    /// The value in JSON, without whitespace.
    json: &'static str,
    /// The value in YAML, without whitespace.
    yaml: &'static str,
    /// A YAML value that satisfies the keyword.
    right: &'static str,
    /// A YAML value that violates the keyword.
    wrong: &'static str,
}

impl Sample {
    fn of(keyword: Keyword) -> Self {
        let row = keyword.row();
        let three = |go_type, [two, three, four]: [&'static str; 3]| Sample {
            go_type,
            tag: "=3",
            json: "3",
            yaml: "3",
            right: three,
            wrong: if row.combination == Combination::Greatest { two } else { four },
        };
        match row.kind {
            Kind::Count => match row.family() {
                Family::Text => three("*string", ["ab", "abc", "abcd"]),
                Family::List => three("[]string", ["[a, b]", "[a, b, c]", "[a, b, c, d]"]),
                Family::Object => {
                    three("map[string]string", ["{a: x, b: x}", "{a: x, b: x, c: x}", "{a: x, b: x, c: x, d: x}"])
                }
                family => unreachable!("nothing is counted of {family:?}"),
            },
            Kind::Factor | Kind::Bound { .. } => three("*int64", ["2", "3", "4"]),
            Kind::Pattern => {
                Sample { go_type: "*string", tag: "=`^a+$`", json: "\"^a+$\"", yaml: "^a+$", right: "aa", wrong: "b" }
            }
            // `ipv6` is a format of JSON Schema too, so every output supports it.
            Kind::Name => Sample {
                go_type: "*string",
                tag: "=ipv6",
                json: "\"ipv6\"",
                yaml: "ipv6",
                right: "\"::1\"",
                wrong: "b",
            },
            Kind::Flag => {
                Sample { go_type: "[]string", tag: "", json: "true", yaml: "true", right: "[a, b]", wrong: "[a, a]" }
            }
            Kind::Members => Sample {
                go_type: "*string",
                tag: "=[\"a\",\"b\"]",
                // The bracket is not closed, because JSON Schema adds `null` to the list.
                json: "[\"a\",\"b\"",
                yaml: "-a-b",
                right: "b",
                wrong: "c",
            },
        }
    }
}

/// Returns a module with a kind that has one field with these tags.
fn widget(tags: &[String], go_type: &str) -> tempfile::TempDir {
    let tags = tags.iter().fold(String::new(), |tags, tag| tags + "\t// +" + tag + "\n");
    let folder = module(&format!(
        "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // Widget is limited.\n// +kubebuilder:object:root=true\ntype Widget struct {{\n\
         \tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tSpec Spec `json:\"spec\"`\n}}\n\n\
         // Spec has a limit.\ntype Spec struct {{\n{tags}\tLimited {go_type} `json:\"limited,omitempty\"`\n}}\n"
    ));
    fs::write(folder.path().join("go.mod"), "module example.com/m\n\ngo 1.25\n\nrequire k8s.io/apimachinery v0.35.0\n")
        .unwrap();
    folder
}

/// Runs a command. Returns the result, and all written files as one string without whitespace.
fn written(folder: &Path, command: &[&str]) -> (Ran, String) {
    let output = tempfile::tempdir().unwrap();
    let to = output.path().join("out");
    let ran = run(&[&["-C", path(folder)], command, &["-o", path(&to)]].concat());
    let mut text = String::new();
    read(output.path(), &mut text);
    text.retain(|character| !character.is_whitespace());
    (ran, text)
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

/// Returns `true` if an object with this value is valid.
fn passes(folder: &Path, value: &str) -> bool {
    let object = format!(
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: w, namespace: d}}\nspec:\n  limited: {value}\n"
    );
    let ran = run_with(&["-C", path(folder), "validate", "--go", "./v1", "-"], &object);
    assert!(ran.status < 2, "{value}\n{ran}");
    ran.status == 0
}

/// The commands whose output contains keywords, and how each output spells them.
const OUTPUTS: [(&[&str], Spelling); 5] = [
    (&["openapi", "./v1"], Spelling::Json),
    (&["openapi", "./v1", "--openapi", "v2"], Spelling::Json),
    (&["jsonschema", "--go", "./v1"], Spelling::Json),
    (&["crd", "./v1"], Spelling::Yaml),
    (&["rust", "./v1"], Spelling::Call),
];

#[derive(Clone, Copy, PartialEq)]
enum Spelling {
    Json,
    Yaml,
    Call,
}

#[test]
fn every_keyword_is_in_every_output() {
    let documentation = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tags.md")).unwrap();
    for keyword in Keyword::ALL {
        let (name, row, sample) = (keyword.name(), keyword.row(), Sample::of(keyword));
        let folder = widget(&[format!("{name}{}", sample.tag)], sample.go_type);
        for (command, spelling) in OUTPUTS {
            let (ran, text) = written(folder.path(), command);
            // API servers reject `uniqueItems` in CRDs.
            if keyword == Keyword::UniqueItems && spelling == Spelling::Yaml {
                assert!(ran.status == 1 && ran.err.contains(name), "{ran}");
                continue;
            }
            let spelled = match spelling {
                Spelling::Json => format!("\"{name}\":{}", sample.json),
                Spelling::Yaml => format!("{name}:{}", sample.yaml),
                Spelling::Call => format!("check::{}", row.call),
            };
            assert_eq!(ran.status, 0, "{ran}");
            assert!(text.contains(&spelled), "{command:?} has no {spelled}:\n{text}");
        }
        assert!(documentation.contains(&format!("`+{name}")), "docs/tags.md has no {name}");
        assert!(passes(folder.path(), sample.right), "{name}: {}", sample.right);
        assert!(!passes(folder.path(), sample.wrong), "{name}: {}", sample.wrong);
    }
}

#[test]
fn every_bound_can_be_excluded_in_every_output() {
    for (keyword, flag) in Keyword::ALL.into_iter().filter_map(|keyword| Some((keyword, keyword.row().flag()?))) {
        let folder = widget(&[format!("{}=3", keyword.name()), flag.to_owned()], "*int64");
        for (command, spelling) in OUTPUTS {
            let (ran, text) = written(folder.path(), command);
            let spelled = match spelling {
                // In JSON Schema, the exclusive keyword has the limit as its value.
                Spelling::Json if command.contains(&"jsonschema") => format!("\"{flag}\":3"),
                Spelling::Json => format!("\"{flag}\":true"),
                Spelling::Yaml => format!("{flag}:true"),
                Spelling::Call => format!("check::{}(*value,3,true,", keyword.row().call),
            };
            assert_eq!(ran.status, 0, "{ran}");
            assert!(text.contains(&spelled), "{command:?} has no {spelled}:\n{text}");
        }
        assert!(!passes(folder.path(), "3"), "{flag}");
    }
}
