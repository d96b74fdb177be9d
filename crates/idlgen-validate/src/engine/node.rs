//! A schema, ready to be executed.

use std::sync::Arc;

use idlgen_runtime::regex::LazyPattern;
use indexmap::IndexMap;
use serde_json::Value as Json;

use super::{
    additional_properties::Additional, dependencies::Dependency, enumeration::Enumeration, format::Formats,
    maximum::Maximum, message::Messages, minimum::Minimum, multiple_of::MultipleOf, number_format::NumberFormat,
    pattern::Patterns, rules::Rules, schema_type::SchemaTypes, tuple::Tuple,
};
use crate::schema::ListType;

/// The place of a [`Node`] among those of its validator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(pub(super) usize);

/// All that applies to one value: a schema, and whatever it refers to, as one.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) schema_types: SchemaTypes,
    pub(super) formats: Formats,
    pub(super) number_format: Option<NumberFormat>,
    pub(super) nullable: bool,
    pub(super) enumerations: Vec<Enumeration>,
    pub(super) max_length: Option<u64>,
    pub(super) min_length: Option<u64>,
    pub(super) patterns: Patterns,
    pub(super) multiple_of: Vec<MultipleOf>,
    pub(super) minimum: Option<Minimum>,
    pub(super) maximum: Option<Maximum>,
    pub(super) min_items: Option<u64>,
    pub(super) max_items: Option<u64>,
    pub(super) unique_items: bool,
    pub(super) items: Option<NodeId>,
    pub(super) tuple: Option<Tuple>,
    pub(super) min_properties: Option<u64>,
    pub(super) max_properties: Option<u64>,
    pub(super) additional: Additional,
    /// In the order in which errors come out.
    pub(super) properties: IndexMap<String, Property>,
    /// The places among the properties of those that can count although they are absent: they have a default or are structs by value.
    pub(super) implied_properties: Vec<usize>,
    pub(super) required: Vec<String>,
    pub(super) pattern_properties: Vec<(Arc<LazyPattern>, NodeId)>,
    pub(super) dependencies: Vec<(String, Dependency)>,
    /// The branches of each `anyOf`; a node that was made from several schemas may have several.
    pub(super) any_of: Vec<Vec<NodeId>>,
    pub(super) one_of: Vec<Vec<NodeId>>,
    pub(super) all_of: Vec<Vec<NodeId>>,
    pub(super) not: Vec<NodeId>,
    pub(super) rules: Rules,
    pub(super) messages: Messages,
    pub(super) list_type: Option<ListType>,
    pub(super) list_map_keys: Vec<String>,
    pub(super) preserve_unknown_fields: bool,
    pub(super) embedded_resource: bool,
    /// The default that is filled in: not `null`, not implicit.
    pub(super) default: Option<Json>,
    /// Whether a list type stands here or below.
    pub(super) has_list_types: bool,
    /// Whether rules stand here or below, where they are run: not in branches of `anyOf`, `oneOf` and `not`.
    pub(super) has_rules: bool,
}

/// A property of an object.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) node: NodeId,
    /// [`Schema::strip_zero`](crate::Schema::strip_zero).
    pub(super) strip_zero: bool,
    /// Whether the Go field is a struct and no pointer to one: openapi-gen documents it by the default `{}`.
    pub(super) is_struct: bool,
    pub(super) is_required: bool,
}
