//! Settings of requests.

/// What becomes of fields that nothing knows (the query parameter `fieldValidation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// They are dropped without a word.
    Ignore,
    /// They are dropped with a warning each, as a server does unless it is told otherwise.
    #[default]
    Warn,
    /// The request is refused.
    Strict,
}

/// Settings of requests: what a client says beside the object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requests {
    /// What becomes of unknown fields.
    pub field_validation: FieldValidation,
    /// The namespace that a request to create an object goes to, if the object names none. It is `default`, as with
    /// `kubectl`.
    pub namespace: String,
    /// Whether an update must say in `metadata.resourceVersion` which version of the stored object it replaces, as
    /// servers demand. Files seldom do, so they need not. Whether it is the version that is stored is never asked.
    pub checks_resource_version: bool,
}

impl Default for Requests {
    fn default() -> Self {
        Requests {
            field_validation: FieldValidation::default(),
            namespace: "default".to_owned(),
            checks_resource_version: false,
        }
    }
}
