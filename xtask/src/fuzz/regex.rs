//! Regular expressions of Go: parsing, translation, and matching within limits.

use idlgen_runtime::regex::Pattern;
use idlgen_testing::Random;

use super::{
    corruption::{self, Pieces},
    outcome::Outcome,
};

/// Pieces of patterns.
const REGEX: Pieces = Pieces {
    single: &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "*",
        "+",
        "?",
        "|",
        "^",
        "$",
        ".",
        "-",
        "\\",
        "a",
        "B",
        "0",
        "_",
        "(?i)",
        "(?:",
        "(?P<n>",
        "(?<n>",
        "(?-s:",
        "(?U)",
        "[^",
        "[[:alpha:]]",
        "[[:^digit:]]",
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "\\b",
        "\\B",
        "\\A",
        "\\z",
        "\\pL",
        "\\PN",
        "\\p{Greek}",
        "\\p{^Lu}",
        "\\p{Any}",
        "\\Q",
        "\\E",
        "\\x{10FFFF}",
        "\\xff",
        "\\012",
        "\\C",
        "{2,5}",
        "{1000}",
        "{0}",
        "{,3}",
        "*?",
        "+?",
        "??",
        "a-z",
        "z-a",
        "\u{0}",
        "é",
        "ſ",
        "K",
        "日本",
        "\u{1f600}",
        "\n",
    ],
    nested: &[
        ("(", ")"),
        ("(?:", ")*"),
        ("(?:", "){2}"),
        ("[", "]"),
        ("(a|", ")"),
        ("(?i:", ")"),
        ("", "*"),
        ("", "{10}"),
        ("(?:", "){1,9}"),
    ],
};

/// Returns a pattern, a line break, and a string.
pub(super) fn input(random: &mut Random) -> String {
    let good = ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "(a|b)*c{2,3}", "^\\d{1,3}(\\.\\d+)*$", "(?i)straße|[^x]", "^$"];
    let pattern = match random.below(10) {
        0 => corruption::noise(random),
        1..=4 => REGEX.some(random),
        _ => {
            let pattern = random.one_of(&good);
            REGEX.corrupted(random, pattern)
        }
    };
    let text = match random.below(3) {
        0 => corruption::noise(random),
        1 => "ab".repeat(random.below(200)),
        _ => REGEX.some(random),
    };
    format!("{pattern}\n{text}")
}

pub(super) fn run(input: &str) -> Outcome {
    let (pattern, text) = input.split_once('\n').unwrap_or((input, ""));
    let pattern = match Pattern::new(pattern) {
        Ok(pattern) => pattern,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Outcome::Refused;
        }
    };
    let found = pattern.find(text);
    assert_eq!(pattern.is_match(text), found.is_some(), "is_match and find disagree");
    let all: Vec<_> = pattern.find_all(text).take(10_000).collect();
    assert_eq!(all.first().cloned(), found, "find and find_all disagree");
    assert!(all.iter().all(|range| text.get(range.clone()).is_some()), "a match is nowhere");
    Outcome::Accepted
}
