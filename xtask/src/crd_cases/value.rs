//! Random values for schemas, and random changes to them.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

/// The names of properties.
pub(crate) const NAMES: &[&str] = &["a", "b", "c", "kind", "name", "x-y", "x.y/z", "é", "status", "spec", "metadata"];

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "aab",
    "A",
    "é",
    "é\u{2028}",
    "a\u{7}",
    "<a>",
    "abcdef",
    "1",
    "x1",
    "http://a/b",
    "/a",
    "a@b.c",
    "a-b.c",
    "10.0.0.1",
    "::ffff:1.2.3.4",
    "::1",
    "10.0.0.0/8",
    "01:23:45:67:89:ab",
    "0b1d3b9e-8f2f-4a51-8d55-0c2b6ee0f8f1",
    "0b1d3b9e8f2f3a518d550c2b6ee0f8f1",
    "0306406152",
    "9780306406157",
    "4111111111111111",
    "123-45-6789",
    "#fff",
    "rgb(1,2,3)",
    "YQ==",
    "507f1f77bcf86cd799439011",
    "2021-01-01",
    "2021-01-01T00:00:00Z",
    "2021-01-01t00:00:00.5+01:00",
    "1h",
    "3d",
    "P1D",
    "5",
    "a.b",
];

/// Returns a value for a schema. `wrong` is the percentage of values that do not match the schema's type.
pub(crate) fn value(random: &mut Random, schema: &Json, wrong: usize) -> Json {
    if random.percent(wrong) {
        return any(random);
    }
    if random.percent(if schema["nullable"] == true { 20 } else { 2 }) {
        return Json::Null;
    }
    if schema["x-kubernetes-int-or-string"] == true {
        return random.one_of(&[json!(5), json!("10%"), json!(0), json!("a"), json!(-7), json!(1.0)]);
    }
    if let (Some(members), true) = (schema["enum"].as_array(), random.percent(60)) {
        return random.one_of(members);
    }
    match schema["type"].as_str().unwrap_or_default() {
        "string" => json!(random.one_of(TEXTS)),
        "integer" => integer(random),
        "number" => match random.below(2) {
            0 => integer(random),
            _ => {
                random.one_of(&[json!(0.5), json!(1.5), json!(0.3), json!(2.5), json!(1e20), json!(-0.1), json!(4.35)])
            }
        },
        "boolean" => json!(random.percent(60)),
        "array" => {
            let mut items: Vec<Json> = (0..random.below(5)).map(|_| value(random, &schema["items"], wrong)).collect();
            if random.percent(20) && !items.is_empty() {
                let copied = items[random.below(items.len())].clone();
                items.push(copied);
            }
            json!(items)
        }
        "object" => object(random, schema, wrong),
        _ => any(random),
    }
}

fn integer(random: &mut Random) -> Json {
    random.one_of(&[
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(-1),
        json!(5),
        json!(10),
        json!(100),
        json!(65),
        json!(1.0),
        json!(2_147_483_648_i64),
        json!(9_007_199_254_740_993_i64),
        json!(i64::MAX),
        json!(1e15),
    ])
}

/// Returns a value independent of any schema.
fn any(random: &mut Random) -> Json {
    random.one_of(&[
        json!(null),
        json!(1),
        json!("x"),
        json!([]),
        json!({}),
        json!(1.5),
        json!(true),
        json!([1, "a", null]),
        json!({"a": 1, "q": {"r": null}}),
        json!("2021-01-01"),
        json!(1.000_000_000_1),
    ])
}

fn object(random: &mut Random, schema: &Json, wrong: usize) -> Json {
    let mut members = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if random.percent(70) {
            members.insert(name.clone(), value(random, property, wrong));
        }
    }
    let additional = &schema["additionalProperties"];
    if additional.is_object() || additional.is_boolean() {
        for _ in 0..random.below(4) {
            let key = random.one_of(&["a", "b", "a.b/c", "x y", "é", "metadata", "kind"]);
            members.insert(key.to_owned(), value(random, additional, wrong));
        }
    }
    let unknown = if schema["x-kubernetes-preserve-unknown-fields"] == true { 40 } else { 4 };
    if random.percent(unknown) {
        members.insert(random.one_of(&["q", "r", "a"]).to_owned(), any(random));
    }
    if schema["x-kubernetes-embedded-resource"] == true {
        metadata(random, &mut members, wrong);
    }
    Json::Object(members)
}

/// Adds what every resource has.
pub(crate) fn metadata(random: &mut Random, members: &mut Map<String, Json>, wrong: usize) {
    if !random.percent(wrong) {
        members.insert("kind".to_owned(), json!("Foo"));
        members.insert("apiVersion".to_owned(), json!("example.com/v1"));
    }
    if !random.percent(wrong) {
        let mut metadata = json!({"name": random.one_of(&["x", "abc"])});
        if random.percent(25) {
            metadata["labels"] = random.one_of(&[json!({"a": "b"}), json!({"a": ""}), json!({})]);
        }
        members.insert("metadata".to_owned(), metadata);
    }
}

/// Returns a value with a few changes.
pub(super) fn changed(random: &mut Random, schema: &Json, old: &Json) -> Json {
    match (old, random.below(10)) {
        (_, 0) => value(random, schema, 3),
        (Json::Array(items), 1 | 2) if !items.is_empty() => {
            let mut items = items.clone();
            match random.below(3) {
                0 => items.reverse(),
                1 => drop(items.remove(random.below(items.len()))),
                _ => items.push(value(random, &schema["items"], 3)),
            }
            json!(items)
        }
        (Json::Array(items), 3..) if !items.is_empty() => {
            let mut items = items.clone();
            let index = random.below(items.len());
            items[index] = changed(random, &schema["items"], &items[index]);
            json!(items)
        }
        (Json::Object(members), 1) if !members.is_empty() => {
            let mut members = members.clone();
            let key = members.keys().nth(random.below(members.len())).cloned().unwrap_or_default();
            members.remove(&key);
            Json::Object(members)
        }
        (Json::Object(members), 2..) => {
            let mut members = members.clone();
            let name = match members.len() {
                0 => random.one_of(NAMES).to_owned(),
                len if random.percent(80) => members.keys().nth(random.below(len)).cloned().unwrap_or_default(),
                _ => random.one_of(NAMES).to_owned(),
            };
            let part = schema["properties"].get(&name).unwrap_or(&schema["additionalProperties"]);
            let new = match members.get(&name) {
                Some(old) => changed(random, part, old),
                None => value(random, part, 3),
            };
            members.insert(name, new);
            Json::Object(members)
        }
        _ if random.percent(50) => old.clone(),
        _ => value(random, schema, 3),
    }
}
