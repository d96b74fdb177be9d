use idlgen_testing::Random;

use super::documents;
use crate::{Limits, yaml};

/// Parses a file with both parsers and compares the results. Returns `true` if the fast parser supports the file.
fn is_alike(text: &str) -> bool {
    let limits = Limits::default();
    let Some(read) = documents(text, &limits) else { return false };
    let expected = yaml::documents(text, 0, &limits);
    assert_eq!(read, expected, "{text:?}");
    true
}

#[test]
fn manifests_are_of_the_form() {
    for text in [
        "a: 1\n",
        "# c\n\na: 1\n",
        "---\na: 1\n",
        "a: 1\n---\nb: 2\n",
        "---\n# c\na: 1\n\n---\n\nb: 2\n# end\n\n",
        "a:\n  b: x y\n  c:\n  d:\n  - 1\n  - e: f\n    g:\n      h: i\n  - {}\n  j: []\nk:\n",
        "a:\n- b\n-   c: 1\n    d: 2\nx: y\n",
        "- a: 1\n\n- b: 2\n# c\n- c\n",
        "a: |-\n  x\n    y: z # no\n\n  w\nb: |\n  x\n\n\nc:\n  - |\n    x\n",
        "a: one\n  two\n\n  three\n\n\n  four\nb:\n- c\n  d\n- e:   f  \n",
        "a: 'it''s: # {}'\nb: \"x \\\"y\\\" \\\\d\\n\"\nc: ''\nd: \"\"\n'e f': 1\n\"g\": 2\n",
        "a: 'x\n  y\n\n  z'\nb: \"x\n  y \\\n  \\  z\\\n  w\"\nc: 1\n",
        "a: yes\nb: 0755\nc: -1\nd: 1.0\ne: 25%\nf: http://x/y:1\ng: a#b\nh: ~\ni: null\n1: 2\ntrue: x\n",
        "a:\n- -c\n- d\nb:\n  - -1\n",
        "a: é\nb: “x”\nc: （x，y）\n",
        "a: |+\n  x\n\n\nb: |+\n  y\nc:\n- |+\n  z\n \n  w\n# d\n\n",
        "a: |+\n  x\n\n \n",
        "a: |\n\n \n  \n  x\nb: |-\n\n  y\n",
        "a: |\n    x\n  # c\nb: 1\n",
        "a:\n- |+\n    x\n\n  # c\n\n- y\n",
        "  a: 1\n  b:\n   - c\n",
        "a: 1\na: 2\n",
        "a:\n    b: 1\n    c:\n    - d\n    -  e: 1\n       f: 2\n",
    ] {
        assert!(is_alike(text), "{text:?}");
    }
}

#[test]
fn other_texts_are_none_of_the_form() {
    for text in [
        "",
        "\n",
        "# c\n",
        "a: 1",
        "a: [1]\n",
        "a: &x 1\n",
        "a: *x\n",
        "a: !!str 1\n",
        "<<: {}\n",
        "? a\n",
        "a:\tb\n",
        "a: b: c\n",
        "a: b #c\n",
        "a: 'b' c\n",
        "a: >-\n  b\n",
        "a\n",
        "a:\n  b\n",
        "a: 1\n b: 2\n",
        "a: {}\n  b: 1\n",
        "- {}\n  b: 1\n",
        "  a: 1\nb: 2\n",
        "a: |2\n  x\n",
        "a: \"\\x41\"\n",
        "a: 1\r\n",
        "...\n",
        "--- a\n",
        "-\n",
        "a: 'b\nc'\n",
        "a: |-\nb: 1\n",
        "a: |\n   \n  x\n",
        "a: |\n    x\n  y\n",
        "a: |\n    x\n  y: 1\n",
        "a: |\n    x\n  - y\n",
        "- |\n    x\n  y: 1\n",
        "- |\n    x\n  - y\n",
        "- a: |\n      x\n    - y\n",
        "---\n---\na: 1\n",
        "%YAML 1.1\n---\na: 1\n",
        "a: -\n",
        "a: `b`\n",
        "a: @b\n",
        "- - a\n",
        ": a\n",
        "a:\n  : b\n",
        "---: a\n",
        "a: 1\n---: b\n",
    ] {
        assert!(documents(text, &Limits::default()).is_none(), "{text:?}");
        is_alike(text);
    }
}

#[test]
fn limits_are_those_of_yaml() {
    let text = "a:\n  b:\n    c: 1\n";
    for max_depth in 0..5 {
        let limits = Limits { max_depth, ..Limits::default() };
        if let Some(read) = documents(text, &limits) {
            assert_eq!(read, yaml::documents(text, 0, &limits), "{max_depth}");
        }
    }
    let limits = Limits { max_nodes: 2, ..Limits::default() };
    assert!(documents(text, &limits).is_none());
}

/// Tests random combinations of special tokens, most of them complete lines.
#[test]
fn random_texts_are_read_alike() {
    const LINES: &[&str] = &[
        "a: 1",
        "b:",
        "c: x y",
        "- d",
        "- e: 1",
        "- f:",
        "- - g",
        "# h",
        "",
        " ",
        "i: |-",
        "- |",
        "r: |+",
        "s: （x，y）",
        "j: 'k",
        "l'",
        "m: \"n",
        "o\"",
        "p: {}",
        "- []",
        "---",
        "q: 'r''s'",
        "t: \"u\\\"v\\\\\"",
        "w",
        "x: y: z",
        "a: b # c",
        "'d': e",
        "\"f\":",
        "g: \"h \\",
        "\\ i",
        "-",
        "- ",
        "j: k ",
        "l : m",
        "...",
        "n: >-",
        "o: \u{e9}",
        "p:q",
        "'",
        "\"",
        "\\",
        ":",
        "#",
        "a:  b",
        "“c”",
        "d: ñ e",
        "é: 1",
        "f: g\u{a0}",
        "h: \u{2028}i",
        "-  c: d",
        "key: value",
        "key:",
        "- item",
        "- key: value",
    ];
    let mut random = Random::new(5);
    let mut count = 0;
    for _ in 0..60_000 {
        let (mut text, mut indent) = (String::new(), 0_usize);
        for _ in 0..=random.below(7) {
            indent = match random.below(10) {
                0..=3 => indent,
                4 | 5 => indent + 2,
                6 => indent + 1,
                7 | 8 => indent.saturating_sub(2),
                _ => 0,
            };
            text.extend([&*" ".repeat(indent), random.one_of(LINES), "\n"]);
        }
        count += usize::from(is_alike(&text));
    }
    assert!(count > 5_000, "{count} of the texts are of the form");
}
