//! Changes of schemas, each with its verdicts for writers, readers and stored objects.

mod cel;
mod definitions;
mod keywords;
mod limits;
mod renames;
mod report;

use idlgen_validate::crd::CustomResourceDefinition;
use serde_json::{Value as Json, json};

use self::report::report;
use super::{Change, Options, Verdict, Verdicts, compare};

/// Returns a CRD whose objects have a spec with field `a` of a schema.
fn document(a: &Json, required: &[&str]) -> Json {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "foos.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"plural": "foos", "kind": "Foo"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "required": required, "properties": {"a": a, "z": {"type": "string"}}}
                }}}
            }]
        }
    })
}

fn changes(old: &Json, new: &Json) -> Vec<Change> {
    let read = |document: &Json| CustomResourceDefinition::from_json(document).0;
    compare(&read(old), &read(new), &Options::default())
}

/// Formats verdicts as letters, such as `B-V`: `B` is breaking, `-` is ok, `V` is review.
fn letters(verdicts: Verdicts) -> String {
    let letter = |(_, verdict)| match verdict {
        Verdict::Ok => '-',
        Verdict::Review => 'V',
        Verdict::Breaking => 'B',
    };
    verdicts.by_group().into_iter().map(letter).collect()
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "the tests write schemas as arguments")]
fn check(old: Json, new: Json, rules: &[&str], expected: &str) {
    let found = changes(&document(&old, &[]), &document(&new, &[]));
    let verdicts = found.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
    let found: Vec<&str> = found.iter().map(|change| change.rule).collect();
    assert_eq!((found.as_slice(), letters(verdicts).as_str()), (rules, expected), "{old} to {new}");
}

#[test]
fn each_version_is_compared_with_its_own_schema() {
    let [short, long] = [3, 9].map(|most| json!({"type": "string", "maxLength": most}));
    let with_versions = |schemas: [&Json; 3]| {
        let mut all = document(schemas[0], &[]);
        for (number, schema) in schemas.iter().enumerate().skip(1) {
            let mut version = document(schema, &[])["spec"]["versions"][0].clone();
            version["name"] = json!(format!("v{}", number + 1));
            version["storage"] = json!(false);
            all["spec"]["versions"].as_array_mut().expect("a list").push(version);
        }
        all
    };
    for (old, new, expected) in [
        ([&short, &short, &short], [&long, &short, &long], &["v1", "v3"][..]),
        ([&short, &long, &short], [&long, &long, &short], &["v1"]),
        ([&short, &long, &short], [&short, &short, &long], &["v2", "v3"]),
    ] {
        let changes = changes(&with_versions(old), &with_versions(new));
        let versions: Vec<&str> = changes.iter().filter_map(|change| change.version.as_deref()).collect();
        assert_eq!(versions, expected, "{old:?} to {new:?}");
    }
}

#[test]
fn servers_define_the_fields_of_metadata() {
    let with = |metadata: Json| {
        let mut document = document(&json!({"type": "string"}), &[]);
        let place = "/spec/versions/0/schema/openAPIV3Schema/properties";
        let properties = document.pointer_mut(place).and_then(Json::as_object_mut).expect("properties");
        properties.insert("metadata".to_owned(), metadata);
        document
    };
    let plain = with(json!({"type": "object"}));
    let named = with(json!({"type": "object", "properties": {"name": {"type": "string"}}}));
    let limited = with(json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}}));
    let rules =
        |old: &Json, new: &Json| changes(old, new).iter().map(|change| change.rule).collect::<Vec<_>>().join(" ");
    assert_eq!((rules(&plain, &named), rules(&named, &plain)), (String::new(), String::new()));
    let mut required = plain.clone();
    required["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = json!(["metadata"]);
    assert_eq!((rules(&plain, &required), rules(&required, &plain)), (String::new(), String::new()));
    assert_eq!(
        (rules(&plain, &limited).as_str(), rules(&limited, &plain).as_str()),
        ("max-length-added", "max-length-removed")
    );
}

#[test]
fn limits_of_numbers() {
    let integer = |more: Json| {
        let mut schema = json!({"type": "integer"});
        schema.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        schema
    };
    check(integer(json!({})), integer(json!({"maximum": 3})), &["maximum-added"], "B-B");
    check(integer(json!({"minimum": 3})), integer(json!({"minimum": 2})), &["minimum-lowered"], "-V-");
    check(integer(json!({"maximum": 5})), integer(json!({"maximum": 6, "exclusiveMaximum": true})), &[], "---");
    check(integer(json!({"enum": [1, 2]})), integer(json!({"enum": [1, 2], "maximum": 3})), &[], "---");
    check(integer(json!({"multipleOf": 2})), integer(json!({"multipleOf": 4})), &["multiple-of-changed"], "B-B");
    check(integer(json!({})), integer(json!({"format": "int32"})), &["format-changed"], "---");
    check(integer(json!({"format": "int32"})), integer(json!({"format": "int64"})), &["format-widened"], "-B-");
    let rule = |rule: &str| json!({"x-kubernetes-validations": [{"rule": rule}]});
    check(integer(json!({"maximum": 5})), integer(rule("self <= 5")), &[], "---");
}

#[test]
fn api_servers_truncate_fractional_limits_of_integers() {
    let of = |of: &str, limit: &str, number: f64, is_excluded: bool| {
        let exclusive = format!("exclusive{}{}", limit[..1].to_uppercase(), &limit[1..]);
        json!({"type": of, limit: number, exclusive: is_excluded})
    };
    let (minimum, maximum) = ("minimum", "maximum");
    check(of("integer", minimum, 1.5, false), of("integer", minimum, 1.0, true), &["minimum-raised"], "B-B");
    check(of("integer", maximum, 1.5, false), of("integer", maximum, 1.5, true), &["maximum-lowered"], "B-B");
    check(of("integer", maximum, -1.5, false), of("integer", maximum, -1.0, false), &[], "---");
    // 1 satisfies a minimum of 1.5, because the server compares it as an integer. 1.2 does not.
    check(of("number", minimum, 1.5, false), of("number", minimum, 1.0, true), &["minimum-raised"], "BVB");
    let rule = json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self < 1.5"}]});
    check(rule, of("integer", maximum, 1.5, true), &["maximum-added", "cel-rule-removed"], "BVB");
}

#[test]
fn limits_of_strings() {
    let string = |key: &str, value: Json| json!({"type": "string", key: value});
    let none = json!({"type": "string"});
    check(none.clone(), string("minLength", json!(0)), &[], "---");
    check(string("pattern", json!("^[a-c]+$")), string("pattern", json!("^(a|b|c)+$")), &[], "---");
    check(string("pattern", json!("^[a-c]+$")), string("pattern", json!("^[a-b]+$")), &["pattern-tightened"], "B-B");
    check(string("pattern", json!("^a")), string("pattern", json!("^(a|b)")), &["pattern-relaxed"], "-V-");
    check(string("pattern", json!("^a")), string("pattern", json!("^b")), &["pattern-changed"], "BVB");
    check(
        string("enum", json!(["a", "b"])),
        string("enum", json!(["b", "c"])),
        &["enum-value-removed", "enum-value-added"],
        "BBB",
    );
    check(string("enum", json!(["a", "b"])), string("maxLength", json!(1)), &["enum-removed"], "-B-");
    check(none.clone(), string("format", json!("date")), &["format-added"], "B-B");
    check(string("default", json!("a")), none.clone(), &["default-removed"], "VB-");
    check(string("allOf", json!([{"maxLength": 3}])), string("maxLength", json!(3)), &[], "---");
    check(none, string("not", json!({"pattern": "x"})), &["not-added"], "B-B");
    let open = json!({"type": "string", "enum": ["a"], "description": "More values may be added."});
    let more = json!({"type": "string", "enum": ["a", "b"], "description": "More values may be added."});
    check(open, more, &["enum-value-added"], "-V-");
}

#[test]
fn fields_and_types() {
    let object = |properties: Json| json!({"type": "object", "properties": properties});
    let string = json!({"type": "string"});
    let free = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    check(object(json!({"b": string})), object(json!({})), &["field-removed"], "BBB");
    check(object(json!({})), object(json!({"b": string})), &["field-added"], "---");
    check(
        object(json!({})),
        object(json!({"b": {"type": "string", "default": "x"}})),
        &["field-added-with-default"],
        "VVV",
    );
    check(object(json!({"b": string})), free.clone(), &["fields-untyped"], "-B-");
    check(free.clone(), object(json!({"b": string})), &["fields-typed"], "B-B");
    check(free.clone(), object(json!({})), &["preserve-unknown-fields-removed"], "BBB");
    check(map.clone(), object(json!({"b": string})), &["map-to-fields"], "B-B");
    check(object(json!({"b": string})), map.clone(), &["fields-to-map"], "-V-");
    check(object(json!({})), map.clone(), &["fields-to-map"], "---");
    check(
        object(json!({"b": string})),
        json!({"type": "object", "additionalProperties": true}),
        &["fields-to-map"],
        "-B-",
    );
    // In a map, no field is unknown, so x-kubernetes-preserve-unknown-fields has no effect.
    let kept_map = |values: Json| {
        let mut schema = free.clone();
        schema["additionalProperties"] = values;
        schema
    };
    check(map, kept_map(string.clone()), &[], "---");
    check(free.clone(), kept_map(string.clone()), &["values-typed"], "B-B");
    let any = json!({"nullable": true, "x-kubernetes-preserve-unknown-fields": true});
    check(free.clone(), kept_map(any), &["values-typed"], "---");
    check(free.clone(), kept_map(json!({"x-kubernetes-preserve-unknown-fields": true})), &["values-typed"], "V-V");
    check(kept_map(string.clone()), free.clone(), &["values-untyped"], "-V-");
    let open = |properties: Json| {
        let mut schema = free.clone();
        schema["properties"] = properties;
        schema
    };
    let nullable = json!({"type": "string", "enum": ["x"], "nullable": true});
    let one = json!({"type": "string", "enum": ["x"]});
    check(open(json!({"b": one})), kept_map(nullable), &["values-typed", "nullable-added"], "B-B");
    check(string.clone(), json!({"type": "integer"}), &["type-changed"], "BBB");
    check(json!({"type": "integer"}), json!({"x-kubernetes-int-or-string": true}), &["type-widened"], "-B-");
    let kept = json!({"type": "string", "x-kubernetes-preserve-unknown-fields": true});
    check(kept, string, &[], "---");
}

#[test]
fn lost_defaults_and_limits_of_wider_types() {
    let free = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let with_default = json!({"type": "object", "properties": {"b": {"type": "string", "default": "x"}}});
    check(with_default, free, &["fields-untyped"], "VBV");
    // The server dropped null when the field was described. As an unknown field it is one of `maxProperties`.
    let few = |mut schema: Json| {
        schema["maxProperties"] = json!(1);
        schema
    };
    let described =
        |nullable: bool| few(json!({"type": "object", "properties": {"b": {"type": "string", "nullable": nullable}}}));
    let free = few(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}));
    check(described(false), free.clone(), &["fields-untyped"], "VB-");
    check(described(true), free, &["fields-untyped"], "-B-");
    let map = few(json!({"type": "object", "additionalProperties": true}));
    check(described(false), map.clone(), &["fields-to-map"], "VB-");
    check(described(true), map, &["fields-to-map"], "-B-");
    let limited = |of: &str, maximum: u32| json!({"type": of, "maximum": maximum});
    check(limited("integer", 5), limited("number", 3), &["type-widened", "maximum-lowered"], "BBB");
    check(limited("integer", 3), limited("number", 3), &["type-widened"], "-B-");
    let multiple = |of: f64| json!({"type": "number", "multipleOf": of});
    check(multiple(5.0), multiple(2.5), &["multiple-of-changed"], "BVB");
    check(multiple(4.0), multiple(2.0), &["multiple-of-changed"], "-V-");
}

#[test]
fn null_as_a_value() {
    let string = |rest: Json| {
        let mut schema = json!({"type": "string"});
        for (key, value) in rest.as_object().into_iter().flatten() {
            schema[key] = value.clone();
        }
        schema
    };
    let check =
        |old: Json, new: Json, letters: &str| self::check(string(old), string(new), &["nullable-added"], letters);
    check(json!({}), json!({"nullable": true}), "-B-");
    check(json!({"enum": ["a"]}), json!({"enum": ["a"], "nullable": true}), "B--");
    check(json!({"default": "a"}), json!({"default": "a", "nullable": true}), "VB-");
    check(json!({"anyOf": [{"maxLength": 2}]}), json!({"anyOf": [{"maxLength": 2}], "nullable": true}), "VB-");
    // Servers drop null from maps, but not from lists.
    let nested = |key: &str, of: &str, rest: Json| json!({"type": of, key: string(rest)});
    for (key, of, added, removed) in
        [("items", "array", "-B-", "B-B"), ("additionalProperties", "object", "-B-", "V-V")]
    {
        let (without, with) = (nested(key, of, json!({})), nested(key, of, json!({"nullable": true})));
        self::check(without.clone(), with.clone(), &["nullable-added"], added);
        self::check(with, without, &["nullable-removed"], removed);
    }
    let items = |rest: Json| nested("items", "array", rest);
    let limited = items(json!({"enum": ["a"], "nullable": true}));
    self::check(items(json!({"enum": ["a"]})), limited, &["nullable-added"], "---");
    // Null in a list is replaced with the default of the items.
    let filled = |more: Json| {
        let mut item = json!({"default": "a"});
        item.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        items(item)
    };
    let nullable = json!({"nullable": true});
    self::check(filled(json!({})), filled(nullable.clone()), &["nullable-added"], "VB-");
    self::check(filled(nullable), filled(json!({})), &["nullable-removed"], "V-V");
    let limited = filled(json!({"enum": ["a"], "nullable": true}));
    self::check(filled(json!({"enum": ["a"]})), limited, &["nullable-added"], "B--");
    let found = report(&items(json!({"nullable": true})), &items(json!({})));
    let witness = found.findings.first().and_then(|finding| finding.witness.as_ref()).expect("a witness");
    assert_eq!(witness.object.pointer("/spec/a/0"), Some(&Json::Null));
    let found = report(&string(json!({"enum": ["a"]})), &string(json!({"enum": ["a"], "nullable": true})));
    let witness = found.findings.first().and_then(|finding| finding.witness.as_ref()).expect("a witness");
    assert_eq!(witness.object.pointer("/spec/a"), Some(&Json::Null));
}

#[test]
fn enums_reject_null_and_accept_converted_numbers() {
    let of = |of: &str, rest: Json| {
        let mut schema = json!({"type": of});
        schema.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
        schema
    };
    let letters = "^(a|b)$";
    let string = |rest: Json| of("string", rest);
    self::check(
        string(json!({"pattern": letters})),
        string(json!({"pattern": letters, "enum": ["a", "b"]})),
        &[],
        "---",
    );
    self::check(
        string(json!({"nullable": true, "pattern": letters})),
        string(json!({"nullable": true, "pattern": letters, "enum": ["a", "b"]})),
        &["enum-added"],
        "B-B",
    );
    // The branch of `allOf` accepts null.
    self::check(
        string(json!({"nullable": true, "allOf": [{"enum": ["a"]}]})),
        string(json!({"nullable": true, "allOf": [{"enum": ["a"]}], "enum": ["a"]})),
        &["enum-added"],
        "B-B",
    );
    // 65 is converted to `A`, and 1.2 to 1.
    self::check(
        of("integer", json!({"enum": ["A", 1]})),
        of("integer", json!({"enum": ["A", 1], "maximum": 2})),
        &["maximum-added"],
        "B-B",
    );
    let number = |maximum: f64| of("number", json!({"enum": [1], "maximum": maximum}));
    self::check(of("number", json!({"enum": [1]})), number(1.1), &["maximum-added"], "B-B");
    let at_least = json!({"enum": [1, 2.5], "minimum": 1.5});
    self::check(of("number", json!({"enum": [1, 2.5]})), of("number", at_least), &["minimum-added"], "B-B");
    self::check(of("number", json!({"enum": [1]})), number(2.0), &[], "---");
}

#[test]
fn branches_and_forbidden_fields() {
    let integer = |branches: Json| json!({"type": "integer", "maximum": 2, "allOf": branches});
    check(integer(json!([])), integer(json!([{"maximum": 2.5, "exclusiveMaximum": true}])), &["all-of-added"], "B-B");
    let one_of = |branches: Json| json!({"type": "integer", "oneOf": branches});
    check(one_of(json!([{}])), one_of(json!([{}, {}])), &["one-of-branch-added"], "VVV");
    let resource = json!({"type": "object", "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true});
    let closed = json!({"type": "object", "additionalProperties": false,
        "x-kubernetes-preserve-unknown-fields": true});
    let rules = &["embedded-resource-removed", "fields-typed"];
    check(resource, closed, rules, "BBB");
}

#[test]
fn null_in_open_objects() {
    let open = |properties: Json, more: Json| {
        let mut schema = json!({"type": "object", "properties": properties,
            "x-kubernetes-preserve-unknown-fields": true});
        schema.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        schema
    };
    let none = json!({"c": {"type": "string"}});
    let free = |is_nullable: bool| {
        let any = json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": is_nullable});
        json!({"b": any, "c": {"type": "string"}})
    };
    let without = || open(none.clone(), json!({}));
    check(without(), open(free(true), json!({})), &["field-typed"], "---");
    check(without(), open(free(false), json!({})), &["field-typed"], "V-V");
    let required = || json!({"required": ["b"]});
    check(open(none.clone(), required()), open(free(false), required()), &["field-typed"], "B-B");
    check(open(free(false), json!({})), without(), &["field-untyped"], "-V-");
    let limit = || json!({"not": {"required": ["b"]}});
    check(open(free(false), limit()), open(none.clone(), limit()), &["field-untyped"], "VV-");
    // A rule does not see a field with null.
    let nullable = |rule: bool| {
        let mut schema = json!({"type": "object", "required": ["b"],
            "properties": {"b": {"type": "string", "nullable": true}}});
        if rule {
            schema["x-kubernetes-validations"] = json!([{"rule": "has(self.b)"}]);
        }
        schema
    };
    check(nullable(false), nullable(true), &["cel-rule-added"], "B-B");
    // A comparison fails for strings, to which `minimum` does not apply.
    let either = json!({"x-kubernetes-int-or-string": true, "minimum": 100});
    let mut with_rule = either.clone();
    with_rule["x-kubernetes-validations"] = json!([{"rule": "self > 3"}]);
    check(either, with_rule, &["cel-rule-added"], "B-B");
}

#[test]
fn rules() {
    let rules = |texts: &[&str]| {
        let rules: Vec<Json> = texts.iter().map(|text| json!({"rule": text})).collect();
        json!({"type": "integer", "x-kubernetes-validations": rules})
    };
    check(rules(&[]), rules(&["self % 2 == 0"]), &["cel-rule-added"], "B-B");
    check(rules(&["self % 2 == 0"]), rules(&[]), &["cel-rule-removed"], "-V-");
    check(rules(&["self <= 5"]), rules(&["3 >= self"]), &["cel-rule-tightened"], "B-B");
    check(rules(&["self <= 5 && self != 2"]), rules(&["self != 2"]), &["cel-rule-relaxed"], "-V-");
    check(rules(&["self <= 5 && self > 1"]), rules(&["self >1", "5 >= self"]), &[], "---");
    check(rules(&["self % 2 == 0"]), rules(&["self % 3 == 0"]), &["cel-rule-changed"], "VVV");
    check(rules(&[]), rules(&["self >= oldSelf"]), &["cel-rule-added"], "B--");
}

#[test]
fn what_a_rule_requires() {
    let of = |b: Json| {
        let rules = json!([{"rule": "has(self.b)"}]);
        json!({"type": "object", "x-kubernetes-validations": rules, "properties": {"b": b, "c": {"type": "string"}}})
    };
    let plain = json!({"type": "string"});
    check(of(json!({"type": "string", "default": "x"})), of(plain.clone()), &["default-removed"], "B-V");
    // Null never satisfied the rule.
    check(of(json!({"type": "string", "nullable": true})), of(plain), &["nullable-removed"], "V-V");
}

#[test]
fn what_is_required() {
    let string = json!({"type": "string"});
    let with_default = json!({"type": "string", "default": "x"});
    let of = |old: (&Json, &[&str]), new: (&Json, &[&str])| {
        let found = changes(&document(old.0, old.1), &document(new.0, new.1));
        found.iter().map(|change| format!("{} {}", change.rule, letters(change.verdicts))).collect::<Vec<_>>()
    };
    assert_eq!(of((&string, &[]), (&string, &["a"])), ["required-added B-B"]);
    assert_eq!(of((&string, &["a"]), (&string, &[])), ["required-removed -B-"]);
    assert_eq!(of((&string, &[]), (&with_default, &["a"])), ["default-added VVV"]);
    assert_eq!(of((&with_default, &[]), (&string, &["a"])), ["default-removed B-V"]);
}

#[test]
fn limits_that_no_old_value_can_violate() {
    let object = |properties: Json| json!({"type": "object", "properties": properties});
    let string = json!({"type": "string"});
    let list = |items: Json| json!({"type": "array", "items": items});
    let mut named = object(json!({"name": string}));
    named["required"] = json!(["name"]);
    check(list(string.clone()), list(named), &["type-changed"], "BBB");
    let mut one = object(json!({"b": string, "c": string}));
    one["maxProperties"] = json!(1);
    check(object(json!({"b": string})), one.clone(), &["field-added"], "---");
    one["properties"]["c"]["default"] = json!("x");
    check(object(json!({"b": string})), one, &["max-properties-added", "field-added-with-default"], "BVB");
    let either = json!({"x-kubernetes-int-or-string": true, "pattern": "^[a-z]+$"});
    check(json!({"type": "integer"}), either, &["type-widened"], "-B-");
    let branches = |names: &[&str]| {
        let required: Vec<Json> = names.iter().map(|name| json!({"required": [name]})).collect();
        let mut branches = vec![json!({"not": {"anyOf": required}})];
        branches.extend(required);
        let properties = names.iter().map(|name| ((*name).to_owned(), string.clone()));
        json!({"type": "object", "properties": Json::Object(properties.collect()), "oneOf": branches})
    };
    check(branches(&["b", "c"]), branches(&["b", "c", "d"]), &["one-of-branch-added", "field-added"], "VVV");
}

#[test]
fn rules_that_no_old_value_can_violate() {
    let with_rule = |kinds: &[&str], more: &Json, rule: &str| {
        let mut properties = json!({"kind": {"type": "string", "enum": kinds}, "b": {"type": "object", "properties": {
            "c": {"type": "string"}
        }}});
        properties.as_object_mut().expect("properties").extend(more.as_object().expect("properties").clone());
        let mut schema = json!({"type": "object", "required": ["kind"], "properties": properties});
        if !rule.is_empty() {
            schema["x-kubernetes-validations"] = json!([{"rule": rule}]);
        }
        schema
    };
    let old = with_rule(&["A", "B"], &json!({}), "");
    let field = json!({"d": {"type": "string"}});
    let added = |rule: &str| with_rule(&["A", "B"], &field, rule);
    let cel = &["cel-rule-added", "field-added"];
    for rule in [
        "has(self.d) == has(oldSelf.d)",
        "!has(self.b) || !has(self.b.d) || self.kind == 'A'",
        "!(has(self.d) && size(self.d) > 1 && self.kind == 'A')",
        "self.kind != 'C' || has(self.d)",
        "self.kind == 'C' ? has(self.d) : true",
    ] {
        check(old.clone(), added(rule), &["field-added"], "---");
    }
    check(old.clone(), added("!has(self.d) && has(self.b)"), cel, "B-B");
    check(old.clone(), added("!has(self.b.d)"), cel, "B-B");
    // A default of the new CRD adds the field to old objects.
    let default = json!({"d": {"type": "string", "default": "x"}});
    let rules = &["cel-rule-added", "field-added-with-default"];
    check(old.clone(), with_rule(&["A", "B"], &default, "!has(self.d) || self.kind == 'A'"), rules, "BVB");
    let one = with_rule(&["A", "B"], &json!({}), "self.kind in ['A'] ? has(self.b) : true");
    let other = with_rule(&["A", "B", "C"], &json!({}), "self.kind in ['A', 'C'] ? has(self.b) : true");
    let found = changes(&document(&one, &[]), &document(&other, &[]));
    let rules: Vec<&str> = found.iter().map(|change| change.rule).collect();
    assert_eq!(rules, ["enum-value-added"]);
}

#[test]
fn rules_about_presence_and_duplicates_that_no_old_value_can_violate() {
    let string = json!({"type": "string"});
    let object = |required: &[&str], properties: Json, rule: &str| {
        let mut schema = json!({"type": "object", "required": required, "properties": properties});
        if !rule.is_empty() {
            schema["x-kubernetes-validations"] = json!([{"rule": rule}]);
        }
        schema
    };
    let one = "[has(self.b), has(self.c)].exists_one(x, x)";
    let (b, both) = (json!({"b": string}), json!({"b": string, "c": string}));
    check(object(&["b"], b.clone(), ""), object(&[], both.clone(), one), &["required-removed", "field-added"], "-B-");
    check(object(&[], b.clone(), ""), object(&[], both, one), &["cel-rule-added", "field-added"], "B-B");
    // A rule of the old schema already requires the field.
    let rule = "has(self.b) && self.b != ''";
    check(object(&[], b.clone(), rule), object(&["b"], b.clone(), ""), &["cel-rule-removed"], "-V-");
    let repository = json!({"b": {"type": "string", "pattern": "^repo[1-4]"}});
    check(object(&["b"], repository.clone(), ""), object(&["b"], repository.clone(), rule), &[], "---");
    check(object(&[], repository.clone(), ""), object(&[], repository, rule), &["cel-rule-added"], "B-B");

    let list = |most: u64, keys: &[&str], rule: bool| {
        let mut schema = json!({"type": "array", "items": object(&["b"], b.clone(), ""), "maxItems": most});
        if !keys.is_empty() {
            schema["x-kubernetes-list-type"] = "map".into();
            schema["x-kubernetes-list-map-keys"] = keys.into();
        }
        if rule {
            let rule = "self.all(x, self.exists_one(y, x.b == y.b))";
            schema["x-kubernetes-validations"] = json!([{"rule": rule}]);
        }
        schema
    };
    check(list(1, &[], false), list(8, &[], true), &["max-items-raised"], "-V-");
    check(list(8, &["b"], false), list(8, &["b"], true), &[], "---");
    check(list(8, &[], false), list(8, &[], true), &["cel-rule-added"], "B-B");
}

#[test]
fn witnesses_have_the_required_entries_and_fields() {
    let map = json!({"type": "object", "required": ["storage"], "additionalProperties": {"type": "string"}});
    let limited =
        |of: Json| json!({"type": "object", "required": ["requests"], "properties": {"requests": map, "list": of}});
    let list = |more: Json| {
        let mut schema = json!({"type": "array", "items": {"type": "string"}});
        schema.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        schema
    };
    let found = report(&limited(list(json!({}))), &limited(list(json!({"maxItems": 2}))));
    assert!(found.findings.iter().any(|finding| finding.witness.is_some()), "{:?}", found.findings);
    let open = |properties: Json| {
        json!({"type": "object", "required": ["b"], "properties": properties,
            "x-kubernetes-preserve-unknown-fields": true})
    };
    let typed = json!({"b": {"type": "string"}, "c": {"x-kubernetes-int-or-string": true}});
    let found = report(&open(json!({"b": {"type": "string"}})), &open(typed));
    let finding = found.findings.first().expect("a change");
    assert_eq!(finding.change.rule, "field-typed");
    assert!(finding.witness.is_some());
    // The required field is not declared.
    let with = json!({"type": "object", "properties": {"c": {"type": "string"}, "d": open(json!({}))}});
    let found = report(&with, &json!({"type": "object", "properties": {"c": {"type": "string"}}}));
    assert!(found.findings.first().is_some_and(|finding| finding.witness.is_some()));
}

#[test]
fn a_status_that_was_never_stored_is_not_lost() {
    let document = |properties: &Json, has_status: bool| {
        let mut document = document(&json!({"type": "string"}), &[]);
        let version = &mut document["spec"]["versions"][0];
        let all = version["schema"]["openAPIV3Schema"]["properties"].as_object_mut().expect("properties");
        all.extend(properties.as_object().expect("properties").clone());
        if has_status {
            version["subresources"] = json!({"status": {}});
        }
        document
    };
    let status = json!({"status": {"type": "object"}});
    let verdicts = |old: &Json| {
        let found = changes(&document(old, false), &document(&status, true));
        let of_rule = |change: &&Change| change.rule == "status-subresource-added";
        found.iter().find(of_rule).map(|change| letters(change.verdicts))
    };
    assert_eq!(verdicts(&json!({})).as_deref(), Some("---"));
    assert_eq!(verdicts(&status).as_deref(), Some("B--"));
}

#[test]
fn one_of_implies_any_of_its_branches_and_not_two() {
    let one = |name: &str| json!({"required": [name]});
    let schema = |more: Json| {
        let text = json!({"type": "string"});
        let mut schema = json!({"type": "object", "properties": {"x": text, "y": text, "z": text}});
        schema.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        schema
    };
    let old = schema(json!({"oneOf": [one("x"), one("y")]}));
    let both = json!({"required": ["x", "y"]});
    let new = schema(json!({"anyOf": [one("x"), one("y")], "not": both}));
    check(old.clone(), new, &["one-of-removed"], "-V-");
    let new = schema(json!({"anyOf": [one("x"), one("z")], "not": {"required": ["x"]}}));
    check(old, new, &["any-of-added", "one-of-removed", "not-added"], "BVB");
}
