//! What applies to one value, as [`idlgen_validate::compiled`] has it, and where it was said.

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

/// What the schemas of a value say together, as far as code is written from it.
#[derive(Debug)]
pub(super) struct Compiled<'s> {
    pub(super) checks: Vec<Check<Vec<&'s Schema>>>,
    pub(super) schema_types: SchemaTypes,
    pub(super) nullable: bool,
    pub(super) items: Vec<&'s Schema>,
    pub(super) entries: Vec<&'s Schema>,
    pub(super) properties: Properties<Vec<&'s Schema>>,
    pub(super) required: Vec<String>,
    /// The same names, to ask for one.
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
            // Decoding sees to it.
            number_format: _,
            items,
            additional,
            properties,
            required,
            list_type,
            list_map_keys,
            messages,
            // No schema of a Go type says it.
            tuple: _,
            pattern_properties: _,
            dependencies: _,
            // What is unknown is left out when a Go type is decoded.
            preserve_unknown_fields: _,
            embedded_resource: _,
            // A part of what is said of absence.
            default: _,
            // Written from the schemas that they stand on.
            rules: _,
            // Known where all nodes are; see `Analysis`.
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

/// The schemas that apply to one value, the nearest to its own declaration first, and what they say together.
#[derive(Clone, Debug, Default)]
pub(super) struct SchemaNode<'s> {
    parts: Parts<'s>,
    /// Made when it is first needed: of many nodes only the tags and what they say of zero are.
    compiled: OnceCell<Rc<Compiled<'s>>>,
}

impl<'s> SchemaNode<'s> {
    /// Schemas and all that they refer to.
    pub(super) fn new(schemas: impl IntoIterator<Item = &'s Schema>, definitions: &'s Definitions) -> Self {
        SchemaNode { parts: Parts::of(schemas, definitions), compiled: OnceCell::new() }
    }

    /// Schemas without what they refer to.
    pub(super) fn without_references(schemas: impl IntoIterator<Item = &'s Schema>) -> Self {
        SchemaNode { parts: Parts::without_references(schemas), compiled: OnceCell::new() }
    }

    /// What the schemas say together.
    pub(super) fn compiled(&self) -> &Compiled<'s> {
        self.compiled.get_or_init(|| Rc::new(Compiled::new(&self.parts)))
    }

    /// What is checked of the value, in order.
    pub(super) fn checks(&self) -> &[Check<Vec<&'s Schema>>] {
        &self.compiled().checks
    }

    /// The schemas as parts.
    pub(super) fn as_parts(&self) -> &Parts<'s> {
        &self.parts
    }

    /// The schemas, nearest first.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = &'s Schema> + '_ {
        self.parts.iter()
    }

    /// The type, as each part says it.
    pub(super) fn schema_types(&self) -> impl Iterator<Item = SchemaType> {
        self.parts.all(|schema| schema.schema_type)
    }

    /// What is said of zero and of absence.
    pub(super) fn said_of_absence(&self) -> Presence<'s> {
        Presence::of(self.parts())
    }

    /// The schemas of list elements.
    pub(super) fn items(&self) -> impl Iterator<Item = &'s Schema> {
        self.compiled().items.iter().copied()
    }

    /// The schemas of map entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'s Schema> {
        self.compiled().entries.iter().copied()
    }

    /// The schemas of a property; none if there is no such property.
    pub(super) fn property(&self, name: &str) -> &[&'s Schema] {
        self.compiled().properties.get(name).map_or(&[], |property| property.node.as_slice())
    }

    /// Whether a property is required.
    pub(super) fn requires(&self, name: &str) -> bool {
        self.compiled().required_names.contains(name)
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

/// Leaves schemas as they are: the types of Go say where each becomes a node.
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
