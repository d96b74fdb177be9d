//! Merges all schemas that apply to a value into a flat node.
//!
//! The checks of a server ([`compiled`](crate::compiled)), the schema in a CRD
//! ([`structural`](crate::schema::structural())) and the types that rules see (`cel`) are all derived from a [`Flat`]
//! node. Where they differ, the node has the data for all of them:
//!
//! - *Types.* CRDs and rules use the nearest type. A server checks all.
//! - *Keywords that a schema can have only once* (those of which all values apply, and combinations). A server checks
//!   all. A CRD has the nearest, and each other one in a branch of `allOf`, by the part that has it.
//! - *Branches of `allOf`* from Go tags are parts when a CRD is written and when rules are typed
//!   ([`Branches::Opened`]). A server checks them as branches, in the order of its own validators.
//! - *Properties* are in the order of their errors when they are checked, which is that of the farthest part, and in
//!   that of the nearest part when they are written.

mod few;

use std::collections::BTreeMap;

pub(crate) use few::Few;
use indexmap::{IndexMap, IndexSet};
use serde_json::Value as Json;

use crate::{
    compiled::{Additional, Presence},
    keyword::{Combination, Keyword, Value},
    schema::{
        AdditionalProperties, Draft4, Extensions, GoValue, ListType, MapType, Origin, Properties, Schema, SchemaType,
        ValidationError, ValidationRule,
    },
};

/// Several schemas of one value merged, starting with its own. Nested schemas are not merged: each nested value has the
/// list of all schemas that apply to it.
#[derive(Debug, Default)]
pub(crate) struct Flat<'s> {
    /// Number of added schemas.
    count: usize,
    pub(crate) title: Option<&'s String>,
    pub(crate) description: Option<&'s String>,
    /// The nearest `type`.
    pub(crate) schema_type: Option<SchemaType>,
    /// The types of each schema.
    pub(crate) types: Few<Types<'s>>,
    /// How Go decodes the value beyond the schema: from the nearest part that describes the value itself.
    pub(crate) go_value: GoValue,
    /// The rules for missing values.
    pub(crate) presence: Presence<'s>,
    pub(crate) nullable: bool,
    /// The effective limits, in keyword order. For a keyword of which all values apply, the nearest is first.
    pub(crate) keywords: Vec<(Keyword, Said<&'s Value>)>,
    pub(crate) required: IndexSet<&'s String>,
    pub(crate) items: Few<&'s Schema>,
    /// The nonempty property sets.
    pub(crate) properties: Few<Said<&'s Properties>>,
    additional: Few<&'s AdditionalProperties>,
    /// The combinations with branches.
    pub(crate) all_of: Few<Said<&'s [Schema]>>,
    pub(crate) any_of: Few<Said<&'s [Schema]>>,
    pub(crate) one_of: Few<Said<&'s [Schema]>>,
    pub(crate) not: Few<Said<&'s Schema>>,
    /// `true` if any part has `true`, otherwise the nearest value.
    pub(crate) preserve_unknown_fields: Option<bool>,
    pub(crate) embedded_resource: bool,
    pub(crate) int_or_string: bool,
    /// The list type of the nearest part that has one.
    pub(crate) list_type: Option<&'s ListType>,
    /// The list map keys of the nearest part that has any.
    pub(crate) list_map_keys: &'s [String],
    pub(crate) map_type: Option<&'s MapType>,
    /// The rules of all parts, starting with the nearest.
    pub(crate) validations: Vec<&'s ValidationRule>,
    /// The nearest wins.
    pub(crate) validation_errors: Few<&'s BTreeMap<String, ValidationError>>,
    pub(crate) draft4: Few<&'s Draft4>,
    /// The nearest wins.
    pub(crate) other: Few<&'s BTreeMap<String, Json>>,
    pub(crate) origins: Few<&'s Origin>,
}

/// A keyword value, and the index of its part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Said<T> {
    pub(crate) part: usize,
    pub(crate) value: T,
}

/// The types of a schema.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Types<'s> {
    IntOrString,
    /// `type` as a list.
    Several(&'s [&'static str]),
    One(SchemaType),
}

impl<'s> Types<'s> {
    fn of(schema: &'s Schema) -> Option<Self> {
        if schema.extensions.int_or_string {
            return Some(Types::IntOrString);
        }
        let several = schema.draft4.as_deref().map(|draft4| draft4.types.as_slice()).unwrap_or_default();
        if several.is_empty() { schema.schema_type.map(Types::One) } else { Some(Types::Several(several)) }
    }
}

/// The handling of `allOf` branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branches {
    /// They remain in the schema.
    Apart,
    /// They are added as separate parts.
    Opened,
}

impl<'s> Flat<'s> {
    /// Merges schemas, starting with the nearest.
    pub(crate) fn of(schemas: impl IntoIterator<Item = &'s Schema>, branches: Branches) -> Self {
        let mut flat = Flat::default();
        for schema in schemas {
            flat.add(schema, branches);
        }
        flat
    }

    pub(crate) fn add(&mut self, schema: &'s Schema, branches: Branches) {
        let Schema {
            // The code that collected the parts followed it.
            reference: _,
            title,
            description,
            schema_type,
            nullable,
            // See `Presence`.
            default: _,
            strip_zero: _,
            keywords,
            required,
            items,
            properties,
            additional_properties,
            all_of,
            any_of,
            one_of,
            not,
            extensions,
            draft4,
            other,
            go_value,
            // Only for OpenAPI v2, which prints it unchanged.
            v2: _,
            origin,
        } = schema;
        let part = self.count;
        self.count += 1;
        self.title = self.title.or(title.as_ref());
        self.description = self.description.or(description.as_ref());
        self.schema_type = self.schema_type.or(*schema_type);
        self.types.extend(Types::of(schema));
        self.presence.add(schema);
        if !self.go_value.is_of_value() {
            self.go_value = *go_value;
        }
        self.nullable |= nullable;
        for (keyword, value) in keywords.iter().filter(|(_, value)| **value != Value::Exclusive) {
            self.keyword(part, keyword, value);
        }
        self.required.extend(required);
        self.items.extend(items.as_deref());
        let said = Some(properties).filter(|properties| !properties.is_empty());
        self.properties.extend(said.map(|value| Said { part, value }));
        self.additional.extend(additional_properties);
        let branch = |branches: &'s [Schema]| not_empty(branches).map(|value| Said { part, value });
        self.all_of.extend(branch(all_of).filter(|_| branches == Branches::Apart));
        self.any_of.extend(branch(any_of));
        self.one_of.extend(branch(one_of));
        self.not.extend(not.as_deref().map(|value| Said { part, value }));
        self.draft4.extend(draft4.as_deref());
        self.other.extend(Some(other).filter(|other| !other.is_empty()));
        self.origins.push(origin);
        self.extensions(extensions);
    }

    fn keyword(&mut self, part: usize, keyword: Keyword, value: &'s Value) {
        let combination = keyword.row().combination;
        let start = self.keywords.partition_point(|(known, _)| *known < keyword);
        let end = self.keywords.partition_point(|(known, _)| *known <= keyword);
        let said = (keyword, Said { part, value });
        match self.keywords.get_mut(start..end).unwrap_or_default() {
            [] => self.keywords.insert(start, said),
            known if combination == Combination::All => {
                if known.iter().all(|(_, known)| known.value != value) {
                    self.keywords.insert(end, said);
                }
            }
            [known, ..] => {
                if combination.prefers(value, known.1.value) {
                    *known = said;
                }
            }
        }
    }

    fn extensions(&mut self, extensions: &'s Extensions) {
        let Extensions {
            preserve_unknown_fields,
            embedded_resource,
            int_or_string,
            list_type,
            list_map_keys,
            map_type,
            validations,
            validation_errors,
            // Only for OpenAPI, which prints it unchanged.
            patch_strategy: _,
            patch_merge_key: _,
            unions: _,
            other: _,
        } = extensions;
        if self.preserve_unknown_fields != Some(true) {
            let nearest = self.preserve_unknown_fields.filter(|_| *preserve_unknown_fields != Some(true));
            self.preserve_unknown_fields = nearest.or(*preserve_unknown_fields);
        }
        self.embedded_resource |= embedded_resource;
        self.int_or_string |= int_or_string;
        self.list_type = self.list_type.or(list_type.as_ref());
        if self.list_map_keys.is_empty() {
            self.list_map_keys = list_map_keys;
        }
        self.map_type = self.map_type.or(map_type.as_ref());
        self.validations.extend(validations);
        self.validation_errors.extend(Some(validation_errors).filter(|errors| !errors.is_empty()));
    }

    /// Returns the number of added schemas.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Iterates over the effective values of a keyword, starting with the nearest.
    pub(crate) fn values(&self, keyword: Keyword) -> impl Iterator<Item = &'s Value> + '_ {
        self.keywords.iter().filter(move |(known, _)| *known == keyword).map(|(_, said)| said.value)
    }

    /// Returns the nearest `format`.
    pub(crate) fn format(&self) -> Option<&'s str> {
        self.values(Keyword::Format).next().and_then(Value::as_text)
    }

    /// Returns `additionalProperties`: a single part that forbids values is sufficient; schemas all apply.
    pub(crate) fn additional(&self) -> Additional<Vec<&'s Schema>> {
        Additional::merge(self.additional.iter().copied())
    }

    /// Returns the schemas of each property, starting with the nearest. The properties of the nearest part come first.
    pub(crate) fn nearest_properties(&self) -> Vec<(&'s String, Vec<&'s Schema>)> {
        if let Some(only) = self.properties.only() {
            return alone(only.value);
        }
        let mut names: IndexMap<&'s String, Vec<&'s Schema>> = IndexMap::new();
        for (name, property) in self.properties.iter().flat_map(|said| said.value) {
            names.entry(name).or_default().push(property);
        }
        names.into_iter().collect()
    }

    /// Returns the schemas like [`nearest_properties`](Self::nearest_properties), but the properties of the farthest
    /// part come first.
    pub(crate) fn farthest_properties(&self) -> Vec<(&'s String, Vec<&'s Schema>)> {
        if let Some(only) = self.properties.only() {
            return alone(only.value);
        }
        let mut names: IndexMap<&'s String, Vec<&'s Schema>> = IndexMap::new();
        for (name, property) in self.properties.iter().rev().flat_map(|said| said.value) {
            names.entry(name).or_default().insert(0, property);
        }
        names.into_iter().collect()
    }
}

/// Returns the properties of a single part.
fn alone(properties: &Properties) -> Vec<(&String, Vec<&Schema>)> {
    properties.iter().map(|(name, property)| (name, vec![property])).collect()
}

fn not_empty<T>(members: &[T]) -> Option<&[T]> {
    Some(members).filter(|members| !members.is_empty())
}
