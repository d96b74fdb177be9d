//! The fields that are known to be present.

use std::collections::BTreeMap;

use idlgen_runtime::cel::program::NodeId;

/// The fields that are known to be present.
#[derive(Debug, Default)]
pub(super) struct Guards {
    /// For each test translated so far, the Rust place expression of the tested field.
    pub(super) tests: BTreeMap<NodeId, String>,
    /// The Rust place expressions of the fields that are present.
    pub(super) present: Vec<String>,
}

impl Guards {
    /// Records the field that a test inspects.
    pub(super) fn note(&mut self, test: NodeId, place: String) {
        self.tests.insert(test, place);
    }

    /// Returns `true` if a field is known to be present.
    pub(super) fn contains(&self, place: &str) -> bool {
        self.present.iter().any(|known| known == place)
    }
}
