//! Responses that a Rust type alone determines, with the errors of its validators.

use std::borrow::Cow;

use idlgen_runtime::{
    Context, Options, Outcome, compared_outcome,
    data::{differs_from, is_as_written, read_member, read_members, set_member, set_zero_member},
    field::ErrorList,
    passes_uncompared,
    value::ValueRef,
};
use serde_json::{Map, Value as Json};

use super::{Admit, NoObject, TypedAdmission, TypedResource};
use crate::crd::{
    Admission, Warning, object_meta,
    resource::{
        decode::Source,
        finalizers, names_no_version,
        prepare::prepare_status_update,
        scale,
        strategy::Strategy,
        validate::{Operation, Validated},
    },
};

const METADATA: &str = "metadata";
const STATUS: &str = "status";

/// An object that contains only metadata.
type Head<'j> = Cow<'j, Json>;

/// The result of processing a request with the Rust type alone. There is none if the type does not represent the object
/// exactly.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a box would be an allocation for each accepted request")]
pub(in crate::crd::resource) enum Decision<T> {
    /// The response is known.
    Known(TypedAdmission<T>),
    /// The request is rejected, but only the schema determines the errors, their order and their messages.
    Rejected,
}

impl<T> Decision<T> {
    fn known(self) -> Option<TypedAdmission<T>> {
        match self {
            Decision::Known(admission) => Some(admission),
            Decision::Rejected => None,
        }
    }
}

impl TypedResource {
    /// Returns the response if the Rust type alone determines it.
    #[doc(hidden)]
    pub fn create_typed<T: Admit>(&self, object: &Json) -> Option<TypedAdmission<T>> {
        self.decide_creation(object)?.known()
    }

    /// Processes a request to create an object with the Rust type alone, if it decides.
    pub(in crate::crd::resource) fn decide_creation<T: Admit>(&self, object: &Json) -> Option<Decision<T>> {
        let strategy = self.strategy_by_type()?;
        let members = self.members(object)?;
        let mut typed = read::<T>(members)?;
        let mut metadata = read_metadata(object, members, Source::Client)?;
        strategy.prepare_creation(metadata.to_mut());
        if self.kind.has_status {
            set_member(&mut typed, STATUS, &Json::Null).ok()?;
        }
        self.decide(&strategy, typed, &metadata, &Old::Same, Operation::Create)
    }

    /// Returns the response if the Rust type alone determines it, like [`create_typed`](Self::create_typed).
    #[doc(hidden)]
    pub fn replace_typed<T: Admit>(&self, object: &Json, old: &Json, is_status: bool) -> Option<TypedAdmission<T>> {
        self.decide_replacement(object, old, is_status)?.known()
    }

    /// Processes a request to replace an object with the Rust type alone, if it decides.
    pub(in crate::crd::resource) fn decide_replacement<T: Admit>(
        &self,
        object: &Json,
        old: &Json,
        is_status: bool,
    ) -> Option<Decision<T>> {
        let strategy = self.strategy_by_type()?;
        let (members, stored) = (self.members(object)?, self.members(old)?);
        let mut typed = read::<T>(members)?;
        let mut metadata = read_metadata(object, members, Source::Client)?;
        let mut old_metadata = read_metadata(old, stored, Source::Store)?;
        if strategy.is_incomplete(&old_metadata) {
            strategy.complete_stored(old_metadata.to_mut());
        }
        if strategy.checks_resource_version && names_no_version(&metadata) {
            return None;
        }
        if is_status {
            let mut before = read::<T>(stored)?;
            typed.clone_from(&before);
            read_member(&mut typed, STATUS, members.get(STATUS)).then_some(())?;
            prepare_status_update(metadata.to_mut(), &old_metadata);
            set_zero_member(&mut before, METADATA, old_metadata.get(METADATA)?).ok()?;
            return self.decide(
                &strategy,
                typed,
                &metadata,
                &Old::Read(&before),
                Operation::UpdateStatus(&old_metadata),
            );
        }
        if self.kind.has_status && members.get(STATUS) != stored.get(STATUS) {
            read_member(&mut typed, STATUS, stored.get(STATUS)).then_some(())?;
        }
        let operation = Operation::Update(&old_metadata);
        // Rules see the prefix of the name, so it must be the same.
        let is_equal = is_equal_beside(members, stored, self.kind.has_status);
        let is_unchanged = is_equal || is_as_written(&typed, stored, Some(METADATA));
        if is_unchanged && has_same_prefix(&metadata, &old_metadata) {
            strategy.prepare_metadata_update(metadata.to_mut(), &old_metadata, false);
            return self.decide(&strategy, typed, &metadata, &Old::Same, operation);
        }
        let read_before = || {
            let mut before = read::<T>(stored)?;
            set_zero_member(&mut before, METADATA, old_metadata.get(METADATA)?).ok()?;
            Some(before)
        };
        if !self.reads_old() && differs_from(&typed, stored, Some(METADATA)) {
            strategy.prepare_metadata_update(metadata.to_mut(), &old_metadata, true);
            return self.decide(&strategy, typed, &metadata, &Old::Unread(&read_before), operation);
        }
        let mut before = read::<T>(stored)?;
        let differs = typed != before || differs_as_written(&typed, &before)?;
        strategy.prepare_metadata_update(metadata.to_mut(), &old_metadata, differs);
        set_zero_member(&mut before, METADATA, old_metadata.get(METADATA)?).ok()?;
        self.decide(&strategy, typed, &metadata, &Old::Read(&before), operation)
    }

    /// Returns how the metadata of objects is treated, or `None` if the Rust type does not suffice for any request.
    fn strategy_by_type(&self) -> Option<Strategy<'_>> {
        self.kind.is_typed.then(|| self.strategy())
    }

    /// Returns the decision about a prepared object.
    fn decide<T: Admit>(
        &self,
        strategy: &Strategy<'_>,
        mut typed: T,
        metadata: &Json,
        old: &Old<'_, T>,
        operation: Operation<'_>,
    ) -> Option<Decision<T>> {
        set_zero_member(&mut typed, METADATA, metadata.get(METADATA)?).ok()?;
        let (general, own) = strategy.metadata_errors(metadata, operation);
        let options: Options = self.validator_options().runtime();
        let name = object_meta::ObjectMeta::of(metadata).text("name");
        // The errors of the scale subresource are between those of other checks. Required metadata prevents rules, and
        // empty metadata is missing in the type.
        let is_ordered = self.kind.scale.is_none_or(|paths| is_scalable(&typed, paths))
            && Context::instead_of_rules(&own).is_none()
            && !name.is_empty();
        if !is_ordered {
            return Some(Decision::Rejected);
        }
        let compared = match (operation, old) {
            (Operation::Create, _) | (_, Old::Unread(_)) => None,
            (_, Old::Same) => Some(&typed),
            (_, Old::Read(old)) => Some(*old),
        };
        let outcome = if passes_uncompared(&typed, compared, options) {
            Outcome::default()
        } else if let Old::Unread(read) = old {
            compared_outcome(&typed, Some(&read()?), &options)
        } else {
            compared_outcome(&typed, compared, &options)
        };
        let is_valid = general.is_empty() && own.is_empty() && outcome.errors.is_empty();
        // Types check their fields in declaration order, and schemas in the order of names.
        if count::<T>(&outcome.errors) > 1 || outcome.warnings.len() > 1 {
            return (!is_valid).then_some(Decision::Rejected);
        }
        if matches!(operation, Operation::UpdateStatus(_)) && !(is_valid && outcome.warnings.is_empty()) {
            // The schema of the status is checked as if it were that of an object, so paths in messages differ.
            return (!is_valid).then_some(Decision::Rejected);
        }
        if is_valid && strategy.has_status && matches!(operation, Operation::Create) {
            // A dropped status has defaults when the object is read again.
            read_member(&mut typed, STATUS, None).then_some(())?;
        }
        let text = str::to_owned;
        let mut warnings: Vec<_> = self.deprecation().collect();
        warnings.extend(outcome.warnings.into_iter().map(Warning::Ratcheted));
        if is_valid {
            warnings.extend(match operation {
                Operation::Create => finalizers::warnings(metadata, None),
                Operation::Update(old) => finalizers::warnings(metadata, Some(old)),
                Operation::UpdateStatus(_) => Vec::new(),
            });
        }
        let mut of_object = own;
        of_object.use_messages_of(options.kubernetes_minor);
        of_object.extend(outcome.errors);
        let Validated { errors, causes, .. } = Validated::new(general, of_object, options.kubernetes_minor);
        Some(Decision::Known(Admission {
            group: text(self.kind.group),
            version: text(self.kind.version),
            kind: text(self.kind.kind),
            name: text(name),
            decode_error: None,
            errors,
            warnings,
            object: if is_valid { Ok(typed) } else { Err(NoObject::Rejected) },
            unknown: Vec::new(),
            causes,
            rejection: None,
        }))
    }

    /// Returns the members of an object of this kind, or `None` if the type does not represent it.
    fn members<'j>(&self, object: &'j Json) -> Option<&'j Map<String, Json>> {
        let members = object.as_object()?;
        let text = |name: &str| members.get(name).and_then(Json::as_str);
        let api_version = text("apiVersion")?;
        let is_of_version = match api_version.split_once('/') {
            Some((group, version)) => group == self.kind.group && version == self.kind.version,
            None => self.kind.group.is_empty() && api_version == self.kind.version,
        };
        let is_of_kind = is_of_version && text("kind") == Some(self.kind.kind);
        (is_of_kind && !self.kind.undeclared.iter().any(|fields| fields.is_in(object))).then_some(members)
    }
}

/// Reads an object without its metadata, and applies defaults. Returns `None` if the type does not represent it
/// exactly, or if the server would report something.
fn read<T: Admit>(members: &Map<String, Json>) -> Option<T> {
    let mut typed = T::default();
    read_members(&mut typed, members, Some(METADATA)).then_some(typed)
}

/// Decodes the metadata of an object. Returns `None` if the server would report something.
fn read_metadata<'j>(object: &'j Json, members: &Map<String, Json>, source: Source) -> Option<Head<'j>> {
    let metadata = members.get(METADATA)?;
    let is_complete = source == Source::Client || metadata.get("generation").is_some();
    if is_complete && object_meta::is_plain(metadata) {
        return Some(match source {
            Source::Client => Cow::Owned(head_of(metadata.clone())),
            Source::Store => Cow::Borrowed(object),
        });
    }
    let decoded = match source {
        Source::Client => object_meta::decode(metadata).ok()?,
        Source::Store => object_meta::decode_valid_fields(metadata).ok()?,
    };
    let (Json::Object(mut metadata), true) = (decoded.metadata, decoded.unknown.is_empty()) else { return None };
    if source == Source::Store {
        metadata.entry("generation").or_insert_with(|| 1.into());
    }
    Some(Cow::Owned(head_of(Json::Object(metadata))))
}

fn head_of(metadata: Json) -> Json {
    Json::Object(Map::from_iter([(METADATA.to_owned(), metadata)]))
}

/// Returns `true` if the members of two objects are equal, except for their metadata and, if it is a subresource, the
/// status.
fn is_equal_beside(new: &Map<String, Json>, old: &Map<String, Json>, has_status: bool) -> bool {
    let is_compared = |name: &str| name != METADATA && !(has_status && name == STATUS);
    let count = |members: &Map<String, Json>| members.keys().filter(|name| is_compared(name)).count();
    count(new) == count(old) && new.iter().all(|(name, value)| !is_compared(name) || old.get(name) == Some(value))
}

fn has_same_prefix(new: &Json, old: &Json) -> bool {
    let prefix = |object| object_meta::ObjectMeta::of(object).text("generateName");
    prefix(new) == prefix(old)
}

/// Returns `true` if equal values are written in other ways, such as the quantities `1Gi` and `1073741824`.
fn differs_as_written<T: Admit>(new: &T, old: &T) -> Option<bool> {
    let members = |typed: &T| {
        let mut members = serde_json::to_value(typed).ok()?;
        members.as_object_mut()?.remove(METADATA);
        Some(members)
    };
    Some(members(new)? != members(old)?)
}

/// The object before an update.
enum Old<'o, T> {
    /// Equal to the new object. Creations have none.
    Same,
    /// Another object.
    Read(&'o T),
    /// Another object that no rule reads. It is only needed if the new object has errors, which it may have, too.
    Unread(&'o dyn Fn() -> Option<T>),
}

/// Returns the number of errors, except for the last one if it says that rules did not run.
fn count<T: Admit>(errors: &ErrorList) -> usize {
    let are_rules_left_out = T::has_rules() && Context::instead_of_rules(errors).is_some();
    errors.len() - usize::from(are_rules_left_out)
}

/// Returns `true` if the fields of the `scale` subresource have no errors: requested replicas, actual replicas,
/// selector.
fn is_scalable<T: Admit>(typed: &T, (spec, status, selector): (&str, &str, Option<&str>)) -> bool {
    is_missing_or(typed, spec, is_count)
        && is_missing_or(typed, status, is_count)
        && selector.is_none_or(|path| is_missing_or(typed, path, |selector| matches!(selector, ValueRef::String(_))))
}

fn is_count(replicas: &ValueRef<'_>) -> bool {
    matches!(replicas, ValueRef::Int(count) if i32::try_from(*count).is_ok_and(|count| count >= 0))
}

/// Returns `true` if there is no value at a simple path, or if it is as expected.
fn is_missing_or<T: Admit>(typed: &T, path: &str, is_expected: fn(&ValueRef<'_>) -> bool) -> bool {
    let mut value = typed.as_value();
    for step in scale::steps(path) {
        let ValueRef::Map(members) = value else { return false };
        match members.get(step) {
            Some(member) => value = member,
            None => return true,
        }
    }
    is_expected(&value)
}
