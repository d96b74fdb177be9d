//! Validates an object with both CRDs.

use std::borrow::Cow;

use idlgen_runtime::field::{Element, Error, PathBuf};
use idlgen_validate::{
    crd::{Admission, CustomResource},
    schema::ValidationRule,
};
use serde_json::Value as Json;

use super::{Search, Witness, embed::schema_at};
use crate::diff::{Change, SchemaPath, Step, Stored};

const REQUIRED_ADDED: &str = "required-added";

/// Changes that can affect the rules that read the value.
const FORMAT_CHANGES: [&str; 2] = ["format-removed", "format-changed"];

/// Keywords whose violations have errors of their own, unlike those of patterns, which servers do not check in a string
/// that is too short or too long.
const LIMITS: [&str; 8] =
    ["maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum"];

/// Maximum number of objects that are compared with later ones as updates.
const MOST_EARLIER: usize = 4;

/// Returns `true` if a change concerns only updates.
pub(super) fn is_transition(change: &Change) -> bool {
    change.cel.as_ref().is_some_and(|rule| rule.rule.contains("oldSelf"))
}

/// Returns the keyword of a limit that a change adds or tightens: `maxLength` for `max-length-added`.
pub(super) fn changed_keyword(change: &Change) -> Option<String> {
    let (name, how) = change.rule.rsplit_once('-')?;
    if !["added", "lowered", "raised", "tightened", "changed"].contains(&how) || change.cel.is_some() {
        return None;
    }
    let mut words = name.split('-');
    let mut keyword = words.next()?.to_owned();
    for word in words {
        let mut characters = word.chars();
        keyword.extend(characters.next().map(|first| first.to_ascii_uppercase()));
        keyword.push_str(characters.as_str());
    }
    Some(keyword)
}

/// The request that writes an object.
pub(super) enum Request {
    Create,
    /// Writes a status. The object without the status already exists.
    Status(Json),
}

/// Returns the request that writes an object with a value at a path.
fn request(old: &CustomResource, object: &Json, path: &SchemaPath) -> Option<Request> {
    let is_status = matches!(path.steps().first(), Some(Step::Field(name)) if name == "status");
    if !is_status || !old.resource_type().has_status {
        return Some(Request::Create);
    }
    let mut bare = object.clone();
    bare.as_object_mut()?.remove("status");
    let created = old.create(&bare);
    created.is_allowed().then_some(Request::Status(created.object))
}

/// Returns the response of the old CRD.
pub(super) fn old_response(old: &CustomResource, object: &Json, path: &SchemaPath) -> Option<Admission> {
    Some(Search::send(old, object, &request(old, object, path)?))
}

impl Search {
    fn send(to: &CustomResource, object: &Json, request: &Request) -> Admission {
        match request {
            Request::Create => to.create(object),
            Request::Status(stored) => to.update_status(object, stored),
        }
    }

    /// Returns the response of the new CRD.
    pub(super) fn send_to_new(&self, object: &Json, request: &Request) -> Admission {
        self.send_as_new(&self.new, object, request)
    }

    /// Returns the response of a CRD with the type of the new one.
    pub(super) fn send_as_new(&self, to: &CustomResource, object: &Json, request: &Request) -> Admission {
        match request {
            Request::Create => to.create(&self.as_new(object)),
            Request::Status(stored) => to.update_status(&self.as_new(object), &self.as_new(stored)),
        }
    }

    /// Returns the request that writes an object with a value at a path, if the old CRD accepts it without dropping any
    /// field.
    pub(super) fn accepted_request(&self, object: &Json, path: &SchemaPath) -> Option<Request> {
        let request = request(&self.old, object, path)?;
        let response = Self::send(&self.old, object, &request);
        self.count_try();
        (response.is_allowed() && response.unknown.is_empty()).then_some(request)
    }

    /// Returns the last object that a new required field made invalid, if it is a witness for a change.
    pub(super) fn known_rejection(&self, change: &Change) -> Option<Witness> {
        let known = self.rejected.borrow();
        let (_, object, response) =
            known.as_ref().filter(|(path, ..)| change.rule == REQUIRED_ADDED && change.path.as_ref() == Some(path))?;
        let outcome = outcome(response, change)?;
        Some(Witness { object: object.clone(), before: None, outcome })
    }

    /// Keeps a witness for [`Search::known_rejection`].
    pub(super) fn remember_rejection(&self, witness: &Witness, change: &Change) {
        let Some(path) = change.path.as_ref().filter(|_| change.rule == REQUIRED_ADDED) else { return };
        if let Some(request) = request(&self.old, &witness.object, path) {
            let response = self.send_to_new(&witness.object, &request);
            *self.rejected.borrow_mut() = Some((path.clone(), witness.object.clone(), response));
        }
    }

    /// Returns an object with the type of the new CRD. A change of the group or kind is reported by itself, so it does
    /// not hide what else changed.
    fn as_new<'o>(&self, object: &'o Json) -> Cow<'o, Json> {
        let [old, new] = [&self.old, &self.new].map(CustomResource::resource_type);
        if (old.api_version(), &old.kind) == (new.api_version(), &new.kind) {
            return Cow::Borrowed(object);
        }
        let mut object = object.clone();
        if let Some(entries) = object.as_object_mut() {
            entries.insert("apiVersion".to_owned(), new.api_version().into());
            entries.insert("kind".to_owned(), new.kind.as_str().into());
        }
        Cow::Owned(object)
    }

    /// Counts a processed object.
    pub(super) fn count_try(&self) {
        self.tries.set(self.tries.get().saturating_sub(1));
    }

    /// Returns `true` if the old CRD accepts an object without dropping any field.
    pub(super) fn is_accepted(&self, object: &Json, path: &SchemaPath) -> bool {
        self.count_try();
        let response = old_response(&self.old, object, path);
        response.is_some_and(|response| response.is_allowed() && response.unknown.is_empty())
    }

    /// Returns a witness if the old CRD accepts an object, and the new one rejects it or drops a part of it because of
    /// the change.
    pub(super) fn find_confirmed(&self, object: &Json, change: &Change) -> Option<Witness> {
        let path = change.path.as_ref()?;
        if is_transition(change) {
            return self.validate_update(object, change);
        }
        let request = self.accepted_request(object, path)?;
        let response = self.send_to_new(object, &request);
        let outcome = outcome(&response, change).or_else(|| self.outcome_of_rule(&response, change))?;
        Some(Witness { object: object.clone(), before: None, outcome })
    }

    /// Returns the error of a rule of both CRDs that reads the value whose format changed.
    fn outcome_of_rule(&self, response: &Admission, change: &Change) -> Option<String> {
        let path = change.path.as_ref().filter(|_| FORMAT_CHANGES.contains(&change.rule))?;
        let is_old_rule = |error: &&Error| {
            let steps = path.steps().get(..error.path.elements.len()).unwrap_or(path.steps());
            let rules = schema_at(&self.schemas.old, steps).map(|schema| schema.extensions.validations.as_slice());
            is_on(&error.path.elements, path.steps())
                && rules.unwrap_or_default().iter().any(|rule| is_of_rule(error, rule))
        };
        response.errors.iter().find(is_old_rule).map(|error| format!("rejected: {error}"))
    }

    /// Returns a witness if the old CRD accepts the creation of an object, or an update to it, and the new one does
    /// not.
    fn validate_update(&self, object: &Json, change: &Change) -> Option<Witness> {
        let path = change.path.as_ref()?;
        let request = request(&self.old, object, path)?;
        let created = Self::send(&self.old, object, &request);
        self.count_try();
        if created.is_allowed()
            && let Some(outcome) = outcome(&self.send_to_new(object, &request), change)
        {
            return Some(Witness { object: object.clone(), before: None, outcome });
        }
        let earlier = self.accepted.borrow().clone();
        if created.is_allowed() && earlier.len() < MOST_EARLIER {
            self.accepted.borrow_mut().push(object.clone());
        }
        let update = |to: &CustomResource, object: &Json, stored: &Json| match request {
            Request::Create => to.update(object, stored),
            Request::Status(_) => to.update_status(object, stored),
        };
        for (before, after) in earlier.iter().flat_map(|other| [(other, object), (object, other)]) {
            self.count_try();
            let stored = Self::send(&self.old, before, &request);
            if !stored.is_allowed() || !update(&self.old, after, &stored.object).is_allowed() {
                continue;
            }
            let [sent, stored] = [after, &stored.object].map(|object| self.as_new(object));
            if let Some(outcome) = outcome(&update(&self.new, &sent, &stored), change) {
                return Some(Witness { object: after.clone(), before: Some(before.clone()), outcome });
            }
        }
        None
    }
}

/// Returns the error or the data loss in a response that results from the change.
fn outcome(response: &Admission, change: &Change) -> Option<String> {
    let path = change.path.as_ref()?;
    let full = change.field.as_ref().map_or_else(|| path.clone(), |field| path.field(field));
    // An error of a nested value may have another cause, unless the change concerns all nested values.
    let depth = match change.rule {
        "list-type-added" | "list-map-keys-removed" => full.steps().len() + 1,
        "fields-typed" | "field-typed" | "values-typed" | "embedded-resource-added" => usize::MAX,
        _ if change.cel.is_some() => usize::MAX,
        _ => full.steps().len(),
    };
    let is_cause = |error: &Error| {
        is_below(&error.path, full.steps())
            && error.path.elements.len() <= depth
            && change.cel.as_deref().is_none_or(|rule| is_of_rule(error, rule))
    };
    let keyword = changed_keyword(change);
    let is_of_keyword = |error: &Error| keyword.as_deref().is_some_and(|keyword| error.origin.check == keyword);
    let mut causes = response.errors.iter().filter(|error| is_cause(error));
    // Another limit of the same value can have changed, too.
    let is_limit = keyword.as_deref().is_some_and(|keyword| LIMITS.contains(&keyword));
    let first = causes.clone().find(|_| !is_limit);
    if let Some(error) = causes.find(|error| is_of_keyword(error)).or(first) {
        return Some(format!("rejected: {error}"));
    }
    if change.cel.is_some() {
        return None;
    }
    if let Some(error) = response.decode_error.as_ref().filter(|error| is_below(&error.path, full.steps())) {
        return Some(format!("rejected: {error}"));
    }
    let drops = matches!(change.stored, Some(Stored::Dropped));
    let dropped = response.unknown.iter().find(|place| drops && is_below(place, full.steps()))?;
    // Without the change, the object would still be rejected.
    let more = if response.is_allowed() { "" } else { ", and the object is rejected because of another change" };
    Some(format!("`{}` is dropped{more}", dropped.to_strict()))
}

/// Returns `true` if a rule reported the error.
fn is_of_rule(error: &Error, rule: &ValidationRule) -> bool {
    error.origin.rule.as_deref() == Some(rule.rule.as_str())
}

/// Returns `true` if the location of an error is at or below the path of a schema.
fn is_below(place: &PathBuf, path: &[Step]) -> bool {
    place.elements.len() >= path.len() && is_on(&place.elements, path)
}

/// Returns `true` if a location and the path of a schema are equal up to the end of the shorter one.
pub(super) fn is_on(place: &[Element<String>], path: &[Step]) -> bool {
    place.iter().zip(path).all(|(element, step)| match (element, step) {
        (Element::Field(name) | Element::Key(name), Step::Field(field)) => name == field,
        (Element::Index(_), Step::Items) => true,
        (Element::Field(_) | Element::Key(_), Step::Values) => true,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_at_or_below_the_path_of_a_schema() {
        let field = |name: &str| Element::Field(name.to_owned());
        let key = |name: &str| Element::Key(name.to_owned());
        let step = |name: &str| Step::Field(name.to_owned());
        let path = [step("a"), Step::Items, Step::Values];
        for (place, on, below) in [
            (vec![], true, false),
            (vec![field("a")], true, false),
            (vec![field("b")], false, false),
            (vec![field("a"), Element::Index(3)], true, false),
            (vec![field("a"), field("b")], false, false),
            (vec![field("a"), Element::Index(3), key("k")], true, true),
            (vec![field("a"), Element::Index(3), field("k"), field("l")], true, true),
            (vec![field("a"), Element::Index(3), Element::Index(0)], false, false),
            (vec![Element::Index(3), Element::Index(3), key("k")], false, false),
            (vec![key("a"), Element::Index(3), key("k")], true, true),
        ] {
            assert_eq!(is_on(&place, &path), on, "{place:?}");
            assert_eq!(is_below(&PathBuf { elements: place.clone() }, &path), below, "{place:?}");
        }
    }
}
