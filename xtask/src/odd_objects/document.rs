//! Random objects with unusual syntax.

mod pieces;

use std::fmt::Write;

use idlgen_testing::Random;

use self::pieces::{BLOCKS, HEADS, SCALARS, TAILS};
use crate::fuzz;

/// An object as written in the file.
pub(super) struct OddObject {
    pub(super) text: String,
    /// The API path for creating the object.
    pub(super) path: &'static str,
}

/// Fields of the custom resource.
const FIELDS: &[&str] = &[
    "number", "integer", "string", "boolean", "nullable", "either", "set", "texts", "map", "any", "any", "any", "any",
];

/// Returns an object with this number in its name.
pub(super) fn random(random: &mut Random, number: usize) -> OddObject {
    let name = format!("odd-{number}");
    let (path, text) = match random.below(10) {
        0 => (CONFIG_MAPS, config_map(random, &name)),
        1 => (LEASES, lease(random, &name)),
        _ => (ODDS, odd(random, &name)),
    };
    let mut text = text;
    if random.percent(8) {
        text.insert_str(0, random.one_of(HEADS));
    }
    if random.percent(8) {
        text.push_str(random.one_of(TAILS));
    }
    if random.percent(4) {
        text = text.replace('\n', random.one_of(&["\r\n", "\r", "\u{85}", "\u{2028}", "\n\n", " \n", "\t\n"]));
    }
    if random.percent(4) {
        text = damaged(random, &text);
    }
    if random.percent(3) {
        text = text.trim_end().to_owned();
    }
    OddObject { text, path }
}

/// The API path of the custom resources.
pub(super) const ODDS: &str = "/apis/example.com/v1/namespaces/default/odds";
pub(super) const CONFIG_MAPS: &str = "/api/v1/namespaces/default/configmaps";
const LEASES: &str = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

/// Returns a value, with the whitespace before it and the line break after it.
fn value(random: &mut Random) -> String {
    if random.percent(35) {
        let block = random.one_of(BLOCKS);
        return if block.starts_with('\n') { block.to_owned() } else { format!(" {block}") };
    }
    let scalar = random.one_of(SCALARS);
    let mut text = if random.percent(10) {
        fuzz::yaml_text(random).replace('\n', " ").chars().take(60).collect()
    } else {
        scalar.to_owned()
    };
    if random.percent(10) {
        let other = random.one_of(SCALARS);
        text = match random.below(4) {
            0 => format!("[{text}, {other}]"),
            1 => format!("{{{text}: {other}}}"),
            2 => format!("{{a: {text}, b: {other}}}"),
            _ => format!("{text} {other}"),
        };
    }
    let space = if random.percent(4) { random.one_of(&["\t", "  ", " \t", ""]) } else { " " };
    format!("{space}{text}\n")
}

fn odd(random: &mut Random, name: &str) -> String {
    let mut text = format!("apiVersion: example.com/v1\nkind: Odd\nmetadata: {{name: {name}}}\n");
    if random.percent(10) {
        // JSON, which the server parses as YAML.
        let scalar = random.one_of(SCALARS);
        let field = random.one_of(FIELDS);
        let metadata = format!("{{\"name\": \"{name}\"}}");
        let head = format!("\"apiVersion\": \"example.com/v1\", \"kind\": \"Odd\", \"metadata\": {metadata}");
        return format!("{{{head}, \"spec\": {{\"{field}\": {scalar}}}}}\n");
    }
    if random.percent(5) {
        let scalar = random.one_of(SCALARS);
        let field = random.one_of(FIELDS);
        return format!(
            "{{apiVersion: example.com/v1, kind: Odd, metadata: {{name: {name}}}, spec: {{{field}: {scalar}}}}}\n"
        );
    }
    if random.percent(3) {
        text = text.replace(
            "example.com/v1",
            random.one_of(&["'example.com/v1'", "!!str example.com/v1", "&v example.com/v1", "example.com/v1 # c"]),
        );
    }
    if random.percent(6) {
        text = text.replace(
            "{name",
            &format!(
                "{{{}: {}, name",
                random.one_of(&["labels", "annotations"]),
                random.one_of(&["{a: b}", "{a: 1}", "{1: a}", "{a: ~}", "~", "{a: yes}", "{a: 'yes'}", "{y: n}"])
            ),
        );
    }
    text.push_str("spec:\n");
    for _ in 0..=random.below(2) {
        let field = random.one_of(FIELDS);
        let field = match random.below(40) {
            0 => format!("\"{field}\""),
            1 => format!("!!str {field}"),
            2 => format!("&f {field}"),
            3 => format!("? {field}\n  "),
            4 => format!("{field} "),
            5 => format!("{field}\t"),
            _ => field.to_owned(),
        };
        let _ = write!(text, "  {field}:{}", value(random));
    }
    text
}

fn config_map(random: &mut Random, name: &str) -> String {
    let field = random.one_of(&["data", "data", "data", "binaryData"]);
    let key = random.one_of(&["a", "1", "yes", "'b'", "a.b", "~", "1.5", "0x1F"]);
    let immutable = if random.percent(10) { format!("immutable:{}", value(random)) } else { String::new() };
    format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n{immutable}{field}:\n  {key}:{}",
        value(random)
    )
}

fn lease(random: &mut Random, name: &str) -> String {
    let field =
        random.one_of(&["leaseDurationSeconds", "leaseTransitions", "holderIdentity", "acquireTime", "renewTime"]);
    format!(
        "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata:\n  name: {name}\nspec:\n  {field}:{}",
        value(random)
    )
}

/// Removes, duplicates or inserts a character.
fn damaged(random: &mut Random, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len().max(1));
    match random.below(3) {
        0 if at < characters.len() => {
            characters.remove(at);
        }
        1 if at < characters.len() => {
            let character = characters[at];
            characters.insert(at, character);
        }
        _ => characters.insert(
            at,
            random.one_of(&[
                ' ', '\n', '\t', ':', '-', '[', '}', '\'', '"', '#', ',', '&', '*', '!', '?', '|', '\\', '%',
            ]),
        ),
    }
    characters.into_iter().collect()
}
