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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requests {
    /// What becomes of unknown fields.
    pub field_validation: FieldValidation,
    /// Whether an update must say which version it replaces, as the server demands: that `metadata.resourceVersion` is
    /// given. Files seldom have it.
    pub requires_resource_version: bool,
}
