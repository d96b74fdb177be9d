//! A template and its data.

use idlgen_testing::Random;
use idlgen_validate::jsonpath::Template;
use serde_json::{Map, Value as Json, json};

use super::template::{KEYS, WORDS, template};

/// A template, its data and the evaluation options.
pub(super) struct Case {
    template: String,
    data: Json,
    allows_missing_keys: bool,
    prints_json: bool,
}

impl Case {
    pub(super) fn random(random: &mut Random) -> Self {
        Case {
            template: template(random),
            data: if random.percent(97) { object(random, 4) } else { value(random, 3) },
            allows_missing_keys: random.percent(50),
            prints_json: random.percent(10),
        }
    }

    /// Returns a case in the form of [`request`](Self::request).
    pub(super) fn read(request: &Json) -> Option<Self> {
        Some(Case {
            template: request["t"].as_str()?.to_owned(),
            data: request.get("d")?.clone(),
            allows_missing_keys: request["allow"] == true,
            prints_json: request["json"] == true,
        })
    }

    /// Returns the request to the program.
    pub(super) fn request(&self) -> Json {
        json!({"t": self.template, "d": self.data, "allow": self.allows_missing_keys, "json": self.prints_json})
    }

    /// Returns the result of idlgen, in the format of the program.
    pub(super) fn outcome(&self) -> String {
        let template = match Template::parse(&self.template) {
            Ok(template) => template.allow_missing_keys(self.allows_missing_keys),
            Err(error) => return format!("PARSEERR {error}"),
        };
        let data = as_floats(&self.data);
        let printed = if self.prints_json { template.print_json(&data) } else { template.print(&data) };
        match printed {
            Ok(text) => format!("OK {text}"),
            Err(error) => format!("EXECERR {error} | partial="),
        }
    }

    /// Returns `true` if the template iterates over objects, whose order in Go is random.
    pub(super) fn depends_on_order(&self) -> bool {
        self.template.contains("..") || self.template.contains('*') || self.template.contains(':')
    }
}

/// Returns data as `encoding/json` decodes it: all numbers are floats.
pub(crate) fn as_floats(value: &Json) -> Json {
    match value {
        Json::Number(number) => number.as_f64().map_or(Json::Null, Json::from),
        Json::Array(items) => items.iter().map(as_floats).collect(),
        Json::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), as_floats(value))).collect(),
        other => other.clone(),
    }
}

fn object(random: &mut Random, depth: usize) -> Json {
    let mut entries = Map::new();
    for _ in 0..random.below(5) + usize::from(depth == 4) {
        entries.insert(random.one_of(KEYS).to_owned(), value(random, depth - 1));
    }
    Json::Object(entries)
}

fn value(random: &mut Random, depth: usize) -> Json {
    match random.below(if depth == 0 { 6 } else { 12 }) {
        0 => Json::Null,
        1 => random.percent(50).into(),
        2 => random.one_of(&[0, 1, 2, 3, -1, 10, 1_000_000, 123_456_789]).into(),
        3 => random.one_of(&[0.5, 1.5, 1e21, -2.25, 1e-7]).into(),
        4 | 5 => random.one_of(WORDS).into(),
        6..=8 => (0..random.below(5)).map(|_| value(random, depth - 1)).collect(),
        _ => object(random, depth),
    }
}
