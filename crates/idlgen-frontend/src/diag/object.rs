//! The object of a diagnostic.

use serde_json::Value;

/// An object and a field of it. Unset properties are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the fields are those of an object")]
pub struct ObjectReference {
    /// `apiVersion` as written: `apps/v1`.
    pub api_version: String,
    /// `kind` as written.
    pub kind: String,
    /// `metadata.namespace`.
    pub namespace: String,
    /// `metadata.name`.
    pub name: String,
    /// The field, formatted as in API server errors: `spec.ports[0].name`. `None` for the entire object.
    pub field: Option<String>,
    /// The reason in the causes of a server's response: `FieldValueInvalid`.
    pub reason: Option<&'static str>,
    /// Set if the error prevents a server from decoding the object.
    pub decoding: Option<Decoding>,
    /// The indices among the causes of a server's response, or among the errors of a strict decoder.
    pub causes: Vec<usize>,
    /// The field error, if the diagnostic is about one.
    pub error: Option<Box<FieldError>>,
}

/// The parts of a field error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the fields are those of an error")]
pub struct FieldError {
    /// The type in the causes of a server's response: `FieldValueInvalid`.
    pub error_type: &'static str,
    /// The value, if the error shows one.
    pub bad_value: Option<Value>,
    /// The reason and the expected value.
    pub detail: String,
    /// The schema keyword that reported it: `maximum`, `format=date`, `x-kubernetes-validations`.
    pub origin: Option<String>,
    /// The CEL rule that reported it.
    pub rule: Option<String>,
    /// The JSON pointer of the keyword in the schema of the kind.
    pub schema_path: Option<String>,
}

/// A decoding error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "decoders have these two ways to fail")]
pub enum Decoding {
    /// A value does not match its type. The rest of the object is not validated.
    Failed,
    /// An error of strict decoding only: an unknown field.
    Strict,
}
