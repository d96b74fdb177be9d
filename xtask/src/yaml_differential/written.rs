//! Random values as idlgen and `sigs.k8s.io/yaml` write them.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

use crate::differential::{Comparison, Counts, Differential, Library};

/// Number of times that Go is queried again if the order of a map may matter.
const REPEATS: usize = 50;

/// Writes values.
pub(super) struct Values;

impl Differential for Values {
    type Case = Json;

    fn request(&self, value: &Json) -> Json {
        json!({ "value": value })
    }

    fn compare(
        &self,
        value: &Json,
        answer: &Json,
        real: &dyn Library,
        counts: &mut Counts,
    ) -> Result<Comparison, String> {
        let Some(there) = answer["yaml"].as_str() else {
            return Ok(Comparison::Skipped("Go cannot write it".to_owned()));
        };
        let here = idlgen_yaml::to_string(value);
        // In Go's order, `k18` is before `k1a`, `k1a` before `k2`, and `k2` before `k18`. So the first of such keys
        // depends on the order of Go's map.
        let is_one_of_several = || {
            Ok::<_, String>(real.ask(vec![self.request(value); REPEATS])?.iter().any(|it| it["yaml"] == here.as_str()))
        };
        if here != there && is_one_of_several()? {
            counts.add("are one of several texts of Go");
            return Ok(Comparison::Agrees);
        }
        Ok(Comparison::of(&there, &here.as_str()))
    }
}

/// Strings that YAML parses as another type, or that look like it. U+0085 is excluded: Go's library reads its own JSON
/// as YAML, in which this character is a line break.
const WORDS: &[&str] = &[
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "Y",
    "N",
    "~",
    "null",
    "Null",
    "true",
    "False",
    "1",
    "1.5",
    "-1",
    "+1",
    "0x1F",
    "0o17",
    "0b1",
    "1_000",
    "1e3",
    ".5",
    ".",
    "-",
    ".inf",
    "-.inf",
    ".nan",
    "2024-01-15",
    "2024-1-5T1:2:3Z",
    "2024-01-15 10:00:00 +1",
    "12:30:45",
    "1:2",
    "-1:20.5",
    "",
    "<<",
    "=",
    "100Mi",
    "1.2.3",
    "0755",
    "08",
    "089",
    "0x",
    "+",
    "_1",
    "1e",
    "\u{e9}",
    "a: b",
    "a:b",
    "#a",
    "a #b",
    "-a",
    "- a",
    "? a",
    "?a",
    ":a",
    ": a",
    "'",
    "\"",
    "%",
    "@x",
    "`x",
    "!x",
    "&x",
    "*x",
    "|",
    "> x",
    "[a]",
    "{a}",
    "a,b",
    "--- x",
    "---",
    "...",
    "....",
    "k: |",
    "a\nb",
    "a\n",
    "\na",
    " a",
    "a ",
    "a\tb",
    "\t",
    "\u{1f600}",
    "\u{2028}",
    "\u{feff}",
    "\u{a0}",
    "\r",
    "\u{7f}",
    "\u{0}",
];

/// The pieces of longer strings.
const PIECES: &[&str] = &[
    "a",
    "b",
    " ",
    "  ",
    "word ",
    "longerword ",
    "it's",
    "x:y",
    ": ",
    " #",
    "\"q\"",
    "\n",
    "\n\n",
    " \n",
    "\n ",
    "\t",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "=",
    "~",
    "<",
    "0",
    "9",
    "_",
    "/",
    "\\",
    "\u{e9}",
    "\u{1f600}",
    "\u{2029}",
];

fn text(random: &mut Random) -> String {
    if random.percent(40) {
        return random.one_of(WORDS).to_owned();
    }
    let longest = if random.percent(15) { 120 } else { 9 };
    (0..random.below(longest)).map(|_| random.one_of(PIECES)).collect()
}

pub(super) fn value(random: &mut Random) -> Json {
    nested(random, 3)
}

fn nested(random: &mut Random, depth: usize) -> Json {
    match random.below(if depth == 0 { 70 } else { 100 }) {
        0..58 => text(random).into(),
        58..70 => number(random),
        70..85 => (0..random.below(5)).map(|_| nested(random, depth - 1)).collect(),
        _ => {
            let mut fields = Map::new();
            for _ in 0..random.below(6) {
                let name = if random.percent(50) {
                    text(random)
                } else {
                    format!("k{}{}", random.below(21), random.one_of(&["", "-", "0", "a"]))
                };
                fields.insert(name, nested(random, depth - 1));
            }
            fields.into()
        }
    }
}

fn number(random: &mut Random) -> Json {
    match random.below(8) {
        0 => Json::Null,
        1 => random.percent(50).into(),
        2 => (random.below(2_000) as i64 - 1_000).into(),
        3 => (random.below(usize::MAX >> 2) as i64).into(),
        4 => (random.below(1_000_000) as f64 / 64.0).into(),
        5 => (random.below(1_000_000) as f64 * 1e22).into(),
        6 => (random.below(1_000) as f64 / 1e9).into(),
        _ => random.one_of(&[0.1, 1.5e300, -2.5e-7, 1e21, 123_456_789.5, 5e-324]).into(),
    }
}
