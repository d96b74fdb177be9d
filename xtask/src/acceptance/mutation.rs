//! Random values of a schema, and random changes to an object.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

/// The maximum depth of a generated value.
const DEPTH: usize = 8;

/// Returns a value that mostly matches the schema.
pub(crate) fn synthesize(schema: &Json, random: &mut Random, depth: usize) -> Json {
    if let Some(values) = schema["enum"].as_array().filter(|_| random.percent(95)) {
        return values.get(random.below(values.len())).cloned().unwrap_or_default();
    }
    if let Some(default) = schema.get("default").filter(|_| random.percent(30)) {
        return default.clone();
    }
    if schema["x-kubernetes-int-or-string"] == true {
        return [json!(1), json!("50%"), json!("100m"), json!("1Gi"), json!(0)][random.below(5)].clone();
    }
    match schema["type"].as_str() {
        Some("object") => object(schema, random, depth),
        Some("array") => {
            let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
            let count = if depth > DEPTH { least } else { least + random.below(3) };
            (0..count.min(8)).map(|_| synthesize(&schema["items"], random, depth + 1)).collect()
        }
        Some("integer") => {
            let least = schema["minimum"].as_i64();
            let most = schema["maximum"].as_i64();
            json!(least.or(most).unwrap_or(0) + [0, 0, 1, 2, -1][random.below(5)])
        }
        Some("number") => json!([0.0, 1.5, -1.0][random.below(3)]),
        Some("boolean") => json!(random.percent(50)),
        Some("string") => string(schema, random),
        _ => json!({"any": 1}),
    }
}

fn object(schema: &Json, random: &mut Random, depth: usize) -> Json {
    let mut object = Map::new();
    if let Some(properties) = schema["properties"].as_object() {
        let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut names: Vec<&String> = properties.keys().collect();
        names.sort();
        for name in names {
            let is_required = required.iter().any(|required| required == name.as_str());
            let chance = if depth < 3 { 40 } else { 15 };
            let wanted = is_required || (depth <= DEPTH && random.percent(chance));
            if wanted && !(depth == 0 && ["metadata", "status", "kind", "apiVersion"].contains(&name.as_str())) {
                object.insert(name.clone(), synthesize(&properties[name], random, depth + 1));
            }
        }
    } else if schema["additionalProperties"].is_object() && depth <= DEPTH {
        for key in ["a", "b"].iter().take(random.below(3)) {
            object.insert((*key).to_owned(), synthesize(&schema["additionalProperties"], random, depth + 1));
        }
    }
    Json::Object(object)
}

fn string(schema: &Json, random: &mut Random) -> Json {
    match schema["format"].as_str() {
        Some("date-time") => return json!("2024-01-02T03:04:05Z"),
        Some("byte") => return json!("YQ=="),
        Some("duration") => return json!("1h"),
        Some("ipv4") => return json!("10.0.0.1"),
        _ => {}
    }
    let plain = ["a", "ab-c", "example.com", "1", "", "10.0.0.0/8", "10s", "https://example.com/a", "A B"];
    let mut text = plain[random.below(plain.len())].to_owned();
    let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
    while text.len() < least.min(300) {
        text.push('a');
    }
    json!(text)
}

/// Changes an object somewhere below its own fields. Returns a description of the change, if there was one.
pub(crate) fn change(object: &mut Json, schema: &Json, random: &mut Random) -> Option<String> {
    let mut places = Vec::new();
    for (name, value) in object.as_object()? {
        if !["apiVersion", "kind", "metadata", "status"].contains(&name.as_str()) {
            collect(value, &format!("/{}", escaped(name)), &mut places);
        }
    }
    places.sort();
    let place = random.one_of(&places);
    let (parent, key) = place.rsplit_once('/')?;
    let key = key.replace("~1", "/").replace("~0", "~");
    let of_place = schema_at(schema, &place, object);
    let value = object.pointer(&place)?.clone();
    let changed = match random.below(12) {
        0 => {
            match object.pointer_mut(parent)? {
                Json::Object(fields) => drop(fields.remove(&key)),
                Json::Array(items) => drop(items.remove(key.parse().ok()?)),
                _ => return None,
            }
            return Some(format!("{place} removed"));
        }
        1 => Json::Null,
        2 => zero(&value),
        3 => other_type(&value),
        4 => match &value {
            Json::String(text) => json!(format!("{text}{}", "a".repeat(300))),
            Json::Number(_) => json!(1_i64 << 40),
            Json::Array(items) => items.iter().cycle().take(items.len() * 20).cloned().collect(),
            _ => return None,
        },
        5 => match &value {
            Json::String(text) => json!(format!("{text} Not Valid!")),
            Json::Number(_) => json!(-1),
            Json::Array(items) => items.iter().cycle().take(items.len() * 2).cloned().collect(),
            _ => return None,
        },
        6 => match &value {
            Json::Object(fields) => {
                let mut fields = fields.clone();
                fields.insert("unknownField".to_owned(), json!(1));
                Json::Object(fields)
            }
            Json::Array(items) => items.iter().cloned().chain([Json::Null]).collect(),
            Json::Number(_) => json!(1.5),
            _ => return None,
        },
        7 | 8 => synthesize(of_place, random, place.matches('/').count()),
        _ => {
            // Adds a missing field.
            let properties = of_place["properties"].as_object()?;
            let mut names: Vec<&String> = properties.keys().filter(|name| value.get(name.as_str()).is_none()).collect();
            names.sort();
            let name = names.get(random.below(names.len()))?;
            let mut fields = value.as_object()?.clone();
            fields.insert((*name).clone(), synthesize(&properties[*name], random, 3));
            Json::Object(fields)
        }
    };
    let target = object.pointer_mut(&place)?;
    if *target == changed {
        return None;
    }
    *target = changed;
    Some(format!("{place} changed"))
}

/// Members of metadata, with valid and invalid values.
const METADATA: &[(&str, &str)] = &[
    ("annotations", r#"{"a b": "c", "d": "any text\n"}"#),
    ("annotations", r#"{"a": null, "b": "c"}"#),
    ("annotations", r#"{"a": 1}"#),
    ("creationTimestamp", "null"),
    ("creationTimestamp", r#""yesterday""#),
    ("deletionGracePeriodSeconds", "-1"),
    ("finalizers", r#"["example.com/a", "b"]"#),
    ("finalizers", r#"["a b", "example.com/", null]"#),
    ("generateName", r#""Not Valid-""#),
    ("generation", "-1"),
    ("generation", "1.5"),
    ("labels", r#"{"example.com/a": "b", "c": ""}"#),
    ("labels", r#"{"a_b": "not valid!", "-c": "d", "example.com/a/b": "e"}"#),
    ("labels", "null"),
    ("labels", r#"["a"]"#),
    ("managedFields", r#"[{"operation": "Create", "fieldsType": "None"}]"#),
    ("name", r#""Not.A_Name""#),
    ("name", r#""a..b""#),
    ("namespace", r#""Not_One""#),
    ("ownerReferences", r#"[{"apiVersion": "v1", "kind": "Pod", "name": "a"}]"#),
    ("ownerReferences", r#"[{"apiVersion": "a/b/c", "kind": "", "name": "", "uid": "u", "controller": true}]"#),
    ("resourceVersion", "7"),
    ("selfLink", r#""""#),
    ("uid", r#""u""#),
    ("unknownField", "{}"),
];

/// Changes a member of an object's metadata. Returns a description of the change, if the object has metadata.
pub(crate) fn change_metadata(object: &mut Json, random: &mut Random) -> Option<String> {
    let metadata = object.get_mut("metadata")?.as_object_mut()?;
    let (name, value) = random.one_of(METADATA);
    let value = serde_json::from_str(value).ok()?;
    metadata.insert((*name).to_owned(), value);
    Some(format!("/metadata/{name} changed"))
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Collects the locations of a value and of all nested values.
fn collect(value: &Json, place: &str, places: &mut Vec<String>) {
    places.push(place.to_owned());
    match value {
        Json::Object(fields) => {
            for (name, value) in fields {
                collect(value, &format!("{place}/{}", escaped(name)), places);
            }
        }
        Json::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                collect(value, &format!("{place}/{index}"), places);
            }
        }
        _ => {}
    }
}

/// Returns the schema of a location.
fn schema_at<'s>(schema: &'s Json, place: &str, object: &Json) -> &'s Json {
    let (mut schema, mut value) = (schema, object);
    for part in place.split('/').skip(1) {
        let name = part.replace("~1", "/").replace("~0", "~");
        schema = match value {
            Json::Array(_) => &schema["items"],
            _ if schema["properties"].get(&name).is_some() => &schema["properties"][name.as_str()],
            _ => &schema["additionalProperties"],
        };
        value = match value {
            Json::Array(items) => name.parse().ok().and_then(|index: usize| items.get(index)).unwrap_or(&Json::Null),
            value => &value[name.as_str()],
        };
    }
    schema
}

fn zero(value: &Json) -> Json {
    match value {
        Json::String(_) => json!(""),
        Json::Number(_) => json!(0),
        Json::Bool(_) => json!(false),
        Json::Array(_) => json!([]),
        Json::Object(_) => json!({}),
        Json::Null => json!(1),
    }
}

fn other_type(value: &Json) -> Json {
    match value {
        Json::String(_) => json!(7),
        Json::Number(_) => json!("seven"),
        Json::Bool(_) => json!("true"),
        Json::Array(_) => json!("list"),
        Json::Object(_) => json!([]),
        Json::Null => json!({}),
    }
}
