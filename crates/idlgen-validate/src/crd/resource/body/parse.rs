//! Parses bodies and notes duplicate fields.

use std::{cell::RefCell, collections::BTreeSet, fmt};

use idlgen_runtime::{
    field::{Path, PathBuf},
    go,
    serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value as Json, map::Entry};

use super::{decoded::Body, lenient};

/// Maximum number of duplicate fields that a server reports (`sigs.k8s.io/json`).
const MAX_DUPLICATES: usize = 100;

/// The reason why a body is not JSON for a server.
pub(super) enum Problem {
    /// The message of `encoding/json`.
    Syntax(String),
    /// A number that exceeds the range of floats, and the body with zero in place of such numbers.
    Number(String, Json),
}

/// Parses like `encoding/json`.
pub(super) fn parse(bytes: &[u8]) -> Result<Body, Problem> {
    if let Ok(body) = read(bytes, false) {
        return Ok(body);
    }
    if let Some(error) = go::json_syntax_error(bytes) {
        return Err(if error.message == TOO_DEEP { too_deep() } else { Problem::Syntax(error.message) });
    }
    let text = lenient::without_negative_zeros(&lenient::without_invalid_characters(bytes));
    if let Ok(body) = read(text.as_bytes(), true) {
        return Ok(body);
    }
    let (text, number) = lenient::without_infinite_numbers(&text);
    match (read(text.as_bytes(), true), number) {
        (Ok(body), Some(number)) => Err(Problem::Number(number, body.object)),
        (Err(_), _) | (Ok(_), None) => Err(too_deep()),
    }
}

const TOO_DEEP: &str = "exceeded max depth";

fn too_deep() -> Problem {
    Problem::Syntax(format!("invalid character '[' {TOO_DEEP}"))
}

/// Parses a text. Negative zeros are errors unless their integers have been replaced.
fn read(bytes: &[u8], has_only_floats: bool) -> serde_json::Result<Body> {
    let duplicates = RefCell::new(Duplicates::default());
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let object =
        Value { path: &Path::root(), duplicates: &duplicates, has_only_floats }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(Body { object, duplicates: duplicates.into_inner().paths })
}

/// The duplicate fields that a server reports.
#[derive(Default)]
struct Duplicates {
    paths: Vec<PathBuf>,
    /// The paths as the server prints them. It reports each once.
    printed: BTreeSet<String>,
}

impl Duplicates {
    fn add(&mut self, path: &Path<'_>) {
        if self.paths.len() < MAX_DUPLICATES {
            let path = path.to_path_buf();
            if self.printed.insert(path.to_strict()) {
                self.paths.push(path);
            }
        }
    }
}

/// A value that is being read.
#[derive(Clone, Copy)]
struct Value<'p> {
    path: &'p Path<'p>,
    duplicates: &'p RefCell<Duplicates>,
    /// `true` if no negative zero is an integer.
    has_only_floats: bool,
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = Json;

    fn deserialize<D: idlgen_runtime::serde::Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    #[expect(clippy::cast_precision_loss, reason = "as in Go")]
    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        // Go reads integers beyond 64 bits with a sign as floats.
        Ok(i64::try_from(value).map_or_else(|_| Json::from(value as f64), Json::from))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        if value == 0.0 && value.is_sign_negative() && !self.has_only_floats {
            return Err(E::custom("it may be an integer"));
        }
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        loop {
            let path = self.path.index(items.len());
            match access.next_element_seed(Value { path: &path, ..self })? {
                Some(item) => items.push(item),
                None => return Ok(Json::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let (mut members, mut repeated) = (Map::new(), BTreeSet::new());
        while let Some(name) = access.next_key::<String>()? {
            let path = self.path.field(&name);
            // One report per object and name limits the work for a name that is repeated many times.
            if members.contains_key(&name) && repeated.insert(name.clone()) {
                self.duplicates.borrow_mut().add(&path);
            }
            let value = access.next_value_seed(Value { path: &path, ..self })?;
            match members.entry(name) {
                Entry::Vacant(entry) => {
                    entry.insert(value);
                }
                Entry::Occupied(mut entry) => {
                    // A server reads the type of an object first, and rejects the first value of the wrong type.
                    let is_type = self.path.is_root() && ["kind", "apiVersion"].contains(&entry.key().as_str());
                    if !is_type || entry.get().is_string() || entry.get().is_null() {
                        entry.insert(value);
                    }
                }
            }
        }
        Ok(Json::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_number_of_duplicates_is_reported_in_order() {
        let parsed = |text: &str| match parse(text.as_bytes()) {
            Ok(body) => body.duplicates.iter().map(PathBuf::to_string).collect::<Vec<_>>().join(" "),
            Err(_) => "error".to_owned(),
        };
        assert_eq!(
            parsed(r#"{"a": {"b": 1, "b": 2, "b": 3}, "a": {"c": 1, "c": 2}, "a": {"b": 1, "b": 1}}"#),
            "a.b a a.c"
        );
        let deep =
            format!("{}{{{}\"x\": 1}}{}", r#"{"a": "#.repeat(100), "\"x\": 1, ".repeat(100_000), "}".repeat(100));
        assert_eq!(parsed(&deep).split(' ').count(), 1);
        let many: Vec<String> = (0..300).map(|number| format!("\"{number}\": 1, \"{number}\": 2")).collect();
        assert_eq!(parsed(&format!("{{{}}}", many.join(", "))).split(' ').count(), MAX_DUPLICATES);
    }
}
