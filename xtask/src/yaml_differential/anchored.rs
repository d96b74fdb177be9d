//! Random YAML with anchors, aliases and merge keys.

use std::fmt::Write;

use idlgen_testing::Random;

/// Returns a mapping with anchored values, and with references to them.
pub(super) fn text(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(2) {
        let (key, value) = (key(random), named(random));
        let _ = writeln!(text, "{key}: {value}");
    }
    for _ in 0..=random.below(3) {
        entry(random, 0, &mut text);
    }
    text
}

fn key(random: &mut Random) -> &'static str {
    random.one_of(&["a", "b", "c", "d", "1", "yes", "'<<'", "&k k", "!!str e"])
}

/// Returns a value with an anchor.
fn named(random: &mut Random) -> &'static str {
    random.one_of(&[
        "&a {x: 1, y: 2}",
        "&b {y: 3, z: [1]}",
        "&a\n  x: 1\n  w: {v: 2}",
        "&b\n  <<: *a\n  y: 4",
        "&s text",
        "&s 5",
        "&s !!str 5",
        "!!str &s yes",
        "&l [{x: 5}, {y: 6}]",
        "&l\n- {x: 7}\n- 8",
        "&n",
        "&a {<<: *a}",
    ])
}

/// Returns a reference to an anchor, or a second copy of it.
fn reference(random: &mut Random) -> &'static str {
    random.one_of(&["*a", "*b", "*s", "*l", "*n", "*k", "[*a, *b]", "[*s]", "[*a, {x: 9}]", "{x: 0}", "1", "~", "[]"])
}

fn entry(random: &mut Random, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    match random.below(10) {
        0..=3 => {
            let value = reference(random);
            let merge = random.one_of(&["<<", "<<", "<<", "!!merge <<", "\"<<\"", "!!str <<"]);
            let _ = writeln!(text, "{indent}{merge}: {value}");
        }
        4 => {
            let _ = writeln!(text, "{indent}{} : 1", random.one_of(&["*s", "*k", "*a", "*n"]));
        }
        5 if depth < 3 => {
            let _ = writeln!(text, "{indent}{}: {}", key(random), random.one_of(&["", "&a", "&b", "!!map"]));
            for _ in 0..=random.below(2) {
                entry(random, depth + 1, text);
            }
        }
        6 => {
            let _ = writeln!(
                text,
                "{indent}{}:\n{indent}- {}\n{indent}- {}",
                key(random),
                named(random),
                reference(random)
            );
        }
        7 => {
            let _ = writeln!(
                text,
                "{indent}{}: {}",
                random.one_of(&["x", "y", "z", "w"]),
                random.one_of(&["1", "{}", "~"])
            );
        }
        8 => {
            let _ =
                writeln!(text, "{indent}? {}\n{indent}: {}", random.one_of(&["*s", "&m q", "<<"]), reference(random));
        }
        _ => {
            let _ = writeln!(text, "{indent}{}: {}", key(random), reference(random));
        }
    }
}
