//! The schemas that apply to one value as one: a schema, what it refers to, and what that refers to (as the parts of the engine).

use std::collections::BTreeSet;

use idlgen_validate::{
    Definitions, Schema,
    schema::{AdditionalProperties, SchemaType, ValidationRule},
};
use serde_json::Value as Json;

/// The schemas that apply to one value, the nearest to its own declaration first.
#[derive(Clone, Debug, Default)]
pub(super) struct Node<'s> {
    parts: Vec<&'s Schema>,
}

impl<'s> Node<'s> {
    /// Schemas and all that they refer to.
    pub(super) fn new(schemas: impl IntoIterator<Item = &'s Schema>, definitions: &'s Definitions) -> Self {
        let mut node = Node::default();
        for schema in schemas {
            let mut next = Some(schema);
            while let Some(schema) = next {
                if node.parts.iter().any(|part| std::ptr::eq(*part, schema)) {
                    break;
                }
                node.parts.push(schema);
                next = schema.reference.as_deref().and_then(|name| definitions.get(name));
            }
        }
        node
    }

    /// Schemas without what they refer to.
    pub(super) fn without_references(schemas: impl IntoIterator<Item = &'s Schema>) -> Self {
        Node { parts: schemas.into_iter().collect() }
    }

    /// The schemas, nearest first.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = &'s Schema> + '_ {
        self.parts.iter().copied()
    }

    /// A keyword's values, of all parts that have it.
    pub(super) fn all<T>(&self, keyword: impl Fn(&'s Schema) -> Option<T>) -> impl Iterator<Item = T> {
        self.parts.iter().filter_map(move |schema| keyword(schema))
    }

    /// The type, if one is said.
    pub(super) fn schema_types(&self) -> Vec<SchemaType> {
        self.all(|schema| schema.schema_type).collect()
    }

    /// Whether null is allowed.
    pub(super) fn is_nullable(&self) -> bool {
        self.parts().any(|schema| schema.nullable)
    }

    /// The default that takes the place of an absent value.
    pub(super) fn explicit_default(&self) -> Option<&'s Json> {
        self.all(|schema| schema.default.as_ref())
            .find(|default| !default.implicit)
            .map(|default| &default.value)
            .filter(|value| !value.is_null())
    }

    /// Whether the Go field is a struct and no pointer to one.
    pub(super) fn is_struct_by_value(&self) -> bool {
        self.all(|schema| schema.default.as_ref())
            .any(|default| default.implicit && default.value.as_object().is_some_and(serde_json::Map::is_empty))
    }

    /// Whether zero counts as absent.
    pub(super) fn strips_zero(&self) -> bool {
        self.parts().any(|schema| schema.strip_zero)
    }

    /// The properties in order, each with the schemas that say something of it.
    pub(super) fn properties(&self) -> Properties<'s> {
        let mut properties = Properties::default();
        for schema in self.parts().rev() {
            for (name, property) in &schema.properties {
                match properties.0.iter_mut().find(|(known, _)| known == name) {
                    Some((_, schemas)) => schemas.insert(0, property),
                    None => properties.0.push((name, vec![property])),
                }
            }
        }
        properties
    }

    /// The names of required properties.
    pub(super) fn required(&self) -> Vec<&'s str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.parts().flat_map(|schema| &schema.required) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The schemas of list elements.
    pub(super) fn items(&self) -> Vec<&'s Schema> {
        self.all(|schema| schema.items.as_deref()).collect()
    }

    /// The schemas of map entries.
    pub(super) fn entries(&self) -> Vec<&'s Schema> {
        self.all(|schema| match &schema.additional_properties {
            Some(AdditionalProperties::Schema(schema)) => Some(&**schema),
            _ => None,
        })
        .collect()
    }

    /// The rules, each with the schema that it stands on.
    pub(super) fn rules(&self) -> impl Iterator<Item = (&'s Schema, &'s ValidationRule)> + '_ {
        self.parts().flat_map(|schema| schema.extensions.validations.iter().map(move |rule| (schema, rule)))
    }

    /// The texts of the tags that said one of these keywords, in order.
    pub(super) fn tags(&self, keywords: &[&str]) -> Vec<&'s str> {
        let mut texts: Vec<&str> = Vec::new();
        for (keyword, text) in self.parts().flat_map(|schema| &schema.origin.tags) {
            if keywords.contains(keyword) && !texts.contains(&text.as_str()) {
                texts.push(text);
            }
        }
        texts
    }
}

/// The properties of a node in order, each with the schemas that say something of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'s>(Vec<(&'s str, Vec<&'s Schema>)>);

impl<'s> Properties<'s> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&'s str, &[&'s Schema])> {
        self.0.iter().map(|(name, schemas)| (*name, schemas.as_slice()))
    }

    /// The schemas of a property; none if there is no such property.
    pub(super) fn get(&self, name: &str) -> &[&'s Schema] {
        self.0.iter().find(|(known, _)| *known == name).map_or(&[], |(_, schemas)| schemas.as_slice())
    }
}

/// The definitions at or below which there are rules.
pub(super) fn definitions_with_rules(definitions: &Definitions) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = BTreeSet::new();
    loop {
        let before = found.len();
        for (name, schema) in &definitions.schemas {
            if !found.contains(name) && has_rules(schema, &found) {
                found.insert(name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether there are rules in a schema or below it, where they are run: not in branches of `anyOf`, `oneOf` and `not`.
pub(super) fn has_rules(schema: &Schema, definitions: &BTreeSet<String>) -> bool {
    !schema.extensions.validations.is_empty()
        || schema.reference.as_ref().is_some_and(|name| definitions.contains(name))
        || schema.properties.values().any(|property| has_rules(property, definitions))
        || schema.items.as_deref().is_some_and(|items| has_rules(items, definitions))
        || schema.all_of.iter().any(|branch| has_rules(branch, definitions))
        || matches!(&schema.additional_properties,
            Some(AdditionalProperties::Schema(schema)) if has_rules(schema, definitions))
}
