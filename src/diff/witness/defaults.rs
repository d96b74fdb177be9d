//! Searches for objects that a new default makes invalid: with the value, they violate a rule, a branch or a limit of
//! an enclosing object.

use idlgen_validate::{
    Definitions,
    crd::{Admission, CustomResource},
};
use serde_json::Value as Json;

use super::{
    Search, Witness, candidates,
    confirm::Request,
    embed::{embed, schema_at, schema_at_mut},
    reduce,
};
use crate::diff::{Change, SchemaPath, Step};

/// Maximum number of objects to try per default.
const MOST_TRIES: usize = 120;

impl Search {
    /// Searches for an object that the old CRD accepts, and that the new one rejects only because of a default.
    pub(super) fn find_rejected_default(&self, change: &Change) -> Option<Witness> {
        let (path, name) = enclosing(change)?;
        self.tries.set(MOST_TRIES);
        let old = schema_at(&self.schemas.old, path.steps())?;
        let new = schema_at(&self.schemas.new, path.steps())?;
        let base = self.base.as_ref()?;
        let search = DefaultSearch { search: self, without: self.new_without_default(&path.field(&name))?, path };
        let about = Change { path: Some(search.path.clone()), field: Some(name.clone()), ..change.clone() };
        for values in candidates::of(old, new, &about, &self.sampler) {
            for value in values.iter().filter(|value| value.get(&name).is_none()) {
                if self.tries.get() == 0 {
                    return None;
                }
                let object = embed(&self.schemas.old, base, search.path.steps(), value, false, &self.sampler);
                let Some(object) = object else { continue };
                if search.rejection(&object).is_some() {
                    let object = reduce::reduce(object, &|object| search.rejection(object).is_some());
                    let outcome = format!("rejected: {}", search.rejection(&object)?);
                    return Some(Witness { object, before: None, outcome });
                }
            }
        }
        None
    }

    /// Returns the new CRD without the default at a path.
    fn new_without_default(&self, path: &SchemaPath) -> Option<CustomResource> {
        let mut resource_type = self.new.resource_type().clone();
        schema_at_mut(&mut resource_type.schema, path.steps())?.default = None;
        CustomResource::new(&Definitions::default(), resource_type, self.options).ok()
    }
}

/// Returns the path of the object with the default, and the name of the field.
fn enclosing(change: &Change) -> Option<(SchemaPath, String)> {
    let mut path = change.path.clone()?;
    if let Some(field) = &change.field {
        return Some((path, field.clone()));
    }
    let Some(Step::Field(name)) = path.steps().last().cloned() else { return None };
    path.pop();
    Some((path, name))
}

struct DefaultSearch<'s> {
    search: &'s Search,
    /// The new CRD without the default.
    without: CustomResource,
    /// The path of the object with the default.
    path: SchemaPath,
}

impl DefaultSearch<'_> {
    /// Returns the first error of the new CRD if the old one accepts an object, and the new one would without the
    /// default.
    fn rejection(&self, object: &Json) -> Option<String> {
        let search = self.search;
        let request = search.accepted_request(object, &self.path)?;
        let error = search.send_to_new(object, &request).errors.iter().next()?.to_string();
        self.without(object, &request).is_allowed().then_some(error)
    }

    fn without(&self, object: &Json, request: &Request) -> Admission {
        self.search.send_as_new(&self.without, object, request)
    }
}
