//! Parses documents with named schemas.

use serde_json::Value as Json;

use super::reader::{Reader, entries};
use crate::Definitions;

impl Reader {
    /// Parses the definitions of the document.
    pub(super) fn definitions(&mut self, json: &Json) -> Definitions {
        let Some(object) = self.object(json) else { return Definitions::default() };
        if object.contains_key("openapi")
            || object.get("components").is_some_and(|value| value.get("schemas").is_some())
        {
            let components = object.get("components").unwrap_or(&Json::Null);
            let schemas = components.get("schemas").unwrap_or(&Json::Null);
            return self.at("components", |reader| reader.at("schemas", |reader| reader.named_schemas(schemas)));
        }
        if object.contains_key("swagger") {
            let definitions = object.get("definitions").unwrap_or(&Json::Null);
            return self.at("definitions", |reader| reader.named_schemas(definitions));
        }
        self.named_schemas(json)
    }

    fn named_schemas(&mut self, json: &Json) -> Definitions {
        let mut definitions = Definitions::default();
        if json.is_null() {
            return definitions;
        }
        for (name, value) in self.object(json).map(entries).into_iter().flatten() {
            let schema = self.at(name, |reader| reader.schema(value));
            definitions.schemas.insert(name.clone(), schema);
        }
        definitions
    }
}
