//! Prints schemas as JSON. Keys are in the order of `k8s.io/kube-openapi/pkg/validation/spec`: first the fields of its
//! `Schema` struct, then extensions sorted by name. `properties` are sorted by name.

use std::{collections::BTreeSet, fmt::Write};

use serde_json::{Map, Value as Json};

use super::{OrderedJson, dialect::Dialect, keys::Keys, keyword};
use crate::schema::{
    AdditionalProperties, Definitions, Extensions, Properties, Schema, Union, ValidationError, ValidationRule,
};

/// Which properties are printed with `x-kubernetes-strip-zero` (KEP-4153, "Zero-Valued Primitive Fields").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripZero {
    /// No properties.
    Off,
    /// Required properties, for which `""`, `0`, `[]` and `{}` are rejected as missing.
    #[default]
    Required,
    /// All properties whose Go field cannot distinguish zero from missing.
    All,
}

impl StripZero {
    /// Returns the variant with this name: `off`, `required` or `all`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "off" => StripZero::Off,
            "required" => StripZero::Required,
            "all" => StripZero::All,
            _ => return None,
        })
    }
}

/// Options for printing a schema as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// The OpenAPI version.
    pub dialect: Dialect,
    /// Which properties are printed with `x-kubernetes-strip-zero`.
    pub strip_zero: StripZero,
}

impl Definitions {
    /// Converts all definitions to JSON, sorted by name.
    pub fn to_ordered_json(&self, options: &PrintOptions) -> OrderedJson {
        OrderedJson::Object(
            self.schemas.iter().map(|(name, schema)| (name.clone(), schema.to_ordered_json(options))).collect(),
        )
    }
}

impl Schema {
    /// Converts the schema to JSON.
    ///
    /// ```
    /// use idlgen_schema::{keyword::{Keyword, Value}, schema::{json::{Indent, PrintOptions}, Schema, SchemaType}};
    /// let keywords = [(Keyword::MaxLength, 20)].into();
    /// let schema = Schema { schema_type: Some(SchemaType::String), keywords, ..Schema::default() };
    /// let text = schema.to_ordered_json(&PrintOptions::default()).to_text(Indent::Compact);
    /// assert_eq!(text, r#"{"type":"string","maxLength":20}"#);
    /// ```
    pub fn to_ordered_json(&self, options: &PrintOptions) -> OrderedJson {
        Printer { options: *options }.schema(self, false)
    }

    /// Converts like [`to_ordered_json`](Self::to_ordered_json), but to plain JSON, which has no key order.
    pub fn to_json(&self, options: &PrintOptions) -> Json {
        Printer { options: *options }.plain(self, false)
    }

    /// Converts like [`to_json`](Self::to_json), but without `properties`, `items` and the schema in
    /// `additionalProperties`. The result is empty for a reference.
    pub fn own_keywords(&self, options: &PrintOptions) -> Map<String, Json> {
        Printer { options: *options }.own_keywords(self, false)
    }
}

struct Printer {
    options: PrintOptions,
}

impl Printer {
    fn plain(&self, schema: &Schema, is_required: bool) -> Json {
        // For these schemas, the order of the keys depends on other keywords.
        if schema.reference.is_some() || schema.v2.is_some() {
            return self.schema(schema, is_required).into_json();
        }
        let mut keys = self.own_keywords(schema, is_required);
        if let Some(items) = &schema.items {
            keys.insert("items".to_owned(), self.plain(items, false));
        }
        if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
            keys.insert("additionalProperties".to_owned(), self.plain(values, false));
        }
        if !schema.properties.is_empty() {
            let required: BTreeSet<&str> = schema.required.iter().map(String::as_str).collect();
            let property = |(name, property): (&String, &Schema)| {
                (name.clone(), self.plain(property, required.contains(name.as_str())))
            };
            keys.insert("properties".to_owned(), schema.properties.iter().map(property).collect());
        }
        Json::Object(keys)
    }

    fn own_keywords(&self, schema: &Schema, is_required: bool) -> Map<String, Json> {
        let mut keys = Keys::default();
        self.plain_keywords(schema, &mut keys);
        self.combinations(schema, &mut keys);
        if let Some(AdditionalProperties::Allowed(allowed)) = &schema.additional_properties {
            keys.add("additionalProperties", OrderedJson::Bool(*allowed));
        }
        Self::other_keywords(schema, &mut keys);
        keys.0.extend(self.extensions(&schema.extensions, schema.strip_zero, is_required));
        keys.0.into_iter().map(|(key, value)| (key, value.into_json())).collect()
    }

    fn schema(&self, schema: &Schema, is_required: bool) -> OrderedJson {
        let schema = match (self.options.dialect, &schema.v2) {
            (Dialect::V2, Some(v2)) => v2,
            _ => schema,
        };
        let mut keys = Keys::default();
        let reference = self.keywords(schema, &mut keys);
        let extensions = self.extensions(&schema.extensions, schema.strip_zero, is_required);
        if let Some(reference) = reference {
            let is_bare = keys.0.is_empty() && extensions.is_empty();
            if is_bare || self.options.dialect == Dialect::V2 {
                keys.add("$ref", reference);
            } else {
                wrap(&mut keys, reference);
            }
        }
        keys.0.extend(extensions);
        OrderedJson::Object(keys.0)
    }

    /// Adds all keywords except extensions. Returns the reference without adding it, because its position depends on
    /// the other keywords.
    fn keywords(&self, schema: &Schema, keys: &mut Keys) -> Option<OrderedJson> {
        // Extensions are added last, sorted. The keywords of plain JSON Schema are also in `other`.
        let Schema { reference, required, items, properties, additional_properties, .. } = schema;
        self.plain_keywords(schema, keys);
        if let Some(items) = items {
            keys.add("items", self.schema(items, false));
        }
        self.combinations(schema, keys);
        self.properties(properties, required, keys);
        match additional_properties {
            None => {}
            Some(AdditionalProperties::Allowed(allowed)) => {
                keys.add("additionalProperties", OrderedJson::Bool(*allowed));
            }
            Some(AdditionalProperties::Schema(values)) => {
                keys.add("additionalProperties", self.schema(values, false));
            }
        }
        Self::other_keywords(schema, keys);
        reference.as_deref().map(|name| OrderedJson::String(self.reference(name)))
    }

    /// Adds the keywords that contain no schemas.
    fn plain_keywords(&self, schema: &Schema, keys: &mut Keys) {
        keyword::print(schema, self.options.dialect, keys);
    }

    fn combinations(&self, schema: &Schema, keys: &mut Keys) {
        let Schema { all_of, any_of, one_of, not, .. } = schema;
        keys.list("allOf", self.branches(all_of));
        keys.list("oneOf", self.branches(one_of));
        keys.list("anyOf", self.branches(any_of));
        if let Some(not) = not {
            keys.add("not", self.schema(not, false));
        }
    }

    fn other_keywords(schema: &Schema, keys: &mut Keys) {
        // A list of types is printed where other types are.
        for (keyword, value) in schema.other.iter().filter(|(keyword, _)| *keyword != "type") {
            keys.add(keyword, OrderedJson::from_json(value));
        }
    }

    fn properties(&self, properties: &Properties, required: &[String], keys: &mut Keys) {
        if properties.is_empty() {
            return;
        }
        let mut properties: Vec<_> = properties.iter().collect();
        properties.sort_by(|left, right| left.0.cmp(right.0));
        let required: BTreeSet<&str> = required.iter().map(String::as_str).collect();
        let properties = properties
            .into_iter()
            .map(|(name, property)| (name.clone(), self.schema(property, required.contains(name.as_str()))))
            .collect();
        keys.add("properties", OrderedJson::Object(properties));
    }

    fn branches(&self, branches: &[Schema]) -> Vec<OrderedJson> {
        branches.iter().map(|branch| self.schema(branch, false)).collect()
    }

    /// Returns the value of `$ref`: a JSON pointer, which is percent-encoded where a URL fragment requires it.
    fn reference(&self, name: &str) -> String {
        let prefix = match self.options.dialect {
            Dialect::V3 => "#/components/schemas/",
            Dialect::V2 => "#/definitions/",
        };
        let mut text = String::with_capacity(prefix.len() + name.len());
        text.push_str(prefix);
        for byte in name.bytes() {
            match byte {
                b'~' => text.push_str("~0"),
                b'/' => text.push_str("~1"),
                b'-' | b'_' | b'.' | b'!' | b'$' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':'
                | b'@' | b'?' => text.push(char::from(byte)),
                _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
                _ => {
                    let _ = write!(text, "%{byte:02X}");
                }
            }
        }
        text
    }

    fn extensions(&self, own: &Extensions, strip_zero: bool, is_required: bool) -> Vec<(String, OrderedJson)> {
        let mut keys = extensions(own);
        let published = match self.options.strip_zero {
            StripZero::Off => false,
            StripZero::Required => is_required,
            StripZero::All => true,
        };
        keys.flag("x-kubernetes-strip-zero", published && strip_zero);
        keys.0.sort_by(|left, right| left.0.cmp(&right.0));
        keys.0
    }
}

/// Adds the reference to `allOf`, in front of existing branches.
fn wrap(keys: &mut Keys, reference: OrderedJson) {
    let reference = OrderedJson::Object(vec![("$ref".to_owned(), reference)]);
    for (key, value) in &mut keys.0 {
        if let ("allOf", OrderedJson::Array(branches)) = (key.as_str(), value) {
            branches.insert(0, reference);
            return;
        }
    }
    // kube-openapi prints `allOf` after `items` and before the other combinations.
    let later = ["oneOf", "anyOf", "not", "properties", "additionalProperties"];
    let place = keys.0.iter().position(|(key, _)| later.contains(&key.as_str())).unwrap_or(keys.0.len());
    keys.0.insert(place, ("allOf".to_owned(), OrderedJson::Array(vec![reference])));
}

fn extensions(extensions: &Extensions) -> Keys {
    let Extensions {
        preserve_unknown_fields,
        embedded_resource,
        int_or_string,
        list_type,
        list_map_keys,
        map_type,
        validations,
        validation_errors,
        patch_strategy,
        patch_merge_key,
        unions,
        other,
    } = extensions;
    let mut keys = Keys::default();
    if let Some(value) = preserve_unknown_fields {
        keys.add("x-kubernetes-preserve-unknown-fields", OrderedJson::Bool(*value));
    }
    keys.flag("x-kubernetes-embedded-resource", *embedded_resource);
    keys.flag("x-kubernetes-int-or-string", *int_or_string);
    keys.text("x-kubernetes-list-type", list_type.as_ref().map(crate::schema::ListType::name));
    keys.list("x-kubernetes-list-map-keys", list_map_keys.iter().map(OrderedJson::string).collect());
    keys.text("x-kubernetes-map-type", map_type.as_ref().map(crate::schema::MapType::name));
    keys.list("x-kubernetes-validations", validations.iter().map(rule).collect());
    if !validation_errors.is_empty() {
        let errors = validation_errors.iter().map(|(keyword, error)| (keyword.clone(), validation_error(error)));
        keys.add("x-kubernetes-validation-errors", OrderedJson::Object(errors.collect()));
    }
    keys.text("x-kubernetes-patch-strategy", patch_strategy.as_deref());
    keys.text("x-kubernetes-patch-merge-key", patch_merge_key.as_deref());
    keys.list("x-kubernetes-unions", unions.iter().map(union).collect());
    for (name, value) in other {
        keys.add(name, OrderedJson::from_json(value));
    }
    keys
}

/// Converts an entry of `x-kubernetes-validations`. Its keys are sorted by name, because extensions are maps in
/// kube-openapi.
fn rule(rule: &ValidationRule) -> OrderedJson {
    let ValidationRule {
        rule,
        message,
        message_expression,
        reason,
        field_path,
        optional_old_self,
        unpublished: _,
        origin: _,
    } = rule;
    let mut keys = Keys::default();
    keys.text("fieldPath", field_path.as_deref());
    keys.text("message", message.as_deref());
    keys.text("messageExpression", message_expression.as_deref());
    if let Some(value) = optional_old_self {
        keys.add("optionalOldSelf", OrderedJson::Bool(*value));
    }
    keys.text("reason", reason.as_ref().map(crate::schema::Reason::name));
    keys.text("rule", Some(rule));
    OrderedJson::Object(keys.0)
}

fn validation_error(error: &ValidationError) -> OrderedJson {
    let ValidationError { message, reason } = error;
    let mut keys = Keys::default();
    keys.text("message", Some(message));
    keys.text("reason", reason.as_ref().map(crate::schema::Reason::name));
    OrderedJson::Object(keys.0)
}

fn union(union: &Union) -> OrderedJson {
    let Union { discriminator, fields } = union;
    let mut keys = Keys::default();
    keys.text("discriminator", discriminator.as_deref());
    let fields = fields.iter().map(|(name, value)| (name.clone(), OrderedJson::string(value))).collect();
    keys.add("fields-to-discriminateBy", OrderedJson::Object(fields));
    OrderedJson::Object(keys.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::keyword::{Keyword, Value};
    use crate::schema::{Default as SchemaDefault, ListType, Reason, SchemaType, json::Indent};

    fn print(schema: &Schema, options: PrintOptions) -> String {
        schema.to_ordered_json(&options).to_text(Indent::Compact)
    }

    fn v3(schema: &Schema) -> String {
        print(schema, PrintOptions::default())
    }

    fn reference(name: &str) -> Schema {
        Schema { reference: Some(name.to_owned()), ..Schema::default() }
    }

    #[test]
    fn keywords_come_in_upstream_order() {
        let schema = Schema {
            title: Some("t".into()),
            description: Some("d".into()),
            schema_type: Some(SchemaType::String),
            nullable: true,
            default: Some(SchemaDefault { value: json!({"b": 1, "a": 2}), implicit: false }),
            keywords: [
                (Keyword::MaxLength, Value::Count(3)),
                (Keyword::MinLength, Value::Count(1)),
                (Keyword::Pattern, Value::from("^a")),
                (Keyword::Enum, Value::Members(vec![json!("x")])),
                (Keyword::Format, Value::from("f")),
            ]
            .into(),
            ..Schema::default()
        };
        assert_eq!(
            v3(&schema),
            r#"{"description":"d","type":"string","nullable":true,"format":"f","title":"t","default":{"a":2,"b":1},"maxLength":3,"minLength":1,"pattern":"^a","enum":["x"]}"#
        );
    }

    #[test]
    fn properties_are_sorted_and_required_is_not() {
        let mut schema = Schema { schema_type: Some(SchemaType::Object), ..Schema::default() };
        schema.required = vec!["z".into(), "a".into()];
        schema.properties.insert("z".into(), Schema::default());
        schema.properties.insert("a".into(), Schema::default());
        assert_eq!(v3(&schema), r#"{"type":"object","required":["z","a"],"properties":{"a":{},"z":{}}}"#);
    }

    #[test]
    fn a_bare_reference_stays_bare_and_siblings_wrap_it() {
        let bare = reference("io.k8s.A");
        assert_eq!(v3(&bare), r##"{"$ref":"#/components/schemas/io.k8s.A"}"##);

        let described = Schema { description: Some("d".into()), ..bare.clone() };
        assert_eq!(v3(&described), r##"{"description":"d","allOf":[{"$ref":"#/components/schemas/io.k8s.A"}]}"##);

        let mut extended = bare.clone();
        extended.extensions.list_type = Some(ListType::Atomic);
        assert_eq!(
            v3(&extended),
            r##"{"allOf":[{"$ref":"#/components/schemas/io.k8s.A"}],"x-kubernetes-list-type":"atomic"}"##
        );

        let v2 = PrintOptions { dialect: Dialect::V2, ..PrintOptions::default() };
        assert_eq!(print(&described, v2), r##"{"description":"d","$ref":"#/definitions/io.k8s.A"}"##);

        // If a reference may have a type, the field's own type is preserved.
        let typed = Schema { schema_type: Some(SchemaType::String), ..described };
        let v3 = PrintOptions::default();
        assert_eq!(
            print(&typed, v3),
            r##"{"description":"d","type":"string","allOf":[{"$ref":"#/components/schemas/io.k8s.A"}]}"##
        );
        assert_eq!(print(&typed, v2), r##"{"description":"d","$ref":"#/definitions/io.k8s.A"}"##);
    }

    #[test]
    fn wrapping_keeps_what_all_of_holds() {
        let schema = Schema { all_of: vec![Schema::of_keyword(Keyword::Pattern, "a")], ..reference("A") };
        assert_eq!(v3(&schema), r##"{"allOf":[{"$ref":"#/components/schemas/A"},{"pattern":"a"}]}"##);
    }

    #[test]
    fn references_are_escaped() {
        let schema = reference("k8s.io/api/core/v1.Gen[V]~");
        assert_eq!(v3(&schema), r##"{"$ref":"#/components/schemas/k8s.io~1api~1core~1v1.Gen%5BV%5D~0"}"##);
    }

    #[test]
    fn strip_zero_is_published_as_asked() {
        let zero = Schema { schema_type: Some(SchemaType::String), strip_zero: true, ..Schema::default() };
        let mut schema = Schema { required: vec!["a".into()], ..Schema::default() };
        schema.properties.insert("a".into(), zero.clone());
        schema.properties.insert("b".into(), zero);
        let cases = [
            (StripZero::Off, r#"{"a":{"type":"string"},"b":{"type":"string"}}"#),
            (StripZero::Required, r#"{"a":{"type":"string","x-kubernetes-strip-zero":true},"b":{"type":"string"}}"#),
            (
                StripZero::All,
                r#"{"a":{"type":"string","x-kubernetes-strip-zero":true},"b":{"type":"string","x-kubernetes-strip-zero":true}}"#,
            ),
        ];
        for (strip_zero, properties) in cases {
            let text = print(&schema, PrintOptions { strip_zero, ..PrintOptions::default() });
            assert_eq!(text, format!(r#"{{"required":["a"],"properties":{properties}}}"#));
        }
    }

    #[test]
    fn extensions_are_sorted() {
        let mut schema = Schema::default();
        schema.extensions.validations = vec![ValidationRule {
            rule: "self > 0".into(),
            message: Some("m".into()),
            reason: Some(Reason::Forbidden),
            field_path: Some(".a".into()),
            optional_old_self: Some(true),
            ..ValidationRule::default()
        }];
        schema
            .extensions
            .validation_errors
            .insert("minLength".into(), ValidationError { message: "too short".into(), reason: Some(Reason::Invalid) });
        schema.extensions.unions =
            vec![Union { discriminator: Some("type".into()), fields: [("b".to_owned(), "B".to_owned())].into() }];
        schema.extensions.other.insert("x-custom".into(), json!("v"));
        schema.extensions.patch_strategy = Some("merge".into());
        assert_eq!(
            v3(&schema),
            concat!(
                r#"{"x-custom":"v","x-kubernetes-patch-strategy":"merge","#,
                r#""x-kubernetes-unions":[{"discriminator":"type","fields-to-discriminateBy":{"b":"B"}}],"#,
                r#""x-kubernetes-validation-errors":{"minLength":{"message":"too short","reason":"FieldValueInvalid"}},"#,
                r#""x-kubernetes-validations":[{"fieldPath":".a","message":"m","optionalOldSelf":true,"reason":"FieldValueForbidden","rule":"self > 0"}]}"#,
            )
        );
    }

    #[test]
    fn v2_takes_the_schema_made_for_it() {
        let mut schema = Schema {
            one_of: vec![Schema { schema_type: Some(SchemaType::Integer), ..Schema::default() }],
            ..Schema::default()
        };
        schema.v2 = Some(Box::new(Schema { schema_type: Some(SchemaType::String), ..Schema::default() }));
        assert_eq!(v3(&schema), r#"{"oneOf":[{"type":"integer"}]}"#);
        let v2 = PrintOptions { dialect: Dialect::V2, ..PrintOptions::default() };
        assert_eq!(print(&schema, v2), r#"{"type":"string"}"#);
    }

    #[test]
    fn zero_values_have_three_names() {
        let names = ["off", "required", "all", "", "Off", "none"].map(StripZero::from_name);
        assert_eq!(names, [Some(StripZero::Off), Some(StripZero::Required), Some(StripZero::All), None, None, None]);
    }
}
