//! A change, as data.

use idlgen_runtime::field::PathBuf;
use idlgen_validate::schema::ValidationRule;

use super::{SchemaPath, Verdicts};

/// One change of a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// What changed, in kebab case: `maximum-lowered`.
    pub rule: &'static str,
    /// The version of the kind, unless the change concerns all of them.
    pub version: Option<String>,
    /// The schema that changed; `None` if the change is not in a schema.
    pub path: Option<SchemaPath>,
    /// The property of that schema that the change is about, if it is about one.
    pub field: Option<String>,
    /// What changed and what follows from it, as one sentence without the place.
    pub text: String,
    /// The verdicts.
    pub verdicts: Verdicts,
    /// What happens to stored objects that are no longer valid.
    pub stored: Option<Stored>,
    /// The place in the old document. If there is nothing, the nearest place around it.
    pub old: PathBuf,
    /// The place in the new document. If there is nothing, the nearest place around it.
    pub new: PathBuf,
    /// Returns `true` if only descriptions changed.
    pub is_documentation: bool,
    /// The new rule, if the change is about one.
    pub(super) cel: Option<Box<ValidationRule>>,
}

/// What happens to stored objects that a change makes invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stored {
    /// An update is rejected only if it changes the value (KEP-4008).
    Ratcheted,
    /// The error is at the object around the value: an update is rejected if it changes anything inside.
    RatchetedAround,
    /// Every update is rejected until the value is corrected.
    Never,
    /// The next update removes the data without an error.
    Dropped,
}

impl Change {
    /// The path of the change, with the property that it is about.
    pub fn full_path(&self) -> String {
        match (&self.path, &self.field) {
            (Some(path), Some(field)) => path.field(field).to_string(),
            (Some(path), None) => path.to_string(),
            (None, _) => String::new(),
        }
    }

    /// Sets the property that it is about.
    pub(super) fn about(&mut self, field: &str) -> &mut Self {
        self.field = Some(field.to_owned());
        self
    }

    /// Sets what happens to stored objects.
    pub(super) fn stored(&mut self, stored: Stored) -> &mut Self {
        self.stored = Some(stored);
        self
    }
}
