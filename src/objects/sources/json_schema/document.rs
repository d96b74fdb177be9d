//! Documents of any draft, and the references in them.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Draft, pointer};

#[derive(Debug)]
pub(in crate::objects::sources) struct Document<'d> {
    pub(super) json: &'d Json,
    pub(super) draft: Draft,
    /// JSON pointers of the objects that contain definitions.
    pub(super) places: &'static [&'static str],
    /// JSON pointers of the schemas with an anchor, by anchor.
    anchors: BTreeMap<&'d str, String>,
}

impl<'d> Document<'d> {
    /// Prepares a document with definitions in the objects at `places`.
    pub(in crate::objects::sources) fn new(json: &'d Json, draft: Draft, places: &'static [&'static str]) -> Self {
        let mut anchors: BTreeMap<&str, String> = BTreeMap::new();
        pointer::objects(json, &mut |place, object| {
            let named = |keyword: &str| object.get(keyword).and_then(Json::as_str);
            let of_id = |keyword: &str| named(keyword).and_then(|id| id.strip_prefix('#'));
            let found = match draft {
                Draft::Unstated | Draft::Four => [of_id("id"), None],
                Draft::Six | Draft::Seven => [of_id("$id"), None],
                Draft::Of2019 => [named("$anchor"), None],
                Draft::Of2020 => [named("$anchor"), named("$dynamicAnchor")],
            };
            for anchor in found.into_iter().flatten() {
                let known = anchors.entry(anchor).or_insert_with(|| place.to_owned());
                if place < known.as_str() {
                    place.clone_into(known);
                }
            }
        });
        Document { json, draft, places, anchors }
    }

    /// Returns the name of the schema at a JSON pointer.
    pub(super) fn name(&self, place: &str) -> String {
        let of_definition = self.places.iter().find_map(|definitions| {
            let step = place.strip_prefix(definitions)?.strip_prefix('/')?;
            (!step.is_empty() && !step.contains('/')).then(|| (definitions, pointer::steps(place).pop()))
        });
        match of_definition {
            // Only the first definition with a name gets that name. Others are named by their JSON pointers.
            Some((definitions, Some(name))) if self.is_first(definitions, &name) => name,
            _ => format!("#{place}"),
        }
    }

    fn is_first(&self, definitions: &str, name: &str) -> bool {
        let has_it = |place: &&&str| {
            let entries = self.json.pointer(place).and_then(Json::as_object);
            entries.is_some_and(|entries| entries.contains_key(name))
        };
        self.places.iter().find(has_it).is_none_or(|first| *first == definitions)
    }

    /// Resolves a reference to the JSON pointer of a schema in the document.
    ///
    /// # Errors
    /// Returns the reason why it cannot be resolved.
    pub(super) fn resolve(&self, reference: &str) -> Result<String, String> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let id = if self.draft <= Draft::Four { "id" } else { "$id" };
        let own = self.json.get(id).and_then(Json::as_str).map(|id| id.trim_end_matches('#'));
        if !uri.is_empty() && own != Some(uri) {
            let bare = self.places.iter().map(|place| pointer::step(place, reference));
            let mut bare = bare.filter(|place| self.draft == Draft::Unstated && self.json.pointer(place).is_some());
            return bare.next().ok_or_else(|| {
                format!("`{reference}` is in another document; copy that schema into `definitions` of this one")
            });
        }
        let missing = || format!("`{reference}` does not exist in this document");
        let fragment = pointer::percent_decoded(fragment).ok_or_else(missing)?;
        let place = match self.anchors.get(fragment.as_str()) {
            Some(place) => place.clone(),
            None => fragment,
        };
        if self.json.pointer(&place).is_some() { Ok(place) } else { Err(missing()) }
    }
}
