//! Go sources and the output of controller-gen for them, recorded from the real program.

use super::{Made, Options, definitions};
use crate::resolve::testing::read;
use serde_json::{Value as Json, json};

const META: &str = "package v1\ntype TypeMeta struct{}\ntype ObjectMeta struct{}\ntype Duration struct{}\n";

/// Parses a YAML document.
fn json_of(text: &str) -> Json {
    let documents = idlgen_yaml::load(text, &idlgen_yaml::Limits::default());
    documents.first().and_then(|document| document.root.as_ref()).map(idlgen_yaml::Node::to_json).unwrap_or_default()
}

/// Returns the `spec` schema of a kind with these declarations, and the errors.
pub(super) fn spec_of(declarations: &str, options: &Options) -> (String, Vec<String>) {
    let Made { definitions: found, problems, .. } = made_of(declarations, options);
    let schema = found.first().and_then(|definition| {
        let mut writer = idlgen_yaml::Writer::default();
        let document = json_of(writer.document(&definition.part(None)));
        document.pointer("/spec/versions/0/schema/openAPIV3Schema/properties/spec").map(ToString::to_string)
    });
    (schema.unwrap_or_default(), problems.into_iter().map(|problem| problem.message).collect())
}

/// Generates the CRD of a kind with these declarations.
fn made_of(declarations: &str, options: &Options) -> Made {
    let source = format!(
        "// +groupName=example.com\npackage v1\n\nimport (\n\t\"encoding/json\"\n\t\"time\"\n\n\
         \tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n)\n\n\
         type Foo struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tSpec Spec `json:\"spec\"`\n}}\n\n{declarations}"
    );
    let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META);
    let read = read(&[("one/v1/types.go", source.as_str())], &[meta]);
    definitions(&read.packages, &read.sources, options)
}

#[test]
fn kinds_are_found_if_something_visited_names_their_metadata() {
    let found = |more: &str| {
        let source = format!(
            "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
             type Foo struct {{\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n\tSpec string\n}}\n\n{more}"
        );
        let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META);
        let read = read(&[("one/v1/types.go", source.as_str())], &[meta]);
        let made = definitions(&read.packages, &read.sources, &latest());
        (made.definitions.len(), made.problems.len())
    };
    assert_eq!(found(""), (0, 0));
    assert_eq!(found("type B struct {\n\tT string `json:\"t\"`\n}\n"), (0, 0));
    assert_eq!(found("type B struct {\n\tT metav1.Duration `yaml:\"t\"`\n}\n"), (0, 0));
    assert_eq!(found("type B struct {\n\tT metav1.Duration `json:\"t\"`\n}\n"), (1, 3));
    assert_eq!(found("type B []metav1.Duration\n"), (1, 3));
}

/// Packages are checked in order. If a later package makes more types known, earlier packages are not checked again.
#[test]
fn kinds_are_found_in_packages_that_are_checked_when_their_metadata_is_known() {
    let bare = "// +groupName=bare.example.com\npackage v1\n\n\
         import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\ntype Foo struct \
         {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n}\n";
    let tagged = bare.replace("metav1.TypeMeta\n", "metav1.TypeMeta `json:\",inline\"`\n").replace("bare.", "tagged.");
    let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META);
    let found = |bare_path: &str| {
        let read = read(&[(bare_path, bare), ("m/types.go", tagged.as_str())], &[meta]);
        let made = definitions(&read.packages, &read.sources, &latest());
        made.definitions.iter().map(|definition| definition.file.clone()).collect::<Vec<_>>()
    };
    assert_eq!(found("b/types.go"), ["tagged.example.com_foos.yaml"]);
    assert_eq!(found("z/types.go"), ["bare.example.com_foos.yaml", "tagged.example.com_foos.yaml"]);
}

pub(super) fn latest() -> Options {
    Options { minor: 22, ..Options::default() }
}

#[test]
fn what_types_and_fields_say_is_put_together_as_controller_gen_does() {
    for (declarations, expected) in [
        (
            "// +kubebuilder:validation:MinLength=1\ntype T string\n\
             type Spec struct {\n\t// +kubebuilder:validation:MinLength=1\n\tF T `json:\"f\"`\n}\n",
            json!({
                "properties": {"f": {"allOf": [{"minLength": 1}, {"minLength": 1}], "type": "string"}},
                "required": ["f"],
                "type": "object",
            }),
        ),
        (
            "// T is a text.\n// +kubebuilder:validation:Enum=a;b\ntype T string\n\
             type Spec struct {\n\t// +kubebuilder:validation:Enum=a\n\tF *T `json:\"f,omitempty\"`\n}\n",
            json!({
                "properties": {"f": {"description": "T is a text.", "enum": ["a", "b"], "type": "string"}},
                "type": "object",
            }),
        ),
        (
            "type In struct {\n\tA int32 `json:\"a\"`\n}\n\
             // +kubebuilder:validation:ExactlyOneOf=b;c\n\
             type Spec struct {\n\tIn `json:\",inline\"`\n\tB *bool `json:\"b,omitempty\"`\n\
             \tC []byte `json:\"c,omitempty\"`\n}\n",
            json!({
                "properties": {
                    "a": {"format": "int32", "type": "integer"},
                    "b": {"type": "boolean"},
                    "c": {"format": "byte", "type": "string"},
                },
                "required": ["a"],
                "type": "object",
                "x-kubernetes-validations": [{
                    "message": "exactly one of the fields in [b c] must be set",
                    "rule": "(has(self.b)?1:0)+(has(self.c)?1:0) == 1",
                }],
            }),
        ),
        (
            "type Spec struct {\n\t// +optional\n\n\t// A list.\n\t// +listType=set\n\
             \t// +kubebuilder:validation:items:MaxLength=5\n\tF []string `json:\"f\"`\n}\n",
            json!({
                "properties": {"f": {
                    "description": "A list.",
                    "items": {"maxLength": 5, "type": "string"},
                    "type": "array",
                    "x-kubernetes-list-type": "set",
                }},
                "type": "object",
            }),
        ),
    ] {
        let (schema, problems) = spec_of(declarations, &latest());
        let schema: Json = serde_json::from_str(&schema).unwrap();
        assert_eq!((schema, problems), (expected, vec![]), "{declarations}");
    }
}

#[test]
fn errors_are_those_of_controller_gen() {
    for (declarations, expected) in [
        (
            "type Spec struct {\n\t// +kubebuilder:validation:MaxItems=1\n\tF string `json:\"f\"`\n}\n",
            vec!["must apply maxitem to an array"],
        ),
        ("type Spec struct {\n\tF (string) `json:\"f\"`\n}\n", vec!["unsupported AST kind *ast.ParenExpr"]),
        (
            "type Spec struct {\n\tF map[int]string `json:\"f\"`\n}\n",
            vec!["map keys must be strings or implement encoding.TextMarshaler, not int"],
        ),
        (
            "type Spec struct {\n\tF string\n}\n",
            vec!["encountered struct field \"F\" without JSON tag in type \"Spec\""],
        ),
    ] {
        assert_eq!(spec_of(declarations, &latest()).1, expected, "{declarations}");
    }
}

/// Returns the `spec` schema of a kind with one field of a standard library type, and the errors.
fn field_of(import: &str, field_type: &str, options: &Options) -> (Json, Vec<String>) {
    let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META);
    let source = format!(
        "// +groupName=example.com\npackage v1\n\nimport (\n\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\
         \t\"{import}\"\n)\n\ntype Foo struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tF *{field_type} `json:\"f,omitempty\"`\n}}\n"
    );
    let read = read(&[("one/v1/types.go", source.as_str())], &[meta]);
    let Made { definitions: found, problems, .. } = definitions(&read.packages, &read.sources, options);
    let mut writer = idlgen_yaml::Writer::default();
    let document = found.first().map(|definition| json_of(writer.document(&definition.part(None)))).unwrap_or_default();
    let pointer = "/spec/versions/0/schema/openAPIV3Schema/properties/f";
    let mut schema = document.pointer(pointer).cloned().unwrap_or_default();
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    assert!(description.is_none_or(|text| text.as_str().is_some_and(|text| text.ends_with('.'))), "{field_type}");
    (schema, problems.into_iter().map(|problem| problem.message).collect())
}

#[test]
fn standard_library_types_are_those_that_their_source_declares() {
    let lists = json!({"additionalProperties": {"items": {"type": "string"}, "type": "array"}, "type": "object"});
    for (import, field_type, expected) in [
        ("net/http", "http.SameSite", json!({"type": "integer"})),
        ("net/http", "http.Header", lists.clone()),
        ("net/textproto", "textproto.MIMEHeader", lists),
        ("crypto/tls", "tls.ClientAuthType", json!({"type": "integer"})),
        ("log/slog", "slog.Level", json!({"type": "integer"})),
        ("reflect", "reflect.Kind", json!({"type": "integer"})),
        ("syscall", "syscall.Signal", json!({"type": "integer"})),
        ("time", "time.Month", json!({"type": "integer"})),
    ] {
        assert_eq!(field_of(import, field_type, &latest()), (expected, vec![]), "{field_type}");
    }
}

#[test]
fn unexported_fields_of_standard_library_types_are_errors_unless_ignored() {
    let ignoring = Options { ignore_unexported_fields: true, ..latest() };
    for (import, field_type, unexported, exported) in [
        ("time", "time.Location", 7, 0),
        ("net/url", "url.Userinfo", 3, 0),
        ("net", "net.TCPAddr", 0, 3),
        ("net", "net.UDPAddr", 0, 3),
        ("net", "net.IPAddr", 0, 2),
        ("net/mail", "mail.Address", 0, 2),
    ] {
        for (options, count) in [(latest(), unexported + exported), (ignoring.clone(), exported)] {
            let (schema, problems) = field_of(import, field_type, &options);
            assert_eq!((schema, problems.len()), (json!({"type": "object"}), count), "{field_type}: {problems:?}");
        }
    }
}

/// Go compares pointers: a value is the same if it comes from the same marker.
#[test]
fn a_default_or_list_type_from_the_same_marker_is_not_a_conflict() {
    let declarations = "type In struct {\n\t// +kubebuilder:default=a\n\tA string `json:\"a,omitempty\"`\n\
        \t// +listType=set\n\tB []string `json:\"b,omitempty\"`\n\
        \t// +kubebuilder:default=3\n\t// +kubebuilder:validation:Minimum=1\n\tC int32 `json:\"c,omitempty\"`\n\
        \t// +kubebuilder:default=a\n\tD string `json:\"d,omitempty\"`\n}\n\
        type More struct {\n\tIn `json:\",inline\"`\n\
        \t// +kubebuilder:default=a\n\tD string `json:\"d,omitempty\"`\n}\n\
        type Base struct {\n\tF *In `json:\"f,omitempty\"`\n}\n\
        type Spec struct {\n\tBase `json:\",inline\"`\n\tF *More `json:\"f,omitempty\"`\n}\n";
    let expected = json!({
        "properties": {"f": {
            "properties": {
                "a": {"default": "a", "type": "string"},
                "b": {
                    "allOf": [{"items": {"type": "string"}}, {"items": {"type": "string"}}], "type": "array",
                    "x-kubernetes-list-type": "set",
                },
                "c": {
                    "allOf": [{"minimum": 1}, {"minimum": 1}], "default": 3, "format": "int32", "type": "integer",
                },
                "d": {"allOf": [{"default": "a"}, {"default": "a"}], "type": "string"},
            },
            "type": "object",
        }},
        "type": "object",
    });
    for minor in [14, 22] {
        let (schema, problems) = spec_of(declarations, &Options { minor, ..Options::default() });
        assert_eq!((schema, problems), (expected.to_string(), Vec::new()), "0.{minor}");
    }
}

#[test]
fn standard_library_interfaces_are_errors() {
    for (import, field_type) in [
        ("context", "context.Context"),
        ("io", "io.ReadCloser"),
        ("net", "net.Addr"),
        ("os", "os.Signal"),
        ("reflect", "reflect.Type"),
    ] {
        let (schema, problems) = field_of(import, field_type, &latest());
        assert_eq!((schema, problems.len()), (json!({}), 1), "{field_type}: {problems:?}");
    }
}

#[test]
fn one_bad_marker_discards_the_package_and_is_said_twice() {
    let (schema, problems) = spec_of(
        "type Spec struct {\n\t// +kubebuilder:validation:MaxLength=x\n\tF string `json:\"f\"`\n}\n",
        &latest(),
    );
    let message = "expected integer, got \"x\" (at <input>:1:1)";
    assert_eq!((schema.as_str(), problems), ("", vec![message.to_owned(), message.to_owned()]));
}

#[test]
fn versions_differ() {
    let declarations = "// +kubebuilder:validation:AtMostOneOf=a;b\ntype Spec struct {\n\
        \tA *bool `json:\"a,omitempty\"`\n\
        \tB *bool `json:\"b,omitempty\"`\n}\n";
    let rule = |minor| spec_of(declarations, &Options { minor, ..Options::default() }).0;
    assert!(!rule(18).contains("x-kubernetes-validations"));
    assert!(rule(21).contains("[has(self.a),has(self.b)].filter(x,x==true).size() <= 1"));
    assert!(rule(22).contains("(has(self.a)?1:0)+(has(self.b)?1:0) <= 1"));
}

/// controller-gen 0.17.2 accepts lengths for any textual schema. Before, only patterns may be on `IntOrString`.
#[test]
fn limits_of_strings_may_be_on_what_is_an_integer_or_a_string() {
    for (marker, keyword, value, before) in [
        ("MaxLength=3", "maxLength", json!(3), Some("must apply maxlength to a string")),
        ("MinLength=3", "minLength", json!(3), Some("must apply minlength to a string")),
        ("Pattern=a", "pattern", json!("a"), None),
    ] {
        let declarations = |more: &str| {
            format!(
                "type Spec struct {{\n{more}\t// +kubebuilder:validation:{marker}\n\tF int `json:\"f,omitempty\"`\n}}\n"
            )
        };
        let both = declarations("\t// +kubebuilder:validation:XIntOrString\n");
        for minor in [16, 17, 22] {
            let (schema, problems) = spec_of(&both, &Options { minor, ..Options::default() });
            let expected: Vec<&str> = before.filter(|_| minor == 16).into_iter().collect();
            assert_eq!(problems, expected, "0.{minor}: {marker}");
            if expected.is_empty() {
                let schema: Json = serde_json::from_str(&schema).unwrap();
                assert_eq!(schema["properties"]["f"][keyword], value, "0.{minor}: {schema}");
            }
        }
        let name = keyword.to_lowercase();
        let old = before.unwrap_or("must apply pattern to a `string` or `IntOrString`").to_owned();
        let new = format!("must apply {name} to a textual value, found type \"integer\"");
        for (minor, expected) in [(16, &old), (17, &new), (22, &new)] {
            let problems = spec_of(&declarations(""), &Options { minor, ..Options::default() }).1;
            assert_eq!(problems, [expected.as_str()], "0.{minor}: {marker}");
        }
    }
}

/// From 0.22 on, a map can have any keys that are written as text.
#[test]
fn map_keys_are_strings_or_written_as_text() {
    let map = json!({"additionalProperties": {"type": "string"}, "type": "object"});
    for (import, key, since) in [
        ("encoding/json", "json.Number", 14),
        ("time", "time.Time", 22),
        ("net/netip", "netip.Addr", 22),
        ("log/slog", "slog.Level", 22),
        ("math/big", "big.Rat", 22),
        ("time", "time.Duration", u16::MAX),
        ("net/url", "url.Userinfo", u16::MAX),
        ("net", "net.Addr", u16::MAX),
    ] {
        for minor in [14, 21, 22] {
            let options = Options { minor, ..Options::default() };
            let (schema, problems) = field_of(import, &format!("map[{key}]string"), &options);
            if minor >= since {
                assert_eq!((&schema, problems), (&map, Vec::new()), "0.{minor}: {key}");
            } else {
                let or_text = if minor >= 22 { " or implement encoding.TextMarshaler" } else { "" };
                let [problem] = problems.as_slice() else { panic!("0.{minor}: {key}: {problems:?}") };
                let underlying = match (key, key.split_once('.')) {
                    ("time.Duration", _) => "int64".to_owned(),
                    ("slog.Level", _) => "int".to_owned(),
                    (_, name) => format!("{import}.{}", name.map_or(key, |(_, name)| name)),
                };
                let expected = format!("map keys must be strings{or_text}, not {underlying}");
                assert_eq!(*problem, expected, "0.{minor}: {key}");
            }
        }
    }
    let declared = "type Alias = string\ntype Text string\n\
        type Number json.Number\ntype Time time.Time\ntype Object struct{}\n\
        func (Object) MarshalText() ([]byte, error) { return nil, nil }\n\
        type Int int\nfunc (Int) MarshalText() ([]byte, error) { return nil, nil }\n";
    for (key, is_allowed) in [
        ("Text", [true, true]),
        ("Number", [true, true]),
        ("Object", [false, true]),
        ("Int", [false, true]),
        ("Alias", [false, false]),
        ("Time", [false, false]),
        ("bool", [false, false]),
        ("*string", [false, false]),
        ("[2]string", [false, false]),
        ("struct{}", [false, false]),
    ] {
        for (minor, is_allowed) in [21, 22].into_iter().zip(is_allowed) {
            let spec = format!("type Spec struct {{\n\tF map[{key}]string `json:\"f,omitempty\"`\n}}\n");
            let (_, problems) = spec_of(&format!("{declared}{spec}"), &Options { minor, ..Options::default() });
            assert_eq!(problems.is_empty(), is_allowed, "0.{minor}: {key}: {problems:?}");
        }
    }
}

/// Each row has the first version with a change, and a part of the result before and after it.
#[test]
fn versions_differ_in_markers_and_types() {
    let field = |markers: &str, field: &str| {
        let markers: Vec<String> = markers.split_terminator('\n').map(|marker| format!("\t// +{marker}\n")).collect();
        let markers = markers.concat();
        format!("type Spec struct {{\n{markers}\tF {field}\n}}\n")
    };
    let named = |marker: &str, definition: &str| {
        let of_field = field(marker, "T `json:\"f,omitempty\"`");
        format!("// +{marker}\ntype T {definition}\n{of_field}")
    };
    let optional = |go: &str| format!("{go} `json:\"f,omitempty\"`");
    let embedded = |marker: &str| {
        let inner = field("", "string `json:\"f,omitempty\"`").replace("Spec", "In");
        format!("// +{marker}\n{inner}// +{marker}\ntype Spec struct {{\n\tIn `json:\",inline\"`\n}}\n")
    };
    let rule = |rule: &str| format!("kubebuilder:validation:XValidation:rule=\"{rule}\"");
    let rules = format!("// +{}\ntype T string\n{}", rule("self == 'a'"), field(&rule("self == 'b'"), &optional("T")));
    let min_length = "kubebuilder:validation:MinLength=1";
    for (declarations, since, before, after) in [
        (
            field("listType=map\nlistMapKey=k\nlistMapKey=k", &optional("[]K"))
                + "type K struct {\n\tK string `json:\"k\"`\n}\n",
            22,
            r#""x-kubernetes-list-map-keys":["k","k"]"#,
            r#""x-kubernetes-list-map-keys":["k"]"#,
        ),
        (field("", "string `json:\"f,omitzero\"`"), 22, r#""required":["f"]"#, r#""type":"object"} []"#),
        (
            field("kubebuilder:validation:Required", &optional("string")),
            16,
            r#"{"f":{"type":"string"}},"type":"object"} []"#,
            r#""required":["f"]"#,
        ),
        (
            field("", &optional("interface{}")),
            21,
            "unsupported AST kind *ast.InterfaceType",
            "interface type is not supported in CRD schemas",
        ),
        (
            field("", &optional("map[string]interface{}")),
            21,
            "not a supported map value type: *ast.InterfaceType",
            "interface type is not supported as map value in CRD schemas",
        ),
        (
            "type T string\n".to_owned() + &field(min_length, &optional("T")),
            20,
            r#"must apply minlength to a textual value, found type \"\""#,
            r#"{"minLength":1,"type":"string"}},"type":"object"} []"#,
        ),
        (
            "type T string\ntype A = T\n".to_owned() + &field(min_length, &optional("A")),
            20,
            r#"must apply minlength to a textual value, found type \"\""#,
            r#"{"minLength":1,"type":"string"}},"type":"object"} []"#,
        ),
        (
            named("kubebuilder:validation:Enum=a;b", "string"),
            21,
            r#""allOf":[{"enum":["a","b"]}"#,
            r#"{"enum":["a","b"],"type""#,
        ),
        (
            embedded("kubebuilder:validation:MaxProperties=3"),
            22,
            r#""allOf":[{"maxProperties":3}"#,
            r#"{"maxProperties":3,"properties""#,
        ),
        (
            embedded("kubebuilder:validation:MinProperties=3"),
            22,
            r#""allOf":[{"minProperties":3}"#,
            r#"{"minProperties":3,"properties""#,
        ),
        (
            rules,
            16,
            r#""allOf":[{"x-kubernetes-validations":[{"rule":"self == 'a'"}]}"#,
            r#""x-kubernetes-validations":[{"rule":"self == 'b'"},{"rule":"self == 'a'"}]"#,
        ),
        (
            "// +kubebuilder:validation:AtLeastOneOf=f;f\n".to_owned() + &field("", &optional("string")),
            22,
            "[has(self.f),has(self.f)].filter(x,x==true).size() >= 1",
            "has(self.f)||has(self.f)",
        ),
    ] {
        for (minor, expected) in [(since - 1, before), (since, after)] {
            let (schema, problems) = spec_of(&declarations, &Options { minor, ..Options::default() });
            let found = format!("{schema} {problems:?}");
            assert!(found.contains(expected), "0.{minor}:\n{declarations}{expected}\n{found}");
        }
    }
}

#[test]
fn types_that_contain_themselves_end_there() {
    let (schema, problems) = spec_of("type Spec struct {\n\tF []Spec `json:\"f,omitempty\"`\n}\n", &latest());
    assert_eq!(problems, Vec::<String>::new());
    assert!(schema.contains(r#""items":{"#), "{schema}");
    let long: Vec<String> =
        (0..3000).map(|at| format!("type S{at} struct {{\n\tF S{} `json:\"f\"`\n}}\n", at + 1)).collect();
    let long = long.concat();
    assert_too_large(&format!("{long}type S3000 string\ntype Spec struct {{\n\tF S0 `json:\"f\"`\n}}\n"));
}

/// Asserts that the kind has no CRD because it would be too large.
fn assert_too_large(declarations: &str) {
    let Made { definitions, problems, too_large } = made_of(declarations, &latest());
    assert_eq!((definitions, problems), (Vec::new(), Vec::new()));
    let messages: Vec<String> = too_large.into_iter().map(|one| one.diagnostic.message).collect();
    let message = "the references of `Foo` cannot be expanded: with expanded references, the schema has more \
                   than 50000 nodes, \
                   or is deeper than 128";
    assert_eq!(messages, [message]);
}

#[test]
fn a_definition_has_the_size_limits_of_the_command_crd() {
    // Generates types with two fields of the next type each, so that the last one occurs this many times in the schema.
    let diamond = |times: u32| {
        let levels = 0..times.ilog2();
        let levels = levels
            .map(|at| format!("type S{at} struct {{\n\tA S{n} `json:\"a\"`\n\tB S{n} `json:\"b\"`\n}}\n", n = at + 1));
        let last = format!("type S{} string\n", times.ilog2());
        levels.collect::<String>() + &last + "type Spec struct {\n\tF S0 `json:\"f\"`\n}\n"
    };
    let (schema, problems) = spec_of(&diamond(1 << 14), &latest());
    assert_eq!((schema.matches(r#""string""#).count(), problems), (1 << 14, Vec::new()));
    assert_too_large(&diamond(1 << 15));
    assert_too_large(&diamond(1 << 31));
    // Structs that embed the next two structs, with and without fields of their own; then types declared as other
    // types.
    for field in ["", "\tF{i} string `json:\"f{i}\"`\n"] {
        let types = (0..200).map(|at| {
            let [next, last] = [at + 1, at + 2]
                .map(|at| if at < 200 { format!("\tS{at} `json:\",inline\"`\n") } else { String::new() });
            format!("type S{at} struct {{\n{next}{last}{}}}\n", field.replace("{i}", &at.to_string()))
        });
        assert_too_large(&(types.collect::<String>() + "type Spec struct {\n\tS0 `json:\",inline\"`\n}\n"));
    }
    // Each embedded struct is a level.
    let embedded = |count: usize| {
        let types = (0..count).map(|at| format!("type S{at} struct {{\n\tS{} `json:\",inline\"`\n}}\n", at + 1));
        let last = format!("type S{count} struct {{\n\tF string `json:\"f\"`\n}}\n");
        types.collect::<String>() + &last + "type Spec struct {\n\tS0 `json:\",inline\"`\n}\n"
    };
    let flat = json!({"properties": {"f": {"type": "string"}}, "required": ["f"], "type": "object"});
    assert_eq!(spec_of(&embedded(100), &latest()), (flat.to_string(), Vec::new()));
    assert_too_large(&embedded(200));
    let named = (0..5_000).fold(String::new(), |named, at| named + &format!("type S{at} S{}\n", at + 1));
    assert_too_large(&(named + "type S5000 string\ntype Spec struct {\n\tF S0 `json:\"f\"`\n}\n"));
}

#[test]
fn blank_lines_are_two_until_0_15_and_an_empty_group_is_a_mistake() {
    let declarations = "// Spec is\n//\n// described.\ntype Spec struct{}\n";
    for (minor, expected) in [(15, "Spec is\n\n\ndescribed."), (16, "Spec is\n\ndescribed.")] {
        let (schema, problems) = spec_of(declarations, &Options { minor, ..Options::default() });
        assert_eq!(schema, json!({"description": expected, "type": "object"}).to_string());
        assert_eq!(problems, Vec::<String>::new());
    }
    let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META);
    let read = read(&[("one/v1/types.go", "// +groupName=\npackage v1\n")], &[meta]);
    for (minor, expected) in [(15, &["missing argument \"\" (at <input>)"] as &[&str]), (16, &[])] {
        let Made { problems, .. } =
            definitions(&read.packages, &read.sources, &Options { minor, ..Options::default() });
        let mut said: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
        said.dedup();
        assert_eq!(said, expected, "{minor}");
    }
}

#[test]
fn markers_of_a_version_apply_to_it_alone() {
    let source = |package: &str, markers: &str| {
        format!(
            "// +groupName=example.com\n{package}\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
             {markers}type Foo struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
             \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n}}\n"
        )
    };
    let stored = source("package v1", "// +kubebuilder:storageversion\n// +kubebuilder:subresource:status\n");
    // The marker names the version, not the package.
    let other = source(
        "// +versionName=v1beta1\npackage beta",
        "// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.spec.a\n\
         // +kubebuilder:subresource:scale:specpath=.spec.a,statuspath=.spec.a\n\
         // +kubebuilder:selectablefield:JSONPath=.spec.a\n// +kubebuilder:deprecatedversion\n\
         // +kubebuilder:unservedversion\n",
    );
    let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", META);
    let read = read(&[("one/beta/types.go", other.as_str()), ("one/v1/types.go", stored.as_str())], &[meta]);
    let made = definitions(&read.packages, &read.sources, &latest());
    let [definition] = made.definitions.as_slice() else { panic!("{} CRDs", made.definitions.len()) };
    let mut document = json_of(idlgen_yaml::Writer::default().document(&definition.part(None)));
    let versions = document.pointer_mut("/spec/versions").and_then(Json::as_array_mut).unwrap();
    for version in versions.iter_mut() {
        version.as_object_mut().unwrap().remove("schema");
    }
    let expected = json!([
        {"name": "v1", "served": true, "storage": true, "subresources": {"status": {}}},
        {
            "additionalPrinterColumns": [{"jsonPath": ".spec.a", "name": "A", "type": "string"}], "deprecated": true,
            "name": "v1beta1", "selectableFields": [{"jsonPath": ".spec.a"}], "served": false, "storage": false,
            "subresources": {"scale": {"specReplicasPath": ".spec.a", "statusReplicasPath": ".spec.a"}}
        },
    ]);
    assert_eq!(Json::from(versions.clone()), expected);
}
