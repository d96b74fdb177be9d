//! Types whose JSON encoding differs from their Go type, with the complete program: the published schemas match the
//! valid values.

use crate::program::{module, path, run, run_with};
use serde_json::{Value as Json, json};

const TYPES: &str = r#"package v1

import (
	"net"
	"net/url"
)

// +k8s:openapi-gen=true
type S struct {
	IP     net.IP     `json:"ip,omitempty"`
	Values url.Values `json:"values,omitempty"`
	Own    *Own       `json:"own,omitempty"`
	Level  *Level     `json:"level,omitempty"`
	Text   *Text      `json:"text,omitempty"`
	Said   *Said      `json:"said,omitempty"`
}

// +k8s:openapi-gen=true
type Own struct {
	A int `json:"a"`
}

func (o Own) MarshalJSON() ([]byte, error) { return nil, nil }

type Level int

func (l *Level) MarshalJSON() ([]byte, error) { return nil, nil }

// +k8s:openapi-gen=true
type Text struct {
	A int `json:"a"`
}

func (t Text) MarshalText() ([]byte, error) { return nil, nil }

// +k8s:openapi-gen=true
type Said struct{}

func (s Said) MarshalJSON() ([]byte, error)   { return nil, nil }
func (s Said) OpenAPISchemaType() []string { return []string{"integer"} }
func (s Said) OpenAPISchemaFormat() string  { return "int64" }
"#;

/// Returns the messages of `idlgen validate` for an object.
fn said(object: &str) -> Vec<String> {
    let module = module(TYPES);
    let package = module.path().join("v1");
    let arguments = ["validate", "-", "--go", path(&package), "--type", "S", "--message-format", "short", "-q"];
    let ran = run_with(&arguments, object);
    let errors: Vec<String> = [ran.out, ran.err].iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
    assert_eq!(ran.status == 0, errors.is_empty(), "{errors:?}");
    errors
}

#[test]
fn an_address_is_valid_text() {
    assert_eq!(said("ip: 10.0.0.1\n"), Vec::<String>::new());
    let errors = said("ip: 10\n");
    assert!(errors.iter().any(|error| error.contains("ip in body must be of type string")), "{errors:?}");
}

#[test]
fn values_of_a_query_are_lists_of_text() {
    assert_eq!(said("values: {a: [b, c]}\n"), Vec::<String>::new());
    let errors = said("values: {a: b}\n");
    assert!(errors.iter().any(|error| error.contains("must be of type array")), "{errors:?}");
}

#[test]
fn what_writes_its_own_json_is_any_value() {
    for value in ["text", "[1, {b: c}]", "{z: true}"] {
        assert_eq!(said(&format!("own: {value}\nlevel: {value}\n")), Vec::<String>::new(), "{value}");
    }
    assert_eq!(said("text: abc\nsaid: 5\n"), Vec::<String>::new());
    for (object, expected) in [("text: {a: 1}\n", "must be of type string"), ("said: abc\n", "must be of type integer")]
    {
        let errors = said(object);
        assert!(errors.iter().any(|error| error.contains(expected)), "{object}: {errors:?}");
    }
}

/// Returns the published schemas by Go name.
fn published(arguments: &[&str]) -> Json {
    let module = module(TYPES);
    let ran = run(&[&["openapi", "-C", path(module.path()), "./v1", "-o", "-"], arguments].concat());
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.err))
}

#[test]
fn what_is_published_is_what_is_valid() {
    let schemas = published(&[]);
    let properties = &schemas["example.com/m/v1.S"]["properties"];
    let any = json!({"x-kubernetes-preserve-unknown-fields": true});
    assert_eq!(properties["ip"], json!({"type": "string"}));
    assert_eq!(properties["level"], any);
    assert_eq!(schemas["example.com/m/v1.Own"], any);
    assert_eq!(schemas["example.com/m/v1.Text"], json!({"type": "string"}));
    assert_eq!(schemas["example.com/m/v1.Said"], json!({"type": "integer", "format": "int64"}));
}

#[test]
fn openapi_gen_publishes_what_types_are_underneath() {
    let schemas = published(&["--compat", "openapi-gen"]);
    let properties = &schemas["example.com/m/v1.S"]["properties"];
    assert_eq!(properties["ip"], json!({"type": "string", "format": "byte"}));
    assert_eq!(properties["level"], json!({"type": "integer", "format": "int32"}));
    let own = json!({"type": "object", "required": ["a"],
        "properties": {"a": {"type": "integer", "format": "int32", "default": 0}}});
    assert_eq!(schemas["example.com/m/v1.Own"], own);
    assert_eq!(schemas["example.com/m/v1.Text"], own);
}
