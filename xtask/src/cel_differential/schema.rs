//! Random schemas, their CEL types, and values for them.

use idlgen_cel::escape;
use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

use super::term::Term;

/// The object types of a schema: the fields of each, with their escaped names.
pub(super) type Objects = Vec<Vec<(String, Term)>>;

/// Field names. Rules can spell all but the last two.
const NAMES: &[&str] = &["a", "b", "c", "count", "name", "x-y", "x.y/z", "x__y", "if", "namespace", "$ref", "1a"];

/// Types and formats, their CEL types, and whether a length limit is possible.
const SCALARS: &[(&str, &str, &str, bool)] = &[
    ("string", "", "string", true),
    ("string", "", "string", true),
    ("string", "byte", "bytes", true),
    ("string", "date", "timestamp", false),
    ("string", "date-time", "timestamp", false),
    ("string", "duration", "duration", false),
    ("integer", "", "int", false),
    ("integer", "int32", "int", false),
    ("number", "", "double", false),
    ("boolean", "", "bool", false),
    ("", "", "dyn", false),
];

/// Item types of sets.
const SET_ITEMS: &[(&str, &str, &str, bool)] = &[
    ("string", "", "string", true),
    ("string", "", "string", true),
    ("integer", "", "int", false),
    ("boolean", "", "bool", false),
    ("string", "byte", "bytes", true),
    ("string", "date", "timestamp", false),
    ("string", "duration", "duration", false),
];

/// Returns a schema, and its type if rules can use it.
pub(super) fn schema(random: &mut Random, depth: usize, objects: &mut Objects) -> (Json, Option<Term>) {
    let (mut schema, term) = match random.below(if depth == 0 { SCALARS.len() + 1 } else { SCALARS.len() * 2 + 2 }) {
        kind if kind < SCALARS.len() => scalar(random, SCALARS[kind]),
        kind if kind == SCALARS.len() => (json!({"x-kubernetes-preserve-unknown-fields": true}), None),
        kind if kind < SCALARS.len() + 5 => list(random, depth, objects),
        kind if kind < SCALARS.len() + 8 => map(random, depth, objects),
        _ => object(random, depth, objects),
    };
    if random.percent(10) {
        schema["nullable"] = json!(true);
    }
    (schema, term)
}

fn scalar(random: &mut Random, (name, format, term, has_length): (&str, &str, &str, bool)) -> (Json, Option<Term>) {
    if name.is_empty() {
        return (json!({"x-kubernetes-int-or-string": true}), Some(Term::simple(term)));
    }
    let mut schema = json!({"type": name});
    if !format.is_empty() {
        schema["format"] = json!(format);
    }
    if has_length {
        limit(random, &mut schema, "maxLength", 30);
        if format.is_empty() && random.percent(20) {
            schema["enum"] = json!(["a", "bé", "10.0.0.1"]);
        }
    }
    (schema, Some(Term::simple(term)))
}

fn limit(random: &mut Random, schema: &mut Json, key: &str, limit: usize) {
    if random.percent(40) {
        schema[key] = json!(random.below(limit) + 1);
    }
}

fn list(random: &mut Random, depth: usize, objects: &mut Objects) -> (Json, Option<Term>) {
    let list_type = random.one_of(&["", "", "atomic", "set", "map"]);
    let (items, of) = match list_type {
        "set" => {
            let item = SET_ITEMS[random.below(SET_ITEMS.len())];
            scalar(random, item)
        }
        "map" => keyed(random, depth, objects),
        _ => schema(random, depth - 1, objects),
    };
    let mut schema = json!({"type": "array", "items": items});
    limit(random, &mut schema, "maxItems", 6);
    if !list_type.is_empty() {
        schema["x-kubernetes-list-type"] = json!(list_type);
    }
    if list_type == "map" {
        schema["x-kubernetes-list-map-keys"] = json!(["k", "x-k"].get(..random.below(2) + 1));
    }
    (schema, of.map(Term::list))
}

/// Returns the items of a list of type `map` with the key `k` and sometimes `x-k`.
fn keyed(random: &mut Random, depth: usize, objects: &mut Objects) -> (Json, Option<Term>) {
    let (mut schema, term) = object(random, depth, objects);
    schema["properties"]["k"] = json!({"type": "string"});
    schema["properties"]["x-k"] = json!({"type": "integer"});
    schema["required"] = json!(["k", "x-k"]);
    if let Some(fields) = term.as_ref().and_then(|term| fields_mut(objects, term)) {
        fields.push(("k".to_owned(), Term::simple("string")));
        fields.extend(escape("x-k").map(|key| (key, Term::simple("int"))));
    }
    (schema, term)
}

fn map(random: &mut Random, depth: usize, objects: &mut Objects) -> (Json, Option<Term>) {
    let (values, of) = schema(random, depth - 1, objects);
    let mut schema = json!({"type": "object", "additionalProperties": values});
    limit(random, &mut schema, "maxProperties", 6);
    (schema, of.map(|of| Term::map(Term::simple("string"), of)))
}

pub(super) fn object(random: &mut Random, depth: usize, objects: &mut Objects) -> (Json, Option<Term>) {
    let mut properties = Map::new();
    let mut fields = Vec::new();
    for _ in 0..=random.below(5) {
        let name = NAMES[random.below(NAMES.len())];
        if properties.contains_key(name) {
            continue;
        }
        let (schema, term) = schema(random, depth.saturating_sub(1), objects);
        properties.insert(name.to_owned(), schema);
        if let (Some(spelled), Some(term)) = (escape(name), term) {
            fields.push((spelled, term));
        }
    }
    let required: Vec<&String> = properties.keys().filter(|_| random.percent(30)).collect();
    let required = json!(required);
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    if random.percent(15) {
        schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
    }
    if random.percent(8) {
        schema["x-kubernetes-embedded-resource"] = json!(true);
        add_metadata(&mut fields, objects);
    }
    objects.push(fields);
    (schema, Some(Term::simple(&format!("object {}", objects.len() - 1))))
}

/// Adds the fields of every resource.
pub(super) fn add_metadata(fields: &mut Vec<(String, Term)>, objects: &mut Objects) {
    let string = || Term::simple("string");
    objects.push(vec![("name".to_owned(), string()), ("generateName".to_owned(), string())]);
    fields.push(("kind".to_owned(), string()));
    fields.push(("apiVersion".to_owned(), string()));
    fields.push(("metadata".to_owned(), Term::simple(&format!("object {}", objects.len() - 1))));
}

fn number(term: &Term) -> Option<usize> {
    term.name.strip_prefix("object ")?.parse().ok()
}

/// Returns the fields of an object type.
pub(super) fn fields<'o>(objects: &'o Objects, term: &Term) -> Option<&'o Vec<(String, Term)>> {
    objects.get(number(term)?)
}

pub(super) fn fields_mut<'o>(objects: &'o mut Objects, term: &Term) -> Option<&'o mut Vec<(String, Term)>> {
    objects.get_mut(number(term)?)
}

/// Returns a value for a schema. A few values are invalid.
pub(super) fn value(random: &mut Random, schema: &Json) -> Json {
    if random.percent(1) {
        return random.one_of(&[json!(null), json!(1), json!("x"), json!([]), json!({}), json!(1.5), json!(true)]);
    }
    if schema["nullable"] == true && random.percent(30) {
        return Json::Null;
    }
    if schema["x-kubernetes-int-or-string"] == true {
        return random.one_of(&[json!(5), json!("10%"), json!("5"), json!(0)]);
    }
    match schema["type"].as_str().unwrap_or_default() {
        "string" => {
            if let (Some(values), true) = (schema["enum"].as_array(), random.percent(90)) {
                return random.one_of(values);
            }
            json!(random.one_of(texts(schema["format"].as_str().unwrap_or_default())))
        }
        "integer" => json!(random.one_of(&[0, 1, 2, -1, 5, 1_000_000, i64::MAX, i64::MIN])),
        "number" => random.one_of(&[json!(0), json!(1.5), json!(2), json!(-0.25), json!(1e20), json!(100)]),
        "boolean" => json!(random.percent(50)),
        "array" => {
            let mut items: Vec<Json> = Vec::new();
            for _ in 0..random.below(4) {
                let item = value(random, &schema["items"]);
                if schema["x-kubernetes-list-type"] != "set" || !items.contains(&item) {
                    items.push(item);
                }
            }
            json!(items)
        }
        "object" => members(random, schema),
        _ => random.one_of(&[json!({"q": 1}), json!([1, "a"]), json!("u"), json!(3)]),
    }
}

fn members(random: &mut Random, schema: &Json) -> Json {
    let mut members = Map::new();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if required.contains(&json!(name)) || random.percent(75) {
            members.insert(name.clone(), value(random, schema));
        }
    }
    if schema["additionalProperties"].is_object() {
        for _ in 0..random.below(3) {
            let key = random.one_of(&["a", "b", "key", "é", "x-y", "if"]);
            members.insert(key.to_owned(), value(random, &schema["additionalProperties"]));
        }
    }
    if schema["x-kubernetes-preserve-unknown-fields"] == true && random.percent(50) {
        members.insert("unknown".to_owned(), random.one_of(&[json!(1), json!("z"), json!([1, 2]), json!({"n": null})]));
    }
    if schema["x-kubernetes-embedded-resource"] == true {
        members.insert("kind".to_owned(), json!("Pod"));
        members.insert("apiVersion".to_owned(), json!("v1"));
        members.insert("metadata".to_owned(), json!({"name": "n", "labels": {"l": "v"}}));
    }
    Json::Object(members)
}

fn texts(format: &str) -> &'static [&'static str] {
    match format {
        "byte" => &["YQ==", "aGk=", "", "YWJjZA==", "!"],
        "date" => &["2021-01-01", "2024-02-29", "x"],
        "date-time" => &["2021-01-01T00:00:00Z", "2024-02-29T12:30:00.5+01:00", "2021-01-01t00:00:00z", "y"],
        "duration" => &["1h", "90s", "3d", "1ms", "z"],
        _ => &[
            "",
            "a",
            "bé",
            "ab",
            "abc-def",
            "10.0.0.1",
            "10.0.0.0/8",
            "https://a/b",
            "1.2.3",
            "100m",
            "5",
            "a b",
            "日本",
        ],
    }
}
