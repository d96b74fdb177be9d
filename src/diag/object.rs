//! Which object a finding is about.

use serde_json::Value;

/// An object, by what it says of itself, and a field of it. What it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "it is what an object says of itself")]
pub struct ObjectReference {
    /// Its apiVersion.
    pub api_version: String,
    /// Its kind.
    pub kind: String,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The field, as errors of API servers write it: `spec.ports[0].name`. None if the whole object is meant.
    pub field: Option<String>,
    /// Why a server refuses the field, as the causes of its answers name it: `FieldValueInvalid`.
    pub reason: Option<&'static str>,
    /// What keeps a server from reading the object, if the finding is about that.
    pub decoding: Option<Decoding>,
    /// The indices of the finding among the causes of a server's response, or among the problems of a strict decoder.
    pub causes: Vec<usize>,
    /// The error of the field, if the finding is one.
    pub error: Option<Box<FieldError>>,
}

/// An error of a field, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "it is what an error says")]
pub struct FieldError {
    /// The type, as the causes of a server's response name it: `FieldValueInvalid`.
    pub error_type: &'static str,
    /// The value, if the error shows one.
    pub bad_value: Option<Value>,
    /// What is wrong and what would be right.
    pub detail: String,
    /// The check that found it, by its keyword: `maximum`, `format=date`, `x-kubernetes-validations`.
    pub origin: Option<String>,
    /// The CEL rule that found it.
    pub rule: Option<String>,
    /// The JSON pointer of the keyword in the schema of the kind.
    pub schema_path: Option<String>,
}

/// What keeps a server from reading an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "decoders have these two ways to fail")]
#[non_exhaustive]
pub enum Decoding {
    /// A value that does not fit its type: nothing else is looked at.
    Failed,
    /// What only a strict decoder minds: a field that the type does not have.
    Strict,
}
