use idlgen_validate::{Definitions, Schema};
use insta::assert_snapshot;
use serde_json::json;

use super::{DescribedKind, Draft, JsonSchemaOptions, document};

fn spec(schema: &serde_json::Value, draft: Draft) -> String {
    let whole = json!({"type": "object", "properties": {"spec": schema}});
    let (schema, _) = Schema::from_json(&whole);
    let (definitions, _) = Definitions::from_json(&json!({"definitions": {"Port": {"type": "integer"}}}));
    let kind = DescribedKind {
        group: "example.com",
        version: "v1",
        kind: "Widget",
        schema: &schema,
        definitions: &definitions,
        is_native: false,
        deprecation: None,
    };
    let options = JsonSchemaOptions { draft, is_open: false, kubernetes_minor: 35 };
    let json = document(&kind, &options).to_json();
    json["properties"]["spec"].to_string()
}

#[test]
fn what_cannot_be_said_is_a_comment() {
    let schema = json!({
        "type": "integer", "format": "int32", "description": "A number.", "maximum": 5, "exclusiveMaximum": true,
        "x-kubernetes-validations": [{"rule": "self != 3", "message": "three is taken"}],
    });
    let text = spec(&schema, Draft::Draft202012);
    assert!(text.contains("API servers validate more than this: CEL rule: self != 3 (three is taken)"), "{text}");
    assert!(text.contains(r#""exclusiveMaximum":5"#) && !text.contains(r#""maximum""#), "{text}");
    assert!(text.contains(r#""description":"A number.""#), "{text}");
}

#[test]
fn references_stand_where_every_draft_reads_them() {
    let schema = json!({"$ref": "#/definitions/Port", "description": "Where.", "maximum": 5});
    assert_snapshot!(
        spec(&schema, Draft::Draft7),
        @r##"{"anyOf":[{"allOf":[{"$ref":"#/definitions/Port"},{"maximum":5}]},{"type":"null"}],"description":"Where."}"##
    );
}
