//! The merged schemas of a value, as in [`idlgen_validate::compiled`], with their origins.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    rc::Rc,
    sync::Arc,
};

use idlgen_runtime::regex::LazyPattern;
use idlgen_validate::{
    Definitions, Schema,
    compiled::{self, Additional, Check, Message, Parts, Presence, Properties, SchemaTypes, Settings, Unfold},
    schema::{ListType, SchemaType, ValidationRule},
};

/// The merged schemas of a value, reduced to what code generation needs.
#[derive(Debug)]
pub(super) struct Compiled<'s> {
    pub(super) checks: Vec<Check<Vec<&'s Schema>>>,
    pub(super) schema_types: SchemaTypes,
    pub(super) nullable: bool,
    pub(super) items: Vec<&'s Schema>,
    pub(super) entries: Vec<&'s Schema>,
    pub(super) properties: Properties<Vec<&'s Schema>>,
    pub(super) required: Vec<String>,
    /// `required` as a set, for lookups.
    required_names: BTreeSet<String>,
    pub(super) list_type: Option<ListType>,
    pub(super) list_map_keys: Vec<String>,
    pub(super) messages: BTreeMap<String, Message>,
}

impl<'s> Compiled<'s> {
    fn new(parts: &Parts<'s>) -> Self {
        let node: compiled::Node<Vec<&'s Schema>, Infallible> =
            compiled::Node::compile(parts, None, &Settings::GENERATED, &mut AsIs);
        let compiled::Node {
            checks,
            schema_types,
            nullable,
            // Decoding enforces it.
            number_format: _,
            items,
            additional,
            properties,
            required,
            list_type,
            list_map_keys,
            messages,
            // Schemas of Go types never have tuples.
            tuple: _,
            pattern_properties: _,
            dependencies: _,
            // Decoding into a Go type drops unknown fields.
            preserve_unknown_fields: _,
            embedded_resource: _,
            // The default is part of `presence`.
            default: _,
            // Rules are generated from the individual schemas.
            rules: _,
            // These depend on all nodes; see `Analysis`.
            names: _,
            implied_properties: _,
            has_list_types: _,
            has_rules: _,
            is_unknown_to_rules: _,
        } = node;
        let entries = match additional {
            Additional::Node(entries) => entries,
            Additional::Unsaid | Additional::Anything | Additional::Nothing => Vec::new(),
        };
        let items = items.unwrap_or_default();
        let required_names = required.iter().cloned().collect();
        Compiled {
            checks,
            schema_types,
            nullable,
            items,
            entries,
            properties,
            required,
            required_names,
            list_type,
            list_map_keys,
            messages,
        }
    }
}

/// The schemas of a value, starting with its own, and their merged form.
#[derive(Clone, Debug, Default)]
pub(super) struct SchemaNode<'s> {
    parts: Parts<'s>,
    /// Computed on first use, because many nodes only need the tags and the rules for zero values.
    compiled: OnceCell<Rc<Compiled<'s>>>,
}

impl<'s> SchemaNode<'s> {
    /// Collects schemas with all schemas that they reference.
    pub(super) fn new(schemas: impl IntoIterator<Item = &'s Schema>, definitions: &'s Definitions) -> Self {
        SchemaNode { parts: Parts::of(schemas, definitions), compiled: OnceCell::new() }
    }

    /// Collects schemas without those that they reference.
    pub(super) fn without_references(schemas: impl IntoIterator<Item = &'s Schema>) -> Self {
        SchemaNode { parts: Parts::without_references(schemas), compiled: OnceCell::new() }
    }

    /// Returns the merged schemas.
    pub(super) fn compiled(&self) -> &Compiled<'s> {
        self.compiled.get_or_init(|| Rc::new(Compiled::new(&self.parts)))
    }

    /// Returns the checks of the value, in order.
    pub(super) fn checks(&self) -> &[Check<Vec<&'s Schema>>] {
        &self.compiled().checks
    }

    pub(super) fn as_parts(&self) -> &Parts<'s> {
        &self.parts
    }

    /// Iterates over the schemas, starting with the value's own.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = &'s Schema> + '_ {
        self.parts.iter()
    }

    /// Iterates over the types of the parts.
    pub(super) fn schema_types(&self) -> impl Iterator<Item = SchemaType> {
        self.parts.all(|schema| schema.schema_type)
    }

    /// Returns the settings of the schemas for zero and missing values.
    pub(super) fn absence_settings(&self) -> Presence<'s> {
        Presence::of(self.parts())
    }

    /// Iterates over the schemas of list elements.
    pub(super) fn items(&self) -> impl Iterator<Item = &'s Schema> {
        self.compiled().items.iter().copied()
    }

    /// Iterates over the schemas of map entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'s Schema> {
        self.compiled().entries.iter().copied()
    }

    /// Returns the schemas of a property, or an empty slice.
    pub(super) fn property(&self, name: &str) -> &[&'s Schema] {
        self.compiled().properties.get(name).map_or(&[], |property| property.node.as_slice())
    }

    /// Returns `true` for a required property.
    pub(super) fn requires(&self, name: &str) -> bool {
        self.compiled().required_names.contains(name)
    }

    /// Iterates over the rules, each with its schema.
    pub(super) fn rules(&self) -> impl Iterator<Item = (&'s Schema, &'s ValidationRule)> + '_ {
        self.parts().flat_map(|schema| schema.extensions.validations.iter().map(move |rule| (schema, rule)))
    }

    /// Returns the source of the tags that set one of these keywords, in order.
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

/// Does not convert nested schemas to nodes, because Go types determine where each nested schema becomes a node.
struct AsIs;

impl<'s> Unfold<'s> for AsIs {
    type Child = Vec<&'s Schema>;

    fn child(&mut self, schemas: Vec<&'s Schema>) -> Vec<&'s Schema> {
        schemas
    }

    fn pattern(&mut self, source: &str) -> Arc<LazyPattern> {
        Arc::new(LazyPattern::owned(source.to_owned()))
    }
}
