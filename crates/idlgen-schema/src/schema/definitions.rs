//! Named schemas that can reference each other.

use std::collections::BTreeMap;

use super::Schema;

/// Schemas by name. A [`Schema::reference`] contains one of these names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definitions {
    /// Schemas by name, sorted.
    pub schemas: BTreeMap<String, Schema>,
}

impl Definitions {
    /// Returns the target of a [`Schema::reference`]. Returns `None` if it does not exist.
    pub fn get(&self, name: &str) -> Option<&Schema> {
        self.schemas.get(name)
    }
}
