//! Schemas as the Go values that crdify compares: the types of
//! `k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1`.

use std::collections::BTreeMap;

use idlgen_runtime::go;
use serde_json::Value as Json;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum GoValue {
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    /// `[]byte` with JSON.
    Raw(String),
    Pointer(Option<Box<GoValue>>),
    Struct(&'static str, Vec<(&'static str, GoValue)>),
    Slice(&'static str, Option<Vec<GoValue>>),
    Map(&'static str, Option<BTreeMap<String, GoValue>>),
}

/// The type of schemas.
pub(super) const SCHEMA: &str = "v1.JSONSchemaProps";

impl GoValue {
    /// Converts a JSON schema like Go decodes it.
    pub(super) fn schema(json: &Json) -> Self {
        let text = |key: &str| GoValue::Text(text_of(json, key).to_owned());
        let pointer_to = |value: Option<GoValue>| GoValue::Pointer(value.map(Box::new));
        let text_pointer =
            |key: &str| pointer_to(json.get(key).and_then(Json::as_str).map(|text| GoValue::Text(text.to_owned())));
        let float = |key: &str| pointer_to(json.get(key).and_then(Json::as_f64).map(GoValue::Float));
        let count = |key: &str| pointer_to(json.get(key).and_then(integer).map(GoValue::Int));
        let flag = |key: &str| GoValue::Bool(is_true(json, key));
        let present = |key: &str| json.get(key).filter(|value| !value.is_null());
        let raw = |key: &str| pointer_to(present(key).map(raw_json));
        let schemas = |key: &str| {
            let list = json.get(key).and_then(Json::as_array);
            GoValue::Slice("[]v1.JSONSchemaProps", list.map(|list| list.iter().map(GoValue::schema).collect()))
        };
        let texts = |key: &str| {
            let list = json.get(key).and_then(Json::as_array);
            let texts = list.map(|list| list.iter().filter_map(Json::as_str));
            GoValue::Slice("[]string", texts.map(|texts| texts.map(|text| GoValue::Text(text.to_owned())).collect()))
        };
        let map = |key: &str, name: &'static str, read: &dyn Fn(&Json) -> GoValue| {
            let entries = json.get(key).and_then(Json::as_object);
            let entries =
                entries.map(|entries| entries.iter().map(|(key, value)| (key.clone(), read(value))).collect());
            GoValue::Map(name, entries)
        };
        let or_bool = |key: &str| pointer_to(present(key).map(schema_or_bool));
        let preserve =
            pointer_to(json.get("x-kubernetes-preserve-unknown-fields").and_then(Json::as_bool).map(GoValue::Bool));
        let rules = json.get("x-kubernetes-validations").and_then(Json::as_array);
        let rules = rules.map(|rules| rules.iter().map(validation_rule).collect());
        let enumeration = json.get("enum").and_then(Json::as_array);
        let enumeration = enumeration.map(|values| values.iter().map(raw_json).collect());
        let schema_map = "map[string]v1.JSONSchemaProps";
        GoValue::Struct(
            SCHEMA,
            vec![
                ("ID", text("id")),
                ("Schema", text("$schema")),
                ("Ref", text_pointer("$ref")),
                ("Description", text("description")),
                ("Type", text("type")),
                ("Format", text("format")),
                ("Title", text("title")),
                ("Default", raw("default")),
                ("Maximum", float("maximum")),
                ("ExclusiveMaximum", flag("exclusiveMaximum")),
                ("Minimum", float("minimum")),
                ("ExclusiveMinimum", flag("exclusiveMinimum")),
                ("MaxLength", count("maxLength")),
                ("MinLength", count("minLength")),
                ("Pattern", text("pattern")),
                ("MaxItems", count("maxItems")),
                ("MinItems", count("minItems")),
                ("UniqueItems", flag("uniqueItems")),
                ("MultipleOf", float("multipleOf")),
                ("Enum", GoValue::Slice("[]v1.JSON", enumeration)),
                ("MaxProperties", count("maxProperties")),
                ("MinProperties", count("minProperties")),
                ("Required", texts("required")),
                ("Items", pointer_to(present("items").map(schema_or_array))),
                ("AllOf", schemas("allOf")),
                ("OneOf", schemas("oneOf")),
                ("AnyOf", schemas("anyOf")),
                ("Not", pointer_to(present("not").map(GoValue::schema))),
                ("Properties", map("properties", schema_map, &GoValue::schema)),
                ("AdditionalProperties", or_bool("additionalProperties")),
                ("PatternProperties", map("patternProperties", schema_map, &GoValue::schema)),
                ("Dependencies", map("dependencies", "v1.JSONSchemaDependencies", &schema_or_texts)),
                ("AdditionalItems", or_bool("additionalItems")),
                ("Definitions", map("definitions", "v1.JSONSchemaDefinitions", &GoValue::schema)),
                ("ExternalDocs", pointer_to(present("externalDocs").map(external_documentation))),
                ("Example", raw("example")),
                ("Nullable", flag("nullable")),
                ("XPreserveUnknownFields", preserve),
                ("XEmbeddedResource", flag("x-kubernetes-embedded-resource")),
                ("XIntOrString", flag("x-kubernetes-int-or-string")),
                ("XListMapKeys", texts("x-kubernetes-list-map-keys")),
                ("XListType", text_pointer("x-kubernetes-list-type")),
                ("XMapType", text_pointer("x-kubernetes-map-type")),
                ("XValidations", GoValue::Slice("v1.ValidationRules", rules)),
            ],
        )
    }

    /// Returns `true` for the zero value of the type.
    pub(super) fn is_zero(&self) -> bool {
        match self {
            GoValue::Bool(value) => !value,
            GoValue::Int(value) => *value == 0,
            GoValue::Float(value) => *value == 0.0 && value.is_sign_positive(),
            GoValue::Text(text) | GoValue::Raw(text) => text.is_empty(),
            GoValue::Pointer(to) => to.is_none(),
            GoValue::Struct(_, fields) => fields.iter().all(|(_, value)| value.is_zero()),
            GoValue::Slice(_, items) => items.is_none(),
            GoValue::Map(_, entries) => entries.is_none(),
        }
    }

    /// Emulates `equality.Semantic.DeepEqual`: an empty list or map is equal to an absent one.
    pub(super) fn is_semantically_equal(&self, other: &Self) -> bool {
        match (self, other) {
            (GoValue::Pointer(one), GoValue::Pointer(other)) => match (one, other) {
                (None, None) => true,
                (Some(one), Some(other)) => one.is_semantically_equal(other),
                _ => false,
            },
            (GoValue::Struct(_, one), GoValue::Struct(_, other)) => {
                one.iter().zip(other).all(|((_, one), (_, other))| one.is_semantically_equal(other))
            }
            (GoValue::Slice(_, one), GoValue::Slice(_, other)) => {
                let (one, other) = (one.as_deref().unwrap_or_default(), other.as_deref().unwrap_or_default());
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_semantically_equal(other))
            }
            (GoValue::Map(_, one), GoValue::Map(_, other)) => {
                let empty = BTreeMap::new();
                let (one, other) = (one.as_ref().unwrap_or(&empty), other.as_ref().unwrap_or(&empty));
                one.len() == other.len()
                    && one.iter().zip(other).all(|((one_key, one), (other_key, other))| {
                        one_key == other_key && one.is_semantically_equal(other)
                    })
            }
            _ => self == other,
        }
    }

    /// Returns the output of the `String` method of a pointer to this struct, if it has one.
    pub(super) fn generated_string(&self) -> Option<String> {
        let GoValue::Struct(name, fields) = self else { return None };
        let mut text = format!("&{}{{", name.strip_prefix("v1.")?);
        for (name, value) in fields {
            text.push_str(name);
            text.push(':');
            text.push_str(&value.printed());
            text.push(',');
        }
        text.push('}');
        Some(text)
    }

    /// Formats a field like generated `String` methods.
    fn printed(&self) -> String {
        match self {
            GoValue::Bool(value) => value.to_string(),
            GoValue::Int(value) => value.to_string(),
            GoValue::Float(value) => go::format_float(*value),
            GoValue::Text(text) => text.clone(),
            GoValue::Raw(text) => {
                let bytes: Vec<String> = text.bytes().map(|byte| byte.to_string()).collect();
                format!("*[{}]", bytes.join(" "))
            }
            GoValue::Pointer(None) => "nil".to_owned(),
            GoValue::Pointer(Some(to)) => to.generated_string().unwrap_or_else(|| format!("*{}", to.printed())),
            GoValue::Struct(..) => {
                self.generated_string().map_or_else(String::new, |text| text.trim_start_matches('&').to_owned())
            }
            GoValue::Slice(name, items) => {
                let items: Vec<String> = items.iter().flatten().map(GoValue::printed).collect();
                match name.strip_prefix("[]v1.") {
                    Some(name) if items.is_empty() => format!("[]{name}{{}}"),
                    Some(name) => format!("[]{name}{{{},}}", items.join(",")),
                    None => format!("[{}]", items.join(" ")),
                }
            }
            GoValue::Map(name, entries) => {
                let entries = entries.iter().flatten();
                let entries: Vec<String> = entries.map(|(key, value)| format!("{key}: {},", value.printed())).collect();
                format!("{}{{{}}}", name.replace("v1.", ""), entries.concat())
            }
        }
    }
}

/// Returns a string field of a JSON object, or an empty string.
pub(super) fn text_of<'j>(json: &'j Json, key: &str) -> &'j str {
    json.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Returns `true` if a boolean field of a JSON object is `true`.
pub(super) fn is_true(json: &Json, key: &str) -> bool {
    json.get(key).and_then(Json::as_bool).unwrap_or_default()
}

/// Returns the integer value of a number, if Go reads it as an integer.
pub(super) fn integer(json: &Json) -> Option<i64> {
    let whole = |value: &f64| go::is_json_integer(*value);
    json.as_i64().or_else(|| json.as_f64().filter(whole).map(go::float_to_int))
}

fn raw_json(json: &Json) -> GoValue {
    GoValue::Struct("v1.JSON", vec![("Raw", GoValue::Raw(go::to_json(json)))])
}

fn boxed(value: GoValue) -> GoValue {
    GoValue::Pointer(Some(Box::new(value)))
}

fn schema_or_bool(json: &Json) -> GoValue {
    let schema = if json.is_boolean() { GoValue::Pointer(None) } else { boxed(GoValue::schema(json)) };
    let allows = json.as_bool().unwrap_or(true);
    GoValue::Struct("v1.JSONSchemaPropsOrBool", vec![("Allows", GoValue::Bool(allows)), ("Schema", schema)])
}

fn schema_or_array(json: &Json) -> GoValue {
    let list = json.as_array().map(|list| list.iter().map(GoValue::schema).collect());
    let schema = if json.is_array() { GoValue::Pointer(None) } else { boxed(GoValue::schema(json)) };
    let schemas = GoValue::Slice("[]v1.JSONSchemaProps", list);
    GoValue::Struct("v1.JSONSchemaPropsOrArray", vec![("Schema", schema), ("JSONSchemas", schemas)])
}

fn schema_or_texts(json: &Json) -> GoValue {
    let list = json.as_array().map(|list| list.iter().filter_map(Json::as_str));
    let list = list.map(|list| list.map(|text| GoValue::Text(text.to_owned())).collect());
    let schema = if json.is_array() { GoValue::Pointer(None) } else { boxed(GoValue::schema(json)) };
    let fields = vec![("Schema", schema), ("Property", GoValue::Slice("[]string", list))];
    GoValue::Struct("v1.JSONSchemaPropsOrStringArray", fields)
}

fn external_documentation(json: &Json) -> GoValue {
    let text = |key: &str| GoValue::Text(text_of(json, key).to_owned());
    GoValue::Struct("v1.ExternalDocumentation", vec![("Description", text("description")), ("URL", text("url"))])
}

fn validation_rule(json: &Json) -> GoValue {
    let text = |key: &str| GoValue::Text(text_of(json, key).to_owned());
    let reason = json.get("reason").and_then(Json::as_str);
    let reason = GoValue::Pointer(reason.map(|reason| Box::new(GoValue::Text(reason.to_owned()))));
    let old = json.get("optionalOldSelf").and_then(Json::as_bool);
    let old = GoValue::Pointer(old.map(|old| Box::new(GoValue::Bool(old))));
    GoValue::Struct(
        "v1.ValidationRule",
        vec![
            ("Rule", text("rule")),
            ("Message", text("message")),
            ("MessageExpression", text("messageExpression")),
            ("Reason", reason),
            ("FieldPath", text("fieldPath")),
            ("OptionalOldSelf", old),
        ],
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::GoValue;

    #[test]
    fn empty_and_absent_lists_and_maps_are_semantically_equal() {
        let list = |items: &[i64]| GoValue::Slice("[]int64", Some(items.iter().copied().map(GoValue::Int).collect()));
        let map = |entries: &[(&str, i64)]| {
            let entries = entries.iter().map(|(key, value)| ((*key).to_owned(), GoValue::Int(*value)));
            GoValue::Map("map[string]int64", Some(entries.collect::<BTreeMap<_, _>>()))
        };
        let pointer = |value: GoValue| GoValue::Pointer(Some(Box::new(value)));
        for (one, other, expected) in [
            (list(&[]), GoValue::Slice("[]int64", None), true),
            (list(&[1, 2]), list(&[1, 2]), true),
            (list(&[1, 2]), list(&[1, 3]), false),
            (list(&[1]), list(&[1, 2]), false),
            (list(&[1, 2]), list(&[1]), false),
            (map(&[]), GoValue::Map("map[string]int64", None), true),
            (map(&[("a", 1)]), map(&[("a", 1)]), true),
            (map(&[("a", 1)]), map(&[("b", 1)]), false),
            (map(&[("a", 1)]), map(&[("a", 2)]), false),
            (map(&[("a", 1)]), map(&[("a", 1), ("b", 1)]), false),
            (GoValue::Pointer(None), GoValue::Pointer(None), true),
            (GoValue::Pointer(None), pointer(list(&[])), false),
            (pointer(list(&[])), pointer(GoValue::Slice("[]int64", None)), true),
            (GoValue::Int(1), GoValue::Int(2), false),
        ] {
            assert_eq!(one.is_semantically_equal(&other), expected, "{one:?} {other:?}");
        }
    }
}
