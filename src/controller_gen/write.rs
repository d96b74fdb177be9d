//! Writes schemas without empty values.

use std::{borrow::Cow, sync::Arc};

use idlgen_yaml::{Entries, Part};
use serde_json::Value as Json;

use super::{
    schema::{Additional, ExternalDocs, Schema, TypeName},
    written::Written,
};
use crate::tags::controller_gen::ValidationRule;

impl Entries for Schema {
    /// Returns the entries of the schema. An unresolved reference is written as `$ref`.
    fn entries(&self) -> Vec<(&str, Part<'_>)> {
        let mut object = Object::default();
        object.some("$ref", self.reference.as_ref().map(|name| Json::from(link(name, self.is_local_reference))));
        object.0.extend(self.keywords());
        object.0
    }
}

impl Written for Schema {
    fn part(&self) -> Part<'_> {
        Part::Shared(self)
    }
}

impl Written for Arc<Schema> {
    fn part(&self) -> Part<'_> {
        Part::Shared(&**self)
    }
}

impl Written for Additional {
    fn part(&self) -> Part<'_> {
        match self {
            Additional::Anything => Part::Json(Cow::Owned(Json::Bool(true))),
            Additional::Schema(schema) => Part::Shared(&**schema),
        }
    }
}

impl Written for ExternalDocs {
    fn part(&self) -> Part<'_> {
        let mut object = Object::default();
        object.text("description", &self.description);
        object.text("url", &self.url);
        object.into_part()
    }
}

impl Written for ValidationRule {
    fn part(&self) -> Part<'_> {
        let mut object = Object::default();
        object.part("rule", Some(Part::Text(&self.rule)));
        object.text("message", &self.message);
        object.text("messageExpression", &self.message_expression);
        object.text("reason", &self.reason);
        object.text("fieldPath", &self.field_path);
        object.some("optionalOldSelf", self.optional_old_self.map(Json::from));
        object.into_part()
    }
}

/// Formats a reference like controller-gen.
fn link(name: &TypeName, is_local: bool) -> String {
    if is_local {
        return format!("#/definitions/{}", name.name);
    }
    format!("#/definitions/{}~0{}", name.package.replace('/', "~1"), name.name)
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

    pub(super) fn contents(&mut self, name: &'a str, texts: &'a [String]) {
        self.list(name, texts.iter().map(|text| Part::Text(text)));
    }

    pub(super) fn into_part(self) -> Part<'a> {
        Part::Mapping(self.0)
    }
}
