//! Converts documents of any draft to named schemas with the keywords that the engine supports.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_validate::{
    Definitions, Schema,
    schema::{Problem, ProblemKind},
};
use serde_json::{Map, Value as Json};

use super::{document::Document, keyword::instead, pointer, translation::Translation};

/// Maximum number of translated schemas. A reference to a part of a document duplicates that part.
const MAX_SCHEMAS: usize = 1_000_000;

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

impl Document<'_> {
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
}
