//! A decoded body.

use idlgen_runtime::field::PathBuf;
use serde_json::Value as Json;

#[derive(Debug)]
pub(in crate::crd::resource) struct Body {
    pub(in crate::crd::resource) object: Json,
    /// The duplicate fields, in the order of their warnings. The last value applies.
    pub(super) duplicates: Vec<PathBuf>,
}

impl Body {
    /// Returns `true` if the server reports duplicate fields.
    pub(in crate::crd::resource) fn has_duplicates(&self) -> bool {
        !self.duplicates.is_empty()
    }
}
