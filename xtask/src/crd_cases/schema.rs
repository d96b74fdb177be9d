//! Random structural schemas.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

use super::{
    rule,
    value::{self, NAMES},
};

/// String formats, including some that servers do not support.
const FORMATS: &[&str] = &[
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "byte",
    "password",
    "bsonobjectid",
    "date",
    "date-time",
    "datetime",
    "duration",
    "k8s-short-name",
    "k8s-long-name",
    "int32",
    "float",
    "quantity",
    "u-r-i",
    "IPv4",
];

const PATTERNS: &[&str] =
    &["^a", "b$", "^[a-z]+$", "\\d", "^(a|b)*$", "", ".", "\\pL", "(?i)A", "a{2,3}", "(", "x{1001}"];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemaLocation {
    Root,
    Property,
    Items,
    Additional,
    /// An element of a set.
    SetItem,
}

pub(crate) fn schema(random: &mut Random, depth: usize, place: SchemaLocation) -> Json {
    let mut schema = match random.below(if depth == 0 { 6 } else { 14 }) {
        _ if place == SchemaLocation::Root && random.percent(85) => object(random, depth),
        0 | 1 => string(random),
        2 => integer(random),
        3 => number(random),
        4 => boolean(random),
        5 => int_or_string(random),
        6..=8 => array(random, depth),
        9 => map(random, depth),
        10 if place != SchemaLocation::SetItem => free(random),
        11 if place != SchemaLocation::Root && place != SchemaLocation::SetItem => embedded(random, depth),
        _ => object(random, depth),
    };
    if place != SchemaLocation::Root && place != SchemaLocation::SetItem && random.percent(12) {
        schema["nullable"] = json!(true);
    }
    if random.percent(12) {
        junctors(random, &mut schema, depth);
    }
    if place != SchemaLocation::Root && place != SchemaLocation::SetItem && random.percent(10) {
        // A server rejects null in a default, and drops it when it reads the stored object. Empty labels of an embedded
        // resource disappear with its default (docs/known-differences.md).
        let default = without_nulls(value::value(random, &schema, 3));
        if !default.is_null() {
            schema["default"] = default;
        }
    }
    if random.percent(18) {
        let rules: Vec<Json> = (0..=random.below(2)).map(|_| rule::rule(random, &schema)).collect();
        schema["x-kubernetes-validations"] = json!(rules);
    }
    schema
}

fn without_nulls(value: Json) -> Json {
    match value {
        Json::Array(items) => items.into_iter().filter(|item| !item.is_null()).map(without_nulls).collect(),
        Json::Object(members) => {
            let is_left = |key: &str, member: &Json| !(member.is_null() || key == "labels" && *member == json!({}));
            let members = members.into_iter().filter(|(key, member)| is_left(key, member));
            members.map(|(key, member)| (key, without_nulls(member))).collect()
        }
        other => other,
    }
}

fn limit(random: &mut Random, schema: &mut Json, key: &str, percent: usize, limit: usize) {
    if random.percent(percent) {
        schema[key] = json!(random.below(limit));
    }
}

fn string(random: &mut Random) -> Json {
    let mut schema = json!({"type": "string"});
    text_limits(random, &mut schema);
    schema
}

fn text_limits(random: &mut Random, schema: &mut Json) {
    limit(random, schema, "maxLength", 15, 5);
    limit(random, schema, "minLength", 15, 4);
    if random.percent(15) {
        schema["pattern"] = json!(random.one_of(PATTERNS));
    }
    if random.percent(25) {
        schema["format"] = json!(random.one_of(FORMATS));
    }
    if random.percent(10) {
        schema["enum"] =
            random.one_of(&[json!(["a", "b"]), json!(["a", 1, null]), json!([]), json!(["A", "é\u{2028}"])]);
    }
}

fn bounds(random: &mut Random, schema: &mut Json) {
    let numbers = [
        json!(0),
        json!(1),
        json!(2),
        json!(5),
        json!(-1),
        json!(1.5),
        json!(100),
        json!(1e10),
        json!(0.1),
        json!(2.5),
    ];
    for (key, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        if random.percent(20) {
            schema[key] = random.one_of(&numbers);
            if random.percent(30) {
                schema[exclusive] = json!(true);
            }
        }
    }
    if random.percent(15) {
        schema["multipleOf"] =
            random.one_of(&[json!(1), json!(2), json!(0.5), json!(0.1), json!(3), json!(2.5), json!(0)]);
    }
}

fn integer(random: &mut Random) -> Json {
    let mut schema = json!({"type": "integer"});
    bounds(random, &mut schema);
    if random.percent(30) {
        schema["format"] = json!(random.one_of(&["int32", "int64", "float", "uri", "int8"]));
    }
    if random.percent(10) {
        schema["enum"] = random.one_of(&[json!([1, 2]), json!([1.0, 5]), json!(["A", 1]), json!([0])]);
    }
    schema
}

fn number(random: &mut Random) -> Json {
    let mut schema = json!({"type": "number"});
    bounds(random, &mut schema);
    if random.percent(20) {
        schema["format"] = json!(random.one_of(&["float", "double", "int32"]));
    }
    if random.percent(10) {
        schema["enum"] = random.one_of(&[json!([1, 2.5]), json!([1.0, 5]), json!([0.1])]);
    }
    schema
}

fn boolean(random: &mut Random) -> Json {
    let mut schema = json!({"type": "boolean"});
    if random.percent(15) {
        schema["enum"] = json!([true]);
    }
    if random.percent(8) {
        schema["format"] = json!(random.one_of(FORMATS));
    }
    schema
}

fn int_or_string(random: &mut Random) -> Json {
    let mut schema = json!({"x-kubernetes-int-or-string": true});
    if random.percent(30) {
        schema["anyOf"] = json!([{"type": "integer"}, {"type": "string"}]);
    }
    if random.percent(30) {
        text_limits(random, &mut schema);
    }
    if random.percent(30) {
        bounds(random, &mut schema);
    }
    schema
}

fn free(random: &mut Random) -> Json {
    let mut schema = json!({"x-kubernetes-preserve-unknown-fields": true});
    if random.percent(30) {
        text_limits(random, &mut schema);
    }
    schema
}

fn array(random: &mut Random, depth: usize) -> Json {
    let list_type = random.one_of(&["", "", "atomic", "set", "map", "map"]);
    let items = match list_type {
        "set" => match random.below(3) {
            0 => string(random),
            1 => integer(random),
            _ => {
                let mut item = self::schema(random, depth - 1, SchemaLocation::SetItem);
                match item["type"].as_str() {
                    Some("object") => item["x-kubernetes-map-type"] = json!("atomic"),
                    Some("array") => {
                        if let Some(item) = item.as_object_mut() {
                            item.remove("x-kubernetes-list-type");
                            item.remove("x-kubernetes-list-map-keys");
                        }
                    }
                    _ => {}
                }
                item
            }
        },
        "map" => keyed(random, depth),
        _ => self::schema(random, depth - 1, SchemaLocation::Items),
    };
    let mut schema = json!({"type": "array", "items": items});
    if !list_type.is_empty() {
        schema["x-kubernetes-list-type"] = json!(list_type);
    }
    if list_type == "map" {
        schema["x-kubernetes-list-map-keys"] = random.one_of(&[json!(["k"]), json!(["k", "p"]), json!(["p"])]);
    }
    limit(random, &mut schema, "maxItems", 20, 5);
    limit(random, &mut schema, "minItems", 15, 3);
    schema
}

/// Returns the items of a list of type `map`.
fn keyed(random: &mut Random, depth: usize) -> Json {
    let mut schema = object(random, depth);
    schema["properties"]["k"] = json!({"type": "string"});
    schema["properties"]["p"] = random.one_of(&[
        json!({"type": "integer"}),
        json!({"type": "number"}),
        json!({"type": "integer", "default": 1}),
    ]);
    schema
}

fn map(random: &mut Random, depth: usize) -> Json {
    let values = match random.below(12) {
        0 => json!(true),
        1 => json!(false),
        _ => self::schema(random, depth - 1, SchemaLocation::Additional),
    };
    let mut schema = json!({"type": "object", "additionalProperties": values});
    object_limits(random, &mut schema);
    schema
}

fn object_limits(random: &mut Random, schema: &mut Json) {
    limit(random, schema, "maxProperties", 10, 5);
    limit(random, schema, "minProperties", 10, 3);
    if random.percent(10) {
        schema["x-kubernetes-map-type"] = json!(random.one_of(&["atomic", "granular"]));
    }
    if random.percent(15) {
        schema["required"] = json!([random.one_of(NAMES)]);
    }
}

fn object(random: &mut Random, depth: usize) -> Json {
    let mut properties = Map::new();
    for _ in 0..random.below(5) {
        let name = random.one_of(NAMES);
        let schema = match name {
            "metadata" => random.one_of(&[
                json!({"type": "object"}),
                json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 2}}}),
            ]),
            "kind" => string(random),
            _ => self::schema(random, depth.saturating_sub(1), SchemaLocation::Property),
        };
        properties.insert(name.to_owned(), schema);
    }
    let names: Vec<String> = properties.keys().filter(|_| random.percent(25)).cloned().collect();
    let mut schema = json!({"type": "object", "properties": properties});
    object_limits(random, &mut schema);
    if !names.is_empty() {
        schema["required"] = json!(names);
    }
    if random.percent(12) {
        schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
    }
    schema
}

fn embedded(random: &mut Random, depth: usize) -> Json {
    let mut schema = object(random, depth);
    schema["x-kubernetes-embedded-resource"] = json!(true);
    if schema["properties"].as_object().is_none_or(Map::is_empty) || random.percent(30) {
        schema["x-kubernetes-preserve-unknown-fields"] = json!(true);
    }
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.remove("metadata");
        properties.remove("kind");
    }
    schema
}

fn junctors(random: &mut Random, schema: &mut Json, depth: usize) {
    let key = random.one_of(&["allOf", "anyOf", "oneOf", "not"]);
    let branch = |random: &mut Random| nested(random, schema, depth.min(2));
    let made = if key == "not" {
        branch(random)
    } else {
        json!((0..=random.below(3)).map(|_| branch(random)).collect::<Vec<_>>())
    };
    if schema.get(key).is_none() {
        schema[key] = made;
    }
}

/// Returns a branch for values of a schema: limits, and constraints on properties of the schema.
fn nested(random: &mut Random, schema: &Json, depth: usize) -> Json {
    let mut branch = json!({});
    match schema["type"].as_str() {
        Some("string") => text_limits(random, &mut branch),
        Some("integer" | "number") => bounds(random, &mut branch),
        Some("boolean") => branch["enum"] = json!([true]),
        Some("array") => {
            limit(random, &mut branch, "maxItems", 40, 4);
            limit(random, &mut branch, "minItems", 30, 3);
            if depth > 0 && random.percent(50) {
                branch["items"] = nested(random, &schema["items"], depth - 1);
            }
        }
        Some("object") => {
            limit(random, &mut branch, "maxProperties", 15, 5);
            limit(random, &mut branch, "minProperties", 15, 3);
            let properties = schema["properties"].as_object();
            let names: Vec<&String> =
                properties.into_iter().flatten().map(|(name, _)| name).filter(|_| random.percent(50)).collect();
            if random.percent(50) && !names.is_empty() {
                branch["required"] = json!(names);
            }
            if depth > 0 {
                for (name, property) in properties.into_iter().flatten() {
                    if name != "metadata" && random.percent(40) {
                        branch["properties"][name] = nested(random, property, depth - 1);
                    }
                }
            }
        }
        _ => {
            text_limits(random, &mut branch);
            bounds(random, &mut branch);
        }
    }
    if depth > 0 && random.percent(10) {
        junctors(random, &mut branch, depth - 1);
    }
    branch
}
