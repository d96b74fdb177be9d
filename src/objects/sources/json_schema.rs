//! A JSON Schema that applies to all values, as a source.

mod document;
mod draft;
mod keyword;
mod named_schemas;
mod null;
mod pointer;
mod property_names;
mod schema;
mod translation;

use std::borrow::Cow;

use idlgen_validate::{Schema, ValidatorOptions};
use serde_json::Value as Json;

pub(super) use self::{document::Document, draft::Draft, named_schemas::NamedSchemas};
use crate::objects::{
    kinds::KnownKind,
    source::{Found, NoValidator, Source},
    validator::KindValidator,
    validators::{UnknownFields, Values},
};

/// A JSON Schema with its definitions. It is interpreted by its declared draft, with the extensions of Kubernetes.
#[derive(Debug)]
pub struct JsonSchema {
    schemas: NamedSchemas,
    /// The names of the definitions.
    names: Vec<String>,
    /// The options for validating values.
    options: ValidatorOptions,
    shown: String,
}

impl JsonSchema {
    /// The name of the root schema.
    pub const ROOT: &str = "#";

    /// Reads a schema by its declared draft. Also returns the unknown keywords. `shown` is the displayed name;
    /// `options` applies to the validation of values.
    pub fn new(json: &Json, shown: &str, options: ValidatorOptions) -> (Self, Vec<String>) {
        let document = Document::new(json, Draft::of(json), &["/definitions", "/$defs"]);
        let schemas = document.schemas(Some(Self::ROOT));
        let is_named = |name: &&String| !name.starts_with(Self::ROOT);
        let names = schemas.definitions.schemas.keys().filter(is_named).cloned().collect();
        let unknown = schemas.unknown.iter().cloned().collect();
        (JsonSchema { schemas, names, options, shown: shown.to_owned() }, unknown)
    }
}

impl Source for JsonSchema {
    fn find(&self, _: &str, _: &str) -> Option<Found> {
        None
    }

    fn find_type(&self, name: &str) -> Option<Found> {
        let index = match name {
            Self::ROOT => self.names.len(),
            _ => self.names.iter().position(|known| known == name)?,
        };
        let name = if name == Self::ROOT { self.shown.clone() } else { format!("{name} of {}", self.shown) };
        Some(Found { index, is_kind: false, name, span: None })
    }

    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        let mut options = self.options;
        options.is_resource = false;
        let name = self.names.get(found.index).map_or(Self::ROOT, String::as_str);
        let refusals = self.schemas.compile_errors(name);
        if !refusals.is_empty() {
            return Err(NoValidator::NotExecutable(refusals));
        }
        let schema = Schema { reference: Some(name.to_owned()), ..Schema::default() };
        match Values::new(Cow::Borrowed(&self.schemas.definitions), schema, options, UnknownFields::Allowed) {
            Ok(values) => Ok(Box::new(values)),
            Err(errors) => Err(NoValidator::NotExecutable(errors.iter().map(ToString::to_string).collect())),
        }
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        Vec::new()
    }

    fn type_names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    fn has_all_of(&self, _: &str) -> bool {
        false
    }
}
