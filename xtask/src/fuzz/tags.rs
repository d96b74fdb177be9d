//! Generates tags: puts the examples of the registry on any declaration, then corrupts them.

use std::fmt::Write;

use idlgen::tags::registry;
use idlgen_testing::Random;

use super::{
    corruption::{self, Pieces},
    go,
    outcome::Outcome,
};

const TAGS: Pieces = Pieces {
    single: &[
        "+",
        "=",
        ":",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "`",
        "'",
        ",",
        ";",
        "\\",
        "//",
        "\n\t// ",
        "+k8s:",
        "+kubebuilder:validation:",
        "+k8s:validation:",
        "+k8s:eachVal=+",
        "+k8s:ifEnabled(\"A\")=+",
        "cel[0]:rule",
        "cel[99999999999]:message",
        "items:",
        "properties:a:",
        "minimum=",
        "true",
        "null",
        "1e999",
        "-0",
        "9223372036854775808",
        "0x10",
        "ref(X)",
        "rule>",
        "oldSelf",
        "self",
        "{\"a\": [1, null]}",
        "{a: 1}",
        "#",
        "\u{0}",
        "\u{feff}",
        "日本",
        "\u{202e}",
        "@",
        "!",
    ],
    nested: &[
        ("{", "}"),
        ("[", "]"),
        ("(", ")"),
        ("\"", "\""),
        ("{\"a\":", "}"),
        ("+k8s:eachVal=", ""),
        ("items:", ""),
        ("+k8s:item(a: ", ")="),
        ("\\", ""),
        ("\n\t// ", ""),
    ],
};

pub(super) fn input(random: &mut Random) -> String {
    let mut text = String::from("// +k8s:openapi-gen=true\npackage v1\n\n");
    for (name, under) in [("Name", "string"), ("Level", "int32")] {
        lines(random, "", &mut text);
        let _ = writeln!(text, "type {name} {under}\n");
    }
    text += "const X Name = \"a\"\n\n";
    lines(random, "", &mut text);
    text += "type T struct {\n";
    for (index, ty) in ["string", "*int32", "[]Name", "map[string]Level", "*T", "[]T", "bool"].into_iter().enumerate() {
        lines(random, "\t", &mut text);
        let _ = writeln!(text, "\tF{index} {ty} `json:\"f{index},omitempty\"`");
    }
    text + "}\n"
}

/// Adds some lines of tags.
fn lines(random: &mut Random, indentation: &str, text: &mut String) {
    let rows: Vec<&str> = registry::all().map(|row| row.example).collect();
    for _ in 0..random.below(4) {
        let line = match random.below(10) {
            0 => TAGS.some(random),
            1 => corruption::noise(random).replace('\n', " "),
            2..=5 => random.one_of(&rows).to_owned(),
            _ => {
                let example = random.one_of(&rows);
                TAGS.corrupted(random, example)
            }
        };
        for line in line.lines() {
            let _ = writeln!(text, "{indentation}// {}", line.trim_start_matches("// "));
        }
    }
}

pub(super) fn run(input: &str) -> Outcome {
    go::run(input)
}
