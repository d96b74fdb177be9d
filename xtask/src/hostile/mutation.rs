//! Corruption of valid input.

use idlgen_testing::Random;

/// The maximum size of an input.
const LARGEST: usize = 1 << 20;
/// The maximum length of an argument: Linux allows 128 KiB.
const LONGEST: usize = 100_000;

/// Strings to insert anywhere.
const PIECES: &[&str] = &[
    "",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "日本",
    "\r\n",
    "\t",
    "\"",
    "'",
    "`",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "*",
    "&a ",
    "*a",
    "!!binary ",
    "<<: *a",
    "---\n",
    "...\n",
    "? ",
    "- ",
    ": ",
    "| \n",
    "%YAML 9\n",
    "null",
    "~",
    "true",
    "-0",
    "1e309",
    "9223372036854775808",
    "-9223372036854775808",
    ".inf",
    ".nan",
    "0x",
    "1_000",
    "[]",
    "map[string]",
    "chan ",
    "func(",
    "interface{}",
    "struct{",
    "type T T\n",
    "type T = []T\n",
    "import \"C\"\n",
    "import . \"fmt\"\n",
    "package p\n",
    "// +kubebuilder:validation:Enum=",
    "// +kubebuilder:validation:XValidation:rule=\"",
    "// +k8s:",
    "// +maximum=",
    "// +listType=map\n",
    "// +kubebuilder:default=",
    "/*",
    "*/",
    "//",
    "`json:\",inline\"`",
    "const X = 1 << 1000\n",
    "$ref: '#/",
    "\"$ref\": \"#\"",
    "allOf:",
    "x-kubernetes-",
    "self.all(x, ",
    "replace ",
    "use (\n",
    "require x v0.0.0\n",
    "=>",
    "../../..",
    "/dev/zero",
    "C:\\",
    "#",
    "[[a]]\n",
    "'''",
    "\"\"\"",
    "a.b.c = 1\n",
];

/// Pairs of strings that nest.
const NESTED: &[(&str, &str)] = &[
    ("[", "]"),
    ("{", "}"),
    ("(", ")"),
    ("{a: ", "}"),
    ("{\"a\":", "}"),
    ("[]", ""),
    ("*", ""),
    ("map[string]", ""),
    ("struct{ A ", " }"),
    ("- ", ""),
    ("? ", ""),
    ("!", ""),
    ("1 + ", ""),
    ("[1].all(x, ", ")"),
    ("{properties: {a: ", "}}"),
    ("{\"items\":", "}"),
    ("// ", ""),
    ("a.", ""),
    ("/*", "*/"),
    ("&a [", "]"),
];

/// Corrupts or enlarges one file, sometimes repeatedly. Returns a string for the command line: the corrupted argument
/// of the seed, or pieces.
pub(super) fn hostile(random: &mut Random, files: &mut [(String, String)], target: &str, argument: &str) -> String {
    let at = files.iter().position(|(path, _)| path == target).unwrap_or_default();
    if let Some((_, text)) = files.get_mut(at).filter(|_| !target.is_empty()) {
        damage(random, text, LARGEST);
        return argument.to_owned();
    }
    let mut damaged = argument.to_owned();
    match random.below(10) {
        0..6 => damage(random, &mut damaged, LONGEST),
        6..8 => damaged = random.one_of(PIECES).to_owned() + random.one_of(PIECES),
        _ => {
            let (open, close) = nested(random);
            let times = 1 << random.below(12);
            damaged = open.repeat(times) + "1" + &close.repeat(times);
        }
    }
    // An argument cannot contain a zero byte.
    damaged.replace('\0', "")
}

/// Corrupts a string up to four times.
fn damage(random: &mut Random, text: &mut String, largest: usize) {
    for _ in 0..=random.below(4) {
        mutate(random, text);
        if text.len() > largest {
            cut(text, largest);
        }
    }
}

fn mutate(random: &mut Random, text: &mut String) {
    match random.below(10) {
        0 => {
            let at = place(random, text);
            text.insert_str(at, random.one_of(PIECES));
        }
        1 => {
            // Replaces a few bytes with a piece.
            let start = place(random, text);
            let end = next_place(text, start + random.below(12));
            text.replace_range(start..end, random.one_of(PIECES));
        }
        2 => {
            let at = place(random, text);
            cut(text, at);
        }
        3 => of_lines(random, text, |lines, at, _| {
            lines.remove(at);
        }),
        4 => of_lines(random, text, |lines, at, other| lines.swap(at, other)),
        5 => of_lines(random, text, |lines, at, other| {
            let line = lines.get(at).copied().unwrap_or_default();
            lines.insert(other, line);
        }),
        // Growth: repeats a line or some lines.
        6 => {
            let times = 1 << random.below(13);
            of_lines(random, text, |lines, at, other| {
                let (start, end) = (at.min(other), at.max(other).min(at.min(other) + 20));
                let some: Vec<&str> = lines.get(start..=end).unwrap_or_default().to_vec();
                let bytes: usize = some.iter().map(|line| line.len() + 1).sum();
                let repeated = some.repeat(times.min(LARGEST / bytes.max(1) + 1));
                lines.splice(start..start, repeated);
            });
        }
        // Growth: nests a pair.
        7 => {
            let (open, close) = nested(random);
            let times = 1 << random.below(17);
            let at = place(random, text);
            text.insert_str(at, &(open.repeat(times) + "a" + &close.repeat(times)));
        }
        // Growth: repeats a word.
        8 => {
            let start = place(random, text);
            let end = next_place(text, start + 1 + random.below(30));
            let word = text.get(start..end).unwrap_or_default().to_owned();
            text.insert_str(start, &word.repeat(1 << random.below(14)));
        }
        // Replaces one word with another.
        _ => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (from, to) = (random.one_of(&words).to_owned(), random.one_of(&words).to_owned());
            if !from.is_empty() {
                *text = text.replacen(&from, &to, 1 + random.below(50));
            }
        }
    }
}

fn nested(random: &mut Random) -> (&'static str, &'static str) {
    NESTED.get(random.below(NESTED.len())).copied().unwrap_or_default()
}

fn of_lines(random: &mut Random, text: &mut String, change: impl FnOnce(&mut Vec<&str>, usize, usize)) {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return;
    }
    let (at, other) = (random.below(lines.len()), random.below(lines.len()));
    change(&mut lines, at, other);
    *text = lines.join("\n") + "\n";
}

/// Returns a position between two characters.
fn place(random: &mut Random, text: &str) -> usize {
    next_place(text, random.below(text.len() + 1))
}

fn next_place(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

fn cut(text: &mut String, at: usize) {
    text.truncate(next_place(text, at));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_input_and_none_is_too_large() {
        let of = |seed| {
            let mut files = vec![("a".to_owned(), "a: 1\nb: [é, 2]\n".repeat(9)), ("b".to_owned(), "b".to_owned())];
            let argument = hostile(&mut Random::new(seed), &mut files, "a", "@");
            assert!(files.iter().all(|(_, text)| text.len() <= LARGEST + 4));
            assert_eq!(files.last().map(|(_, text)| text.as_str()), Some("b"));
            assert_eq!(argument, "@");
            let argument = hostile(&mut Random::new(seed), &mut [], "", "self.all(x, x > 1)");
            assert!(argument.len() <= LONGEST + 4 && !argument.contains('\0'));
            (files, argument)
        };
        let changed = (0..300).filter(|seed| of(*seed) != of(seed + 1)).count();
        assert!(changed > 250, "{changed}");
        assert_eq!(of(7), of(7));
    }
}
