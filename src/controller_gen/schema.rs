//! A schema as controller-gen holds it (`apiextensions/v1.JSONSchemaProps`): what is empty is not there.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::tags::controller_gen::{ValidationRule, json_number};

/// A schema.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_field_names, reason = "`type` is a word of Rust")]
pub(super) struct Schema {
    /// The type that it stands for, until that takes its place.
    pub(super) reference: Option<TypeName>,
    /// Whether the reference is to a type of the same package.
    pub(super) is_local_reference: bool,
    pub(super) description: String,
    pub(super) schema_type: String,
    pub(super) format: String,
    pub(super) title: String,
    pub(super) default: Option<Json>,
    pub(super) maximum: Option<f64>,
    pub(super) exclusive_maximum: bool,
    pub(super) minimum: Option<f64>,
    pub(super) exclusive_minimum: bool,
    pub(super) max_length: Option<i64>,
    pub(super) min_length: Option<i64>,
    pub(super) pattern: String,
    pub(super) max_items: Option<i64>,
    pub(super) min_items: Option<i64>,
    pub(super) unique_items: bool,
    pub(super) multiple_of: Option<f64>,
    pub(super) enumeration: Vec<Json>,
    pub(super) max_properties: Option<i64>,
    pub(super) min_properties: Option<i64>,
    pub(super) required: Vec<String>,
    pub(super) items: Option<Box<Schema>>,
    pub(super) all_of: Vec<Schema>,
    pub(super) any_of: Vec<Schema>,
    pub(super) properties: BTreeMap<String, Schema>,
    pub(super) additional_properties: Option<Additional>,
    pub(super) external_docs: Option<ExternalDocs>,
    pub(super) example: Option<Json>,
    pub(super) nullable: bool,
    pub(super) preserve_unknown_fields: bool,
    pub(super) embedded_resource: bool,
    pub(super) int_or_string: bool,
    pub(super) list_map_keys: Vec<String>,
    pub(super) list_type: Option<String>,
    pub(super) map_type: Option<String>,
    pub(super) validations: Vec<ValidationRule>,
}

/// A type by package and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypeName {
    /// The import path.
    pub(super) package: String,
    /// The name in it.
    pub(super) name: String,
}

impl TypeName {
    pub(super) fn new(package: &str, name: &str) -> Self {
        TypeName { package: package.to_owned(), name: name.to_owned() }
    }
}

/// `additionalProperties`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Additional {
    /// `true`.
    Anything,
    /// A schema.
    Schema(Box<Schema>),
}

/// `externalDocs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExternalDocs {
    pub(super) url: String,
    pub(super) description: String,
}

impl Schema {
    /// A schema that says no more than a type.
    pub(super) fn of_type(schema_type: &str) -> Self {
        Schema { schema_type: schema_type.to_owned(), ..Schema::default() }
    }

    /// A schema that stands for a type.
    pub(super) fn reference(name: TypeName) -> Self {
        Schema { reference: Some(name), ..Schema::default() }
    }

    /// Every schema directly in it, in the order in which controller-gen goes through them.
    pub(super) fn children(&mut self) -> impl Iterator<Item = &mut Schema> {
        let additional = match &mut self.additional_properties {
            Some(Additional::Schema(schema)) => Some(&mut **schema),
            _ => None,
        };
        self.items
            .as_deref_mut()
            .into_iter()
            .chain(&mut self.all_of)
            .chain(&mut self.any_of)
            .chain(self.properties.values_mut())
            .chain(additional)
    }

    /// The schema as JSON. A reference that could not be followed stays one.
    pub(super) fn to_json(&self) -> Json {
        let mut object = Object::default();
        object
            .text("$ref", &self.reference.as_ref().map(|name| link(name, self.is_local_reference)).unwrap_or_default());
        object.text("description", &self.description);
        object.text("type", &self.schema_type);
        object.text("format", &self.format);
        object.text("title", &self.title);
        object.some("default", self.default.clone());
        object.some("maximum", self.maximum.map(json_number));
        object.flag("exclusiveMaximum", self.exclusive_maximum);
        object.some("minimum", self.minimum.map(json_number));
        object.flag("exclusiveMinimum", self.exclusive_minimum);
        object.some("maxLength", self.max_length.map(Json::from));
        object.some("minLength", self.min_length.map(Json::from));
        object.text("pattern", &self.pattern);
        object.some("maxItems", self.max_items.map(Json::from));
        object.some("minItems", self.min_items.map(Json::from));
        object.flag("uniqueItems", self.unique_items);
        object.some("multipleOf", self.multiple_of.map(json_number));
        object.list("enum", self.enumeration.clone());
        object.some("maxProperties", self.max_properties.map(Json::from));
        object.some("minProperties", self.min_properties.map(Json::from));
        object.texts("required", &self.required);
        object.some("items", self.items.as_ref().map(|items| items.to_json()));
        object.list("allOf", self.all_of.iter().map(Schema::to_json).collect());
        object.list("anyOf", self.any_of.iter().map(Schema::to_json).collect());
        let properties: Map<String, Json> =
            self.properties.iter().map(|(name, schema)| (name.clone(), schema.to_json())).collect();
        object.some("properties", (!properties.is_empty()).then_some(Json::Object(properties)));
        let additional = self.additional_properties.as_ref().map(|additional| match additional {
            Additional::Anything => Json::Bool(true),
            Additional::Schema(schema) => schema.to_json(),
        });
        object.some("additionalProperties", additional);
        let docs = self.external_docs.as_ref().map(|docs| {
            let mut written = Object::default();
            written.text("description", &docs.description);
            written.text("url", &docs.url);
            Json::Object(written.0)
        });
        object.some("externalDocs", docs);
        object.some("example", self.example.clone());
        object.flag("nullable", self.nullable);
        object.flag("x-kubernetes-preserve-unknown-fields", self.preserve_unknown_fields);
        object.flag("x-kubernetes-embedded-resource", self.embedded_resource);
        object.flag("x-kubernetes-int-or-string", self.int_or_string);
        object.texts("x-kubernetes-list-map-keys", &self.list_map_keys);
        object.text("x-kubernetes-list-type", self.list_type.as_deref().unwrap_or_default());
        object.text("x-kubernetes-map-type", self.map_type.as_deref().unwrap_or_default());
        object.list("x-kubernetes-validations", self.validations.iter().map(rule).collect());
        Json::Object(object.0)
    }
}

/// How controller-gen writes a reference.
fn link(name: &TypeName, is_local: bool) -> String {
    if is_local {
        return format!("#/definitions/{}", name.name);
    }
    format!("#/definitions/{}~0{}", name.package.replace('/', "~1"), name.name)
}

fn rule(rule: &ValidationRule) -> Json {
    let mut object = Object::default();
    object.0.insert("rule".to_owned(), Json::from(rule.rule.as_str()));
    object.text("message", &rule.message);
    object.text("messageExpression", &rule.message_expression);
    object.text("reason", &rule.reason);
    object.text("fieldPath", &rule.field_path);
    object.some("optionalOldSelf", rule.optional_old_self.map(Json::from));
    Json::Object(object.0)
}

/// An object of JSON that has no empty members.
#[derive(Default)]
pub(super) struct Object(pub(super) Map<String, Json>);

impl Object {
    pub(super) fn some(&mut self, name: &str, value: Option<Json>) {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), value);
        }
    }

    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.some(name, (!text.is_empty()).then(|| Json::from(text)));
    }

    pub(super) fn flag(&mut self, name: &str, value: bool) {
        self.some(name, value.then_some(Json::Bool(true)));
    }

    pub(super) fn list(&mut self, name: &str, items: Vec<Json>) {
        self.some(name, (!items.is_empty()).then_some(Json::Array(items)));
    }

    pub(super) fn texts(&mut self, name: &str, texts: &[String]) {
        self.list(name, texts.iter().map(|text| Json::from(text.as_str())).collect());
    }
}
