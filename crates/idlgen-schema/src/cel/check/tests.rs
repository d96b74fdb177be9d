use super::*;
use idlgen_cel::Version;
use serde_json::{Value as Json, json};

fn errors(schema: &Json, options: RuleCheckOptions) -> Vec<String> {
    let (schema, problems) = Schema::from_json(schema);
    assert!(problems.is_empty(), "{problems:?}");
    let environment = Environment::new(Version::default());
    let check = check_rules(&schema, &Path::root().field("s"), &environment, options);
    check.problems.iter().map(|problem| problem.to_error().to_string()).collect()
}

fn rule(rule: &str) -> Json {
    json!([{ "rule": rule }])
}

#[test]
fn nothing_is_wrong() {
    let schema = json!({"type": "object",
        "properties": {"a": {"type": "string", "x-kubernetes-validations": rule("self != 'x'")}},
        "x-kubernetes-validations": [{"rule": "!has(self.a) || self.a == oldSelf.a", "fieldPath": ".a",
            "message": "m", "reason": "FieldValueForbidden"}]});
    assert_eq!(errors(&schema, RuleCheckOptions::default()), [""; 0]);
}

#[test]
fn every_key_of_a_rule() {
    for (rule, expected) in [
        (json!({"rule": " "}), "rule: Required value: rule is not specified"),
        (json!({"rule": "true", "message": " "}), "message: Invalid value: \" \": must be non-empty if specified"),
        (json!({"rule": "true", "message": "a\nb"}), "message: Invalid value: \"a\\nb\": must not contain line breaks"),
        (
            json!({"rule": "true &&\ntrue"}),
            "message: Required value: message must be specified if rule contains line breaks",
        ),
        (
            json!({"rule": "true", "messageExpression": " "}),
            "messageExpression: Required value: messageExpression must be non-empty if specified",
        ),
        (
            json!({"rule": "true", "reason": "Odd"}),
            "reason: Unsupported value: \"Odd\": supported values: \"FieldValueDuplicate\", \
             \"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"",
        ),
        (json!({"rule": "true", "fieldPath": ".b"}), "fieldPath: Invalid value: \".b\": must be a valid path"),
        (
            json!({"rule": "true", "optionalOldSelf": false}),
            "optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule",
        ),
        (
            json!({"rule": "true", "messageExpression": "1"}),
            "messageExpression: Invalid value: \
             {\"Rule\":\"true\",\"Message\":\"\",\"MessageExpression\":\"1\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: messageExpression must evaluate to a string",
        ),
    ] {
        let schema =
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-validations": [rule]});
        assert_eq!(
            errors(&schema, RuleCheckOptions::default()),
            [format!("s.x-kubernetes-validations[0].{expected}")],
            "{rule}"
        );
    }
}

#[test]
fn old_values_that_cannot_be_found() {
    let item = json!({"type": "object", "properties": {"k": {"type": "string"}},
        "x-kubernetes-validations": rule("self == oldSelf")});
    let list = |list_type: &str| {
        json!({"type": "object", "properties": {"l": {
            "type": "array", "maxItems": 9, "items": item,
            "x-kubernetes-list-type": list_type, "x-kubernetes-list-map-keys": ["k"]}}})
    };
    assert_eq!(errors(&list("map"), RuleCheckOptions::default()), [""; 0]);
    let expected = "s.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: \"self == oldSelf\": \
        oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[l]";
    assert_eq!(errors(&list("atomic"), RuleCheckOptions::default()), [expected]);
    let nested = json!({"type": "array", "maxItems": 2, "items": list("atomic")});
    assert_eq!(
        errors(&nested, RuleCheckOptions::default()),
        [expected
            .replace("s.properties[l].items", "s.items.properties[l].items")
            .replace("within s.properties[l]", "within s")]
    );
}

#[test]
fn costs() {
    let schema = |max_items: Option<u64>| {
        let mut list = json!({"type": "array",
            "items": {"type": "string", "x-kubernetes-validations": rule("self.contains('x')")}});
        if let Some(max_items) = max_items {
            list["maxItems"] = max_items.into();
        }
        json!({"type": "object", "properties": {"l": list}})
    };
    let (unlimited, _) = Schema::from_json(&schema(None));
    let environment = Environment::new(Version::default());
    let check = check_rules(&unlimited, &Path::root(), &environment, RuleCheckOptions::default());
    let [problem, .., total] = check.problems.as_slice() else { panic!("{:?}", check.problems) };
    let RuleProblemKind::Cost { bounds, .. } = &problem.kind else { panic!("{problem:?}") };
    let bounds: Vec<_> = bounds.iter().map(|bound| (bound.keyword, bound.place.as_str(), bound.enough)).collect();
    assert_eq!(bounds, [("maxItems", ".l", Some(4096)), ("maxLength", ".l[*]", Some(4096))]);
    assert!(
        total
            .to_error()
            .to_string()
            .starts_with("<nil>: Forbidden: x-kubernetes-validations estimated rule cost total")
    );
    assert_eq!(errors(&schema(Some(20)), RuleCheckOptions::default()), [""; 0]);
}

#[test]
fn types_are_made_once_and_expressions_judged_last() {
    let schema = json!({"type": "object", "x-kubernetes-validations": rule("self.size() < 100"),
        "additionalProperties": {"type": "array", "items": {
        "type": "object", "x-kubernetes-validations": rule("has(self.field)"),
        "properties": {"field": {"type": "string", "x-kubernetes-validations": rule("self.startsWith('a')")}}}}});
    let (schema, _) = Schema::from_json(&schema);
    let environment = Environment::new(Version::default());
    let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
    assert_eq!((check.conversions, check.rules.len()), (1, 3));
    let two = json!({"type": "integer",
        "x-kubernetes-validations": [{"rule": "self"}, {"rule": "x", "reason": "Odd", "messageExpression": "1"}]});
    assert_eq!(errors(&two, RuleCheckOptions::default()).len(), 1);
    assert_eq!(errors(&two, RuleCheckOptions { everything: true, ..RuleCheckOptions::default() }).len(), 4);
}

#[test]
fn a_message_expression_is_compiled_in_its_own_environment() {
    let text = json!({"type": "string",
        "x-kubernetes-validations": [{"rule": "self != ''", "messageExpression": "'no ' + self"}]});
    let (schema, _) = Schema::from_json(&text);
    let environment = Environment::new(Version::default());
    let settings = RuleSettings {
        known: &KnownRules::default(),
        environment: &environment,
        stored: &environment,
        is_stored_rule: &|rule| rule == "self != ''",
        is_stored_message_expression: &|_| false,
        is_faulty: &|_| false,
        options: RuleCheckOptions::default(),
    };
    let check = check_rules_with(&schema, &Path::root(), &settings);
    assert!(check.problems.is_empty());
    let [rule] = check.rules.as_slice() else { panic!("{:?}", check.rules) };
    assert!(rule.compiled.message_expression.is_some());
    // An error in either is found, wherever the other is stored.
    for (rule, message) in [("self + 1", "'no'"), ("self != ''", "1")] {
        let text = json!({"type": "string",
            "x-kubernetes-validations": [{"rule": rule, "messageExpression": message}]});
        let (schema, _) = Schema::from_json(&text);
        for is_stored in [true, false] {
            let settings = RuleSettings {
                is_stored_rule: &|_| is_stored,
                is_stored_message_expression: &|_| !is_stored,
                ..settings
            };
            assert_eq!(check_rules_with(&schema, &Path::root(), &settings).problems.len(), 1, "{rule} {message}");
        }
    }
}

#[test]
fn as_few_limits_are_named_as_are_enough() {
    let bounds = |schema: &Json| {
        let (schema, _) = Schema::from_json(schema);
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        let bounds = check.problems.iter().find_map(|problem| match &problem.kind {
            RuleProblemKind::Cost { bounds, .. } if !bounds.is_empty() => Some(bounds),
            _ => None,
        });
        let named = bounds.into_iter().flatten();
        named.map(|bound| (bound.keyword, bound.place.clone(), bound.enough)).collect::<Vec<_>>()
    };
    // One limit is enough, although a limit of the other value lowers the cost, too.
    let one = json!({"type": "object",
        "x-kubernetes-validations": rule("self.l.all(x, self.l.all(y, x == y)) && self.other.contains('a')"),
        "properties": {"l": {"type": "array", "items": {"type": "integer"}}, "other": {"type": "string"}}});
    assert_eq!(bounds(&one), [("maxItems", ".l".to_owned(), Some(1024))]);
    // The size of bytes and of any value is that of their text.
    for (format, keyword) in [("byte", "maxLength"), ("hostname", "maxLength")] {
        let of = json!({"type": "array", "x-kubernetes-validations": rule("self.all(x, self.all(y, x == y))"),
            "maxItems": 100, "items": {"type": "string", "format": format}});
        let named = bounds(&of);
        assert_eq!(
            named.first().map(|(keyword, place, _)| (*keyword, place.as_str())),
            Some((keyword, "[*]")),
            "{format} {named:?}"
        );
    }
    let any = json!({"type": "array", "x-kubernetes-validations": rule("self.all(x, self.all(y, x == y))"),
        "maxItems": 100, "items": {"x-kubernetes-int-or-string": true}});
    let named = bounds(&any);
    assert_eq!(named.first().map(|(keyword, place, _)| (*keyword, place.as_str())), Some(("maxLength", "[*]")));
}

#[test]
fn stored_expressions_keep_the_environment_of_stored_ones() {
    // The library of IP addresses exists since 1.30.
    let (new, stored) = (Environment::new(Version::new(28)), Environment::new(Version::new(35)));
    let (schema, _) = Schema::from_json(&json!({"type": "string", "x-kubernetes-validations": [
        {"rule": "isIP(self)", "messageExpression": "string(ip(self))"}]}));
    let fields = |is_stored_rule: bool, is_stored_message: bool| -> Vec<String> {
        let settings = RuleSettings {
            known: &KnownRules::default(),
            environment: &new,
            stored: &stored,
            is_stored_rule: &|_| is_stored_rule,
            is_stored_message_expression: &|_| is_stored_message,
            is_faulty: &|_| false,
            options: RuleCheckOptions::default(),
        };
        let check = check_rules_with(&schema, &Path::root(), &settings);
        check.problems.iter().map(|problem| problem.path.to_string()).collect()
    };
    let at = |field: &str| vec![format!("x-kubernetes-validations[0].{field}")];
    assert_eq!(fields(true, true), Vec::<String>::new());
    assert_eq!(fields(true, false), at("messageExpression"));
    assert_eq!(fields(false, true), at("rule"));
    assert_eq!(fields(false, false), at("rule"));
}

#[test]
fn expensive_rules_name_the_limits_that_are_missing() {
    let missing = |schema: Json| -> Vec<(String, String, Option<u64>)> {
        let (schema, _) = Schema::from_json(&schema);
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        let Some(problem) = check.problems.first() else { return Vec::new() };
        let RuleProblemKind::Cost { bounds, .. } = &problem.kind else { panic!("{problem:?}") };
        bounds.iter().map(|bound| (bound.keyword.to_owned(), bound.place.clone(), bound.enough)).collect()
    };
    let one = |keyword: &str, place: &str, enough| vec![(keyword.to_owned(), place.to_owned(), enough)];
    let nested = "self.all(a, self.all(b, a == b))";
    let bytes = json!({"type": "string", "format": "byte"});
    let with = |mut schema: Json, text: &str| {
        schema["x-kubernetes-validations"] = rule(text);
        schema
    };
    let list = json!({"type": "array", "items": {"type": "integer"}});
    let found = missing(with(list.clone(), nested));
    assert_eq!(found, one("maxItems", ".", found.first().and_then(|(.., enough)| *enough)));
    assert!(found.iter().all(|(.., enough)| enough.is_some_and(|enough| enough >= 512)), "{found:?}");
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    let found = missing(with(map, nested));
    assert_eq!(
        found.first().map(|(keyword, place, _)| (keyword.as_str(), place.as_str())),
        Some(("maxProperties", "."))
    );
    // The limit of the list suffices; only what the rule names can be missing.
    let object = json!({"type": "object", "properties": {"l": list, "other": list, "b": bytes}});
    let found = missing(with(object, "self.l.all(a, self.l.all(b, a == b))"));
    assert_eq!(found, one("maxItems", ".l", found.first().and_then(|(.., enough)| *enough)));
    // Comparing two elements takes the longer, the longer they may be.
    for element in [bytes, json!({"type": "string"}), json!({"x-kubernetes-int-or-string": true})] {
        let found = missing(with(json!({"type": "array", "items": element}), nested));
        let found: Vec<(&str, &str)> =
            found.iter().map(|(keyword, place, _)| (keyword.as_str(), place.as_str())).collect();
        assert_eq!(found, [("maxItems", "."), ("maxLength", "[*]")], "{element}");
    }
}

#[test]
fn only_limits_that_are_missing_and_help_are_named() {
    let missing = |properties: Json, text: &str| -> Vec<(String, String)> {
        let (schema, problems) = Schema::from_json(
            &json!({"type": "object", "properties": properties, "x-kubernetes-validations": rule(text)}),
        );
        assert!(problems.is_empty(), "{problems:?}");
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        let Some(problem) = check.problems.first() else { return Vec::new() };
        let RuleProblemKind::Cost { bounds, .. } = &problem.kind else { panic!("{problem:?}") };
        bounds.iter().map(|bound| (bound.keyword.to_owned(), bound.place.clone())).collect()
    };
    let named = |keyword: &str, place: &str| (keyword.to_owned(), place.to_owned());
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    let nested = "self.l.all(x, self.l.all(y, x == y))";
    // A limit of a value that the rule only reads once does not make it cheaper.
    let read = json!({"l": integers, "s": {"type": "string"}, "b": {"type": "boolean"}});
    assert_eq!(missing(read, &format!("{nested} && (has(self.s) || self.b)")), [named("maxItems", ".l")]);
    // A value with a limit that is too high is not without a limit.
    for text in
        [json!({"type": "string", "maxLength": 3_000_000}), json!({"type": "string", "enum": ["a".repeat(30_000)]})]
    {
        let found = missing(json!({"s": text, "l": {"type": "string"}}), "self.s.contains(self.l + self.s)");
        assert_eq!(found, [named("maxLength", ".l")], "{text}");
        assert_eq!(missing(json!({"s": text}), "self.s.contains(self.s)"), []);
    }
    let limited = json!({"l": {"type": "array", "items": {"type": "integer"}, "maxItems": 1_000_000}});
    assert_eq!(missing(limited, nested), []);
    let map = json!({"l": {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 1_000_000}});
    assert_eq!(missing(map, nested), []);
}

/// Rules do not see a property whose name cannot be escaped, but its own rules are compiled.
#[test]
fn properties_without_a_name_in_rules_have_their_own_types() {
    let property = |text: &str| json!({"$c": {"type": "string", "x-kubernetes-validations": rule(text)}});
    let schema = |text: &str| {
        json!({"type": "object", "x-kubernetes-validations": rule("true"), "properties": {
            "m": {"type": "object", "additionalProperties": {"type": "object", "properties": property(text)}}}})
    };
    assert_eq!(errors(&schema("self.startsWith('a')"), RuleCheckOptions::default()), [""; 0]);
    assert_eq!(
        errors(&schema("self.b"), RuleCheckOptions::default()),
        ["s.properties[m].additionalProperties.properties[$c].x-kubernetes-validations[0].rule: Invalid value: \
         {\"Rule\":\"self.b\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\
         \"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:5: type 'string' does not support field selection\n \
         | self.b\n | ....^",]
    );
    let unknown = json!({"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": rule("true")});
    let problem = "Internal error: internal error: failed to construct type information for x-kubernetes-validations \
        rules: unable to convert structural schema to CEL declarations";
    let schema = json!({"type": "object", "x-kubernetes-validations": rule("true"), "properties": {
        "d": unknown, "e": {"type": "array", "items": unknown}}});
    assert_eq!(
        errors(&schema, RuleCheckOptions::default()),
        ["s.properties[d].x-kubernetes-validations", "s.properties[e].items.x-kubernetes-validations"]
            .map(|path| format!("{path}: {problem}"))
    );
}

#[test]
fn limits_of_all_containers_are_needed_together() {
    let text = json!({"type": "string", "maxLength": 10,
        "x-kubernetes-validations": rule("self.contains('x') && self.contains('y')")});
    let schema = |inner: Json| {
        json!({"type": "object", "properties": {"l": {"type": "array", "items": {"type": "object",
            "properties": {"m": inner}}}}})
    };
    let list = schema(json!({"type": "array", "items": text}));
    let map = schema(json!({"type": "object", "additionalProperties": text}));
    for (schema, keyword) in [(list, "maxItems"), (map, "maxProperties")] {
        let (schema, _) = Schema::from_json(&schema);
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        let Some(RuleProblemKind::Cost { bounds, .. }) = check.problems.first().map(|problem| &problem.kind) else {
            panic!("{:?}", check.problems)
        };
        let bounds: Vec<_> = bounds.iter().map(|bound| (bound.keyword, bound.place.as_str(), bound.enough)).collect();
        assert_eq!(bounds, [("maxItems", ".l", Some(512)), (keyword, ".l[*].m", Some(512))]);
    }
}

#[test]
fn rules_below_an_unknown_type_have_none_either() {
    let unknown = json!({"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": rule("true"),
        "properties": {"a": {"type": "string", "x-kubernetes-validations": rule("true")}}});
    let problem = "Internal error: internal error: failed to construct type information for x-kubernetes-validations \
        rules: unable to convert structural schema to CEL declarations";
    assert_eq!(
        errors(&json!({"type": "object", "properties": {"u": unknown}}), RuleCheckOptions::default()),
        ["s.properties[u].properties[a].x-kubernetes-validations", "s.properties[u].x-kubernetes-validations"]
            .map(|path| format!("{path}: {problem}"))
    );
}

#[test]
fn expensive_message_expressions_are_reported() {
    let schema = |max_items: Option<u64>, text: &str| {
        let mut list = json!({"type": "array", "items": {"type": "string", "maxLength": 10}});
        list["maxItems"] = max_items.into();
        json!({"type": "object", "properties": {"l": list},
            "x-kubernetes-validations": [{"rule": "true", "messageExpression": text}]})
    };
    let text = "self.l.map(x, self.l.map(y, x + y).join()).join()";
    assert_eq!(errors(&schema(Some(10), "self.l.join()"), RuleCheckOptions::default()), [""; 0]);
    let found = errors(&schema(None, text), RuleCheckOptions::default());
    let at = "s.x-kubernetes-validations[0].messageExpression: Forbidden:";
    let advice = "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, \
        and strings are declared)";
    assert_eq!(
        found,
        [
            format!("{at} estimated messageExpression cost exceeds budget by factor of more than 100x {advice}"),
            format!("{at} contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"),
            format!(
                "s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema \
                 exceeds budget by factor of more than 100x {advice}"
            ),
        ]
    );
}

#[test]
fn limits_of_old_values_are_those_of_new_ones() {
    let (schema, _) = Schema::from_json(&json!({"type": "array", "items": {"type": "integer"},
        "x-kubernetes-validations": rule("self.all(a, oldSelf.exists(b, a == b))")}));
    let environment = Environment::new(Version::default());
    let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
    let Some(RuleProblemKind::Cost { bounds, .. }) = check.problems.first().map(|problem| &problem.kind) else {
        panic!("{:?}", check.problems)
    };
    let bounds: Vec<_> = bounds.iter().map(|bound| (bound.keyword, bound.enough.is_some())).collect();
    assert_eq!(bounds, [("maxItems", true)]);
}

/// The errors of an API server, in its order.
#[test]
fn keys_of_a_rule_are_checked_together() {
    let compilation = |rule: &str, position: u32, field: &str| {
        format!("ERROR: <input>:1:{position}: undefined field '{field}'\n | {rule}\n | ....^")
    };
    for (rule, expected) in [
        (json!({"rule": "true", "message": "a\rb"}), vec![r#"message: Invalid value: "a\rb": must not contain line breaks"#.to_owned()]),
        (
            json!({"rule": "true &&\rtrue"}),
            vec!["message: Required value: message must be specified if rule contains line breaks".to_owned()],
        ),
        (json!({"rule": "true &&\ntrue", "message": "m"}), Vec::new()),
        (json!({"rule": "\ntrue\n"}), Vec::new()),
        (json!({"rule": "true", "message": "\na\n", "fieldPath": "", "reason": "FieldValueRequired"}), Vec::new()),
        (json!({"rule": "true", "message": ""}), Vec::new()),
        (json!({"rule": "oldSelf.hasValue()", "optionalOldSelf": true}), Vec::new()),
        (json!({"rule": "  ", "message": " "}), vec!["rule: Required value: rule is not specified".to_owned()]),
        (
            json!({"rule": "true", "message": " ", "fieldPath": ".zz"}),
            vec![
                r#"message: Invalid value: " ": must be non-empty if specified"#.to_owned(),
                r#"fieldPath: Invalid value: ".zz": must be a valid path"#.to_owned(),
            ],
        ),
        (
            json!({"rule": "true", "fieldPath": "\n"}),
            vec![
                r#"fieldPath: Invalid value: "\n": must be non-empty if specified"#.to_owned(),
                r#"fieldPath: Invalid value: "\n": must not contain line breaks"#.to_owned(),
                r#"fieldPath: Invalid value: "\n": must be a valid path"#.to_owned(),
            ],
        ),
        (
            json!({"rule": "1", "message": "m", "messageExpression": "'a'", "reason": "FieldValueInvalid",
                "fieldPath": ".a", "optionalOldSelf": true}),
            vec![
                r#"rule: Invalid value: {"Rule":"1","Message":"m","MessageExpression":"'a'","Reason":"FieldValueInvalid","FieldPath":".a","OptionalOldSelf":true}: cel expression must evaluate to a bool"#.to_owned(),
                "optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule".to_owned(),
            ],
        ),
        (
            json!({"rule": "self.b", "optionalOldSelf": false}),
            vec![
                format!(r#"rule: Invalid value: {{"Rule":"self.b","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":false}}: compilation failed: {}"#, compilation("self.b", 5, "b")),
                "optionalOldSelf: Invalid value: false: may not be set if oldSelf is not used in rule".to_owned(),
            ],
        ),
        (
            json!({"rule": "true", "messageExpression": "self.x"}),
            vec![format!(r#"messageExpression: Invalid value: {{"Rule":"true","Message":"","MessageExpression":"self.x","Reason":null,"FieldPath":"","OptionalOldSelf":null}}: messageExpression compilation failed: {}"#, compilation("self.x", 5, "x"))],
        ),
    ] {
        let schema =
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-validations": [rule]});
        let expected: Vec<String> =
            expected.into_iter().map(|error| format!("s.x-kubernetes-validations[0].{error}")).collect();
        assert_eq!(errors(&schema, RuleCheckOptions::default()), expected, "{rule}");
    }
}

#[test]
fn a_limited_number_of_values_is_inspected() {
    let is_found = |fields: usize| {
        let mut properties = serde_json::Map::new();
        let mut text = "self.z.all(x, self.z.all(y, x == y))".to_owned();
        for number in 0..fields {
            properties.insert(format!("a{number}"), json!({"type": "boolean"}));
            text.extend([" && self.a", &number.to_string()]);
        }
        properties.insert("z".to_owned(), json!({"type": "array", "items": {"type": "integer"}}));
        let (schema, _) = Schema::from_json(
            &json!({"type": "object", "properties": properties, "x-kubernetes-validations": rule(&text)}),
        );
        let environment = Environment::new(Version::default());
        let check = check_rules(&schema, &Path::root(), &environment, RuleCheckOptions::default());
        let Some(RuleProblemKind::Cost { bounds, .. }) = check.problems.first().map(|problem| &problem.kind) else {
            panic!("{:?}", check.problems)
        };
        !bounds.is_empty()
    };
    // The object itself is one of 400 values.
    assert!(is_found(200) && !is_found(400));
}

/// As in an API server, which compiles no rules around a rule that is written wrong.
#[test]
fn rules_around_a_faulty_one_are_not_compiled() {
    let text = |text: &str| json!({"type": "string", "x-kubernetes-validations": rule(text)});
    let around = |inner: &Json| {
        [
            json!({"type": "array", "maxItems": 1, "items": inner}),
            json!({"type": "object", "maxProperties": 1, "additionalProperties": inner}),
            json!({"type": "object", "properties": {"a": inner}}),
        ]
        .map(|mut schema| {
            schema["x-kubernetes-validations"] = rule("self.nope");
            schema
        })
    };
    for schema in around(&text(" ")) {
        let found = errors(&schema, RuleCheckOptions::default());
        assert_eq!(found.len(), 1, "{schema} {found:?}");
        assert!(found.iter().all(|error| error.ends_with("rule: Required value: rule is not specified")), "{found:?}");
    }
    for schema in around(&text("self == ''")) {
        let found = errors(&schema, RuleCheckOptions::default());
        assert!(found.iter().all(|error| error.contains("Invalid value: {\"Rule\":\"self.nope\"")), "{found:?}");
        assert_eq!(found.len(), 1, "{schema} {found:?}");
    }
}
