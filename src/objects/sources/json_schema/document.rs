//! Converts documents of any draft to named schemas with the keywords that the engine supports.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_validate::{
    Definitions, Schema,
    schema::{Problem, ProblemKind},
};
use serde_json::{Map, Value as Json};

use super::{Draft, keyword::instead, pointer, translation::Translation};

/// Maximum number of translated schemas. A reference to a part of a document duplicates that part.
const MAX_SCHEMAS: usize = 1_000_000;

#[derive(Debug)]
pub(in crate::objects::sources) struct Document<'d> {
    pub(super) json: &'d Json,
    pub(super) draft: Draft,
    /// JSON pointers of the objects that contain definitions.
    pub(super) places: &'static [&'static str],
    /// JSON pointers of the schemas with an anchor, by anchor.
    anchors: BTreeMap<&'d str, String>,
}

/// Named schemas, with the reasons why some of them cannot be compiled.
#[derive(Debug, Default)]
pub(in crate::objects::sources) struct NamedSchemas {
    pub(in crate::objects::sources) definitions: Definitions,
    /// For each name, the keywords that cannot be compiled, with their locations.
    refusals: BTreeMap<String, Vec<String>>,
    /// For each name, the names that the schema references.
    references: BTreeMap<String, BTreeSet<String>>,
    /// Keywords that no draft defines, with their locations.
    pub(in crate::objects::sources) unknown: BTreeSet<String>,
}

impl NamedSchemas {
    /// Returns the reasons why the schema with this name cannot be compiled. Empty if it can.
    pub(in crate::objects::sources) fn compile_errors(&self, name: &str) -> Vec<String> {
        let mut reached = BTreeSet::from([name]);
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            let referenced = self.references.get(name).into_iter().flatten();
            open.extend(referenced.map(String::as_str).filter(|name| reached.insert(name)));
        }
        let refusals: BTreeSet<&String> =
            reached.iter().filter_map(|name| self.refusals.get(*name)).flatten().collect();
        refusals.into_iter().cloned().collect()
    }

    /// Creates the schemas from definitions parsed from `raw`, and the problems of parsing.
    pub(in crate::objects::sources) fn read(
        definitions: Definitions,
        problems: &[Problem],
        raw: &Map<String, Json>,
    ) -> Self {
        let mut schemas = NamedSchemas { definitions, ..NamedSchemas::default() };
        schemas.add_problems(problems, raw);
        schemas
    }

    fn add_problems(&mut self, problems: &[Problem], raw: &Map<String, Json>) {
        let mut is_refused = false;
        for problem in problems.iter().filter(|problem| is_loss(problem)) {
            let steps = pointer::steps(&problem.pointer);
            let Some(name) = steps.iter().find(|step| raw.contains_key(*step)) else { continue };
            let keyword = steps.last().map_or("", String::as_str);
            let advice = instead(keyword).map(|advice| format!("; write {advice}")).unwrap_or_default();
            self.refusals.entry(name.clone()).or_default().push(format!("{problem}{advice}"));
            is_refused = true;
        }
        if !is_refused {
            return;
        }
        for (name, schema) in raw {
            let referenced = self.references.entry(name.clone()).or_default();
            pointer::objects(schema, &mut |_, object| {
                let reference = object.get("$ref").and_then(Json::as_str);
                referenced.extend(reference.and_then(|text| pointer::steps(text).pop()));
            });
        }
    }
}

/// Returns `true` if, because of the problem, the parsed schema accepts values that the document rejects.
fn is_loss(problem: &Problem) -> bool {
    use ProblemKind::{BadReference, TooDeep, Unsupported, WrongType};
    matches!(problem.kind, BadReference | TooDeep | Unsupported | WrongType)
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

    /// Translates the document: its definitions and everything that they reference. If the document itself is a schema,
    /// its name is `whole`.
    pub(in crate::objects::sources) fn schemas(&self, whole: Option<&str>) -> NamedSchemas {
        let mut schemas = NamedSchemas::default();
        let mut open: Vec<String> = whole.map(|_| String::new()).into_iter().collect();
        for place in self.places {
            let entries = self.json.pointer(place).and_then(Json::as_object);
            open.extend(entries.into_iter().flat_map(|entries| entries.keys()).map(|name| pointer::step(place, name)));
        }
        let mut seen: BTreeSet<String> = open.iter().cloned().collect();
        let mut count = 0;
        while let Some(place) = open.pop() {
            let Some(json) = self.json.pointer(&place) else { continue };
            let mut translation = Translation::new(self, &place);
            let translated = translation.schema(json);
            count += translation.count;
            let name = self.name(&place);
            let (schema, problems) = Schema::from_json(&translated);
            let mut refusals = translation.refusals;
            if refusals.is_empty() {
                let losses = problems.iter().filter(|problem| is_loss(problem));
                refusals.extend(losses.map(|problem| format!("{place}{problem}")));
            }
            if count > MAX_SCHEMAS {
                refusals.push("the references of the document expand to too many schemas".to_owned());
            }
            schemas.definitions.schemas.insert(name.clone(), schema);
            schemas.references.insert(name.clone(), translation.referenced.iter().map(|at| self.name(at)).collect());
            schemas.refusals.insert(name, refusals);
            schemas.unknown.extend(translation.unknown);
            if count <= MAX_SCHEMAS {
                open.extend(translation.referenced.into_iter().filter(|place| seen.insert(place.clone())));
            }
        }
        schemas
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
