use idlgen_validate::crd::CustomResourceDefinition;
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

use super::{CrdifyConfig, CrdifyReport, schemas::Flat};

fn crd(versions: &[(&str, Json)]) -> CustomResourceDefinition {
    let versions: Vec<Json> = versions
        .iter()
        .map(|(name, schema)| json!({"name": name, "served": true, "schema": {"openAPIV3Schema": schema}}))
        .collect();
    CustomResourceDefinition::from_json(&json!({"spec": {"scope": "Namespaced", "versions": versions}})).0
}

fn text(old: &Json, new: &Json, config: &str) -> String {
    let config = CrdifyConfig::read(config).expect("a configuration");
    CrdifyReport::new(&crd(&[("v1", old.clone())]), &crd(&[("v1", new.clone())]), &config).text()
}

fn object(properties: &Json) -> Json {
    json!({"type": "object", "properties": properties})
}

#[test]
fn checks_have_the_messages_of_crdify() {
    let old = object(&json!({"a": {"type": "integer", "maximum": 5}, "b": {"enum": ["x", "y"]}, "c": {}}));
    let new =
        object(&json!({"a": {"type": "integer", "maximum": 3.5, "minimum": 1}, "b": {"enum": ["x"], "default": "x"}}));
    assert_snapshot!(text(&old, &new, ""), @r#"
    - existingFieldRemoval - ERROR - removed field : v1.^.c
    - v1 - ^.a - maximum - ERROR - maximum decreased : 5 -> 3.5
    - v1 - ^.a - minimum - ERROR - minimum constraint added when there was none previously : 1
    - v1 - ^.b - default - ERROR - default added when there was none previously : "\"x\""
    - v1 - ^.b - enum - ERROR - allowed enum values removed : ["y"]
    "#);
}

/// Returns the findings on a property `a` that changes from one schema to another, without the name of its version.
fn findings(old: &Json, new: &Json, config: &str) -> String {
    let text = text(&object(&json!({"a": old})), &object(&json!({"a": new})), config);
    text.lines().filter_map(|line| line.strip_prefix("- v1 - ^.a - ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn limits_are_only_reported_if_they_are_new_or_tighter() {
    let limits =
        ["maximum", "maxItems", "maxLength", "maxProperties", "minimum", "minItems", "minLength", "minProperties"];
    for name in limits {
        let is_number = ["maximum", "minimum"].contains(&name);
        let [low, middle, high] =
            if is_number { [json!(1.5), json!(2.5), json!(3.5)] } else { [json!(4), json!(5), json!(6)] };
        let (kind, change, tighter, looser) = if name.starts_with("max") {
            ("maximum", "decreased", low, high)
        } else {
            ("minimum", "increased", high, low)
        };
        let limit = |value: &Json| json!({ name: value });
        let changed = format!("{name} - ERROR - {kind} {change} : {middle} -> {tighter}");
        assert_eq!(findings(&limit(&middle), &limit(&tighter), ""), changed);
        let added = format!("{name} - ERROR - {kind} constraint added when there was none previously : {middle}");
        assert_eq!(findings(&json!({}), &limit(&middle), ""), added);
        for other in [limit(&middle), limit(&looser), json!({})] {
            assert_eq!(findings(&limit(&middle), &other, ""), "", "{name} {other}");
        }
    }
}

#[test]
fn changes_have_the_messages_of_crdify() {
    let none = json!({});
    let cases = [
        (&none, &json!({"default": 1}), r#"default - ERROR - default added when there was none previously : "1""#),
        (&json!({"default": 1}), &none, r#"default - ERROR - default value removed : "1""#),
        (
            &json!({"default": 1}),
            &json!({"default": "x"}),
            r#"default - ERROR - default value changed : "1" -> "\"x\"""#,
        ),
        (
            &json!({"default": 1, "type": "string"}),
            &json!({"default": 1}),
            r#"type - ERROR - type changed : "string" -> """#,
        ),
        (
            &none,
            &json!({"enum": ["x", "y"]}),
            r#"enum - ERROR - enum constraint added when there was none previously : ["x" "y"]"#,
        ),
        (
            &json!({"enum": ["x"]}),
            &json!({"enum": ["y", "x", "z"]}),
            r#"enum - ERROR - allowed enum values added : ["y" "z"]"#,
        ),
        (
            &json!({"enum": ["y", "x"]}),
            &json!({"enum": ["z"]}),
            r#"enum - ERROR - allowed enum values removed : ["x" "y"]"#,
        ),
        (&json!({"enum": ["y", "x"]}), &json!({"enum": ["x", "y"]}), ""),
        (&json!({"nullable": true}), &none, "nullable - ERROR - nullable removed : true -> false"),
        (&none, &json!({"nullable": true}), "nullable - ERROR - nullable added : false -> true"),
        (
            &json!({"nullable": true}),
            &json!({"nullable": true, "pattern": "x"}),
            r#"pattern - ERROR - pattern added : "" -> "x""#,
        ),
        (&json!({"pattern": "x"}), &json!({"pattern": "y"}), r#"pattern - ERROR - pattern changed : "x" -> "y""#),
        (&json!({"pattern": "x"}), &none, r#"pattern - ERROR - pattern removed : "x" -> """#),
        (
            &json!({"required": ["b"]}),
            &json!({"required": ["c", "a"]}),
            "required - ERROR - new required fields: [a c]",
        ),
        (&json!({"required": ["b", "a"]}), &json!({"required": ["a"]}), ""),
        (
            &json!({"description": "a"}),
            &json!({"description": "b"}),
            r#"description - ERROR - description changed : "a" -> "b""#,
        ),
    ];
    for (old, new, expected) in cases {
        assert_eq!(findings(old, new, ""), expected, "{old} {new}");
    }
}

#[test]
fn policies_allow_some_changes() {
    let none = json!({});
    let (nullable, pattern) = (json!({"nullable": true}), json!({"pattern": "x"}));
    let config = |name: &str, policy: &str, value: &str| {
        format!("validations: [{{name: {name}, enforcement: Error, configuration: {{{policy}: {value}}}}}]")
    };
    for (old, new, name, policy) in [
        (&json!({"enum": [1]}), &json!({"enum": [1, 2]}), "enum", "additionPolicy"),
        (&pattern, &none, "pattern", "removalPolicy"),
        (&none, &nullable, "nullable", "additionPolicy"),
        (&nullable, &none, "nullable", "removalPolicy"),
    ] {
        assert_eq!(findings(old, new, &config(name, policy, "Allow")), "", "{name} {policy}");
        assert_ne!(findings(old, new, &config(name, policy, "Disallow")), "", "{name} {policy}");
        let other = if policy == "additionPolicy" { "removalPolicy" } else { "additionPolicy" };
        assert_ne!(findings(old, new, &config(name, other, "Allow")), "", "{name} {other}");
    }
    // The policies do not apply to other changes.
    let allows_removal = config("pattern", "removalPolicy", "Allow");
    assert_ne!(findings(&none, &pattern, &allows_removal), "");
    assert_ne!(findings(&pattern, &json!({"pattern": "y"}), &allows_removal), "");
    assert_ne!(
        findings(&json!({"enum": [1, 2]}), &json!({"enum": [1]}), &config("enum", "additionPolicy", "Allow")),
        ""
    );
}

#[test]
fn versions_scope_and_stored_versions_are_compared() {
    let definition = |scope: &str, stored: &[&str], versions: &[&str]| {
        let versions: Vec<Json> = versions.iter().map(|name| json!({"name": name, "schema": {}})).collect();
        let json = json!({"spec": {"scope": scope, "versions": versions}, "status": {"storedVersions": stored}});
        CustomResourceDefinition::from_json(&json).0
    };
    let report = |old: &CustomResourceDefinition, new: &CustomResourceDefinition| {
        CrdifyReport::new(old, new, &CrdifyConfig::default()).text()
    };
    let old = definition("Cluster", &["v1alpha1", "v1beta1", "v1"], &["v1alpha1", "v1beta1", "v1"]);
    assert_eq!(report(&old, &old), "");
    assert_snapshot!(report(&old, &definition("Namespaced", &[], &["v1"])), @r#"
    - scope - ERROR - scope changed : "Cluster" -> "Namespaced"
    - storedVersionRemoval - ERROR - stored versions removed : [v1alpha1 v1beta1]
    "#);
}

#[test]
fn schemas_have_the_paths_of_crdify() {
    let leaf = |pattern: &str| json!({"pattern": pattern});
    let schema = |pattern: &str| {
        let leaf = || leaf(pattern);
        object(&json!({
            "list": {"items": leaf()},
            "tuple": {"items": [leaf(), leaf()], "additionalItems": leaf()},
            "map": {"additionalProperties": leaf(), "patternProperties": {"x.*": leaf()}},
            "all": {"allOf": [leaf()], "anyOf": [leaf()], "oneOf": [{}, leaf()], "not": leaf()},
            "rest": {"definitions": {"d": leaf()}, "dependencies": {"e": leaf(), "f": ["g"]}},
            "flag": {"additionalProperties": true, "additionalItems": false},
        }))
    };
    let text = text(&schema("x"), &schema("y"), "unhandledEnforcement: None");
    let paths: Vec<&str> = text.lines().filter_map(|line| line.split(" - ").nth(1)).collect();
    assert_eq!(
        paths,
        [
            "^.all.allOf[0]",
            "^.all.anyOf[0]",
            "^.all.not",
            "^.all.oneOf[1]",
            "^.list.items",
            "^.map.additionalProperties",
            "^.map.patternProperties[x.*]",
            "^.rest.definitions[d]",
            "^.rest.dependencies[e]",
            "^.tuple.additionalItems",
            "^.tuple.items[0]",
            "^.tuple.items[1]",
        ]
    );
}

#[test]
fn other_changes_are_a_diff_of_go_values() {
    let old = object(&json!({"a": {"type": "array", "items": {}}, "b": {"format": "int32"}}));
    let new = object(&json!({"a": {"type": "array", "items": {}, "x-kubernetes-list-type": "atomic"}, "b": {}}));
    assert_snapshot!(text(&old, &new, "").replace('\t', "  "), @r#"
    - v1 - ^.a - unhandled - ERROR - unhandled changes found :
      &v1.JSONSchemaProps{
        ... // 39 identical fields
        XIntOrString: false,
        XListMapKeys: nil,
    -   XListType:    nil,
    +   XListType:    &"atomic",
        XMapType:     nil,
        XValidations: nil,
      }

    - v1 - ^.b - unhandled - ERROR - unhandled changes found :
      &v1.JSONSchemaProps{
        ... // 3 identical fields
        Description: "",
        Type:        "",
    -   Format:      "int32",
    +   Format:      "",
        Title:       "",
        Default:     nil,
        ... // 36 identical fields
      }
    "#);
}

#[test]
fn the_configuration_selects_findings() {
    let config = "
validations:
- {name: enum, enforcement: Error, configuration: {additionPolicy: Allow}}
- {name: description, enforcement: None}
- {name: type, enforcement: Warn}
unhandledEnforcement: None
";
    let old = object(&json!({"a": {"type": "string", "description": "a", "enum": ["x"], "format": "date"}}));
    let new = object(&json!({"a": {"type": "boolean", "description": "b", "enum": ["x", "y"]}}));
    let found = text(&old, &new, config);
    assert_snapshot!(found, @r#"- v1 - ^.a - type - WARNING - type changed : "string" -> "boolean""#);
}

#[test]
fn served_versions_are_compared_unless_a_webhook_converts() {
    let schema = |pattern: &str| object(&json!({"a": {"type": "string", "pattern": pattern}}));
    let old = crd(&[("v1", schema("x")), ("v1beta1", schema("x"))]);
    let new = crd(&[("v1", schema("y")), ("v1beta1", schema("x"))]);
    let report = CrdifyReport::new(&old, &new, &CrdifyConfig::default());
    assert!(report.has_errors());
    assert_snapshot!(report.markdown(), @r#"
    - **v1** - *^.a* - pattern - `ERROR` - pattern changed : "x" -> "y"
    - **v1beta1 -> v1** - *^.a* - pattern - `ERROR` - pattern changed : "x" -> "y"
    "#);
    let mut with_webhook = new;
    let conversion = json!({"spec": {"conversion": {"strategy": "Webhook"}}});
    with_webhook.conversion = CustomResourceDefinition::from_json(&conversion).0.conversion;
    let config = CrdifyConfig::read("conversion: Ignore").expect("a configuration");
    let report = CrdifyReport::new(&old, &with_webhook, &config);
    assert_eq!(report.text().lines().count(), 1, "{}", report.text());
}

#[test]
fn invalid_configurations_are_rejected() {
    let error = |text: &str| CrdifyConfig::read(text).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error("validations: [{name: enums, enforcement: Error}]").contains("unknown value `enums`"));
    assert!(error("validations: [{name: enum}]").contains("`validations[0].enforcement` is required"));
    assert!(error("conversion: Webhook").contains("use None, Ignore"));
    assert!(
        error("validations: [{name: enum, enforcement: Error, configuration: {additionPolicy: Never}}]")
            .contains("use Allow, Disallow")
    );
    assert!(error("conversion: true").contains("`conversion` must be a string"));
    assert!(!error("a: [").is_empty());
    assert!(!error("[]").is_empty());
}

#[test]
fn schemas_have_the_paths_of_crdify_down_to_a_limit() {
    let nested = |depth: usize, wrap: &dyn Fn(Json) -> Json| (0..depth).fold(json!({}), |inner, _| wrap(inner));
    let paths = |schema: Json| {
        let version = &crd(&[("v1", schema)]).versions[0];
        Flat::new(version).paths().map(str::to_owned).collect::<Vec<_>>()
    };
    for (wrap, child) in [
        (&(|inner| json!({"items": inner})) as &dyn Fn(Json) -> Json, ".items"),
        (&|inner| json!({"items": [inner]}), ".items[0]"),
        (&|inner| json!({"allOf": [inner]}), ".allOf[0]"),
        (&|inner| json!({"anyOf": [inner]}), ".anyOf[0]"),
        (&|inner| json!({"oneOf": [inner]}), ".oneOf[0]"),
        (&|inner| json!({"not": inner}), ".not"),
        (&|inner| json!({"properties": {"a": inner}}), ".a"),
        (&|inner| json!({"additionalProperties": inner}), ".additionalProperties"),
        (&|inner| json!({"additionalItems": inner}), ".additionalItems"),
        (&|inner| json!({"patternProperties": {"a": inner}}), ".patternProperties[a]"),
        (&|inner| json!({"definitions": {"a": inner}}), ".definitions[a]"),
        (&|inner| json!({"dependencies": {"a": inner}}), ".dependencies[a]"),
    ] {
        assert_eq!(paths(nested(2, wrap)), ["^".to_owned(), format!("^{child}"), format!("^{child}{child}")]);
        assert_eq!(paths(nested(300, wrap)).len(), 201, "{child}");
    }
    // These have no schemas.
    let schema = json!({"items": null, "additionalProperties": true, "dependencies": {"a": ["b"]}});
    assert_eq!(paths(schema), ["^"]);
    assert_eq!(
        paths(json!({"items": [{}, {}], "allOf": [{}, {}]})),
        ["^", "^.allOf[0]", "^.allOf[1]", "^.items[0]", "^.items[1]"]
    );
}
