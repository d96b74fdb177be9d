//! Corruption of valid input.

use idlgen_testing::Random;

/// The pieces that corruption inserts.
pub(super) struct Pieces {
    /// Pieces to insert anywhere.
    pub(super) single: &'static [&'static str],
    /// Pairs to nest around something many times.
    pub(super) nested: &'static [(&'static str, &'static str)],
}

/// Pieces of expressions and of schemas.
pub(super) const CEL: Pieces = Pieces { single: PIECES, nested: NESTED };

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    ",",
    "?",
    ":",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "==",
    "!=",
    "<",
    ">=",
    " in ",
    "'",
    "\"",
    "`",
    "\\",
    "\n",
    "//",
    "0x",
    "1u",
    "1e309",
    ".5",
    "9223372036854775808",
    "-9223372036854775808",
    "null",
    "true",
    "self",
    "oldSelf",
    "has(",
    ".all(x, ",
    ".map(x, ",
    ".exists_one(a, b, ",
    "optional.of(",
    ".?",
    "[?",
    "{?",
    "b'\\xff'",
    "r'''",
    "\"\"\"",
    "\\u{d800}",
    "\u{0}",
    "\u{feff}",
    "日本",
    "😀",
    "\u{202e}",
    "x-kubernetes-",
    "\"type\":",
    "\"items\":",
    "\"$ref\":",
    "[1,2,3]",
    "{\"a\":1}",
    "matches('",
    "(?P<",
    "(a*)*",
    "[[:alpha:]]",
    "\\\\p{L}",
    "{1000}",
    "@result",
    "__result__",
    "1.0E+400",
    "0b1",
    "in",
    "if",
    "dyn(",
    "type(",
    "sets.contains(",
    "format(",
    "%999d",
    "%s",
    "duration('",
    "timestamp('",
];

/// Pieces that can be nested.
const NESTED: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{'a': ", "}"),
    ("!", ""),
    ("-", ""),
    ("[1].all(x, ", ")"),
    ("true ? 1 : ", ""),
    ("a.", ""),
    ("1 + ", ""),
    ("true && ", ""),
    ("dyn(", ")"),
    ("{\"a\":", "}"),
    ("{\"type\":\"array\",\"items\":", "}"),
    ("{\"type\":\"object\",\"properties\":{\"a\":", "}}"),
    ("'a' + ", ""),
    ("optional.of(", ")"),
    ("[1].map(x, ", ")"),
    ("has(a.", ")"),
    ("a[", "]"),
    ("{\"allOf\":[", "]}"),
    ("{\"additionalProperties\":", "}"),
];

impl Pieces {
    /// Returns the string with some corruption, and sometimes with a lot.
    pub(super) fn corrupted(&self, random: &mut Random, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let times = random.one_of(&[1, 1, 1, 2, 2, 3, 5, 8]);
        for _ in 0..times {
            let place = random.below(bytes.len() + 1);
            match random.below(7) {
                0 => {
                    let end = (place + random.below(8) + 1).min(bytes.len());
                    bytes.drain(place..end);
                }
                1 => {
                    if let Some(byte) = bytes.get_mut(place) {
                        *byte = random.below(256) as u8;
                    }
                }
                2 | 3 => insert(&mut bytes, place, random.one_of(self.single).as_bytes()),
                4 => {
                    let end = (place + random.below(40)).min(bytes.len());
                    let piece: Vec<u8> = bytes.get(place..end).unwrap_or_default().to_vec();
                    let at = random.below(bytes.len() + 1);
                    insert(&mut bytes, at, &piece);
                }
                5 => {
                    let (before, after) = random.one_of(self.nested);
                    let depth = random.one_of(&[3, 10, 30, 100, 300, 2_000]);
                    let end = place + random.below(bytes.len() - place + 1);
                    insert(&mut bytes, end, after.repeat(depth).as_bytes());
                    insert(&mut bytes, place, before.repeat(depth).as_bytes());
                }
                _ => {
                    let digits: String =
                        (0..random.below(25)).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
                    insert(&mut bytes, place, digits.as_bytes());
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Returns several pieces in sequence.
    pub(super) fn some(&self, random: &mut Random) -> String {
        (0..random.below(40)).map(|_| random.one_of(self.single)).collect()
    }
}

/// Returns random valid UTF-8.
pub(super) fn noise(random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn insert(bytes: &mut Vec<u8>, place: usize, piece: &[u8]) {
    let place = place.min(bytes.len());
    bytes.splice(place..place, piece.iter().copied());
}
