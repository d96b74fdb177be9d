//! Which reading of `json` struct tags counts.

/// How `json` struct tags are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonTags {
    /// As `encoding/json` reads them.
    Go,
    /// As openapi-gen reads them since Kubernetes 1.37: a field without a name is no property.
    Options,
    /// As openapi-gen read them before: `inline` has to be the first option, and `omitempty` may stand anywhere.
    Substring,
}
