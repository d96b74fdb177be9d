//! `default`: the author's default, otherwise the zero value if the Go type cannot be absent
//! (`k8s.io/kube-openapi/pkg/generators.mustEnforceDefault`).

use idlgen_schema::schema::Default;
use serde_json::{Value as Json, json};

use crate::{
    lower::{
        layer::Layers,
        types::{builtin, usage::Usage},
    },
    model::{
        Seen, Type, TypeId,
        json::{Kind, StructType},
    },
    tags::{Tag, TagKind},
    tool::Tool,
};

/// Returns the value of the first `+default` in the layers for a value of that kind. `null` means no default.
pub(in crate::lower) fn explicit<'a>(layers: &Layers<'a>, kind: &Kind) -> Option<(&'a Tag, Default)> {
    let is_list = matches!(kind, Kind::List { .. });
    let (tag, value) = layers.first(|meaning| match meaning {
        TagKind::Default(value) => value.of(is_list),
        _ => None,
    })?;
    (!value.is_null()).then(|| (tag, Default { value: value.into_owned(), implicit: false }))
}

/// Returns the zero value as the default if the type cannot be absent. `is_left_out` is `true` if JSON never contains
/// the zero value.
pub(in crate::lower) fn implicit(
    model: &Seen<'_>,
    tool: &Tool,
    usage: &Usage<'_>,
    is_left_out: bool,
) -> Option<Default> {
    zero(model, tool, usage, is_left_out).map(|value| Default { value, implicit: true })
}

fn zero(model: &Seen<'_>, tool: &Tool, usage: &Usage<'_>, is_left_out: bool) -> Option<Json> {
    if usage.has_pointer || usage.written.is_some() {
        return None;
    }
    match &usage.kind {
        Kind::Builtin(kind) if !is_left_out => builtin::schema(*kind).map(|schema| schema.zero),
        Kind::Number if !is_left_out => Some(json!(0)),
        Kind::Struct(StructType { definition: Some(id), .. }) => struct_zero(model, tool, *id, is_left_out),
        Kind::Struct(_) => Some(json!({})),
        _ => None,
    }
}

/// Returns `{}` for a struct, or the zero value of the embedded type if the struct only embeds a single type. The zero
/// value of a struct with custom JSON decoding is unknown.
fn struct_zero(model: &Seen<'_>, tool: &Tool, id: TypeId, is_left_out: bool) -> Option<Json> {
    if tool.defaults_of_own_json {
        return Some(json!({}));
    }
    let mut id = id;
    // Recursive structs have been resolved: no chain is longer than the number of types.
    for _ in 0..=model.types.len() {
        if model.type_definition(id).has_method("UnmarshalJSON") {
            return None;
        }
        let fields = model.fields_of(&Type::Named(id));
        let [only] = fields.as_ref() else { return Some(json!({})) };
        if !only.is_embedded {
            return Some(json!({}));
        }
        let usage = Usage::of(model, tool, &only.ty);
        match usage.kind.declared_struct() {
            Some(next) if !usage.has_pointer => id = next,
            _ => return zero_of_no_struct(&usage, is_left_out),
        }
    }
    None
}

fn zero_of_no_struct(usage: &Usage<'_>, is_left_out: bool) -> Option<Json> {
    match usage.kind {
        Kind::Builtin(kind) if !usage.has_pointer && !is_left_out => builtin::schema(kind).map(|schema| schema.zero),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{
        lower::{
            LowerOptions,
            testing::{lower_go, lower_packages},
        },
        tool::Tool,
    };

    #[test]
    fn types_that_cannot_be_absent_have_their_zero_value() {
        let lowered = lower_go(
            r#"
type Inner struct {
    A string `json:"a,omitempty"`
}
type Custom struct {
    A string `json:"a,omitempty"`
}
func (c *Custom) UnmarshalJSON(data []byte) error { return nil }
type Text string
type Wrapper struct {
    Text
}
type Outer struct {
    Custom
}

type T struct {
    Text     string            `json:"text"`
    Named    Text              `json:"named"`
    Number   int64             `json:"number"`
    Byte     byte              `json:"byte"`
    Float    float64           `json:"float"`
    Flag     bool              `json:"flag"`
    Omitted  string            `json:"omitted,omitempty"`
    Inner    Inner             `json:"inner"`
    InnerO   Inner             `json:"innerO,omitempty"`
    Custom   Custom            `json:"custom"`
    Wrapper  Wrapper           `json:"wrapper"`
    Outer    Outer             `json:"outer"`
    Pointer  *string           `json:"pointer"`
    List     []string          `json:"list"`
    Map      map[string]string `json:"map"`
    Any      any               `json:"any"`
}
"#,
        );
        let cases = [
            ("text", Some("\"\"")),
            ("named", Some("\"\"")),
            ("number", Some("0")),
            ("byte", Some("0")),
            ("float", Some("0")),
            ("flag", Some("false")),
            ("omitted", None),
            ("inner", Some("{}")),
            ("innerO", Some("{}")),
            ("custom", None),
            ("wrapper", Some("\"\"")),
            ("outer", None),
            ("pointer", None),
            ("list", None),
            ("map", None),
            ("any", None),
        ];
        for (property, expected) in cases {
            let default = lowered.property_schema("T", property).default.as_ref();
            assert_eq!(default.map(|one| one.value.to_string()).as_deref(), expected, "{property}");
            assert!(default.is_none_or(|one| one.implicit), "{property}");
        }
    }

    #[test]
    fn what_the_author_says_counts_along_the_chain_of_types() {
        let lowered = lower_go(
            r#"
const DefaultName = "n"

// +default="typed"
type Typed string

type Alias = Typed

type T struct {
    // +default="own"
    Own Typed `json:"own,omitempty"`
    FromType *Typed `json:"fromType,omitempty"`
    FromAlias Alias `json:"fromAlias"`
    // +default=ref(DefaultName)
    Constant string `json:"constant"`
    // +default={"a": [1]}
    Object map[string][]int `json:"object,omitempty"`
    // +default=null
    None string `json:"none,omitempty"`
    Items []Typed `json:"items,omitempty"`
    // +kubebuilder:default={}
    List []string `json:"list,omitempty"`
    // +kubebuilder:default={}
    Map map[string]string `json:"map,omitempty"`
    // +kubebuilder:default:={name: x, ports: {80,443}}
    Marker *Marked `json:"marker,omitempty"`
    // +kubebuilder:default=8080
    // +default=8080
    Both int32 `json:"both,omitempty"`
}

type Marked struct {
    Name string `json:"name"`
    Ports []int32 `json:"ports"`
}
"#,
        );
        let cases = [
            ("own", Some("\"own\"")),
            ("fromType", Some("\"typed\"")),
            ("fromAlias", Some("\"typed\"")),
            ("constant", Some("\"n\"")),
            ("object", Some("{\"a\":[1]}")),
            ("none", None),
            ("list", Some("[]")),
            ("map", Some("{}")),
            ("marker", Some(r#"{"name":"x","ports":[80,443]}"#)),
            ("both", Some("8080")),
        ];
        for (property, expected) in cases {
            let default = lowered.property_schema("T", property).default.as_ref();
            assert_eq!(default.map(|one| one.value.to_string()).as_deref(), expected, "{property}");
            assert!(default.is_none_or(|one| !one.implicit), "{property}");
        }
        assert_eq!(lowered.property("T", "items"), r#"{"type":"array","items":{"type":"string","default":"typed"}}"#);
    }

    #[test]
    fn types_that_read_their_own_json_had_a_default_once() {
        let text = "type Custom struct {\n    A string `json:\"a,omitempty\"`\n}\n\
            func (c *Custom) UnmarshalJSON(data []byte) error { return nil }\n\
            type T struct {\n    Custom Custom `json:\"custom\"`\n}\n";
        for (kubernetes_minor, expected) in [(28, Some(json!({}))), (29, None)] {
            let options = LowerOptions::of(&Tool::idlgen(kubernetes_minor));
            let lowered = lower_packages(&[("example.com/api/v1", true, text)], &options);
            let default = lowered.property_schema("T", "custom").default.clone();
            assert_eq!(default.map(|default| default.value), expected);
        }
    }
}
