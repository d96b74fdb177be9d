//! The merged schemas of a value.

use std::{collections::BTreeMap, sync::Arc};

use idlgen_runtime::{Context, check, regex::LazyPattern};
use serde_json::Value as Json;

use super::{
    Additional, Check, Dependency, Message, Names, NumberFormat, SchemaTypes, Tuple, ValueTypes, properties::Properties,
};
use crate::{Schema, schema::ListType};

/// The result of merging the schemas of a value and everything they reference. `C` is the type of a nested node, `R`
/// the type of rules.
#[derive(Clone, Debug)]
pub struct Node<C, R> {
    /// The checks of the value, in the order in which their errors are reported. Errors of list types and rules are
    /// reported after them.
    pub checks: Vec<Check<C>>,
    /// The `type` of each part that has one.
    pub schema_types: SchemaTypes,
    /// `true` if any part has `nullable`.
    pub nullable: bool,
    /// The `format` of a number, if it is enforced.
    pub number_format: Option<NumberFormat>,
    /// The merged `items` of all parts.
    pub items: Option<C>,
    /// The schemas in `items`, if that is a list of schemas.
    pub tuple: Option<Tuple<C>>,
    /// The merged `additionalProperties` of all parts.
    pub additional: Additional<C>,
    /// The properties, in the order in which their errors are reported. A referenced schema declares properties, and
    /// the schema with the reference may add details to them.
    pub properties: Properties<C>,
    /// The names of the properties. Set after the nested nodes have been compiled.
    pub names: Names,
    /// The indices of properties that may be treated as present even if they are missing: those with a default, and
    /// structs that are not pointers. Set after the nested nodes have been compiled.
    pub implied_properties: Vec<usize>,
    /// The `required` properties of all parts.
    pub required: Vec<String>,
    /// The `patternProperties` of all parts.
    pub pattern_properties: Vec<(Arc<LazyPattern>, C)>,
    /// The `dependencies` of all parts.
    pub dependencies: Vec<(String, Dependency<C>)>,
    /// The `x-kubernetes-list-type` of the nearest part that has one.
    pub list_type: Option<ListType>,
    /// The `x-kubernetes-list-map-keys` of the nearest part that has any.
    pub list_map_keys: Vec<String>,
    /// `true` if any part has `x-kubernetes-preserve-unknown-fields`.
    pub preserve_unknown_fields: bool,
    /// `true` if any part has `x-kubernetes-embedded-resource`.
    pub embedded_resource: bool,
    /// The custom errors (`x-kubernetes-validation-errors`) by keyword. The nearest part takes precedence.
    pub messages: BTreeMap<String, Message>,
    /// The default that defaulting applies. It is neither `null` nor implicit.
    pub default: Option<Json>,
    /// The rules of all parts.
    pub rules: Option<R>,
    /// `true` if this node or anything inside it has a list type. Set after the nested nodes have been compiled.
    pub has_list_types: bool,
    /// `true` if this node or anything inside it has rules that are evaluated, which excludes branches of `anyOf`,
    /// `oneOf` and `not`. Set after the nested nodes have been compiled.
    pub has_rules: bool,
    /// `true` if the value is not visible to rules because it or its elements have no type. In a custom resource, the
    /// rules of such a property and of everything inside it are not evaluated. Set after the nested nodes have been
    /// compiled.
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

/// Compiles the nested schemas of a node.
pub trait Unfold<'s> {
    /// The type of a nested node.
    type Child;

    /// Compiles the schemas that apply to a nested value. The first is the value's own schema.
    fn child(&mut self, schemas: Vec<&'s Schema>) -> Self::Child;

    /// Compiles a Go regular expression.
    fn pattern(&mut self, source: &str) -> Arc<LazyPattern>;
}

impl<C, R> Node<C, R> {
    /// Returns the value types that need no further checks. There are none unless the node only checks the type.
    pub fn at_once(&self) -> ValueTypes {
        match self.checks.as_slice() {
            [Check::Type { certain, .. }] if !self.has_list_types => certain.without_null(),
            _ => ValueTypes::default(),
        }
    }

    /// Iterates over the nodes that apply to the same value as this node.
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

    /// Iterates over the branches of `allOf`. Unlike those of other branches, their rules are evaluated.
    pub fn all_of(&self) -> impl Iterator<Item = &C> {
        self.checks
            .iter()
            .filter_map(|check| match check {
                Check::AllOf(branches) => Some(branches),
                _ => None,
            })
            .flatten()
    }

    /// Returns `true` if the schema declares a property, by its name or by a pattern.
    pub fn declares(&self, name: &str) -> bool {
        self.properties.contains_key(name) || self.matching_patterns(name).next().is_some()
    }

    /// Iterates over the schemas of the patterns that match a name. A pattern that does not compile matches nothing.
    pub fn matching_patterns(&self, name: &str) -> impl Iterator<Item = &C> {
        self.pattern_properties
            .iter()
            .filter(move |(pattern, _)| pattern.compiled().is_ok_and(|pattern| pattern.is_match(name)))
            .map(|(_, node)| node)
    }

    /// Runs the check of a keyword. Errors have the custom message if there is one (`x-kubernetes-validation-errors`,
    /// KEP-4153).
    #[inline]
    pub fn keyword(&self, keyword: &str, cx: &mut Context, run: impl FnOnce(&mut Context) -> bool) -> bool {
        if self.messages.is_empty() {
            return run(cx);
        }
        match self.messages.get(keyword) {
            None => run(cx),
            Some(message) => check::with_message(cx, message.error_type, &message.text, run),
        }
    }
}
