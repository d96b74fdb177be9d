//! YAML and JSON: parsing, validation, and the location of each error.

use std::fmt::Write;

use idlgen_testing::Random;
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use idlgen_yaml::{Content, Limits, Node, load};
use serde_json::json;

use super::{
    corruption::{self, Pieces},
    outcome::Outcome,
};

const YAML: Pieces = Pieces {
    single: &[
        "- ",
        "? ",
        ": ",
        ":",
        "{",
        "}",
        "[",
        "]",
        ",",
        "&a ",
        "*a",
        "<<: *a",
        "!!str ",
        "!!binary ",
        "!x ",
        "!<tag:yaml.org,2002:int> ",
        "| \n ",
        ">-\n  ",
        "|2+\n",
        "'",
        "\"",
        "\\x41",
        "\\ud800",
        "# c\n",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "%TAG ! tag:x,2000:\n",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "  ",
        "~",
        "null",
        "yes",
        "0o17",
        "0x1F",
        "1_000",
        "190:20:30",
        ".inf",
        ".NaN",
        "1e400",
        "2001-12-14t21:59:43.10-05:00",
        "9223372036854775808",
        "=",
        "\u{0}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "日本",
    ],
    nested: &[
        ("[", "]"),
        ("{a: ", "}"),
        ("- ", ""),
        ("? ", ""),
        ("\"", "\""),
        ("{\"a\":", "}"),
        ("\n a:", ""),
        ("&a [*a, ", "]"),
        ("---\n", ""),
    ],
};

pub(super) fn input(random: &mut Random) -> String {
    match random.below(12) {
        0 => corruption::noise(random),
        1 | 2 => YAML.some(random),
        _ => {
            let mut text = String::new();
            for _ in 0..=random.below(2) {
                block(random, 0, &mut text);
                text += random.one_of(&["", "---\n", "...\n"]);
            }
            if random.percent(15) { text } else { YAML.corrupted(random, &text) }
        }
    }
}

/// Returns a mapping in block style.
fn block(random: &mut Random, depth: usize, text: &mut String) {
    for _ in 0..=random.below(4) {
        let key = random.one_of(&["a", "b", "list", "map", "\"c d\"", "1", "yes", "'x'"]);
        let _ = write!(text, "{}{key}:", "  ".repeat(depth));
        match random.below(8) {
            0 if depth < 4 => {
                text.push('\n');
                block(random, depth + 1, text);
            }
            1 if depth < 4 => {
                text.push('\n');
                for _ in 0..=random.below(3) {
                    let scalar = random.one_of(YAML.single).replace(['\n', '\r'], "");
                    let _ = writeln!(text, "{}- {scalar}", "  ".repeat(depth));
                }
            }
            2 => {
                let _ = writeln!(text, " |\n{}text\n", "  ".repeat(depth + 1));
            }
            3 => text.push_str(" {a: 1, b: [x, 'y', \"z\"]}\n"),
            _ => {
                let scalar = random.one_of(&["1", "x", "1.5", "true", "~", "'q'", "\"d\"", "0x1F", "1e3", "no"]);
                let _ = writeln!(text, " {scalar}");
            }
        }
    }
}

pub(super) fn run(input: &str) -> Outcome {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": "integer", "maximum": 3},
            "b": {"type": "string", "maxLength": 3},
            "list": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        },
        "required": ["a"],
    });
    let (schema, _) = Schema::from_json(&schema);
    let definitions = Definitions::default();
    let Ok(validator) =
        Validator::with_definitions(&definitions, &schema, ValidatorOptions::crd().keeping_broken_rules())
    else {
        return Outcome::Refused;
    };
    let documents = load(input, &Limits::default());
    let mut is_accepted = true;
    for document in &documents {
        assert!(input.get(document.span.clone()).is_some(), "a document is nowhere: {:?}", document.span);
        for problem in &document.problems {
            assert!(input.get(problem.span.clone()).is_some(), "a problem is nowhere: {problem:?}");
        }
        is_accepted &= document.problems.is_empty();
        let Some(root) = &document.root else { continue };
        check_places(root, input);
        for error in validator.validate(root, None).errors {
            let found = root.find(&error.path);
            assert!(input.get(found.span.clone()).is_some(), "{error} is nowhere: {found:?}");
        }
        let json = root.to_json();
        let texts = |value: &dyn idlgen_runtime::value::Value| -> Vec<String> {
            validator.validate(value, None).errors.iter().map(|error| format!("{} {error}", error.path)).collect()
        };
        assert_eq!(texts(root).len(), texts(&json).len(), "the text and its JSON are judged differently");
    }
    if is_accepted { Outcome::Accepted } else { Outcome::Refused }
}

fn check_places(node: &Node, text: &str) {
    assert!(text.get(node.span.clone()).is_some(), "a value is nowhere: {:?}", node.span);
    match &node.content {
        Content::List(items) => items.iter().for_each(|item| check_places(item, text)),
        Content::Map(entries) => {
            for entry in entries {
                assert!(text.get(entry.key_span.clone()).is_some(), "a key is nowhere: {:?}", entry.key_span);
                check_places(&entry.value, text);
            }
        }
        _ => {}
    }
}
