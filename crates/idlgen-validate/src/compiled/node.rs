//! All that applies to one value.

use std::{collections::BTreeMap, sync::Arc};

use foldhash::fast::RandomState;
use idlgen_runtime::{regex::LazyPattern, value::presence::Structure};
use indexmap::IndexMap;
use serde_json::Value as Json;

use super::{Additional, Check, Dependency, Message, Names, NumberFormat, SchemaTypes, Tuple, ValueTypes};
use crate::{Schema, schema::ListType};

/// All that applies to one value: a schema, and whatever it refers to, as one. `C` is what stands for a node inside,
/// `R` the rules.
#[derive(Clone, Debug)]
pub struct Node<C, R> {
    /// What is checked of the value, in the order in which it is reported. List types and rules come behind the checks
    /// of all values.
    pub checks: Vec<Check<C>>,
    /// `type`, of each part.
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
    /// In the order in which errors come out: what is referred to declares the properties, what refers to it says more
    /// about some of them.
    pub properties: Properties<C>,
    /// The names of the properties. Filled where the nodes inside are known.
    pub names: Names,
    /// The places among the properties of those that can count although they are absent: they have a default or are
    /// structs by value. Filled where the nodes inside are known.
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
    /// `x-kubernetes-validation-errors` by keyword; the nearest part counts.
    pub messages: BTreeMap<String, Message>,
    /// The default that is filled in: not `null`, not implicit.
    pub default: Option<Json>,
    /// The rules of all parts.
    pub rules: Option<R>,
    /// Whether a list type stands here or below. Filled where the nodes inside are known.
    pub has_list_types: bool,
    /// Whether rules stand here or below, where they are run: not in branches of `anyOf`, `oneOf` and `not`. Filled
    /// where the nodes inside are known.
    pub has_rules: bool,
    /// Whether rules know nothing of the value, because it has no type, or its elements have none. In a custom resource
    /// no rules are run on a property like that or below. Filled where the nodes inside are known.
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

/// The properties of an object, in the order of their declaration.
pub type Properties<C> = IndexMap<String, Property<C>, RandomState>;

/// A property of an object.
#[derive(Clone, Debug)]
pub struct Property<C> {
    /// What applies to its value.
    pub node: C,
    /// [`Schema::strip_zero`].
    pub strip_zero: bool,
    /// Whether the Go field is a struct and no pointer to one, or for another reason always there.
    pub structure: Structure,
    /// The types of values that are right whatever else they are. Filled where the nodes inside are known.
    pub at_once: ValueTypes,
}

/// What becomes of the schemas inside a node.
pub trait Unfold<'s> {
    /// What stands for them.
    type Child;

    /// Of schemas that apply to one value, the nearest first.
    fn child(&mut self, schemas: Vec<&'s Schema>) -> Self::Child;

    /// A Go regular expression.
    fn pattern(&mut self, source: &str) -> Arc<LazyPattern>;
}

impl<C, R> Node<C, R> {
    /// The types of values that are right whatever else they are, because nothing but the type is checked.
    pub fn at_once(&self) -> ValueTypes {
        match self.checks.as_slice() {
            [Check::Type { certain, .. }] if !self.has_list_types => certain.without_null(),
            _ => ValueTypes::default(),
        }
    }

    /// Nodes that apply to the same value.
    pub fn branches(&self) -> impl Iterator<Item = &C> {
        let dependencies = self.dependencies.iter().filter_map(|(_, dependency)| match dependency {
            Dependency::Node(node) => Some(node),
            Dependency::Properties(_) => None,
        });
        self.checks.iter().flat_map(Check::branches).chain(dependencies)
    }

    /// Nodes that apply to what the value holds.
    pub fn children(&self) -> impl Iterator<Item = &C> {
        self.properties
            .values()
            .map(|property| &property.node)
            .chain(&self.items)
            .chain(self.additional.node())
            .chain(self.tuple.iter().flat_map(Tuple::nodes))
            .chain(self.pattern_properties.iter().map(|(_, node)| node))
    }

    /// The branches of `allOf`, whose rules are run.
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
