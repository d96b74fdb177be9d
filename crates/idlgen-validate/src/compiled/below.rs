//! Where there are rules.

use std::collections::BTreeSet;

use super::Parts;
use crate::{Definitions, Schema, schema::AdditionalProperties};

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
        let Schema {
            reference,
            items,
            properties,
            additional_properties,
            all_of,
            extensions,
            // Rules are not run there.
            any_of: _,
            one_of: _,
            not: _,
            draft4: _,
            // What holds no schemas.
            title: _,
            description: _,
            schema_type: _,
            format: _,
            nullable: _,
            default: _,
            maximum: _,
            exclusive_maximum: _,
            minimum: _,
            exclusive_minimum: _,
            multiple_of: _,
            max_length: _,
            min_length: _,
            pattern: _,
            max_items: _,
            min_items: _,
            unique_items: _,
            max_properties: _,
            min_properties: _,
            enumeration: _,
            required: _,
            other: _,
            strip_zero: _,
            takes_anything: _,
            v2: _,
            origin: _,
        } = schema;
        !extensions.validations.is_empty()
            || reference.as_ref().is_some_and(|name| self.definitions.contains(name.as_str()))
            || properties.values().any(|property| self.has_rules(property))
            || items.as_deref().is_some_and(|items| self.has_rules(items))
            || all_of.iter().any(|branch| self.has_rules(branch))
            || matches!(additional_properties, Some(AdditionalProperties::Schema(schema)) if self.has_rules(schema))
    }
}
