//! Custom resources: processes a request up to the stored object.

mod admission;
mod body;
mod custom_resource;
mod decode;
mod finalizers;
pub mod harness;
mod managed_fields;
mod prepare;
mod requests;
mod scale;
mod strategy;
mod typed;
mod validate;

use idlgen_runtime::{
    field::{BadValue, Element, Error, ErrorList, ErrorType, PathBuf},
    go::json_integer,
};
use serde_json::Value as Json;

pub use self::{
    admission::{Admission, DecodeError, Warning},
    custom_resource::CustomResource,
    requests::{FieldValidation, Requests},
    typed::{Admit, Kind, NoObject, PathStep, TypedAdmission, TypedResource, UndeclaredFields, typed_object},
};
use self::{
    decode::{DecodedObject, Source},
    prepare::prepare_status_update,
    validate::{Operation, Validated},
};
use super::{
    ResourceType,
    object_meta::{self, ObjectMeta},
};
use crate::{Definitions, Validator, ValidatorOptions, ZeroMode, compiled::SchemaError};

impl CustomResource {
    /// Compiles the schema of a resource type, which may refer to `definitions`. Objects are validated with the
    /// settings of custom resources, regardless of `options` for zero values and resources.
    ///
    /// # Errors
    /// Returns the errors of [`Validator::with_definitions`].
    pub fn new(
        definitions: &Definitions,
        resource_type: ResourceType,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        let options = ValidatorOptions { zero_mode: ZeroMode::Crd, is_resource: true, ..options };
        let validator = Validator::with_definitions(definitions, &resource_type.schema, options)?;
        let has_embedded_resources = validator.has_embedded_resources();
        Ok(CustomResource { resource_type, requests: Requests::default(), validator, has_embedded_resources })
    }

    /// Replaces the settings of requests.
    pub fn with_requests(self, requests: Requests) -> Self {
        CustomResource { requests, ..self }
    }

    /// Returns the version of the kind that requests are for.
    pub fn resource_type(&self) -> &ResourceType {
        &self.resource_type
    }

    /// Processes a request to create an object.
    pub fn create(&self, object: &Json) -> Admission {
        let mut decoded = match self.read_request(object) {
            Ok(decoded) => decoded,
            Err(refusal) => return *refusal,
        };
        self.strategy().prepare_creation(&mut decoded.object);
        let validated = self.validate(&decoded.object, Operation::Create);
        let finalizers = finalizers::warnings(&decoded.object, None);
        self.answer(decoded, validated, finalizers)
    }

    /// Processes a request to replace the stored object `old`. Decodes `old` like a server decodes stored objects:
    /// drops unknown fields and unreadable metadata, and applies defaults.
    pub fn update(&self, object: &Json, old: &Json) -> Admission {
        self.replace(object, old, false)
    }

    /// Processes a request to replace the `status` of the stored object `old`. Ignores the rest of the object.
    pub fn update_status(&self, object: &Json, old: &Json) -> Admission {
        self.replace(object, old, true)
    }

    fn replace(&self, object: &Json, old: &Json, is_status: bool) -> Admission {
        let mut decoded = match self.read_request(object) {
            Ok(decoded) => decoded,
            Err(refusal) => return *refusal,
        };
        let mut old = match self.read(old, Source::Store) {
            Ok(old) => old.object,
            Err(error) => {
                let message = format!("the stored object cannot be read: {error}");
                return self.refuse(object, DecodeError { message, ..error }, decoded.unknown);
            }
        };
        self.strategy().complete_stored(&mut old);
        if self.requests.checks_resource_version && names_no_version(&decoded.object) {
            // The server does not check anything else.
            let path = PathBuf {
                elements: ["metadata", "resourceVersion"].map(|name| Element::Field(name.to_owned())).to_vec(),
            };
            let shown = BadValue::Json(0.into());
            let mut errors = ErrorList::new();
            errors.push(Error::new(ErrorType::Invalid, path, shown, "must be specified for an update"));
            return self.answer(decoded, Validated { errors, ..Validated::default() }, Vec::new());
        }
        if is_status {
            prepare_status_update(&mut decoded.object, &old);
            let validated = self.validate(&decoded.object, Operation::UpdateStatus(&old));
            return self.answer(decoded, validated, Vec::new());
        }
        self.strategy().prepare_update(&mut decoded.object, &old);
        let validated = self.validate(&decoded.object, Operation::Update(&old));
        let finalizers = finalizers::warnings(&decoded.object, Some(&old));
        self.answer(decoded, validated, finalizers)
    }

    /// Decodes an object like a server before validation: pruned, without disallowed nulls, with metadata re-encoded by
    /// Go, and with defaults.
    ///
    /// # Errors
    /// Returns an error if the value cannot be decoded as an object of the kind.
    pub fn decode(&self, object: &Json) -> Result<Json, DecodeError> {
        self.read(object, Source::Client).map(|decoded| decoded.object)
    }

    /// Returns the object that a server stores on creation: decoded, without the parts that clients cannot set, which
    /// are the `status` of a kind with that subresource, the namespace of a cluster-scoped kind, and the metadata that
    /// servers set.
    ///
    /// Values that depend on the time, on chance or on the client are missing: `uid`, `creationTimestamp`,
    /// `resourceVersion`, `generation`, `managedFields`, a name generated from `generateName`, and the namespace of a
    /// request.
    ///
    /// # Errors
    /// Returns an error if the value cannot be decoded as an object of the kind.
    pub fn stored(&self, object: &Json) -> Result<Json, DecodeError> {
        let mut object = self.decode(object)?;
        self.prepare_stored(&mut object);
        if self.resource_type.has_status {
            self.validator.fill_in_defaults(&mut object);
        }
        encode_numbers(&mut object);
        Ok(object)
    }

    /// Decodes a stored object like a server: like [`decode`](Self::decode), but drops unreadable metadata and adds a
    /// missing generation.
    ///
    /// # Errors
    /// Returns an error if the value is not an object, or if its type information or its metadata has the wrong type.
    pub fn decode_stored(&self, object: &Json) -> Result<Json, DecodeError> {
        self.read(object, Source::Store).map(|decoded| decoded.object)
    }

    /// Decodes the object of a request. Returns a rejection if that fails.
    fn read_request(&self, object: &Json) -> Result<DecodedObject, Box<Admission>> {
        let decoded = match self.read(object, Source::Client) {
            Ok(decoded) => decoded,
            Err(error) => return Err(Box::new(self.refuse(object, error, Vec::new()))),
        };
        let (FieldValidation::Strict, Some(first)) = (self.requests.field_validation, decoded.unknown.first()) else {
            return Ok(decoded);
        };
        let error = DecodeError { path: first.clone(), ..strict_error(&[], &decoded.unknown) };
        Err(Box::new(self.refuse(object, error, decoded.unknown)))
    }

    fn refuse(&self, object: &Json, error: DecodeError, unknown: Vec<PathBuf>) -> Admission {
        let nothing = self.answer(DecodedObject { object: object.clone(), unknown }, Validated::default(), Vec::new());
        let warnings = self.deprecation().collect();
        Admission { decode_error: Some(error), warnings, ..nothing }
    }

    /// Returns the warnings for every request, whatever its result.
    fn deprecation(&self) -> impl Iterator<Item = Warning> {
        self.resource_type.deprecation.iter().cloned().map(Warning::Deprecated)
    }

    fn answer(&self, decoded: DecodedObject, validated: Validated, finalizers: Vec<Warning>) -> Admission {
        let DecodedObject { mut object, unknown } = decoded;
        if validated.errors.is_empty() && self.resource_type.has_status && object.get("status").is_none() {
            // Defaults are applied again when a stored object is read: those of a dropped status.
            self.validator.fill_in_defaults(&mut object);
        }
        if validated.errors.is_empty() {
            encode_numbers(&mut object);
        }
        let is_told = self.requests.field_validation == FieldValidation::Warn;
        let mut warnings: Vec<Warning> = self.deprecation().collect();
        warnings.extend(unknown.iter().filter(|_| is_told).cloned().map(Warning::UnknownField));
        warnings.extend(validated.ratcheted.into_iter().map(Warning::Ratcheted));
        if validated.errors.is_empty() {
            warnings.extend(finalizers);
        }
        let ResourceType { group, version, kind, .. } = &self.resource_type;
        let text = |name: &str| object.get(name).and_then(Json::as_str).filter(|text| !text.is_empty());
        // Errors name the kind of the object, even if it is not that of the request.
        let is_named = !validated.errors.is_empty();
        let of_object = text("apiVersion").filter(|_| is_named).and_then(|text| object_meta::group_version(text).ok());
        Admission {
            group: of_object.map_or_else(|| group.clone(), |(group, _)| group.to_owned()),
            version: version.clone(),
            kind: text("kind").filter(|_| is_named).map_or_else(|| kind.clone(), str::to_owned),
            name: ObjectMeta::of(&object).text("name").to_owned(),
            decode_error: None,
            errors: validated.errors,
            warnings,
            object,
            unknown,
            causes: validated.causes,
            rejection: None,
        }
    }
}

/// Replaces the numbers of a stored object that are read again as others: `2.0` is stored as `2`, and an integer beyond
/// 64 bits is a float.
fn encode_numbers(value: &mut Json) {
    match value {
        Json::Number(number) if number.is_f64() => {
            if let Some(integer) = number.as_f64().and_then(json_integer) {
                *value = Json::from(integer);
            }
        }
        Json::Number(number) if !number.is_i64() => *value = number.as_f64().into(),
        Json::Array(items) => items.iter_mut().for_each(encode_numbers),
        Json::Object(members) => members.values_mut().for_each(encode_numbers),
        _ => {}
    }
}

/// The beginning of the error of strict decoding.
const STRICT: &str = "strict decoding error: ";

/// Returns the error of strict decoding (`NewStrictDecodingError` of `k8s.io/apimachinery/pkg/runtime`).
fn strict_error(duplicates: &[PathBuf], unknown: &[PathBuf]) -> DecodeError {
    let duplicates = duplicates.iter().map(|path| (path, admission::duplicate_field(path)));
    let all = duplicates.chain(unknown.iter().map(|path| (path, admission::unknown_field(path))));
    let (paths, texts): (Vec<&PathBuf>, Vec<String>) = all.unzip();
    let path = paths.first().copied().cloned().unwrap_or_default();
    DecodeError { path, message: format!("{STRICT}{}", texts.join(", ")) }
}

/// Returns `true` if an object does not specify the version of the stored object that it replaces (`Store.Update` of
/// `k8s.io/apiserver/pkg/registry/generic/registry`).
fn names_no_version(object: &Json) -> bool {
    ["", "0"].contains(&ObjectMeta::of(object).text("resourceVersion"))
}

#[cfg(test)]
mod tests;
