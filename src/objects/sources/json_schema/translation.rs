//! The state of translating a schema to draft 4.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::{Draft, document::Document, pointer};

/// The translation of a schema and of all schemas nested in it.
#[derive(Debug)]
pub(super) struct Translation<'d> {
    pub(super) document: &'d Document<'d>,
    /// The JSON pointer of the current schema.
    pub(super) place: String,
    pub(super) depth: usize,
    /// `true` inside a schema with its own `$id`.
    pub(super) is_in_other: bool,
    /// Number of translated schemas.
    pub(super) count: usize,
    /// Keywords that cannot be translated.
    pub(super) refusals: Vec<String>,
    /// Keywords that no draft defines.
    pub(super) unknown: BTreeSet<String>,
    /// JSON pointers of the referenced schemas.
    pub(super) referenced: BTreeSet<String>,
}

impl<'d> Translation<'d> {
    /// Starts the translation of the schema at `place`.
    pub(super) fn new(document: &'d Document<'d>, place: &str) -> Self {
        let ends = place.char_indices().skip(1).filter(|(_, character)| *character == '/').map(|(end, _)| end);
        let mut around = ends.filter_map(|end| document.json.pointer(place.get(..end)?)?.as_object());
        Translation {
            document,
            place: place.to_owned(),
            depth: 0,
            is_in_other: around.any(|object| has_own_base(object, document.draft)),
            count: 0,
            refusals: Vec::new(),
            unknown: BTreeSet::new(),
            referenced: BTreeSet::new(),
        }
    }

    pub(super) fn draft(&self) -> Draft {
        self.document.draft
    }

    /// Runs `translate` at a location one step further down.
    pub(super) fn at<T>(&mut self, step: &str, translate: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.place.len();
        self.place.push('/');
        self.place.push_str(&pointer::escape(step));
        let result = translate(self);
        self.place.truncate(length);
        result
    }

    /// Records a keyword that cannot be translated.
    pub(super) fn record_untranslatable(&mut self, message: &str) {
        let place = if self.place.is_empty() { String::new() } else { format!("{}: ", self.place) };
        self.refusals.push(format!("{place}{message}"));
    }

    /// Returns a schema that references the one at `place`.
    pub(super) fn reference_to(&mut self, place: String) -> Json {
        let name = self.document.name(&place).replace('%', "%25");
        self.referenced.insert(place);
        json!({"$ref": format!("#/definitions/{}", pointer::escape(&name))})
    }

    /// Returns a schema for a reference in the document.
    pub(super) fn reference(&mut self, text: &str) -> Option<Json> {
        if self.is_in_other {
            self.record_untranslatable("a `$ref` inside a schema with its own `$id`; remove that `$id`");
            return None;
        }
        match self.document.resolve(text) {
            Ok(place) => Some(self.reference_to(place)),
            Err(reason) => {
                self.record_untranslatable(&reason);
                None
            }
        }
    }
}

/// Returns `true` if a nested schema has its own URI, which is the base of the references in it.
pub(super) fn has_own_base(object: &Map<String, Json>, draft: Draft) -> bool {
    let id = object.get(if draft <= Draft::Four { "id" } else { "$id" });
    id.and_then(Json::as_str).is_some_and(|id| !id.starts_with('#'))
}

/// A schema under construction.
#[derive(Debug, Default)]
pub(super) struct Translated {
    keywords: Map<String, Json>,
    /// Additional schemas, which also apply.
    also: Vec<Json>,
}

impl Translated {
    /// Adds a keyword. If the keyword is already present, it is added in an additional schema.
    pub(super) fn set(&mut self, name: &str, value: Json) {
        if self.keywords.contains_key(name) {
            self.also.push(json!({name: value}));
        } else {
            self.keywords.insert(name.to_owned(), value);
        }
    }

    /// Adds an additional schema.
    pub(super) fn also(&mut self, schema: Json) {
        self.also.push(schema);
    }

    pub(super) fn finish(mut self) -> Json {
        if !self.also.is_empty() {
            match self.keywords.get_mut("allOf").and_then(Json::as_array_mut) {
                Some(branches) => branches.append(&mut self.also),
                None => {
                    self.keywords.insert("allOf".to_owned(), Json::Array(self.also));
                }
            }
        }
        Json::Object(self.keywords)
    }
}
