//! Random templates: most are meaningful, some are corrupted.

use idlgen_testing::Random;

/// Keys of objects.
pub(super) const KEYS: &[&str] = &["a", "b", "c", "d", "items", "x.y", "é", "a-b"];
/// Strings.
pub(super) const WORDS: &[&str] = &["", "x", "y", "Ready", "a b", "<&>", "ä", "true", "1"];

const NUMBERS: &[&str] = &["0", "1", "2", "-1", "-2", "3", "10", "1.5", "+1", "99999999999999999999", "1.2.3", "-"];
const OPERATORS: &[&str] = &["==", "==", "==", "!=", "<", "<=", ">", ">=", "=", "=~", "<>"];
const QUOTED: &[&str] = &[
    r#""x""#,
    "'x'",
    r#""Ready""#,
    r#""\n""#,
    r#""\t""#,
    r"'\''",
    r#""\'""#,
    r#""a)b""#,
    r#""é\u00e9\x41""#,
    "\"",
    r#""\q""#,
];
const PIECES: &[&str] = &[
    "{", "}", "[", "]", "[?(", ")]", "..", ".", "@", "$", "'", "\"", "*", ",", ":", "range", "end", " ", "\\", "!",
    "é", "\t", "\n", "(", ")", "0", "-",
];

pub(super) fn template(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(3) {
        part(random, &mut text, 2);
    }
    if random.percent(12) {
        damage(random, &mut text);
    }
    text
}

fn part(random: &mut Random, text: &mut String, depth: usize) {
    match random.below(12) {
        0 => text.push_str(random.one_of(WORDS)),
        1 | 2 if depth > 0 => {
            text.push_str("{range ");
            path(random, text, 2);
            text.push('}');
            for _ in 0..=random.below(3) {
                part(random, text, depth - 1);
            }
            if random.percent(90) {
                text.push_str("{end}");
            }
        }
        3 => {
            text.push('{');
            text.push_str(random.one_of(QUOTED));
            text.push('}');
        }
        4 => {
            text.push('{');
            text.push_str(random.one_of(&["true", "false", "end", "range", "word", "1", "-1.5", "@", "$", "", " "]));
            text.push('}');
        }
        _ => {
            text.push('{');
            path(random, text, 2);
            text.push('}');
        }
    }
}

fn path(random: &mut Random, text: &mut String, depth: usize) {
    text.push_str(random.one_of(&["", "", "@", "$"]));
    for _ in 0..=random.below(4) {
        step(random, text, depth);
    }
}

fn step(random: &mut Random, text: &mut String, depth: usize) {
    match random.below(16) {
        0 => text.push_str(random.one_of(&[".*", "[*]", "[*]"])),
        1 if random.percent(50) => text.push_str(".."),
        1 => text.push_str(random.one_of(&["..a", "..b", "..['a']", "..[0]"])),
        2 => text.extend([format!("['{}']", random.one_of(KEYS))]),
        3 => {
            let is_index = random.percent(90);
            let number = if is_index { random.one_of(&["0", "0", "1", "-1", "2"]) } else { random.one_of(NUMBERS) };
            text.extend([format!("[{number}]")]);
        }
        4 => {
            let bounds: Vec<&str> =
                (0..random.below(4)).map(|_| random.one_of(&["", "0", "1", "2", "-1", "5"])).collect();
            text.extend([format!("[{}]", bounds.join(":"))]);
        }
        5 => {
            let parts: Vec<&str> = (0..random.below(3) + 2)
                .map(|_| random.one_of(&["0", "1", "'a'", "'b'", " 0", "*", "-1", "2", ":1", "'c'", "x"]))
                .collect();
            text.extend([format!("[{}]", parts.join(","))]);
        }
        6 | 7 if depth > 0 => {
            text.push_str("[?(");
            path(random, text, depth - 1);
            if random.percent(75) {
                let is_usual = random.percent(85);
                text.push_str(if is_usual {
                    random.one_of(&["==", "!=", "<", ">="])
                } else {
                    random.one_of(OPERATORS)
                });
                match random.below(6) {
                    0 => path(random, text, depth - 1),
                    1 => text.push_str(random.one_of(&["true", "false", "word"])),
                    2 => text.push_str(random.one_of(NUMBERS)),
                    3 => text.push_str(random.one_of(QUOTED)),
                    _ => text.push_str(random.one_of(&["'x'", "\"Ready\"", "'y'"])),
                }
            }
            text.push_str(")]");
        }
        8 => text.push_str(".x\\.y"),
        9 => text.push_str(random.one_of(&[" ", ".", ".a b", "range", "[]", ".items", ".items[*]"])),
        _ => {
            text.push('.');
            text.push_str(random.one_of(KEYS));
        }
    }
}

/// Inserts or removes something.
fn damage(random: &mut Random, text: &mut String) {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let at = random.one_of(&places);
    if random.percent(60) {
        text.insert_str(at, random.one_of(PIECES));
    } else if !text.is_empty() {
        text.remove(at);
    }
}
