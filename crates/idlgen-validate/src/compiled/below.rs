//! Where there are rules.

use std::collections::BTreeSet;

use super::Parts;
use crate::{Definitions, Schema};

/// Which definitions have rules, themselves or below, where they are run: not in branches of `anyOf`, `oneOf` and
/// `not`. It is what [`Node::has_rules`](super::Node::has_rules) says, for whoever has definitions and no compiled
/// schema.
#[derive(Clone, Debug, Default)]
pub struct RulesBelow<'s> {
    definitions: BTreeSet<&'s str>,
}

impl<'s> RulesBelow<'s> {
    /// Looks through all definitions.
    pub fn new(definitions: &'s Definitions) -> Self {
        let mut below = RulesBelow::default();
        loop {
            let before = below.definitions.len();
            for (name, schema) in &definitions.schemas {
                if !below.definitions.contains(name.as_str()) && below.has_rules(schema) {
                    below.definitions.insert(name);
                }
            }
            if below.definitions.len() == before {
                return below;
            }
        }
    }

    /// Whether there are rules in any of the parts or below.
    pub fn any(&self, parts: &Parts<'_>) -> bool {
        parts.iter().any(|schema| self.has_rules(schema))
    }

    fn has_rules(&self, schema: &Schema) -> bool {
        !schema.extensions.validations.is_empty()
            || schema.reference.as_ref().is_some_and(|name| self.definitions.contains(name.as_str()))
            || schema.inside().any(|schema| self.has_rules(schema))
    }
}
