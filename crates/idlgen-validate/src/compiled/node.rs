//! The merged schemas of a value.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::fast::RandomState;
use idlgen_runtime::{regex::LazyPattern, value::presence::Structure};
use indexmap::IndexMap;
use serde_json::Value as Json;

use super::{Additional, Check, Dependency, Message, Names, NumberFormat, SchemaTypes, Tuple, ValueTypes};
use crate::{Schema, schema::ListType};

/// The merged schemas of a value: a schema and everything it references. `C` is the type of a nested node, `R` the type
/// of rules.
#[derive(Clone, Debug)]
pub struct Node<C, R> {
    /// The checks of the value, in the order of their errors. List types and rules come after the checks of all values.
    pub checks: Vec<Check<C>>,
    /// The `type` of each part.
    pub schema_types: SchemaTypes,
    /// `nullable` of any part.
    pub nullable: bool,
    /// `format` of a number.
    pub number_format: Option<NumberFormat>,
    /// `items` of all parts.
    pub items: Option<C>,
    /// `items` as a list of schemas.
    pub tuple: Option<Tuple<C>>,
    /// `additionalProperties` of all parts.
    pub additional: Additional<C>,
    /// The properties, in the order of their errors: a referenced schema declares the properties, the referencing one
    /// adds details to some of them.
    pub properties: Properties<C>,
    /// The names of the properties. Set when the nested nodes are known.
    pub names: Names,
    /// The indices of properties that can count as present although they are missing: those with a default, and structs
    /// that are not pointers. Set when the nested nodes are known.
    pub implied_properties: Vec<usize>,
    /// `required` of all parts.
    pub required: Vec<String>,
    /// `patternProperties` of all parts.
    pub pattern_properties: Vec<(Arc<LazyPattern>, C)>,
    /// `dependencies` of all parts.
    pub dependencies: Vec<(String, Dependency<C>)>,
    /// `x-kubernetes-list-type` of the nearest part that has one.
    pub list_type: Option<ListType>,
    /// `x-kubernetes-list-map-keys` of the nearest part that has any.
    pub list_map_keys: Vec<String>,
    /// `x-kubernetes-preserve-unknown-fields` of any part.
    pub preserve_unknown_fields: bool,
    /// `x-kubernetes-embedded-resource` of any part.
    pub embedded_resource: bool,
    /// `x-kubernetes-validation-errors` by keyword; the nearest part wins.
    pub messages: BTreeMap<String, Message>,
    /// The default for defaulting: neither `null` nor implicit.
    pub default: Option<Json>,
    /// The rules of all parts.
    pub rules: Option<R>,
    /// `true` if there is a list type here or below. Set when the nested nodes are known.
    pub has_list_types: bool,
    /// `true` if there are rules here or below that run: not in branches of `anyOf`, `oneOf` and `not`. Set when the
    /// nested nodes are known.
    pub has_rules: bool,
    /// `true` if the value is unknown to rules because it or its elements have no type. In a custom resource, no rules
    /// run on such a property or below. Set when the nested nodes are known.
    pub is_unknown_to_rules: bool,
}

impl<C, R> Default for Node<C, R> {
    fn default() -> Self {
        Node {
            checks: Vec::new(),
            schema_types: SchemaTypes::default(),
            nullable: false,
            number_format: None,
            items: None,
            tuple: None,
            additional: Additional::Unsaid,
            properties: Properties::default(),
            names: Names::default(),
            implied_properties: Vec::new(),
            required: Vec::new(),
            pattern_properties: Vec::new(),
            dependencies: Vec::new(),
            list_type: None,
            list_map_keys: Vec::new(),
            preserve_unknown_fields: false,
            embedded_resource: false,
            messages: BTreeMap::new(),
            default: None,
            rules: None,
            has_list_types: false,
            has_rules: false,
            is_unknown_to_rules: false,
        }
    }
}

/// The properties of an object, in declaration order.
pub type Properties<C> = IndexMap<String, Property<C>, RandomState>;

/// A property of an object.
#[derive(Clone, Debug)]
pub struct Property<C> {
    /// The node of its value.
    pub node: C,
    /// [`Schema::strip_zero`].
    pub strip_zero: bool,
    /// Whether the Go field is always present because it is a struct and not a pointer, or for another reason.
    pub structure: Structure,
    /// The value types that need no further checks. Set when the nested nodes are known.
    pub at_once: ValueTypes,
}

/// Converts the nested schemas of a node.
pub trait Unfold<'s> {
    /// The type of a nested node.
    type Child;

    /// Converts the schemas that apply to a nested value, starting with its own.
    fn child(&mut self, schemas: Vec<&'s Schema>) -> Self::Child;

    /// Converts a Go regular expression.
    fn pattern(&mut self, source: &str) -> Arc<LazyPattern>;
}

impl<C, R> Node<C, R> {
    /// Returns the value types that need no further checks because the node only checks the type.
    pub fn at_once(&self) -> ValueTypes {
        match self.checks.as_slice() {
            [Check::Type { certain, .. }] if !self.has_list_types => certain.without_null(),
            _ => ValueTypes::default(),
        }
    }

    /// Iterates over the nodes that apply to the same value.
    pub fn branches(&self) -> impl Iterator<Item = &C> {
        let dependencies = self.dependencies.iter().filter_map(|(_, dependency)| match dependency {
            Dependency::Node(node) => Some(node),
            Dependency::Properties(_) => None,
        });
        self.checks.iter().flat_map(Check::branches).chain(dependencies)
    }

    /// Iterates over the nodes that apply to nested values.
    pub fn children(&self) -> impl Iterator<Item = &C> {
        self.properties
            .values()
            .map(|property| &property.node)
            .chain(&self.items)
            .chain(self.additional.node())
            .chain(self.tuple.iter().flat_map(Tuple::nodes))
            .chain(self.pattern_properties.iter().map(|(_, node)| node))
    }

    /// Iterates over the branches of `allOf`, whose rules run.
    pub fn all_of(&self) -> impl Iterator<Item = &C> {
        self.checks
            .iter()
            .filter_map(|check| match check {
                Check::AllOf(branches) => Some(branches),
                _ => None,
            })
            .flatten()
    }
}
