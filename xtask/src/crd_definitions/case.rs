//! A CRD to compare.

use std::path::PathBuf;

use serde_json::{Value as Json, json};

/// A CRD and, for an update, the old one.
pub(crate) struct Case {
    /// Its file. `None` for random CRDs.
    pub(super) file: Option<PathBuf>,
    pub(super) new: Json,
    pub(super) old: Option<Json>,
}

impl Case {
    pub(super) fn read(request: &Json) -> Option<Self> {
        Some(Case { file: None, new: request.get("crd")?.clone(), old: request.get("oldCRD").cloned() })
    }

    pub(super) fn request(&self) -> Json {
        match &self.old {
            Some(old) => json!({"crd": self.new, "oldCRD": old}),
            None => json!({"crd": self.new}),
        }
    }
}
