//! Tests the changes of objects that violate limits and rules.

use idlgen_validate::{
    Definitions, Schema, ValidatorOptions,
    crd::{CustomResource, ResourceType},
};

use super::*;

#[test]
fn a_limit_that_no_value_violates_is_not_a_target() {
    let schema = json!({"minLength": 0, "minItems": 0, "minProperties": 0, "maxItems": 0, "minimum": 0});
    let names: Vec<String> = targets(&schema).iter().map(Target::name).collect();
    assert_eq!(names, ["minimum 0", "maxItems 0"]);
}

#[test]
fn fewer_variations_are_the_first_ones_of_more() {
    let schema = json!({"properties": {
        "spec": {"properties": {
            "mode": {"type": "string", "enum": ["a", "b", "c"]},
            "ports": {"type": "array", "items": {"properties": {"number": {"type": "integer", "maximum": 9}}}},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "size": {"type": "integer", "minimum": 1},
        }},
        "other": {"type": "boolean"},
    }});
    let object = json!({"spec": {"mode": "a", "ports": [{"number": 1}, {"number": 2}], "size": 3}});
    let all = variations(&schema, &object, MOST);
    assert!(all.len() > MOST_CHANGED_TWICE, "{}", all.len());
    for most in 0..=all.len() {
        assert_eq!(variations(&schema, &object, most), all[..most], "{most}");
    }
    let rule = json!({"x-kubernetes-validations": [{"rule": "self.size > 1"}]});
    let target = targets(&rule).remove(0);
    let all = breaking(&target, &schema, &object, usize::MAX);
    assert!(all.len() > MOST_CHANGED_TWICE * MOST_CHANGED_TWICE, "{}", all.len());
    for most in [0, 1, 2, 30, 41, 500, 1_000, all.len()] {
        assert_eq!(breaking(&target, &schema, &object, most), all[..most], "{most}");
    }
}
#[test]
fn variations_replace_remove_or_add_one_value() {
    let usual = ["", "a", "other", "0", "1", "10", "A", "example.com", "-1"];
    let texts: Vec<Json> = ["y", "y"].into_iter().chain(usual).map(Json::from).collect();
    let numbers = [9_i64, 1, 4, 2, 0, 1, 100, -1, 1 << 31].map(Json::from).to_vec();
    let flag = json!({"type": "boolean"});
    let flags = json!({"type": "array", "items": flag});
    let kinds = json!({"type": "array", "items": {"type": "object", "properties": {"kind": flag}}});
    for (schema, value, expected) in [
        (flag.clone(), json!(true), vec![json!(false)]),
        (json!({"type": "integer", "minimum": 1, "maximum": 9}), json!(3), numbers),
        (json!({"type": "string", "enum": ["x", "y"]}), json!("x"), texts),
        (json!({"nullable": true}), json!(null), vec![]),
        (
            flags,
            json!([true, false]),
            vec![
                json!([false, false]),
                json!([true, true]),
                json!([true, false, true]),
                json!([true, false, true]),
                json!([]),
            ],
        ),
        (
            json!({"type": "object", "properties": {"kind": flag}}),
            json!({}),
            vec![json!({"kind": true}), json!({"kind": true}), json!({"kind": false})],
        ),
        (
            kinds,
            json!([{"kind": true}]),
            vec![
                json!([{"kind": false}]),
                json!([{}]),
                json!([{"kind": true}, {}]),
                json!([{"kind": true}, {}]),
                json!([]),
            ],
        ),
    ] {
        let of_root = json!({"properties": {"a": schema, "kind": {"type": "string"}}});
        let found = variations(&of_root, &json!({"kind": "A", "a": value}), MOST);
        let mut expected: Vec<Json> = expected.into_iter().map(|a| json!({"kind": "A", "a": a})).collect();
        expected.push(json!({"kind": "A"}));
        assert_eq!(found, expected, "{schema}");
    }
    let missing = json!({"properties": {"a": {"type": "object", "properties": {"kind": flag}}}});
    let found = variations(&missing, &json!({}), MOST);
    assert!(found.contains(&json!({"a": {"kind": false}})), "{found:?}");
}

#[test]
fn large_objects_have_fewer_variations() {
    let flag = json!({"type": "boolean"});
    let wide = |fields: usize, items: usize| {
        let names = || (0..fields).map(|number| format!("f{number}"));
        let mut schema: serde_json::Map<String, Json> = names().map(|name| (name, flag.clone())).collect();
        let mut object: serde_json::Map<String, Json> = names().map(|name| (name, true.into())).collect();
        schema.insert("list".to_owned(), json!({"type": "array", "items": flag}));
        object.insert("list".to_owned(), vec![true; items].into());
        variations(&json!({"properties": schema}), &object.into(), usize::MAX).len()
    };
    assert_eq!(wide(100, 0), 100 * 2 + 4);
    assert_eq!(wide(3_000, 0), MOST_VALUES / 3_002);
    assert_eq!(wide(100, 50_000), LEAST);
    let nested = |around: fn(Json) -> Json| (0..60).fold(json!({}), |inner, _| around(inner));
    let schema = nested(|inner| json!({"minProperties": 1, "properties": {"a": inner}}));
    assert_eq!(variations(&schema, &nested(|inner| json!({"a": inner})), MOST).len(), MAX_DEPTH + 1);
    assert_eq!(targets(&schema).len(), MAX_DEPTH + 1);
}

#[test]
fn only_limits_of_the_crd_are_targets() {
    let short = json!({"type": "string", "maxLength": 3});
    let schema = json!({"maxProperties": 9, "properties": {
        "metadata": {"properties": {"name": short}}, "apiVersion": short,
        "spec": {"properties": {
            "kind": short, "list": {"items": {"maximum": 9}}, "map": {"additionalProperties": {"enum": ["a"]}}
        }, "x-kubernetes-validations": [{"rule": "self.size\n  > 1"}]},
    }});
    let names: Vec<String> = targets(&schema).iter().map(Target::name).collect();
    let expected = [
        "maxProperties 9",
        "spec rule self.size > 1",
        "spec.kind maxLength 3",
        "spec.list[] maximum 9",
        "spec.map[*] enum",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_limit_is_removed_with_what_belongs_to_it() {
    let rules = json!([{"rule": "self > 1"}, {"rule": "self > 2"}]);
    for (inner, expected) in [
        (json!({"maximum": 9, "exclusiveMaximum": true, "type": "integer"}), json!({"type": "integer"})),
        (json!({"minimum": 9, "exclusiveMinimum": true, "type": "integer"}), json!({"type": "integer"})),
        (json!({"maxLength": 9, "pattern": "a"}), json!({"pattern": "a"})),
        (json!({"x-kubernetes-validations": rules}), json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
    ] {
        let around: [fn(&Json) -> Json; 4] = [
            Json::clone,
            |inner| json!({"properties": {"a": inner}}),
            |inner| json!({"items": inner}),
            |inner| json!({"additionalProperties": inner}),
        ];
        for around in around {
            let schema = around(&inner);
            let target = targets(&schema).remove(0);
            let mut rest = schema.clone();
            assert!(target.remove_from(&mut rest), "{schema}");
            assert_eq!(rest, around(&expected));
            assert!(!target.remove_from(&mut rest), "{schema}");
        }
    }
}

#[test]
fn values_just_beyond_a_limit_violate_it() {
    for (schema, expected) in [
        (json!({"type": "string", "enum": ["a"]}), vec![json!("another value"), json!(987_654_321)]),
        (json!({"type": "integer", "maximum": 9}), vec![json!(9), json!(10)]),
        (json!({"type": "number", "maximum": 9}), vec![json!(9.0), json!(10.0)]),
        (json!({"type": "integer", "minimum": 9}), vec![json!(9), json!(8)]),
        (json!({"type": "number", "multipleOf": 2}), vec![json!(3.0), json!(1.0)]),
        (json!({"maxLength": 2}), vec![json!("aaa"), json!("111")]),
        (json!({"minLength": 3}), vec![json!("aa"), json!("")]),
        (json!({"minLength": 1}), vec![json!(""), json!("")]),
        (json!({"maxItems": 1, "items": {"type": "integer"}}), vec![json!([1, 2])]),
        (json!({"minItems": 2, "items": {"type": "integer"}}), vec![json!([1])]),
        (json!({"maxProperties": 1, "additionalProperties": {"type": "integer"}}), vec![json!({"key0": 1, "key1": 2})]),
        (json!({"minProperties": 2, "additionalProperties": {"type": "integer"}}), vec![json!({"key0": 1})]),
        // A string of thousands of characters is not a useful example.
        (json!({"maxLength": 4096}), vec![]),
        (json!({"minLength": 4096}), vec![]),
        (json!({"maxItems": 4096}), vec![]),
        (json!({"minItems": 4096}), vec![]),
        (json!({"maxProperties": 4096}), vec![]),
        (json!({"minProperties": 4096}), vec![]),
    ] {
        let targets = targets(&schema);
        let [Target { what: What::Limit(keyword), .. }] = targets.as_slice() else { panic!("{schema}") };
        assert_eq!(beyond(keyword, &schema), expected, "{schema}");
    }
    let format = json!({"type": "string", "format": "ipv4"});
    assert!(!beyond("format", &format).is_empty() && !beyond("pattern", &format).is_empty());
}

#[test]
fn the_error_of_a_limit_is_found_among_others_of_the_same_value() {
    let spec = json!({"type": "object", "properties": {
        "code": {"type": "string", "pattern": "^x", "enum": ["q"]},
        "short": {"type": "string", "minLength": 3, "enum": ["q"]},
        "text": {"type": "string", "maxLength": 1, "enum": ["q"], "format": "date"},
        "size": {"type": "integer", "minimum": 5, "maximum": 1, "multipleOf": 4, "enum": [9]},
        "list": {"type": "array", "minItems": 3, "maxItems": 1, "items": {"type": "integer", "maximum": 1}},
        "map": {"type": "object", "minProperties": 3, "maxProperties": 1,
            "additionalProperties": {"type": "integer", "maximum": 1}},
    }});
    let document = json!({"type": "object", "minProperties": 9, "properties": {"spec": spec}});
    let resource_type = ResourceType {
        group: "g".into(),
        version: "v1".into(),
        kind: "W".into(),
        schema: Schema::from_json(&document).0,
        ..ResourceType::default()
    };
    let widgets = CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd()).unwrap();
    let admission = widgets.create(&json!({
        "apiVersion": "g/v1", "kind": "W", "metadata": {"name": "w", "namespace": "n"},
        "spec": {"code": "ab", "short": "ab", "text": "ab", "size": 3, "list": [2, 3], "map": {"k": 2, "l": 3}}
    }));
    let found: Vec<String> = targets(&document)
        .iter()
        .map(|target| format!("{}: {}", target.name(), target.error(&admission).unwrap_or_default()))
        .collect();
    insta::assert_snapshot!(found.join("\n"), @r#"
    minProperties 9: <nil>: Invalid value: 4:  in body should have at least 9 properties
    spec.code enum: spec.code: Unsupported value: "ab": supported values: "q"
    spec.code pattern "^x": spec.code: Invalid value: "ab": spec.code in body should match '^x'
    spec.list maxItems 1: spec.list: Too many: 2: must have at most 1 item
    spec.list minItems 3: spec.list: Invalid value: 2: spec.list in body should have at least 3 items
    spec.list[] maximum 1: spec.list[0]: Invalid value: 2: spec.list[0] in body should be less than or equal to 1
    spec.map maxProperties 1: spec.map: Too many: 2: must have at most 1 item
    spec.map minProperties 3: spec.map: Invalid value: 2: spec.map in body should have at least 3 properties
    spec.map[*] maximum 1: spec.map.k: Invalid value: 2: spec.map.k in body should be less than or equal to 1
    spec.short enum: spec.short: Unsupported value: "ab": supported values: "q"
    spec.short minLength 3: spec.short: Invalid value: "ab": spec.short in body should be at least 3 chars long
    spec.size enum: spec.size: Unsupported value: 3: supported values: "9"
    spec.size maximum 1: spec.size: Invalid value: 3: spec.size in body should be less than or equal to 1
    spec.size minimum 5: spec.size: Invalid value: 3: spec.size in body should be greater than or equal to 5
    spec.size multipleOf 4: spec.size: Invalid value: 3: spec.size in body should be a multiple of 4
    spec.text enum: spec.text: Unsupported value: "ab": supported values: "q"
    spec.text maxLength 1: spec.text: Too long: may not be more than 1 byte
    spec.text format "date": spec.text: Invalid value: "ab": spec.text in body must be of type date: "ab"
    "#);
}
