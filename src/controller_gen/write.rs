//! Writes schemas without empty values.

use std::borrow::Cow;

use idlgen_yaml::{Entries, Part};
use serde_json::Value as Json;

use super::schema::{Additional, Schema, TypeName};
use crate::tags::controller_gen::{ValidationRule, json_number};

impl Entries for Schema {
    /// Returns the entries of the schema. An unresolved reference is written as `$ref`.
    fn entries(&self) -> Vec<(&str, Part<'_>)> {
        let mut object = Object::default();
        object.some("$ref", self.reference.as_ref().map(|name| Json::from(link(name, self.is_local_reference))));
        object.text("description", &self.description);
        object.text("type", &self.schema_type);
        object.text("format", &self.format);
        object.text("title", &self.title);
        object.json("default", self.default.as_ref());
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
        object.list("enum", self.enumeration.iter().map(|value| Part::Json(Cow::Borrowed(value))));
        object.some("maxProperties", self.max_properties.map(Json::from));
        object.some("minProperties", self.min_properties.map(Json::from));
        object.texts("required", &self.required);
        object.part("items", self.items.as_deref().map(|items| Part::Shared(items)));
        object.list("allOf", self.all_of.iter().map(|branch| Part::Shared(&**branch)));
        object.list("anyOf", self.any_of.iter().map(|branch| Part::Shared(branch)));
        let properties = self.properties.iter().map(|(name, schema)| (&**name, Part::Shared(&**schema)));
        object.part("properties", (!self.properties.is_empty()).then(|| Part::Mapping(properties.collect())));
        let additional = self.additional_properties.as_ref().map(|additional| match additional {
            Additional::Anything => Part::Json(Cow::Owned(Json::Bool(true))),
            Additional::Schema(schema) => Part::Shared(&**schema),
        });
        object.part("additionalProperties", additional);
        let docs = self.external_docs.as_ref().map(|docs| {
            let mut written = Object::default();
            written.text("description", &docs.description);
            written.text("url", &docs.url);
            written.into_part()
        });
        object.part("externalDocs", docs);
        object.json("example", self.example.as_ref());
        object.flag("nullable", self.nullable);
        object.flag("x-kubernetes-preserve-unknown-fields", self.preserve_unknown_fields);
        object.flag("x-kubernetes-embedded-resource", self.embedded_resource);
        object.flag("x-kubernetes-int-or-string", self.int_or_string);
        object.texts("x-kubernetes-list-map-keys", &self.list_map_keys);
        object.text("x-kubernetes-list-type", self.list_type.as_deref().unwrap_or_default());
        object.text("x-kubernetes-map-type", self.map_type.as_deref().unwrap_or_default());
        object.list("x-kubernetes-validations", self.validations.iter().map(rule));
        object.0
    }
}

/// Formats a reference like controller-gen.
fn link(name: &TypeName, is_local: bool) -> String {
    if is_local {
        return format!("#/definitions/{}", name.name);
    }
    format!("#/definitions/{}~0{}", name.package.replace('/', "~1"), name.name)
}

fn rule(rule: &ValidationRule) -> Part<'_> {
    let mut object = Object::default();
    object.part("rule", Some(Part::Text(&rule.rule)));
    object.text("message", &rule.message);
    object.text("messageExpression", &rule.message_expression);
    object.text("reason", &rule.reason);
    object.text("fieldPath", &rule.field_path);
    object.some("optionalOldSelf", rule.optional_old_self.map(Json::from));
    object.into_part()
}

/// The entries of an object, all nonempty.
#[derive(Default)]
pub(super) struct Object<'a>(Vec<(&'a str, Part<'a>)>);

impl<'a> Object<'a> {
    pub(super) fn part(&mut self, name: &'a str, value: Option<Part<'a>>) {
        self.0.extend(value.map(|value| (name, value)));
    }

    pub(super) fn some(&mut self, name: &'a str, value: Option<Json>) {
        self.part(name, value.map(|value| Part::Json(Cow::Owned(value))));
    }

    pub(super) fn json(&mut self, name: &'a str, value: Option<&'a Json>) {
        self.part(name, value.map(|value| Part::Json(Cow::Borrowed(value))));
    }

    pub(super) fn text(&mut self, name: &'a str, text: &'a str) {
        self.part(name, (!text.is_empty()).then_some(Part::Text(text)));
    }

    pub(super) fn flag(&mut self, name: &'a str, value: bool) {
        self.some(name, value.then_some(Json::Bool(true)));
    }

    pub(super) fn list(&mut self, name: &'a str, items: impl Iterator<Item = Part<'a>>) {
        let items: Vec<Part<'a>> = items.collect();
        self.part(name, (!items.is_empty()).then_some(Part::List(items)));
    }

    pub(super) fn texts(&mut self, name: &'a str, texts: &'a [String]) {
        self.list(name, texts.iter().map(|text| Part::Text(text)));
    }

    pub(super) fn into_part(self) -> Part<'a> {
        Part::Mapping(self.0)
    }
}
