//! Settings of requests.

/// The handling of unknown fields (the query parameter `fieldValidation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// Drop them silently.
    Ignore,
    /// Drop them with a warning each. The server's default.
    #[default]
    Warn,
    /// Reject the request.
    Strict,
}

/// Settings of requests: parameters of a client other than the object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requests {
    /// The handling of unknown fields.
    pub field_validation: FieldValidation,
    /// The namespace of a creation request if the object has none. The default is `default`, as in `kubectl`.
    pub namespace: String,
    /// `true` if an update must specify the version of the stored object in `metadata.resourceVersion`, as servers
    /// require. The default is `false` because files rarely contain it. The value is never compared with the stored
    /// version.
    pub checks_resource_version: bool,
}

impl Requests {
    pub(super) const DEFAULT_NAMESPACE: &str = "default";
}

impl Default for Requests {
    fn default() -> Self {
        Requests {
            field_validation: FieldValidation::default(),
            namespace: Self::DEFAULT_NAMESPACE.to_owned(),
            checks_resource_version: false,
        }
    }
}
