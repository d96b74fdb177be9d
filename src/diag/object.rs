//! Which object a finding is about.

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
}

/// What keeps a server from reading an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "decoders have these two ways to fail")]
pub enum Decoding {
    /// A value that does not fit its type: nothing else is looked at.
    Failed,
    /// What only a strict decoder minds: a field that the type does not have.
    Strict,
}
