//! Values that clients write in unusual ways.

use idlgen_testing::Random;
use serde_json::{Number, Value as Json, json};

/// Quantities, durations, times and numbers as strings, with and without mistakes.
const TEXTS: [&str; 40] = [
    "1024Mi",
    "1.5Gi",
    "0.5",
    "1e3",
    "1E",
    "+1",
    "-1",
    "-0",
    ".5",
    "5.",
    "1Gi ",
    " 1",
    "1_000",
    "0",
    "00",
    "1m",
    "1500u",
    "1n",
    "9223372036854775808",
    "1e-3",
    "1h0m",
    "90m",
    "1.5h",
    "-5s",
    "1d",
    "5",
    "1h 5m",
    "1µs",
    "1us",
    "0s",
    "",
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00.5Z",
    "2020-01-01T00:00:00+01:00",
    "2020-01-01 00:00:00",
    "2020-01-01",
    "true",
    "null",
    "é",
    "a\u{0}b",
];

/// Replaces a value below the own fields of an object with an unusual one. Returns a description of the change.
pub(super) fn change(object: &mut Json, random: &mut Random) -> Option<String> {
    let fields = object.as_object_mut()?;
    let own: Vec<String> = fields
        .keys()
        .filter(|name| !["apiVersion", "kind", "metadata", "status"].contains(&name.as_str()))
        .cloned()
        .collect();
    let mut at = fields.get_mut(&random.one_of(&own))?;
    // Stops at a random depth, more likely at leaves.
    while random.percent(75) {
        let count = match &*at {
            Json::Object(members) => members.len(),
            Json::Array(items) => items.len(),
            _ => 0,
        };
        if count == 0 {
            break;
        }
        let index = random.below(count);
        at = match at {
            Json::Object(members) => members.values_mut().nth(index)?,
            value => value.get_mut(index)?,
        };
    }
    *at = odd(at, random);
    Some("odd value".to_owned())
}

/// Returns an unusual value, usually of the same type.
fn odd(value: &Json, random: &mut Random) -> Json {
    match value {
        Json::Number(number) => number_in_other_words(number, random),
        Json::String(text) => match random.below(8) {
            0 => json!(text.to_uppercase()),
            1 => json!(format!(" {text}")),
            2 => json!(format!("{text}\n")),
            _ => json!(random.one_of(&TEXTS)),
        },
        Json::Bool(_) => random.one_of(&[Json::Null, json!(0), json!("")]),
        Json::Array(items) => match random.below(5) {
            0 => json!([]),
            1 => json!([null]),
            2 => items.iter().cloned().chain([Json::Null]).collect(),
            3 => items.iter().rev().cloned().collect(),
            _ => items.iter().flat_map(|item| [item.clone(), item.clone()]).collect(),
        },
        Json::Object(members) => match random.below(4) {
            0 => json!({}),
            1 => members.iter().map(|(name, _)| (name.clone(), Json::Null)).collect(),
            2 => members.iter().map(|(name, value)| (name.to_uppercase(), value.clone())).collect(),
            _ => members
                .iter()
                .map(|(name, value)| (name.clone(), value.clone()))
                .chain([(String::new(), json!(1))])
                .collect(),
        },
        Json::Null => json!(random.one_of(&TEXTS)),
    }
}

/// Returns the same number as a float or string, or a number outside of usual limits.
fn number_in_other_words(number: &Number, random: &mut Random) -> Json {
    let float = number.as_f64().unwrap_or_default();
    match random.below(8) {
        0..=2 => json!(float),
        3 => json!(number.to_string()),
        4 => json!(float + 0.5),
        5 => json!(u64::MAX),
        6 => json!(i64::from(i32::MAX) + 1),
        _ => json!(1e300),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_odd_values() {
        let object = json!({
            "apiVersion": "v1", "kind": "K", "metadata": {"name": "a"}, "status": {"a": 1},
            "spec": {"n": 1, "s": "x", "b": true, "l": [1, 2], "o": {"a": 1}, "e": null}
        });
        let mut written = Vec::new();
        for seed in 0..2_000 {
            let mut changed = object.clone();
            change(&mut changed, &mut Random::new(seed)).unwrap();
            assert_eq!((&changed["metadata"], &changed["status"]), (&object["metadata"], &object["status"]));
            written.push(changed["spec"].to_string());
        }
        for expected in ["\"n\":1.0", "\"n\":\"1\"", "\"l\":[2,1]", "\"l\":[]", "\"l\":[null]", "\"o\":{}", "{\"A\":1}"]
        {
            assert!(written.iter().any(|text| text.contains(expected)), "{expected}");
        }
        assert_eq!(change(&mut json!({"kind": "K"}), &mut Random::new(1)), None);
    }
}
