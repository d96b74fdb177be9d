//! Named schemas that refer to each other.

use std::collections::BTreeMap;

use super::Schema;

/// Schemas by definition name; what [`Schema::reference`] refers to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definitions {
    /// Name to schema, in name order.
    pub schemas: BTreeMap<String, Schema>,
}

impl Definitions {
    /// The schema of that name.
    pub fn get(&self, name: &str) -> Option<&Schema> {
        self.schemas.get(name)
    }
}
