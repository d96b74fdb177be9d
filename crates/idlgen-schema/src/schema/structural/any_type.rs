//! Converts schemas of values of several types to the representation that API servers require.

use super::super::{Extensions, GoValue, Schema, SchemaType};
use crate::keyword::{Keyword, Value};

/// The pattern of quantities in CRDs (controller-gen, `KnownPackages`).
const QUANTITY: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

/// The format of int-or-string in OpenAPI documents of built-in types.
const INT_OR_STRING: &str = "int-or-string";

/// Go types of apimachinery and apiextensions-apiserver whose values can have several types. This table applies even if
/// the methods of the types return something else in old versions.
const KNOWN: [(&str, Known); 7] = [
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON", Known::AnyValue),
    ("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1.JSON", Known::AnyValue),
    ("k8s.io/apimachinery/pkg/api/resource.Quantity", Known::Quantity),
    ("k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1", Known::AnyObject),
    ("k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured", Known::WrittenObject),
    ("k8s.io/apimachinery/pkg/runtime.RawExtension", Known::AnyObject),
    ("k8s.io/apimachinery/pkg/util/intstr.IntOrString", Known::IntOrString),
];

/// The values of a Go type that is known to need special treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    AnyObject,
    /// Any value. If a tag sets a type, the type is kept but does not restrict the content.
    AnyValue,
    /// An integer or a string.
    IntOrString,
    /// Any object. The Go type has methods that encode it.
    WrittenObject,
    /// A number, or a string that contains a number.
    Quantity,
}

impl Known {
    /// Returns the known values of the Go type from which a schema was generated.
    pub(super) fn of<'s>(mut schemas: impl Iterator<Item = &'s Schema>) -> Option<Known> {
        schemas.find_map(|schema| {
            let declaration = schema.origin.declaration.as_deref()?;
            KNOWN.iter().find(|(name, _)| *name == declaration).map(|(_, known)| *known)
        })
    }
}

/// Returns a schema that accepts any value.
pub(super) fn any() -> Schema {
    let extensions = Extensions { preserve_unknown_fields: Some(true), ..Extensions::default() };
    Schema { extensions, ..Schema::default() }
}

/// Returns the replacement of a recursive definition that is not expanded: a schema that accepts any value, of this
/// type if there is one, with the description and the origin of `schema`.
pub(super) fn cut(schema: &Schema, schema_type: Option<SchemaType>) -> Schema {
    Schema { description: schema.description.clone(), origin: schema.origin.clone(), schema_type, ..any() }
}

/// Converts types that only OpenAPI can express to their representation in CRDs: int-or-string, and any value.
pub(super) fn fit(node: &mut Schema, known: Option<Known>) {
    if known == Some(Known::WrittenObject) && node.schema_type.is_none() {
        node.schema_type = Some(SchemaType::Object);
    }
    if node.extensions.preserve_unknown_fields == Some(true) {
        return;
    }
    // For values of Go types, OpenAPI documents describe such types in a way that API servers do not support in CRDs.
    let is_of_go = node.origin.declaration.is_some();
    let text_or = |number| node.one_of.len() == 2 && is_type(node, SchemaType::String) && is_type(node, number);
    // If a tag sets this format on another Go type, the values of the type do not change.
    let is_of_methods = node.format() == Some(INT_OR_STRING) && !is_tagged(node, "format");
    let is_one = is_of_methods || text_or(SchemaType::Integer);
    let is_of_tag = node.extensions.int_or_string;
    if known == Some(Known::IntOrString) || is_of_go && is_one {
        int_or_string(node);
    } else if known == Some(Known::Quantity) || is_of_go && text_or(SchemaType::Number) {
        int_or_string(node);
        quantity_pattern(node);
    }
    // The extension was set by a tag, which does not change the Go type.
    if is_of_tag {
        return;
    }
    let holds_any_object = node.schema_type == Some(SchemaType::Object)
        && node.properties.is_empty()
        && node.additional_properties.is_none()
        && known == Some(Known::AnyObject);
    if std::mem::take(&mut node.go_value) == GoValue::Anything {
        node.schema_type = None;
    }
    let is_any = holds_any_object || known == Some(Known::AnyValue);
    if is_any || (node.schema_type.is_none() && !node.extensions.int_or_string) {
        node.extensions.preserve_unknown_fields = Some(true);
    }
}

/// Adds the pattern of quantities. If a tag sets another pattern, both apply.
fn quantity_pattern(node: &mut Schema) {
    let pattern = Value::from(QUANTITY);
    let of_quantities = Schema::of_keyword(Keyword::Pattern, pattern.clone());
    if node.all_of.contains(&of_quantities) {
        return;
    }
    match node.keywords.remove(Keyword::Pattern).filter(|own| *own != pattern) {
        None => node.keywords.set(Keyword::Pattern, pattern),
        Some(own) => node.all_of.extend([of_quantities, Schema::of_keyword(Keyword::Pattern, own)]),
    }
}

/// Returns `true` if one of the two branches of `oneOf` contains only this type.
fn is_type(node: &Schema, schema_type: SchemaType) -> bool {
    let alone = Schema { schema_type: Some(schema_type), ..Schema::default() };
    node.one_of.contains(&alone)
}

/// The types in the `anyOf` next to `x-kubernetes-int-or-string`. These are the only types that branches of a
/// structural schema may have.
const INTEGER_OR_STRING: [SchemaType; 2] = [SchemaType::Integer, SchemaType::String];

/// Returns `true` if the branches of `anyOf` are those of int-or-string.
pub(super) fn is_int_or_string(node: &Schema) -> bool {
    node.extensions.int_or_string && node.any_of == INTEGER_OR_STRING.map(|schema_type| of(Some(schema_type)))
}

/// Creates a schema with only a type.
fn of(schema_type: Option<SchemaType>) -> Schema {
    Schema { schema_type, ..Schema::default() }
}

/// Returns `true` if a tag sets the keyword.
fn is_tagged(node: &Schema, keyword: &str) -> bool {
    node.origin.tags.iter().any(|(tagged, _)| *tagged == keyword)
}

/// Replaces the keywords that come from the methods of the Go type. As in controller-gen, a type and a format from
/// tags are kept. API servers ignore such a type.
fn int_or_string(node: &mut Schema) {
    if !is_tagged(node, "type") {
        node.schema_type = None;
    }
    if !is_tagged(node, "format") {
        node.keywords.remove(Keyword::Format);
    }
    let of_methods = Schema::of_keyword(Keyword::Format, INT_OR_STRING);
    node.all_of.retain(|branch| *branch != of_methods);
    let says_types = |branches: &[Schema]| branches.iter().all(|branch| *branch == of(branch.schema_type));
    if says_types(&node.one_of) {
        node.one_of.clear();
    }
    if says_types(&node.any_of) {
        node.any_of.clear();
    }
    node.v2 = None;
    node.extensions.int_or_string = true;
    if node.any_of.is_empty() {
        node.any_of = INTEGER_OR_STRING.map(|schema_type| of(Some(schema_type))).to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    #[test]
    fn types_that_are_several() {
        for (schema, int_or_string, any) in [
            (json!({"type": "string", "format": "int-or-string"}), true, None),
            (json!({"format": "int-or-string", "oneOf": [{"type": "integer"}, {"type": "string"}]}), true, None),
            (json!({"oneOf": [{"type": "string"}, {"type": "number"}]}), true, None),
            (json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]}), false, Some(true)),
            (json!({}), false, Some(true)),
            (json!({"type": "object"}), false, None),
        ] {
            let (mut node, _) = Schema::from_json(&schema);
            node.origin.declaration = Some("example.com/api/v1.T".to_owned());
            fit(&mut node, None);
            assert_eq!(
                (node.extensions.int_or_string, node.extensions.preserve_unknown_fields),
                (int_or_string, any),
                "{schema}"
            );
        }
    }

    #[test]
    fn a_tag_leaves_the_type_that_is_said_beside_it() {
        let (schema, _) = Schema::from_json(&json!({"type": "integer", "x-kubernetes-int-or-string": true}));
        let mut node = schema.clone();
        node.origin.declaration = Some("example.com/api/v1.T".to_owned());
        fit(&mut node, None);
        assert_eq!((node.schema_type, node.any_of.len()), (Some(SchemaType::Integer), 0));
    }

    #[test]
    fn tags_beside_int_or_string() {
        // If a tag sets the format on a string, the type of the string does not change.
        let (mut node, _) = Schema::from_json(&json!({"type": "string", "format": "int-or-string"}));
        node.origin.declaration = Some("example.com/api/v1.T.Port".to_owned());
        node.origin.tags.push(("format", "+kubebuilder:validation:Format=int-or-string".to_owned()));
        fit(&mut node, None);
        assert_eq!((node.schema_type, node.extensions.int_or_string), (Some(SchemaType::String), false));
        // A type and a format that tags set on IntOrString are kept, and the format of its methods is dropped.
        let own = json!({"type": "string", "format": "percent", "allOf": [{"format": "int-or-string"}]});
        let (mut node, _) = Schema::from_json(&own);
        for keyword in ["type", "format"] {
            node.origin.tags.push((keyword, String::new()));
        }
        fit(&mut node, Some(Known::IntOrString));
        assert_eq!((node.schema_type, node.format()), (Some(SchemaType::String), Some("percent")));
        assert_eq!((node.all_of.len(), node.any_of.len(), node.extensions.int_or_string), (0, 2, true));
    }

    #[test]
    fn any_object_and_any_value() {
        let mut node = any();
        fit(&mut node, Some(Known::WrittenObject));
        assert_eq!((node.schema_type, node.extensions.preserve_unknown_fields), (Some(SchemaType::Object), Some(true)));
        let mut node = Schema { schema_type: Some(SchemaType::Object), ..Schema::default() };
        fit(&mut node, Some(Known::AnyObject));
        assert_eq!((node.schema_type, node.extensions.preserve_unknown_fields), (Some(SchemaType::Object), Some(true)));
        let mut node = Schema { schema_type: Some(SchemaType::Object), ..Schema::default() };
        fit(&mut node, Some(Known::AnyValue));
        assert_eq!((node.schema_type, node.extensions.preserve_unknown_fields), (Some(SchemaType::Object), Some(true)));
        let mut node =
            Schema { schema_type: Some(SchemaType::Object), go_value: GoValue::Anything, ..Schema::default() };
        fit(&mut node, None);
        assert_eq!((node.schema_type, node.extensions.preserve_unknown_fields), (None, Some(true)));
    }

    #[test]
    fn quantities_of_an_old_apimachinery() {
        let mut node = Schema { schema_type: Some(SchemaType::String), ..Schema::default() };
        node.origin.declaration = Some("k8s.io/apimachinery/pkg/api/resource.Quantity".to_owned());
        let known = Known::of(std::iter::once(&node));
        fit(&mut node, known);
        assert_eq!((node.schema_type, node.extensions.int_or_string), (None, true));
        assert_eq!(node.pattern(), Some(QUANTITY));
    }

    #[test]
    fn a_pattern_of_a_quantity_counts_beside_its_own() {
        let mut node = Schema::of_keyword(Keyword::Pattern, "^1");
        node.origin.declaration = Some("k8s.io/apimachinery/pkg/api/resource.Quantity".to_owned());
        quantity_pattern(&mut node);
        assert_eq!(node.pattern(), None);
        let patterns: Vec<_> = node.all_of.iter().map(Schema::pattern).collect();
        assert_eq!(patterns, [Some(QUANTITY), Some("^1")]);
        let again = node.clone();
        quantity_pattern(&mut node);
        assert_eq!(node, again);
        quantity_pattern(&mut Schema::default());
    }

    #[test]
    fn a_quantity_that_a_tag_calls_int_or_string_keeps_its_pattern() {
        for (own, pattern, branches) in [(None, Some(QUANTITY), 0), (Some("^1"), None, 2)] {
            let mut node = Schema::default();
            if let Some(own) = own {
                node.keywords.set(Keyword::Pattern, own);
            }
            node.origin.declaration = Some("k8s.io/apimachinery/pkg/api/resource.Quantity".to_owned());
            node.extensions.int_or_string = true;
            let known = Known::of(std::iter::once(&node));
            fit(&mut node, known);
            assert_eq!((node.pattern(), node.all_of.len()), (pattern, branches));
        }
    }

    #[test]
    fn what_is_cut_keeps_its_description_and_its_origin() {
        let (mut schema, _) = Schema::from_json(&json!({"type": "object", "description": "d", "maxProperties": 5}));
        schema.origin.declaration = Some("example.com/api/v1.T".to_owned());
        let kept = cut(&schema, Some(SchemaType::Object));
        let (mut expected, _) = Schema::from_json(
            &json!({"type": "object", "description": "d", "x-kubernetes-preserve-unknown-fields": true}),
        );
        expected.origin = schema.origin.clone();
        assert_eq!(kept, expected);
        assert_eq!(cut(&schema, None).schema_type, None);
    }

    #[test]
    fn a_known_type_is_treated_as_what_it_holds() {
        let fitted = |schema: Json, known: Option<Known>| {
            let (mut node, _) = Schema::from_json(&schema);
            fit(&mut node, known);
            let options = crate::schema::json::PrintOptions::default();
            node.to_json(&options)
        };
        let keep = "x-kubernetes-preserve-unknown-fields";
        let of_port = json!({"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true});
        let mut of_quantity = of_port.clone();
        of_quantity["pattern"] = QUANTITY.into();
        for (schema, known, expected) in [
            // Without a Go type, only a missing type is replaced.
            (
                json!({"type": "string", "format": "int-or-string"}),
                None,
                json!({"type": "string", "format": "int-or-string"}),
            ),
            (
                json!({"oneOf": [{"type": "string"}, {"type": "integer"}]}),
                None,
                json!({"oneOf": [{"type": "string"}, {"type": "integer"}], keep: true}),
            ),
            (
                json!({"oneOf": [{"type": "string"}, {"type": "number"}]}),
                None,
                json!({"oneOf": [{"type": "string"}, {"type": "number"}], keep: true}),
            ),
            (json!({"type": "string"}), Some(Known::IntOrString), of_port.clone()),
            (json!({"type": "string"}), Some(Known::Quantity), of_quantity.clone()),
            (json!({"oneOf": [{"type": "string"}, {"type": "number"}]}), Some(Known::Quantity), of_quantity.clone()),
            // A combination that says more than types stays.
            (
                json!({"oneOf": [{"type": "string"}, {"maximum": 3}]}),
                Some(Known::IntOrString),
                json!({
                "oneOf": [{"type": "string"}, {"maximum": 3}], "anyOf": [{"type": "integer"}, {"type": "string"}],
                "x-kubernetes-int-or-string": true}),
            ),
            (
                json!({"anyOf": [{"maxLength": 1}, {"maximum": 3}]}),
                Some(Known::IntOrString),
                json!({
                "anyOf": [{"maxLength": 1}, {"maximum": 3}], "x-kubernetes-int-or-string": true}),
            ),
            (json!({"type": "object"}), Some(Known::AnyObject), json!({"type": "object", keep: true})),
            (
                json!({"type": "object", "properties": {"a": {"type": "string"}}}),
                Some(Known::AnyObject),
                json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            ),
            (
                json!({"type": "object", "additionalProperties": true}),
                Some(Known::AnyObject),
                json!({"type": "object", "additionalProperties": true}),
            ),
            (json!({"type": "string"}), Some(Known::AnyObject), json!({"type": "string"})),
            (json!({"type": "string"}), Some(Known::AnyValue), json!({"type": "string", keep: true})),
            (json!({}), Some(Known::WrittenObject), json!({"type": "object"})),
            (json!({"type": "string"}), Some(Known::WrittenObject), json!({"type": "string"})),
            (json!({"x-kubernetes-preserve-unknown-fields": true}), Some(Known::Quantity), json!({keep: true})),
            (json!({"x-kubernetes-preserve-unknown-fields": false}), None, json!({keep: true})),
        ] {
            assert_eq!(fitted(schema.clone(), known), expected, "{schema} {known:?}");
        }
    }

    #[test]
    fn a_number_or_string_of_go_is_a_quantity() {
        let fitted = |schema: Json| {
            let (mut node, _) = Schema::from_json(&schema);
            node.origin.declaration = Some("example.com/api/v1.T".to_owned());
            fit(&mut node, None);
            (node.extensions.int_or_string, node.pattern().is_some())
        };
        assert_eq!(fitted(json!({"oneOf": [{"type": "string"}, {"type": "number"}]})), (true, true));
        assert_eq!(fitted(json!({"oneOf": [{"type": "string"}, {"type": "integer"}]})), (true, false));
        assert_eq!(fitted(json!({"oneOf": [{"type": "integer"}, {"type": "number"}]})), (false, false));
        let three = json!({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]});
        assert_eq!(fitted(three), (false, false));
    }

    #[test]
    fn the_branches_of_int_or_string_are_recognized() {
        let is = |schema: Json| is_int_or_string(&Schema::from_json(&schema).0);
        let branches = json!([{"type": "integer"}, {"type": "string"}]);
        assert!(is(json!({"x-kubernetes-int-or-string": true, "anyOf": branches})));
        assert!(!is(json!({"anyOf": branches})));
        assert!(!is(json!({"x-kubernetes-int-or-string": true})));
        assert!(!is(json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "string"}, {"type": "integer"}]})));
    }

    #[test]
    fn every_known_type_is_recognized_by_its_go_type() {
        let known = |name: &str| {
            let mut schema = Schema::default();
            schema.origin.declaration = Some(name.to_owned());
            Known::of([&Schema::default(), &schema].into_iter())
        };
        let of_extensions = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1";
        assert_eq!(known(&format!("{of_extensions}.JSON")), Some(Known::AnyValue));
        assert_eq!(known(&format!("{of_extensions}beta1.JSON")), Some(Known::AnyValue));
        assert_eq!(known("k8s.io/apimachinery/pkg/util/intstr.IntOrString"), Some(Known::IntOrString));
        assert_eq!(known("k8s.io/apimachinery/pkg/util/intstr.Other"), None);
    }
}
