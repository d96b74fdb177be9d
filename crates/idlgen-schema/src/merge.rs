//! Merges all schemas that apply to a value to a flat node.
//!
//! The checks of a server ([`compiled`](crate::compiled)), the schema in a CRD
//! ([`structural`](crate::schema::structural())) and the types in rules (`cel`) are all derived from a [`Flat`] node.
//! They need different information, so the node contains the data for all of them:
//!
//! - *Types.* CRDs and rules use the nearest type. A server checks the types of all parts.
//! - *Keywords that a schema can contain only once* and whose values all apply, and combinations. A server checks all
//!   of them. A CRD contains the nearest one; each of the others is in a branch of `allOf`, with one branch per part.
//! - *Branches of `allOf`* from Go tags. They are treated as parts for CRDs and for the types in rules
//!   ([`Branches::Opened`]). A server checks them as branches, in the order of its own validators.
//! - *Properties.* When they are checked, they are in the order of their errors, which is that of the farthest part.
//!   When they are printed, they are in the order of the nearest part.

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

/// The merged schemas of a value. The nearest part is the value's own schema. Nested schemas are not merged: for each
/// nested value, there is a list of all schemas that apply to it.
#[derive(Debug, Default)]
pub(crate) struct Flat<'s> {
    /// Number of schemas that have been merged.
    count: usize,
    pub(crate) title: Option<&'s String>,
    pub(crate) description: Option<&'s String>,
    /// The `type` of the nearest part that has one.
    pub(crate) schema_type: Option<SchemaType>,
    /// The types of each part.
    pub(crate) types: Few<Types<'s>>,
    /// How Go decodes the value beyond its schema. Comes from the nearest part that describes the value itself.
    pub(crate) go_value: GoValue,
    /// The rules that determine when the value is missing.
    pub(crate) presence: Presence<'s>,
    pub(crate) nullable: bool,
    /// The effective limits, in keyword order. If all values of a keyword apply, the nearest is first.
    pub(crate) keywords: Vec<(Keyword, FromPart<&'s Value>)>,
    pub(crate) required: IndexSet<&'s String>,
    pub(crate) items: Few<&'s Schema>,
    /// The properties of each part that has any.
    pub(crate) properties: Few<FromPart<&'s Properties>>,
    additional: Few<&'s AdditionalProperties>,
    /// The `allOf` branches of each part that has any. The following fields contain the other combinations.
    pub(crate) all_of: Few<FromPart<&'s [Schema]>>,
    pub(crate) any_of: Few<FromPart<&'s [Schema]>>,
    pub(crate) one_of: Few<FromPart<&'s [Schema]>>,
    pub(crate) not: Few<FromPart<&'s Schema>>,
    /// `true` if any part is `true`, otherwise the value of the nearest part.
    pub(crate) preserve_unknown_fields: Option<bool>,
    pub(crate) embedded_resource: bool,
    pub(crate) int_or_string: bool,
    /// The list type of the nearest part that has one.
    pub(crate) list_type: Option<&'s ListType>,
    /// The list map keys of the nearest part that has any.
    pub(crate) list_map_keys: &'s [String],
    pub(crate) map_type: Option<&'s MapType>,
    /// The rules of all parts, nearest first.
    pub(crate) validations: Vec<&'s ValidationRule>,
    /// The custom errors of each part. The nearest takes precedence.
    pub(crate) validation_errors: Few<&'s BTreeMap<String, ValidationError>>,
    pub(crate) draft4: Few<&'s Draft4>,
    /// The other keywords of each part. The nearest takes precedence.
    pub(crate) other: Few<&'s BTreeMap<String, Json>>,
    pub(crate) origins: Few<&'s Origin>,
}

/// The value of a keyword, with the index of the part that contains it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FromPart<T> {
    pub(crate) part: usize,
    pub(crate) value: T,
}

/// The types of one part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Types<'s> {
    IntOrString,
    /// A list of types in `type`.
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

/// The treatment of branches of `allOf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Branches {
    /// They remain branches.
    Apart,
    /// They are treated as parts of their own.
    Opened,
}

impl<'s> Flat<'s> {
    /// Merges schemas. The first is the nearest.
    pub(crate) fn of(schemas: impl IntoIterator<Item = &'s Schema>, branches: Branches) -> Self {
        let mut flat = Flat::default();
        for schema in schemas {
            flat.add(schema, branches);
        }
        flat
    }

    pub(crate) fn add(&mut self, schema: &'s Schema, branches: Branches) {
        let Schema {
            // The caller has already added the referenced schema.
            reference: _,
            title,
            description,
            schema_type,
            nullable,
            // Merged in `presence`.
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
            // Only used in OpenAPI v2, which prints it unchanged.
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
        self.properties.extend(said.map(|value| FromPart { part, value }));
        self.additional.extend(additional_properties);
        let branch = |branches: &'s [Schema]| not_empty(branches).map(|value| FromPart { part, value });
        self.all_of.extend(branch(all_of).filter(|_| branches == Branches::Apart));
        self.any_of.extend(branch(any_of));
        self.one_of.extend(branch(one_of));
        self.not.extend(not.as_deref().map(|value| FromPart { part, value }));
        self.draft4.extend(draft4.as_deref());
        self.other.extend(Some(other).filter(|other| !other.is_empty()));
        self.origins.push(origin);
        self.extensions(extensions);
    }

    fn keyword(&mut self, part: usize, keyword: Keyword, value: &'s Value) {
        let combination = keyword.row().combination;
        let start = self.keywords.partition_point(|(known, _)| *known < keyword);
        let end = self.keywords.partition_point(|(known, _)| *known <= keyword);
        let said = (keyword, FromPart { part, value });
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
            // Only used in OpenAPI documents, which print it unchanged.
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

    /// Iterates over the effective values of a keyword, nearest first.
    pub(crate) fn values(&self, keyword: Keyword) -> impl Iterator<Item = &'s Value> + '_ {
        self.keywords.iter().filter(move |(known, _)| *known == keyword).map(|(_, said)| said.value)
    }

    /// Returns the nearest `format`.
    pub(crate) fn format(&self) -> Option<&'s str> {
        self.values(Keyword::Format).next().and_then(Value::as_text)
    }

    /// Returns the merged `additionalProperties`. If one part forbids additional values, they are forbidden. Otherwise
    /// all schemas apply.
    pub(crate) fn additional(&self) -> Additional<Vec<&'s Schema>> {
        Additional::merge(self.additional.iter().copied())
    }

    /// Returns the schemas of each property, nearest first. The properties are in the order of the nearest part,
    /// followed by those of farther parts.
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

    /// Returns the same as [`nearest_properties`](Self::nearest_properties), but with the properties in the order of
    /// the farthest part first.
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

/// Returns the properties if only one part has any.
fn alone(properties: &Properties) -> Vec<(&String, Vec<&Schema>)> {
    properties.iter().map(|(name, property)| (name, vec![property])).collect()
}

fn not_empty<T>(members: &[T]) -> Option<&[T]> {
    Some(members).filter(|members| !members.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(schema: &Json) -> Schema {
        let (schema, problems) = Schema::from_json(schema);
        assert!(problems.is_empty(), "{problems:?}");
        schema
    }

    #[test]
    fn what_stands_once_comes_from_the_nearest_part() {
        let parts = [
            json!({"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["b", "a"],
                "items": {"type": "string"}}),
            json!({"title": "near", "description": "near", "type": "object", "x-kubernetes-map-type": "atomic",
                "x-kubernetes-list-type": "set", "x-kubernetes-list-map-keys": ["near"], "example": "near",
                "x-kubernetes-validations": [{"rule": "near"}], "anyOf": [{}], "required": ["c", "a"]}),
            json!({"title": "far", "description": "far", "type": "array", "nullable": true,
                "x-kubernetes-map-type": "granular", "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["far"], "x-kubernetes-embedded-resource": true, "example": "far",
                "x-kubernetes-validations": [{"rule": "far"}], "items": {"type": "integer"}, "not": {},
                "properties": {"c": {"type": "string"}, "a": {"type": "integer"}}}),
        ]
        .map(|schema| read(&schema));
        let flat = Flat::of(&parts, Branches::Apart);
        assert_eq!((flat.count(), flat.title.map(String::as_str)), (3, Some("near")));
        assert_eq!((flat.description.map(String::as_str), flat.schema_type), (Some("near"), Some(SchemaType::Object)));
        assert_eq!((flat.nullable, flat.embedded_resource, flat.int_or_string), (true, true, false));
        assert_eq!((flat.list_type, flat.list_map_keys), (Some(&ListType::Set), ["near".to_owned()].as_slice()));
        assert_eq!(flat.map_type, Some(&MapType::Atomic));
        let rules: Vec<&str> = flat.validations.iter().map(|rule| rule.rule.as_str()).collect();
        assert_eq!(rules, ["near", "far"]);
        assert_eq!(flat.required.iter().map(|name| name.as_str()).collect::<String>(), "bac");
        let types: Vec<_> = flat.types.iter().copied().collect();
        assert_eq!(types, [Types::One(SchemaType::Object), Types::One(SchemaType::Array)]);
        let items: Vec<_> = flat.items.iter().map(|items| items.schema_type).collect();
        assert_eq!(items, [Some(SchemaType::String), Some(SchemaType::Integer)]);
        let examples: Vec<&Json> = flat.other.iter().filter_map(|other| other.get("example")).collect();
        assert_eq!(examples, ["near", "far"]);
        assert_eq!(flat.other.iter().count(), 2);
        let of_parts =
            (flat.any_of.iter().map(|any_of| any_of.part).collect::<Vec<_>>(), flat.not.first().map(|not| not.part));
        assert_eq!(of_parts, (vec![1], Some(2)));
        let names = |properties: Vec<(&String, Vec<&Schema>)>| {
            let shown = properties.iter().map(|(name, schemas)| {
                let types: Vec<&str> =
                    schemas.iter().filter_map(|schema| schema.schema_type).map(SchemaType::name).collect();
                format!("{name}={}", types.join("+"))
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(flat.nearest_properties()), "a=string+integer b=string c=string");
        assert_eq!(names(flat.farthest_properties()), "a=string+integer c=string b=string");
    }

    #[test]
    fn unknown_fields_are_preserved_if_any_part_says_so() {
        for (parts, expected) in [
            ([None, None], None),
            ([Some(false), None], Some(false)),
            ([None, Some(false)], Some(false)),
            ([Some(false), Some(true)], Some(true)),
            ([Some(true), Some(false)], Some(true)),
            ([Some(true), None], Some(true)),
        ] {
            let schemas = parts.map(|part| {
                let mut schema = Schema::default();
                schema.extensions.preserve_unknown_fields = part;
                schema
            });
            assert_eq!(Flat::of(&schemas, Branches::Apart).preserve_unknown_fields, expected, "{parts:?}");
        }
    }

    #[test]
    fn of_several_limits_the_strictest_or_all_apply() {
        let parts = [
            json!({"maxLength": 5, "minLength": 1, "pattern": "a", "format": "date"}),
            json!({"maxLength": 3, "minLength": 2, "pattern": "b", "format": "date"}),
            json!({"maxLength": 4, "minLength": 0, "pattern": "a", "format": "byte"}),
        ]
        .map(|schema| read(&schema));
        let flat = Flat::of(&parts, Branches::Apart);
        let said = |keyword| {
            let said = flat.keywords.iter().filter(|(known, _)| *known == keyword);
            said.map(|(_, said)| format!("{:?}@{}", said.value, said.part)).collect::<Vec<_>>().join(" ")
        };
        let value = |part: usize, keyword| format!("{:?}@{part}", parts[part].keywords.get(keyword).expect("a value"));
        assert_eq!(said(Keyword::MaxLength), value(1, Keyword::MaxLength));
        assert_eq!(said(Keyword::MinLength), value(1, Keyword::MinLength));
        assert_eq!(said(Keyword::Pattern), [value(0, Keyword::Pattern), value(1, Keyword::Pattern)].join(" "));
        assert_eq!(flat.format(), Some("date"));
    }

    #[test]
    fn a_value_of_go_comes_from_the_nearest_part_that_describes_it() {
        let of = |values: [GoValue; 3]| {
            let schemas = values.map(|go_value| Schema { go_value, ..Schema::default() });
            Flat::of(&schemas, Branches::Apart).go_value
        };
        assert_eq!(of([GoValue::Struct, GoValue::Wide, GoValue::Quantity]), GoValue::Wide);
        assert_eq!(of([GoValue::Anything, GoValue::Wide, GoValue::Present]), GoValue::Anything);
        assert_eq!(of([GoValue::AsSaid, GoValue::Struct, GoValue::Present]), GoValue::Present);
    }
}
