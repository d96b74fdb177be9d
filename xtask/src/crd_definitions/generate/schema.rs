//! Random schemas.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

/// The probabilities for generated schemas.
#[derive(Clone, Copy)]
pub(super) struct Chances {
    /// Includes constructs that a CRD cannot have.
    pub(super) is_odd: bool,
    /// Includes rules.
    pub(super) rules: bool,
}

impl Chances {
    fn odd(self, random: &mut Random, percent: usize) -> bool {
        self.is_odd && random.percent(percent)
    }
}

/// Returns the schema of a resource.
pub(super) fn root(random: &mut Random, chances: Chances) -> Json {
    let mut schema = json!({"type": "object", "properties": {"spec": object(random, chances, 0)}});
    for name in ["status", "c", "metadata", "kind"] {
        if random.percent(15) {
            schema["properties"][name] = match name {
                "metadata" => metadata(random, chances),
                "kind" => json!({"type": if chances.odd(random, 10) { "integer" } else { "string" }}),
                _ => node(random, chances, 1),
            };
        }
    }
    keywords(random, chances, &mut schema, 0);
    rules(random, chances, &mut schema);
    if chances.odd(random, 10) {
        odd(random, chances, &mut schema, 1);
    }
    schema
}

fn metadata(random: &mut Random, chances: Chances) -> Json {
    let mut schema = json!({"type": "object"});
    if random.percent(50) {
        schema["properties"] = json!({"name": {"type": "string", "maxLength": 9}});
    }
    if chances.odd(random, 30) {
        schema["properties"]["labels"] = json!({"type": "object", "additionalProperties": {"type": "string"}});
    }
    if chances.odd(random, 20) {
        schema["default"] = random.one_of(&[json!({}), json!({"name": "a"})]);
    }
    schema
}

/// Returns the schema of any value.
pub(super) fn node(random: &mut Random, chances: Chances, depth: usize) -> Json {
    let kind = if depth > 3 { random.below(5) } else { random.below(11) };
    let mut schema = match kind {
        0 => json!({"type": "string"}),
        1 => json!({"type": "integer"}),
        2 => json!({"type": "number"}),
        3 => json!({"type": "boolean"}),
        4 => json!({"x-kubernetes-int-or-string": true}),
        5 => return list(random, chances, depth),
        6 => map(random, chances, depth),
        7 => embedded(random, chances, depth),
        8 => json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}),
        _ => return object(random, chances, depth),
    };
    keywords(random, chances, &mut schema, depth);
    rules(random, chances, &mut schema);
    if chances.odd(random, 12) {
        odd(random, chances, &mut schema, depth);
    }
    schema
}

fn object(random: &mut Random, chances: Chances, depth: usize) -> Json {
    let mut properties = Map::new();
    for name in ["a", "b", "k", "metadata"] {
        if random.percent(if name == "metadata" { 5 } else { 50 }) {
            properties.insert(name.to_owned(), node(random, chances, depth + 1));
        }
    }
    let mut schema = json!({"type": "object", "properties": properties});
    if random.percent(20) {
        schema["required"] = json!([random.one_of(&["a", "b"])]);
    }
    if random.percent(10) {
        schema["x-kubernetes-map-type"] =
            if chances.odd(random, 30) { "odd".into() } else { random.one_of(&["atomic", "granular"]).into() };
    }
    keywords(random, chances, &mut schema, depth);
    rules(random, chances, &mut schema);
    if chances.odd(random, 10) {
        odd(random, chances, &mut schema, depth);
    }
    schema
}

fn map(random: &mut Random, chances: Chances, depth: usize) -> Json {
    let mut schema = json!({"type": "object", "additionalProperties": node(random, chances, depth + 1)});
    if random.percent(50) {
        schema["maxProperties"] = random.below(20).into();
    }
    if random.percent(10) {
        schema["additionalProperties"] = random.percent(50).into();
    }
    schema
}

fn list(random: &mut Random, chances: Chances, depth: usize) -> Json {
    let mut schema = json!({"type": "array", "items": node(random, chances, depth + 1)});
    if random.percent(60) {
        schema["maxItems"] = random.below(30).into();
    }
    if random.percent(40) {
        let list_type = random.one_of(&["atomic", "set", "map", "map"]);
        schema["x-kubernetes-list-type"] = if chances.odd(random, 5) { "odd".into() } else { list_type.into() };
        if list_type == "map" {
            schema["items"] = object(random, chances, depth + 1);
            schema["items"]["properties"]["k"] = json!({"type": "string"});
            if !chances.odd(random, 20) {
                schema["items"]["required"] = json!(["k"]);
            }
            if chances.odd(random, 10) {
                schema["items"]["properties"]["k"] = random
                    .one_of(&[json!({"type": "object"}), json!({"type": "string", "nullable": true, "default": "a"})]);
            }
            schema["x-kubernetes-list-map-keys"] = if chances.odd(random, 20) {
                random.one_of(&[json!(["k", "k"]), json!(["z"]), json!([])])
            } else {
                json!(["k"])
            };
        } else if chances.odd(random, 10) {
            schema["x-kubernetes-list-map-keys"] = json!(["k"]);
        } else if list_type == "set" && !chances.odd(random, 30) {
            schema["items"] = json!({"type": "string", "maxLength": 5});
        }
    }
    if chances.odd(random, 5) {
        schema["items"]["nullable"] = true.into();
    }
    keywords(random, chances, &mut schema, depth);
    rules(random, chances, &mut schema);
    schema
}

fn embedded(random: &mut Random, chances: Chances, depth: usize) -> Json {
    let mut schema = json!({"type": "object", "x-kubernetes-embedded-resource": true});
    if !chances.odd(random, 15) {
        schema["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    if random.percent(40) {
        schema["properties"] = json!({
            "kind": {"type": "string"},
            "metadata": {"type": "object", "properties": {"name": {"type": "string"},
                "labels": {"type": "object", "additionalProperties": {"type": "string"}}}},
            "spec": node(random, chances, depth + 1),
        });
        if random.percent(30) {
            schema["properties"]["metadata"]["default"] = random.one_of(&[
                json!({"name": "a"}),
                json!({"name": "a/b"}),
                json!({"labels": {"a": 1}}),
                json!({"x": 1}),
            ]);
        }
        if random.percent(20) {
            schema["properties"]["kind"]["default"] = random.one_of(&["Foo", "a b", ""]).into();
        }
        if random.percent(20) {
            schema["default"] = random.one_of(&[
                json!({"apiVersion": "a/b", "kind": "B"}),
                json!({"kind": "B", "apiVersion": "a/b/c", "metadata": {"name": "n"}}),
                json!({"metadata": {"labels": {"a": "b c"}}}),
            ]);
        }
    }
    schema
}

/// Adds keywords that are allowed at any location.
fn keywords(random: &mut Random, chances: Chances, schema: &mut Json, depth: usize) {
    if random.percent(20) {
        schema["description"] = "about".into();
    }
    match schema["type"].as_str() {
        Some("string") => {
            if random.percent(40) {
                schema["maxLength"] = random.below(40).into();
            }
            if random.percent(20) {
                schema["pattern"] =
                    if chances.odd(random, 30) { random.one_of(&["[", "(a", "a**"]).into() } else { "^[a-z]*$".into() };
            }
            if random.percent(20) {
                schema["format"] = random.one_of(&["date-time", "k8s-short-name", "odd", "uuid"]).into();
            }
            if random.percent(20) {
                schema["enum"] = json!(["a", "abc"]);
            }
        }
        Some("integer" | "number") => {
            if random.percent(30) {
                schema["maximum"] = random.below(40).into();
            }
            if random.percent(20) {
                schema["format"] = random.one_of(&["int32", "double", "odd"]).into();
            }
        }
        _ => {}
    }
    if random.percent(5) && depth > 0 {
        schema["nullable"] = true.into();
    }
    if random.percent(15) && depth > 0 {
        schema["default"] = default(random, schema);
    }
    if random.percent(12) {
        let keyword = random.one_of(&["allOf", "anyOf", "oneOf"]);
        let branches: Vec<Json> = (0..=random.below(2)).map(|_| branch(random, chances, schema, depth)).collect();
        schema[keyword] = branches.into();
    }
    if random.percent(4) {
        schema["not"] = branch(random, chances, schema, depth);
    }
}

fn default(random: &mut Random, schema: &Json) -> Json {
    // Avoids two known differences: for an invalid default, upstream reports the format in place of the type, and the
    // rules of an integer or string see values that never occur in objects.
    if schema["type"].is_null() {
        return json!("a");
    }
    if schema["format"].is_string() && schema["type"] != "string" {
        return json!(1);
    }
    let values: &[Json] = &match schema["type"].as_str() {
        Some("string") => [json!("abc"), json!("a"), json!("ABC"), json!(1)],
        Some("integer") => [json!(1), json!(100), json!(0), json!("a")],
        Some("number") => [json!(1.5), json!(100), json!(0), json!(null)],
        Some("boolean") => [json!(true), json!(false), json!(false), json!("x")],
        Some("array") => [json!([]), json!(["a"]), json!(["a", "a"]), json!([{"k": "a", "z": 1}])],
        _ => [json!({}), json!({"a": "abc"}), json!({"a": 1, "b": true}), json!({"z": {}})],
    };
    random.one_of(values)
}

fn branch(random: &mut Random, chances: Chances, around: &Json, depth: usize) -> Json {
    let mut branch = json!({});
    match random.below(6) {
        0 => branch["required"] = json!(["a"]),
        1 => branch["minLength"] = 1.into(),
        2 => branch["maximum"] = 5.into(),
        3 if around["properties"].is_object() => {
            let name = if chances.odd(random, 30) { "z" } else { "a" };
            branch["properties"] = json!({ name: {"minLength": 1} });
        }
        4 if around["items"].is_object() => branch["items"] = json!({"minLength": 1}),
        _ => branch["enum"] = json!(["a"]),
    }
    if chances.odd(random, 12) {
        odd(random, chances, &mut branch, depth);
    }
    if random.percent(5) {
        branch["not"] = json!({"maxLength": 9});
    }
    branch
}

/// Adds rules, valid and invalid.
fn rules(random: &mut Random, chances: Chances, schema: &mut Json) {
    if !chances.rules || !random.percent(25) {
        return;
    }
    let mut all = Vec::new();
    for _ in 0..=random.below(1) {
        let rule = random.one_of(&[
            "true",
            "has(self.a)",
            "self == oldSelf",
            "self.size() < 10",
            "self.all(x, x.size() > 1)",
            "self > 1",
            "self.matches('^a')",
            "self.startsWith('a')",
            "has(self.b) && self.b == 1",
            "self.k == oldSelf.k",
            "self",
            "self.",
            " ",
            "true &&\ntrue",
            "oldSelf.hasValue()",
            "isQuantity(self)",
            "[1].includes(1)",
        ]);
        let mut json = json!({ "rule": rule });
        if random.percent(30) {
            json["message"] = random.one_of(&["must be so", "must be so", " ", "a\nb"]).into();
        }
        if random.percent(15) {
            json["messageExpression"] = random.one_of(&["'it is'", "string(self)", "1", " ", "self.a"]).into();
        }
        if random.percent(10) {
            json["reason"] = random.one_of(&["FieldValueInvalid", "FieldValueForbidden", "Odd"]).into();
        }
        if random.percent(10) {
            json["fieldPath"] = random.one_of(&[".a", ".b", ".a[0]", " ", "a", ".z"]).into();
        }
        if random.percent(10) {
            json["optionalOldSelf"] = random.percent(70).into();
        }
        all.push(json);
    }
    schema["x-kubernetes-validations"] = all.into();
}

/// Adds a construct that CRDs cannot have.
fn odd(random: &mut Random, chances: Chances, schema: &mut Json, depth: usize) {
    match random.below(24) {
        0 => schema["type"] = random.one_of(&["null", "text", "", "object", "array", "string"]).into(),
        1 => schema["uniqueItems"] = true.into(),
        2 => schema["$ref"] = random.one_of(&["#/definitions/a", ""]).into(),
        3 => schema["definitions"] = json!({"d": node(random, chances, depth + 2)}),
        4 => schema["dependencies"] = random.one_of(&[json!({}), json!({"a": ["b"]}), json!({"a": {"type": "odd"}})]),
        5 => schema["patternProperties"] = json!({"^a": {"type": "string"}}),
        6 => schema["additionalItems"] = random.one_of(&[json!(true), json!({"type": "string"})]),
        7 => schema["id"] = "i".into(),
        8 => schema["$schema"] = "s".into(),
        9 => schema["items"] = random.one_of(&[json!([{"type": "string"}]), json!([]), json!({})]),
        10 => schema["additionalProperties"] = random.one_of(&[json!(true), json!(false), json!({"type": "string"})]),
        11 => schema["x-kubernetes-preserve-unknown-fields"] = random.percent(50).into(),
        12 => schema["x-kubernetes-embedded-resource"] = true.into(),
        13 => schema["x-kubernetes-int-or-string"] = true.into(),
        14 => schema["x-kubernetes-list-type"] = random.one_of(&["map", "set", "odd", "atomic"]).into(),
        15 => schema["x-kubernetes-map-type"] = random.one_of(&["atomic", "odd"]).into(),
        16 => schema["nullable"] = true.into(),
        17 => schema["title"] = "t".into(),
        18 => schema["default"] = random.one_of(&[json!({}), json!("a"), json!(1)]),
        19 => {
            if let Some(object) = schema.as_object_mut() {
                object.remove("type");
            }
        }
        20 => schema["anyOf"] = json!([{"type": "integer"}, {"type": "string"}]),
        21 => schema["allOf"] = json!([{"anyOf": [{"type": "integer"}, {"type": "string"}]}, {"pattern": "a["}]),
        22 => {
            schema["properties"] =
                json!({"metadata": {"type": "string"}, "kind": {}, "apiVersion": {"type": "object"}});
        }
        _ => schema["x-kubernetes-validations"] = json!([{"rule": "true"}]),
    }
}
