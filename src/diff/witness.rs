//! Searches for objects that the old CRD accepts and the new one rejects or changes, as proof of a change.
//!
//! Objects are built from the old schema. Before an object is reported, it is validated with both CRDs.

mod candidates;
mod combinations;
mod conditions;
mod confirm;
mod defaults;
mod embed;
mod names;
mod precluded;
mod reduce;
mod repair;
mod sample;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use idlgen_runtime::field::Error;
use idlgen_validate::{
    Definitions, Schema, Validator, ValidatorOptions,
    crd::{Admission, CustomResource, CustomResourceDefinition, Scope},
};
use serde_json::{Value as Json, json};

use super::{Change, Options, SchemaPath, Schemas, Step, Stored, normal};
use crate::parallel;
use confirm::{changed_keyword, is_transition};
use embed::{embed, schema_at};
use sample::Sampler;

/// Maximum number of objects to try per change.
const MOST_TRIES: usize = 400;

/// Maximum number of values to try although the old schema rejects them or the new one accepts them.
const MOST_OTHERS: usize = 20;

/// Maximum number of objects to repair per change.
const MOST_REPAIRS: usize = 8;

/// An object that demonstrates a change.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Witness {
    /// An object that only the old CRD accepts.
    pub object: Json,
    /// The object before the update, if the change concerns updates.
    pub before: Option<Json>,
    /// The response of the new CRD.
    pub outcome: String,
}

/// The schemas of a version on both sides, and what else decides about its objects.
#[derive(PartialEq)]
pub(super) struct SearchSchemas {
    old: Arc<Schema>,
    new: Arc<Schema>,
    /// `true` if the status is a subresource.
    has_status: [bool; 2],
}

impl SearchSchemas {
    /// Returns `None` if a side does not have the version. Takes the schemas from `known` if it has them.
    pub(super) fn new(
        old: &CustomResourceDefinition,
        new: &CustomResourceDefinition,
        version: &str,
        known: &Schemas,
    ) -> Option<Self> {
        let schema = |definition: &CustomResourceDefinition| {
            let preserves = definition.preserve_unknown_fields;
            definition.version(version).map(|version| Arc::new(normal::of_version(version, preserves)))
        };
        let [old_schema, new_schema] = match known.get(version) {
            Some(both) => both.clone(),
            None => [schema(old)?, schema(new)?],
        };
        let has_status = [old, new].map(|definition| {
            let subresources = definition.version(version).and_then(|version| version.subresources.as_ref());
            subresources.is_some_and(|subresources| subresources.status)
        });
        Some(SearchSchemas { old: old_schema, new: new_schema, has_status })
    }
}

/// Searches for objects of one version.
pub(super) struct Search {
    old: CustomResource,
    new: CustomResource,
    schemas: SearchSchemas,
    sampler: Sampler,
    /// Candidate names for objects, the best first.
    names: Vec<String>,
    /// The smallest object that the old CRD accepts, if one was found.
    base: Option<Json>,
    tries: Cell<usize>,
    /// Objects for the current change that the old CRD accepts. They serve as the old objects of updates.
    accepted: RefCell<Vec<Json>>,
    /// The last object that a new required field makes invalid, its path and the response of the new CRD. It often
    /// proves the other new required fields at that path.
    rejected: RefCell<Option<(SchemaPath, Json, Admission)>>,
    options: ValidatorOptions,
    /// The location of the last change and the validators of its values.
    last: RefCell<Option<(SchemaPath, Rc<Distinction>)>>,
}

impl Search {
    /// Prepares a search. Returns `None` if a version does not exist or its schema cannot be executed.
    pub(super) fn new(
        old: &CustomResourceDefinition,
        new: &CustomResourceDefinition,
        version: &str,
        options: &Options,
        known: &Schemas,
    ) -> Option<Self> {
        let mut settings = ValidatorOptions::crd().keeping_broken_rules();
        settings.kubernetes_minor = options.kubernetes_minor;
        let resource = |definition: &CustomResourceDefinition| {
            let (resource_type, _) = definition.resource_type(version)?;
            CustomResource::new(&Definitions::default(), resource_type, settings).ok()
        };
        let schemas = SearchSchemas::new(old, new, version, known)?;
        let sampler = Sampler::default();
        let (old, new) = parallel::both(|| resource(old), || resource(new));
        let mut search = Search {
            names: names::of(&schemas.old, &sampler),
            old: old?,
            new: new?,
            schemas,
            sampler,
            base: None,
            tries: Cell::new(MOST_TRIES),
            accepted: RefCell::default(),
            rejected: RefCell::default(),
            options: settings,
            last: RefCell::default(),
        };
        search.base = search.find_base();
        Some(search)
    }

    /// Returns `true` if the search is about these schemas.
    pub(super) fn is_about(&self, schemas: &SearchSchemas) -> bool {
        self.schemas == *schemas
    }

    /// Returns the smallest object that the old CRD accepts, if one was found.
    pub(super) fn base(&self) -> Option<&Json> {
        self.base.as_ref()
    }

    /// Returns the smallest object with a number of replicas at a path such as `.spec.replicas`, or without one if the
    /// old CRD does not accept it. A server has a scale only for objects with it.
    pub(super) fn scalable(&self, replicas: &str) -> Option<Json> {
        let base = self.base.as_ref()?;
        let mut object = base.clone();
        let mut place = &mut object;
        for name in replicas.split('.').filter(|name| !name.is_empty()) {
            let Some(fields) = place.as_object_mut() else { return Some(base.clone()) };
            place = fields.entry(name).or_insert_with(|| json!({}));
        }
        *place = 1.into();
        Some(if self.is_accepted(&object, &SchemaPath::default()) { object } else { base.clone() })
    }

    /// Searches for an object that demonstrates a change to a schema.
    pub(super) fn find(&self, change: &Change) -> Option<Witness> {
        if change.is_limited_default() {
            return self.find_rejected_default(change);
        }
        if let Some(witness) = self.known_rejection(change) {
            return Some(witness);
        }
        let found = self.search(change)?;
        self.remember_rejection(&found, change);
        Some(found)
    }

    fn search(&self, change: &Change) -> Option<Witness> {
        let mut change = change.clone();
        if change.rule == "default-removed" {
            // The witness is an object without the value.
            let path = change.path.as_mut()?;
            let Some(Step::Field(name)) = path.steps().last().cloned() else { return None };
            path.pop();
            change.field = Some(name);
        }
        let change = &change;
        let path = change.path.as_ref()?;
        self.tries.set(MOST_TRIES);
        self.accepted.borrow_mut().clear();
        let old = schema_at(&self.schemas.old, path.steps())?;
        let new = schema_at(&self.schemas.new, path.steps()).unwrap_or(&self.schemas.new);
        let base = self.base.clone().unwrap_or_else(|| self.named(self.sampler.sample(&self.schemas.old, false, 0)));
        let tells_apart = self.distinction(old, new, change);
        if let Some(rule) = change.cel.as_ref().filter(|rule| path.is_root() && rule.rule.contains("metadata.name")) {
            let objects = names::of_rule(&rule.rule).into_iter().map(|name| renamed(&base, &name));
            if let Some(witness) = objects.into_iter().find_map(|object| self.find_confirmed(&object, change)) {
                return Some(witness);
            }
        }
        let mut to_repair = Vec::new();
        let mut others = Vec::new();
        let mut has_distinguishing = false;
        for values in candidates::of(old, new, change, &self.sampler) {
            let values = match &tells_apart {
                Some(distinction) => distinction.distinguishing(values, change, &mut others),
                None => values,
            };
            has_distinguishing |= !values.is_empty();
            if let Some(witness) = self.first_confirmed(&values, &base, change, &mut to_repair) {
                return Some(witness);
            }
        }
        if !has_distinguishing {
            others.truncate(MOST_OTHERS);
            if let Some(witness) = self.first_confirmed(&others, &base, change, &mut to_repair) {
                return Some(witness);
            }
        }
        self.tries.set(MOST_TRIES);
        to_repair.into_iter().find_map(|object| {
            let object = repair::repair(object, self, path)?;
            Some(self.reduced(self.find_confirmed(&object, change)?, change))
        })
    }

    /// Returns the validators of the values at the location of a change, or `None` if validating values in isolation is
    /// not conclusive.
    fn distinction(&self, old: &Schema, new: &Schema, change: &Change) -> Option<Rc<Distinction>> {
        let path = change.path.as_ref()?;
        // In isolation, values have no defaults, and resources in them are not validated.
        let is_inconclusive = matches!(change.rule, "default-removed" | "embedded-resource-added");
        if path.is_root() || is_inconclusive || change.stored == Some(Stored::Dropped) || is_transition(change) {
            return None;
        }
        let mut last = self.last.borrow_mut();
        if let Some((_, distinction)) = last.as_ref().filter(|(known, _)| known == path) {
            return Some(Rc::clone(distinction));
        }
        let distinction = Rc::new(Distinction::new(old, new)?);
        *last = Some((path.clone(), Rc::clone(&distinction)));
        Some(distinction)
    }

    /// Returns a witness with the first of the values that gives one. Adds objects that the old CRD rejects.
    fn first_confirmed(
        &self,
        values: &[Json],
        base: &Json,
        change: &Change,
        to_repair: &mut Vec<Json>,
    ) -> Option<Witness> {
        let path = change.path.as_ref()?;
        for (value, all) in values.iter().flat_map(|value| [(value, false), (value, true)]) {
            let object = embed(&self.schemas.old, base, path.steps(), value, all, &self.sampler);
            let Some(object) = object else { continue };
            if self.tries.get() == 0 {
                return None;
            }
            if let Some(witness) = self.find_confirmed(&object, change) {
                return Some(if all { self.reduced(witness, change) } else { witness });
            }
            if to_repair.len() < MOST_REPAIRS && !self.is_accepted(&object, path) {
                to_repair.push(object);
            }
        }
        None
    }

    /// Returns a witness without the parts that do not matter.
    fn reduced(&self, witness: Witness, change: &Change) -> Witness {
        if witness.before.is_some() {
            return witness;
        }
        let object = reduce::reduce(witness.object.clone(), &|object| self.find_confirmed(object, change).is_some());
        self.find_confirmed(&object, change).unwrap_or(witness)
    }

    /// Returns the path of a required property without which every old object is incomplete, if a change is a rule that
    /// servers therefore do not run.
    pub(super) fn precluded_by(&self, change: &Change) -> Option<SchemaPath> {
        precluded::missing_property(&self.schemas.old, &self.schemas.new, change)
    }

    /// Searches for an object whose status only the old CRD stores on creation.
    pub(super) fn find_with_status(&self) -> Option<Witness> {
        let schema = self.schemas.old.properties.get("status")?;
        let stores = |to: &CustomResource, object: &Json| {
            let response = to.create(object);
            let is_stored = response.object.get("status").is_some_and(|status| !status.is_null());
            response.is_allowed().then_some(is_stored && response.unknown.is_empty())
        };
        let objects = [true, false].into_iter().map(|all| {
            let mut object = self.base.clone()?;
            object.as_object_mut()?.insert("status".to_owned(), self.sampler.sample(schema, all, 0));
            Some(object)
        });
        let object = objects
            .flatten()
            .find(|object| stores(&self.old, object) == Some(true) && stores(&self.new, object) == Some(false))?;
        Some(Witness { object, before: None, outcome: "`status` is dropped".to_owned() })
    }

    /// Finds a small object that the old CRD accepts, if possible with a `spec`, where most changes are.
    fn find_base(&self) -> Option<Json> {
        let root = SchemaPath::default();
        let least = self.sampler.sample(&self.schemas.old, false, 0);
        let mut with_spec = least.clone();
        if let (Some(spec), Some(entries)) = (self.schemas.old.properties.get("spec"), with_spec.as_object_mut()) {
            entries.entry("spec").or_insert_with(|| self.sampler.sample(spec, false, 0));
        }
        let all = self.sampler.sample(&self.schemas.old, true, 0);
        let objects: Vec<Json> = [with_spec, all, least].into_iter().map(|object| self.named(object)).collect();
        let with_names = self.names.iter().flat_map(|name| objects.iter().map(|object| renamed(object, name)));
        let with_names: Vec<Json> = with_names.collect();
        let found = with_names.iter().find(|object| self.is_accepted(object, &root)).cloned();
        let found = found.or_else(|| with_names.into_iter().find_map(|object| repair::repair(object, self, &root)))?;
        let has_spec = found.get("spec").is_some();
        let is_enough = |object: &Json| object.get("spec").is_some() == has_spec && self.is_accepted(object, &root);
        Some(reduce::reduce(found, &is_enough))
    }

    /// Returns the object with its type and a name.
    fn named(&self, mut object: Json) -> Json {
        let of = self.old.resource_type();
        if let Some(entries) = object.as_object_mut() {
            entries.insert("apiVersion".to_owned(), of.api_version().into());
            entries.insert("kind".to_owned(), of.kind.as_str().into());
            let metadata = match of.scope {
                Scope::Namespaced => json!({"name": "example", "namespace": "default"}),
                Scope::Cluster => json!({"name": "example"}),
            };
            entries.insert("metadata".to_owned(), metadata);
            if of.has_status {
                entries.remove("status");
            }
        }
        object
    }
}

/// Returns the object with another name.
fn renamed(object: &Json, name: &str) -> Json {
    let mut object = object.clone();
    if let Some(place) = object.pointer_mut("/metadata/name") {
        *place = name.into();
    }
    object
}

/// Validates values in isolation, with the schemas at the location of a change.
struct Distinction {
    old: Validator,
    new: Validator,
}

impl Distinction {
    /// Returns `None` if a schema cannot be executed.
    fn new(old: &Schema, new: &Schema) -> Option<Self> {
        let validator = |schema: &Schema| {
            let mut options = ValidatorOptions::crd().keeping_broken_rules();
            options.is_resource = false;
            Validator::with_definitions(&Definitions::default(), schema, options).ok()
        };
        Some(Distinction { old: validator(old)?, new: validator(new)? })
    }

    /// Returns the values that the old schema accepts and the new one rejects, first those that the new one rejects
    /// because of the keyword that changed. Adds other values that the new one rejects to `others`.
    fn distinguishing(&self, values: Vec<Json>, change: &Change, others: &mut Vec<Json>) -> Vec<Json> {
        let is_valid = |validator: &Validator, value: &Json| validator.verdict(value, None).is_valid();
        let rejected = values.into_iter().filter(|value| !is_valid(&self.new, value));
        let (mut distinguishing, rest): (Vec<_>, Vec<_>) = rejected.partition(|value| is_valid(&self.old, value));
        others.extend(rest);
        if let Some(keyword) = changed_keyword(change) {
            let is_cause = |error: &Error| error.path.elements.is_empty() && error.origin.check == keyword;
            distinguishing.sort_by_cached_key(|value| !self.new.validate(value, None).errors.iter().any(is_cause));
        }
        distinguishing
    }
}

#[cfg(test)]
mod tests;
