//! The data of a single change.

use idlgen_runtime::field::PathBuf;
use idlgen_validate::schema::ValidationRule;

use super::{SchemaPath, Verdicts};

/// A single change to a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The rule, in kebab case: `maximum-lowered`.
    pub rule: &'static str,
    /// The version of the kind. `None` if the change concerns all of them.
    pub version: Option<String>,
    /// The path of the changed schema. `None` if the change is not in a schema.
    pub path: Option<SchemaPath>,
    /// The property of that schema that the change concerns, if it concerns a single one.
    pub field: Option<String>,
    /// The change and its consequence, as one sentence without the location.
    pub text: String,
    /// The verdicts for writers, readers and stored objects.
    pub verdicts: Verdicts,
    /// The consequence for stored objects that are no longer valid.
    pub stored: Option<Stored>,
    /// The location in the old document: that of the value, otherwise that of the nearest existing parent.
    pub old: PathBuf,
    /// The location in the new document: that of the value, otherwise that of the nearest existing parent.
    pub new: PathBuf,
    /// `true` if only descriptions changed.
    pub is_documentation: bool,
    /// The new rule, if the change is about one.
    pub(super) cel: Option<Box<ValidationRule>>,
    /// `true` if a rule, a branch or `maxProperties` of the new schema applies to an enclosing object.
    pub(super) is_limited: bool,
}

/// The consequence for stored objects that a change makes invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stored {
    /// An update is rejected only if it changes the value (KEP-4008).
    Ratcheted,
    /// The error is reported at the enclosing object: an update is rejected if it changes anything inside that object.
    RatchetedAround,
    /// Like `RatchetedAround`, for a change to the schema of the value: an update is rejected if it changes anything
    /// inside the object that contains the value.
    RatchetedInParent,
    /// Every update is rejected until the value is corrected.
    Never,
    /// The next update removes the data without an error.
    Dropped,
}

impl Change {
    /// Returns the path of the change, including the property that it concerns.
    pub fn full_path(&self) -> String {
        match (&self.path, &self.field) {
            (Some(path), Some(field)) => path.field(field).to_string(),
            (Some(path), None) => path.to_string(),
            (None, _) => String::new(),
        }
    }

    /// Returns `true` for a default in an object with limits that it may violate.
    pub(super) fn is_limited_default(&self) -> bool {
        let is_default = matches!(self.rule, "default-added" | "default-changed" | "field-added-with-default");
        is_default && self.is_limited && self.verdicts == Verdicts::REVIEW
    }

    /// Sets the property that the change concerns.
    pub(super) fn about(&mut self, field: &str) -> &mut Self {
        self.field = Some(field.to_owned());
        self
    }

    /// Sets the consequence for stored objects.
    pub(super) fn stored(&mut self, stored: Stored) -> &mut Self {
        self.stored = Some(stored);
        self
    }
}
