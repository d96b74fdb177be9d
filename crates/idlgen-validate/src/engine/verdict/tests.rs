//! Compares the fast verdict with the full walk on random schemas and values.

use idlgen_runtime::{
    field::Path,
    value::{Value, ValueRef},
};
use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

use crate::{
    Definitions, Schema, Validator, ValidatorOptions,
    compiled::ValueTypes,
    engine::{
        node::Compiled,
        testing::errors_of,
        walk::{Location, Walk},
    },
};

const NAMES: [&str; 6] = ["a", "b", "ab", "name", "namespaces", "a-name-beyond-both-ends"];

fn pick<'a, T>(random: &mut Random, of: &'a [T]) -> &'a T {
    &of[random.below(of.len())]
}

fn value(random: &mut Random, depth: usize) -> Json {
    match random.below(if depth == 0 { 7 } else { 12 }) {
        0 => Json::Null,
        1 => json!(random.below(2) == 0),
        2 => json!(random.below(4)),
        3 => json!(random.below(3) as f64 / 2.0),
        4..7 => json!(*pick(random, &["", "a", "b", "2020-01-01", "lorem"])),
        7..9 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => Json::Object(
            (0..random.below(5)).map(|_| ((*pick(random, &NAMES)).to_owned(), value(random, depth - 1))).collect(),
        ),
    }
}

/// Generates a random schema. Some schemas refer to a definition, with or without other keywords.
fn schema(random: &mut Random, depth: usize) -> Json {
    let mut schema = Map::new();
    if random.below(8) == 0 {
        let reference = json!({"$ref": format!("#/definitions/{}", pick(random, &["D", "E"]))});
        match random.below(4) {
            0 => return reference,
            1 => return json!({"allOf": [reference], "default": {}}),
            2 => return json!({"allOf": [reference], "x-kubernetes-list-type": "set"}),
            _ => schema.insert("allOf".to_owned(), json!([reference])),
        };
    }
    let count = random.below(5);
    for _ in 0..count {
        let branches = |random: &mut Random| {
            (0..=random.below(3)).map(|_| self::schema(random, depth.saturating_sub(1))).collect::<Json>()
        };
        let part = |random: &mut Random| if depth == 0 { json!({}) } else { self::schema(random, depth - 1) };
        let (keyword, said) = match random.below(26) {
            0..5 => ("type", json!(*pick(random, &["object", "array", "string", "integer", "number", "boolean"]))),
            5 => ("nullable", json!(true)),
            6 => ("x-kubernetes-int-or-string", json!(true)),
            7 => ("enum", json!(["a", 1, null, "lorem"])),
            8 => ("maxLength", json!(random.below(4))),
            9 => ("pattern", json!("^[a-l]")),
            10 => ("format", json!(*pick(random, &["date", "int32", "unknown"]))),
            11 => ("minimum", json!(1)),
            12 => ("minItems", json!(1)),
            13 => ("uniqueItems", json!(true)),
            14 => ("maxProperties", json!(2)),
            15 => ("required", json!([*pick(random, &NAMES), *pick(random, &NAMES)])),
            16 => ("items", part(random)),
            17 => ("additionalProperties", if random.below(3) == 0 { json!(false) } else { part(random) }),
            18 if depth > 0 => ("anyOf", branches(random)),
            19 if depth > 0 => ("oneOf", branches(random)),
            20 if depth > 0 => ("allOf", branches(random)),
            21 if depth > 0 => ("not", part(random)),
            22 => ("x-kubernetes-list-type", json!(*pick(random, &["set", "map", "atomic"]))),
            23 => ("x-kubernetes-list-map-keys", json!(["a"])),
            24 if random.below(8) == 0 => ("patternProperties", json!({"^a": part(random)})),
            25 if random.below(8) == 0 => ("dependencies", json!({"a": ["b"]})),
            _ => {
                let properties: Map<String, Json> =
                    (0..random.below(5)).map(|_| ((*pick(random, &NAMES)).to_owned(), part(random))).collect();
                ("properties", properties.into())
            }
        };
        schema.insert(keyword.to_owned(), said);
    }
    schema.into()
}

/// A value that is only accessible through views, like values of other types.
struct Viewed(Json);

impl Value for Viewed {
    fn as_value(&self) -> ValueRef<'_> {
        self.0.as_value()
    }
}

/// Returns the result of the full walk: whether the value is valid, and whether the walk exceeded a limit.
fn in_full(validator: &Validator, value: &Json, finds_duplicates: bool) -> (bool, bool) {
    let mut cx = validator.context(idlgen_runtime::Mode::Verdict);
    let node = validator.compiled.get(Compiled::ROOT);
    let view = value.as_value();
    let place =
        Location { node, shape: node, value: &view, old: None, path: &Path::root(), depth: 1, finds_duplicates };
    let mut walk = Walk::new(&validator.compiled, &validator.options);
    walk.apply(&place, &mut cx);
    (!cx.has_failed(), walk.has_met_a_limit())
}

#[test]
fn the_verdict_is_that_of_the_walk_of_everything() {
    let mut random = Random::new(7);
    let (mut right, mut wrong, mut unknown) = (0, 0, 0);
    for _ in 0..6_000 {
        let mut definitions = Definitions::default();
        for name in ["D", "E"] {
            // Validation with cyclic references may not terminate. Such schemas do not compile.
            definitions.schemas.insert(name.to_owned(), Schema::from_json(&schema(&mut random, 2)).0);
        }
        let said = schema(&mut random, 3);
        let mut options = ValidatorOptions::crd();
        if random.below(3) == 0 {
            options.max_steps = random.below(60) as u64;
        }
        if random.below(3) == 0 {
            options.max_depth = random.below(60);
        }
        options.kubernetes_minor = if random.below(2) == 0 { 30 } else { 36 };
        let Ok(validator) = Validator::with_definitions(&definitions, &Schema::from_json(&said).0, options) else {
            continue;
        };
        let forms = validator.forms.as_ref().unwrap();
        for _ in 0..6 {
            let value = value(&mut random, 3);
            for finds_duplicates in [false, true] {
                let id = Compiled::ROOT;
                let verdict = forms.verdict(&validator.compiled, &validator.options, id, &value, finds_duplicates);
                let viewed = Viewed(value.clone());
                let of_view = forms.verdict(&validator.compiled, &validator.options, id, &viewed, finds_duplicates);
                assert_eq!(verdict, of_view, "{said} {value}");
                let (passed, met_a_limit) = in_full(&validator, &value, finds_duplicates);
                match verdict {
                    Some(true) => assert!(passed && !met_a_limit, "{said} {value} {definitions:?}"),
                    Some(false) => assert!(!passed, "{said} {value} {definitions:?}"),
                    None => unknown += 1,
                }
                right += usize::from(verdict == Some(true));
                wrong += usize::from(verdict == Some(false));
            }
        }
    }
    assert!(right > 5_000 && wrong > 5_000 && unknown > 5_000, "{right} {wrong} {unknown}");
}

/// Returns the verdict of the compact nodes, if they decide.
fn at_once(validator: &Validator, value: &Json) -> Option<bool> {
    let forms = validator.forms.as_ref().unwrap();
    forms.verdict(&validator.compiled, &validator.options, Compiled::ROOT, value, true)
}

#[test]
fn steps_of_full_walks_add_up() {
    let (schema, _) = Schema::from_json(&json!({"items": {"patternProperties": {"^a": {"type": "integer"}}}}));
    let options = ValidatorOptions { max_steps: 60, ..ValidatorOptions::crd() };
    let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
    let list = |length: usize| Json::Array(vec![json!({"a": 1}); length]);
    assert_eq!(at_once(&validator, &list(2)), Some(true));
    assert_eq!(in_full(&validator, &list(60), true), (false, true));
    assert_eq!(at_once(&validator, &list(60)), None);
}

#[test]
fn a_branch_that_meets_a_limit_is_unknown() {
    let nested = (0..60).fold(json!({"type": "string"}), |inner, _| json!({"patternProperties": {"^a": inner}}));
    let value = (0..60).fold(json!("text"), |inner, _| json!({"a": inner}));
    let other = json!({"patternProperties": {"^b": {"type": "integer"}}});
    let (schema, _) = Schema::from_json(&json!({"anyOf": [nested, other]}));
    let options = ValidatorOptions { max_depth: 50, ..ValidatorOptions::crd() };
    let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
    assert_eq!(in_full(&validator, &value, true), (true, true));
    assert_eq!(at_once(&validator, &value), None);
    assert_eq!(errors_of(&validator, &value, None).len(), 1);
}

#[test]
fn types_are_known_at_once() {
    let target = |schema: Json| {
        let (schema, _) = Schema::from_json(&schema);
        let validator = Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()).unwrap();
        *validator.forms.as_ref().unwrap().target(Compiled::ROOT)
    };
    let text = target(json!({"type": "string", "nullable": true}));
    assert!(text.right.meet(ValueTypes::STRING) && text.right.meet(ValueTypes::NULL));
    assert!(text.wrong.meet(ValueTypes::MAP) && !text.wrong.meet(ValueTypes::STRING));
    let set = target(json!({"type": "array", "x-kubernetes-list-type": "set"}));
    assert!(!set.right.meet(ValueTypes::LIST) && set.wrong.meet(ValueTypes::STRING));
    // Branches add to what is known of the type.
    for (schema, right, wrong) in [
        (json!({"allOf": [{"type": "string"}, {}]}), ValueTypes::STRING, ValueTypes::MAP),
        (json!({"anyOf": [{"type": "string"}, {"type": "array"}]}), ValueTypes::LIST, ValueTypes::MAP),
        (json!({"oneOf": [{"type": "string"}, {"type": "array"}]}), ValueTypes::LIST, ValueTypes::MAP),
        (json!({"oneOf": [{"type": "array"}, {}]}), ValueTypes::STRING, ValueTypes::LIST),
        (json!({"not": {"type": "string"}}), ValueTypes::MAP, ValueTypes::STRING),
    ] {
        for schema in [schema.clone(), json!({"allOf": [schema.clone()]}), json!({"allOf": [{}, schema, {}]})] {
            let known = target(schema.clone());
            assert!(known.right.meet(right) && !known.right.meet(wrong), "{schema}");
            assert!(known.wrong.meet(wrong) && !known.wrong.meet(right), "{schema}");
        }
    }
    // An enumeration may have null, whatever the type allows.
    let value = target(json!({"type": "string", "nullable": true, "enum": ["a"]}));
    assert!(!value.right.meet(ValueTypes::NULL) && !value.right.meet(ValueTypes::STRING));
}

#[test]
fn branches_count_as_levels() {
    // More levels than are precomputed, and than the limit.
    let nested = |levels: usize| (0..levels).fold(json!({"type": "string"}), |inner, _| json!({"anyOf": [inner]}));
    let options = ValidatorOptions { max_depth: 40, ..ValidatorOptions::crd() };
    for (levels, error) in [(15, ""), (17, ""), (39, ""), (40, "<nil>: Internal error: nested deeper than 40 levels")] {
        let (schema, _) = Schema::from_json(&nested(levels));
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        let errors = errors_of(&validator, &json!("a"), None);
        assert_eq!(errors.last().map(String::as_str).unwrap_or_default(), error, "{levels}");
    }
}

#[test]
fn duplicates_are_found_in_lists_whose_elements_another_node_describes() {
    let item = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]});
    let mut definitions = Definitions::default();
    for (name, items) in [("Numbers", json!({"type": "integer"})), ("Objects", item)] {
        let schema = json!({"type": "array", "items": items});
        definitions.schemas.insert(name.to_owned(), Schema::from_json(&schema).0);
    }
    let list = |name: &str, list_type: &str| {
        json!({"allOf": [{"$ref": format!("#/definitions/{name}")}], "x-kubernetes-list-type": list_type,
            "x-kubernetes-list-map-keys": ["a"]})
    };
    let schema = json!({"properties": {"set": list("Numbers", "set"), "map": list("Objects", "map"),
        "atomic": list("Numbers", "atomic"),
        "branch": {"allOf": [{"type": "array"}], "x-kubernetes-list-type": "set"}}});
    let validator = Validator::with_definitions(&definitions, &Schema::from_json(&schema).0, ValidatorOptions::crd());
    let validator = validator.unwrap();
    for (value, error) in [
        (json!({"set": [1, 2], "map": [{"a": 1}, {"a": 2}], "atomic": [1, 1]}), ""),
        (json!({"set": [1, 1]}), "set[1]: Duplicate value: 1"),
        (json!({"map": [{"a": 1}, {"a": 1}]}), r#"map[1]: Duplicate value: {"a":1}"#),
        (json!({"branch": [1, 1]}), "branch[1]: Duplicate value: 1"),
    ] {
        assert_eq!(errors_of(&validator, &value, None).join(", "), error);
    }
}

#[test]
fn what_is_known_at_once_is_known_of_long_chains() {
    // A chain of definitions, each of which refers to the next. It is longer than the number of levels that are
    // precomputed.
    let mut definitions = Definitions::default();
    for index in 0..100 {
        let schema = json!({"allOf": [{"$ref": format!("#/definitions/D{}", index + 1)}], "default": 1});
        definitions.schemas.insert(format!("D{index}"), Schema::from_json(&schema).0);
    }
    let last = json!({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "object", "required": ["a"]}]});
    definitions.schemas.insert("D100".to_owned(), Schema::from_json(&last).0);
    let validator = Validator::for_definition(&definitions, "D0", ValidatorOptions::crd()).unwrap();
    for (value, is_valid) in [
        (json!("x"), true),
        (json!(1), true),
        (json!(1.5), false),
        (json!(null), true),
        (json!([]), false),
        (json!({}), false),
        (json!({"a": 1}), true),
    ] {
        assert_eq!(validator.verdict(&value, None).is_valid(), is_valid, "{value}");
        assert_eq!(validator.validate(&value, None).errors.is_empty(), is_valid, "{value}");
    }
}
