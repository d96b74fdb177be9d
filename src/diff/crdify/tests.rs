use idlgen_validate::crd::CustomResourceDefinition;
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

use super::{CrdifyConfig, CrdifyReport};

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
