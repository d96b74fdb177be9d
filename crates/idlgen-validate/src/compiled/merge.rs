//! From parts to a node: where each keyword of a schema goes.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};
use serde_json::Value as Json;

use super::{
    Additional, Bound, Check, Dependency, Message, Node, NumberFormat, Parts, Presence, Properties, Property,
    SchemaTypes, Settings, Tuple, Unfold, ValueTypes, formats::Formats, message,
};
use crate::{
    Schema,
    schema::{self, AdditionalProperties, Draft4, Extensions, GoValue, ListType, tighten},
};

/// What the parts looked at so far say together.
#[derive(Debug, Default)]
struct Merged<'s> {
    schema_types: SchemaTypes,
    go_value: GoValue,
    nullable: bool,
    formats: Vec<&'s str>,
    maximum: Option<Bound>,
    minimum: Option<Bound>,
    multiple_of: Vec<schema::Number>,
    max_length: Option<u64>,
    min_length: Option<u64>,
    patterns: Vec<&'s str>,
    max_items: Option<u64>,
    min_items: Option<u64>,
    unique_items: bool,
    max_properties: Option<u64>,
    min_properties: Option<u64>,
    enumerations: Vec<&'s [Json]>,
    required: IndexSet<&'s String>,
    items: Vec<&'s Schema>,
    properties: Vec<&'s schema::Properties>,
    additional: Vec<&'s AdditionalProperties>,
    all_of: Vec<&'s [Schema]>,
    any_of: Vec<&'s [Schema]>,
    one_of: Vec<&'s [Schema]>,
    not: Vec<&'s Schema>,
    preserve_unknown_fields: bool,
    embedded_resource: bool,
    list_type: Option<&'s ListType>,
    list_map_keys: &'s [String],
    messages: BTreeMap<String, Message>,
    draft4: Vec<&'s Draft4>,
}

impl<'s> Merged<'s> {
    fn add(&mut self, schema: &'s Schema) {
        let Schema {
            // Whoever made the parts followed it.
            reference: _,
            // Said to people.
            title: _,
            description: _,
            schema_type,
            format,
            nullable,
            // See `Presence`.
            default: _,
            strip_zero: _,
            maximum,
            exclusive_maximum,
            minimum,
            exclusive_minimum,
            multiple_of,
            max_length,
            min_length,
            pattern,
            max_items,
            min_items,
            unique_items,
            max_properties,
            min_properties,
            enumeration,
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
            // Never executed.
            other: _,
            go_value,
            // Of OpenAPI v2, which is printed and not executed.
            v2: _,
            origin: _,
        } = schema;
        self.schema_type(extensions.int_or_string, draft4.as_deref(), *schema_type);
        if self.go_value == GoValue::AsSaid {
            self.go_value = *go_value;
        }
        self.nullable |= nullable;
        once(&mut self.formats, format.as_deref());
        if let Some(limit) = *maximum {
            self.maximum = Some(Bound::tighter_maximum(self.maximum, Bound { limit, exclusive: *exclusive_maximum }));
        }
        if let Some(limit) = *minimum {
            self.minimum = Some(Bound::tighter_minimum(self.minimum, Bound { limit, exclusive: *exclusive_minimum }));
        }
        once(&mut self.multiple_of, *multiple_of);
        tighten(&mut self.max_length, *max_length, u64::min);
        tighten(&mut self.min_length, *min_length, u64::max);
        once(&mut self.patterns, pattern.as_deref());
        tighten(&mut self.max_items, *max_items, u64::min);
        tighten(&mut self.min_items, *min_items, u64::max);
        self.unique_items |= unique_items;
        tighten(&mut self.max_properties, *max_properties, u64::min);
        tighten(&mut self.min_properties, *min_properties, u64::max);
        once(&mut self.enumerations, Some(enumeration.as_slice()).filter(|members| !members.is_empty()));
        for name in required {
            self.required.insert(name);
        }
        self.items.extend(items.as_deref());
        self.properties.extend(Some(properties).filter(|properties| !properties.is_empty()));
        self.additional.extend(additional_properties);
        self.all_of.extend(Some(all_of.as_slice()).filter(|branches| !branches.is_empty()));
        self.any_of.extend(Some(any_of.as_slice()).filter(|branches| !branches.is_empty()));
        self.one_of.extend(Some(one_of.as_slice()).filter(|branches| !branches.is_empty()));
        self.not.extend(not.as_deref());
        self.draft4.extend(draft4.as_deref());
        self.extensions(extensions);
    }

    fn schema_type(&mut self, int_or_string: bool, draft4: Option<&Draft4>, said: Option<schema::SchemaType>) {
        let types = match (draft4, said) {
            _ if int_or_string => vec!["integer", "string"],
            (Some(draft4), _) if !draft4.types.is_empty() => draft4.types.clone(),
            (_, Some(said)) => vec![said.name()],
            (_, None) => return,
        };
        self.schema_types.add(types);
    }

    fn extensions(&mut self, extensions: &'s Extensions) {
        let Extensions {
            preserve_unknown_fields,
            embedded_resource,
            // With the type.
            int_or_string: _,
            list_type,
            list_map_keys,
            // How maps are patched.
            map_type: _,
            // Compiled by whoever runs them.
            validations: _,
            validation_errors,
            patch_strategy: _,
            patch_merge_key: _,
            unions: _,
            other: _,
        } = extensions;
        self.preserve_unknown_fields |= *preserve_unknown_fields == Some(true);
        self.embedded_resource |= embedded_resource;
        self.list_type = self.list_type.or(list_type.as_ref());
        if self.list_map_keys.is_empty() {
            self.list_map_keys = list_map_keys;
        }
        message::add(&mut self.messages, validation_errors);
    }
}

impl<C, R> Node<C, R> {
    /// The node of parts. What is known only when all nodes are there is left to whoever has them.
    pub fn compile<'s>(
        parts: &Parts<'s>,
        rules: Option<R>,
        settings: &Settings,
        unfold: &mut impl Unfold<'s, Child = C>,
    ) -> Self {
        let mut merged = Merged::default();
        for schema in parts.iter() {
            merged.add(schema);
        }
        match merged.go_value {
            _ if !settings.is_native => merged.go_value = GoValue::AsSaid,
            GoValue::Anything => merged.schema_types = SchemaTypes::default(),
            GoValue::Wide => merged.formats.retain(|format| *format != "int32"),
            GoValue::AsSaid | GoValue::Quantity | GoValue::Struct | GoValue::Present => {}
        }
        let mut node = merged.node(settings, unfold);
        node.default = Presence::of(parts.iter()).default.cloned();
        node.rules = rules;
        node
    }
}

impl<'s> Merged<'s> {
    fn node<C, R>(self, settings: &Settings, unfold: &mut impl Unfold<'s, Child = C>) -> Node<C, R> {
        let number_format = NumberFormat::compile(&self.formats, &self.schema_types, settings);
        let formats = Formats::compile(&self.formats, &self.schema_types, number_format, settings);
        let items = self.items();
        let draft4 = || self.draft4.iter().copied();
        let tuple = draft4().find(|draft4| !draft4.items.is_empty()).map(|draft4| Tuple {
            first: draft4.items.iter().map(|schema| unfold.child(vec![schema])).collect(),
            rest: Additional::merge(&draft4.additional_items, |schemas| unfold.child(schemas)),
        });
        let mut node = Node {
            number_format,
            items: items.map(|schemas| unfold.child(schemas)),
            tuple,
            additional: Additional::merge(self.additional.iter().copied(), |schemas| unfold.child(schemas)),
            properties: self.properties(unfold),
            required: self.required.iter().copied().cloned().collect(),
            pattern_properties: draft4()
                .flat_map(|draft4| &draft4.pattern_properties)
                .map(|(source, schema)| (unfold.pattern(source), unfold.child(vec![schema])))
                .collect(),
            dependencies: draft4()
                .flat_map(|draft4| &draft4.dependencies)
                .map(|(name, said)| {
                    let dependency = match said {
                        schema::Dependency::Properties(names) => Dependency::Properties(names.clone()),
                        schema::Dependency::Schema(schema) => Dependency::Node(unfold.child(vec![schema])),
                    };
                    (name.clone(), dependency)
                })
                .collect(),
            ..Node::default()
        };
        node.checks = self.checks(&node, formats, unfold);
        let is_of_go = settings.is_native && self.embedded_resource && node.properties.is_empty();
        node.checks.extend(is_of_go.then_some(Check::EmbeddedResource));
        let Merged {
            schema_types,
            nullable,
            list_type,
            list_map_keys,
            preserve_unknown_fields,
            embedded_resource,
            messages,
            ..
        } = self;
        Node {
            schema_types,
            nullable,
            list_type: list_type.cloned(),
            list_map_keys: list_map_keys.to_vec(),
            preserve_unknown_fields,
            embedded_resource,
            messages,
            ..node
        }
    }

    fn items(&self) -> Option<Vec<&'s Schema>> {
        (!self.items.is_empty()).then(|| self.items.clone())
    }

    fn properties<C>(&self, unfold: &mut impl Unfold<'s, Child = C>) -> Properties<C> {
        let mut names: IndexMap<&'s String, Vec<&'s Schema>> = IndexMap::new();
        for properties in self.properties.iter().rev() {
            for (name, property) in *properties {
                names.entry(name).or_default().insert(0, property);
            }
        }
        let property = |(name, schemas): (&'s String, Vec<&'s Schema>)| {
            let presence = Presence::of(schemas.iter().copied());
            let structure = presence.structure(self.required.contains(&name));
            let strip_zero = presence.strip_zero;
            let at_once = ValueTypes::default();
            (name.clone(), Property { node: unfold.child(schemas), strip_zero, structure, at_once })
        };
        names.into_iter().map(property).collect()
    }

    /// The checks in their order.
    fn checks<C, R>(
        &self,
        node: &Node<C, R>,
        formats: Formats,
        unfold: &mut impl Unfold<'s, Child = C>,
    ) -> Vec<Check<C>> {
        let Formats { names, of_type } = formats;
        let mut checks = Vec::new();
        if !self.schema_types.alternatives.is_empty() || of_type.is_some() {
            let (certain, refused) = self.schema_types.known(of_type.as_deref().unwrap_or_default(), self.nullable);
            checks.push(Check::Type { format: of_type, certain, refused });
        }
        for (said, check) in
            [(&self.any_of, Check::AnyOf as fn(_) -> _), (&self.one_of, Check::OneOf), (&self.all_of, Check::AllOf)]
        {
            for branches in said {
                checks.push(check(branches.iter().map(|schema| unfold.child(vec![schema])).collect()));
            }
        }
        checks.extend(self.not.iter().map(|schema| Check::Not(unfold.child(vec![schema]))));
        checks.extend((!node.dependencies.is_empty()).then_some(Check::Dependencies));

        checks.extend(self.max_length.map(Check::MaxLength));
        checks.extend(self.min_length.map(Check::MinLength));
        checks.extend(self.patterns.iter().map(|source| Check::Pattern(unfold.pattern(source))));
        checks.extend(names.into_iter().map(Check::Format));
        checks.extend((self.go_value == GoValue::Quantity).then_some(Check::Quantity));

        checks.extend(node.number_format.map(|_| Check::NumberFormat));
        checks.extend(self.multiple_of.iter().map(|factor| Check::MultipleOf(*factor)));
        checks.extend(self.minimum.map(Check::Minimum));
        checks.extend(self.maximum.map(Check::Maximum));

        checks.extend(node.items.as_ref().map(|_| Check::Items));
        checks.extend(node.tuple.as_ref().map(|_| Check::Tuple));
        checks.extend(self.min_items.map(Check::MinItems));
        checks.extend(self.max_items.map(Check::MaxItems));
        checks.extend(self.unique_items.then_some(Check::UniqueItems));

        checks.extend(self.enumerations.iter().map(|members| Check::Enumeration(members.to_vec())));

        checks.extend(self.min_properties.map(Check::MinProperties));
        checks.extend(self.max_properties.map(Check::MaxProperties));
        if matches!(node.additional, Additional::Nothing | Additional::Node(_)) {
            checks.push(Check::AdditionalProperties);
        }
        checks.extend((!node.properties.is_empty()).then_some(Check::Properties));
        checks.extend((!node.required.is_empty()).then_some(Check::Required));
        checks.extend((!node.pattern_properties.is_empty()).then_some(Check::PatternProperties));
        checks
    }
}

/// Adds what is not there yet.
fn once<T: PartialEq>(known: &mut Vec<T>, said: Option<T>) {
    if let Some(said) = said.filter(|said| !known.contains(said)) {
        known.push(said);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use idlgen_runtime::regex::LazyPattern;
    use serde_json::json;

    use super::*;
    use crate::{Definitions, compiled::Family};

    /// Counts the schemas that stand for a node.
    struct Count;

    impl<'s> Unfold<'s> for Count {
        type Child = usize;

        fn child(&mut self, schemas: Vec<&'s Schema>) -> usize {
            schemas.len()
        }

        fn pattern(&mut self, source: &str) -> Arc<LazyPattern> {
            Arc::new(LazyPattern::owned(source.to_owned()))
        }
    }

    fn node(definition: &Json, schema: &Json) -> Node<usize, ()> {
        let mut definitions = Definitions::default();
        definitions.schemas.insert("D".to_owned(), Schema::from_json(definition).0);
        let (mut schema, _) = Schema::from_json(schema);
        schema.reference = Some("D".to_owned());
        Node::compile(&Parts::of([&schema], &definitions), None, &Settings::GENERATED, &mut Count)
    }

    #[test]
    fn checks_come_in_their_order() {
        let everything = json!({
            "type": "object", "anyOf": [{}], "oneOf": [{}], "allOf": [{}, {}], "not": {}, "dependencies": {"a": ["b"]},
            "maxLength": 4, "minLength": 2, "pattern": "^a", "format": "uuid",
            "multipleOf": 2, "minimum": 1, "maximum": 3,
            "items": {"type": "string"}, "minItems": 0, "maxItems": 5, "uniqueItems": true, "enum": [1],
            "minProperties": 1, "maxProperties": 6, "additionalProperties": false,
            "properties": {"a": {}}, "required": ["a"],
            "patternProperties": {"x": {}},
        });
        let node = node(&everything, &json!({}));
        let keywords: Vec<&str> = node.checks.iter().map(Check::keyword).collect();
        assert_eq!(
            keywords,
            [
                "type",
                "anyOf",
                "oneOf",
                "allOf",
                "not",
                "dependencies",
                "maxLength",
                "minLength",
                "pattern",
                "format",
                "multipleOf",
                "minimum",
                "maximum",
                "items",
                "minItems",
                "maxItems",
                "uniqueItems",
                "enum",
                "minProperties",
                "maxProperties",
                "additionalProperties",
                "properties",
                "required",
                "patternProperties",
            ]
        );
        let place = |family| Family::ORDER.iter().position(|known| *known == family);
        assert!(node.checks.is_sorted_by_key(|check| place(check.family())));
    }

    #[test]
    fn parts_apply_together() {
        let far = json!({"type": "string", "maxLength": 5, "minLength": 1, "pattern": "b$", "enum": ["a"],
            "required": ["r"], "minimum": 1, "exclusiveMinimum": true,
            "properties": {"a": {}, "b": {}}, "x-kubernetes-list-map-keys": ["k"]});
        let near = json!({"maxLength": 9, "minLength": 2, "pattern": "^a", "enum": ["a"],
            "required": ["s", "r"], "minimum": 1, "properties": {"b": {"title": "b"}, "c": {}}, "default": "x"});
        let node = node(&far, &near);
        let shown: Vec<String> = node.checks.iter().map(|check| format!("{check:?}")).collect();
        assert_eq!(
            shown,
            [
                "Type { format: None, certain: ValueTypes(16), refused: ValueTypes(111) }",
                "MaxLength(5)",
                "MinLength(2)",
                "Pattern(LazyPattern(\"^a\"))",
                "Pattern(LazyPattern(\"b$\"))",
                "Minimum(Bound { limit: Int(1), exclusive: true })",
                "Enumeration([String(\"a\")])",
                "Properties",
                "Required",
            ]
        );
        let properties: Vec<_> =
            node.properties.iter().map(|(name, property)| (name.as_str(), property.node)).collect();
        assert_eq!(properties, [("a", 1), ("b", 2), ("c", 1)]);
        assert_eq!((node.required, node.list_map_keys), (vec!["s".to_owned(), "r".to_owned()], vec!["k".to_owned()]));
        assert_eq!(node.default, Some(json!("x")));
    }
}
