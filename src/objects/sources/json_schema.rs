//! A plain JSON Schema, which judges whatever is there.

use std::borrow::Cow;

use idlgen_validate::{Definitions, Schema, ValidatorOptions};
use serde_json::Value as Json;

use crate::objects::{
    kinds::KnownKind,
    source::{Found, NoSubject, Source},
    subject::Subject,
    subjects::{UnknownFields, Values},
};

/// A JSON Schema (draft 4 and what Kubernetes adds to it) with its definitions.
#[derive(Debug)]
pub struct JsonSchema {
    schema: Schema,
    definitions: Definitions,
    names: Vec<String>,
    /// How values are judged.
    options: ValidatorOptions,
    shown: String,
}

impl JsonSchema {
    /// The name by which the whole schema is found.
    pub const WHOLE: &str = "#";

    /// Reads a schema, and says what of it has no effect. `shown` is how people call it, `options` how values are
    /// judged.
    pub fn new(json: &Json, shown: &str, options: ValidatorOptions) -> (Self, Vec<String>) {
        let (schema, problems) = Schema::from_json(json);
        let mut definitions = Definitions::default();
        for place in ["definitions", "$defs"] {
            let Some(found) = json.get(place).filter(|found| found.is_object()) else { continue };
            definitions.schemas.extend(Definitions::from_json(found).0.schemas);
        }
        // The schema may refer to itself.
        definitions.schemas.insert(Self::WHOLE.to_owned(), schema.clone());
        let names = definitions.schemas.keys().filter(|name| *name != Self::WHOLE).cloned().collect();
        let is_loss = |problem: &&idlgen_validate::schema::Problem| {
            use idlgen_validate::schema::ProblemKind::{BadReference, TooDeep, Unsupported, WrongType};
            let is_read = ["/definitions", "/$defs"].contains(&problem.pointer.as_str());
            !is_read && matches!(problem.kind, BadReference | TooDeep | Unsupported | WrongType)
        };
        let said = problems.iter().filter(is_loss).map(ToString::to_string).collect();
        (JsonSchema { schema, definitions, names, options, shown: shown.to_owned() }, said)
    }
}

impl Source for JsonSchema {
    fn find(&self, _: &str, _: &str) -> Option<Found> {
        None
    }

    fn find_type(&self, name: &str) -> Option<Found> {
        let index = match name {
            Self::WHOLE => self.names.len(),
            _ => self.names.iter().position(|known| known == name)?,
        };
        Some(Found { index, is_kind: false, name: format!("{name} of {}", self.shown), span: None })
    }

    fn subject(&self, found: &Found) -> Result<Box<dyn Subject + '_>, NoSubject> {
        let mut options = self.options;
        options.is_resource = false;
        let schema = match self.names.get(found.index) {
            Some(name) => Schema { reference: Some(name.clone()), ..Schema::default() },
            None => self.schema.clone(),
        };
        match Values::new(Cow::Borrowed(&self.definitions), schema, options, UnknownFields::Allowed) {
            Ok(values) => Ok(Box::new(values)),
            Err(errors) => Err(NoSubject::NotExecutable(errors.iter().map(ToString::to_string).collect())),
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
