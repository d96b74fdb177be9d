//! Builds the checks of a merged node in the order of the API server.

use super::{
    Additional, Check, Dependency, Family, Node, NumberFormat, Parts, Presence, Properties, Property, SchemaTypes,
    Settings, Tuple, Unfold, ValueTypes, formats::Formats, message,
};
use crate::{
    Schema,
    keyword::{Keyword, Limit, Value},
    merge::{Branches, Few, Flat, FromPart},
    schema::{self, GoValue},
};

impl<C, R> Node<C, R> {
    /// Builds a node from its parts. The caller sets the fields that depend on other nodes.
    pub fn compile<'s>(
        parts: &Parts<'s>,
        rules: Option<R>,
        settings: &Settings,
        unfold: &mut impl Unfold<'s, Child = C>,
    ) -> Self {
        let mut flat = Flat::of(parts.iter(), Branches::Apart);
        match flat.go_value {
            _ if !settings.is_native => flat.go_value = GoValue::AsSaid,
            GoValue::Anything => flat.types = Few::default(),
            GoValue::Wide => flat
                .keywords
                .retain(|(keyword, said)| *keyword != Keyword::Format || said.value.as_text() != Some("int32")),
            GoValue::AsSaid | GoValue::Quantity | GoValue::Struct | GoValue::Present => {}
        }
        Node { rules, ..Reading { flat }.node(settings, unfold) }
    }
}

/// Builds the checks of merged schemas.
struct Reading<'s> {
    flat: Flat<'s>,
}

impl<'s> Reading<'s> {
    fn node<C, R>(self, settings: &Settings, unfold: &mut impl Unfold<'s, Child = C>) -> Node<C, R> {
        let flat = &self.flat;
        let schema_types = SchemaTypes::of(&flat.types);
        let formats: Vec<&str> = flat.values(Keyword::Format).filter_map(Value::as_text).collect();
        let number_format = NumberFormat::compile(&formats, &schema_types, settings);
        let formats = Formats::compile(&formats, &schema_types, number_format, settings);
        let draft4 = || flat.draft4.iter().copied();
        let tuple = draft4().find(|draft4| !draft4.items.is_empty()).map(|draft4| Tuple {
            first: draft4.items.iter().map(|schema| unfold.child(vec![schema])).collect(),
            rest: Additional::merge(&draft4.additional_items).map(|schemas| unfold.child(schemas)),
        });
        let mut node = Node {
            schema_types,
            number_format,
            items: (!flat.items.is_empty()).then(|| unfold.child(flat.items.iter().copied().collect())),
            tuple,
            additional: flat.additional().map(|schemas| unfold.child(schemas)),
            properties: self.properties(unfold),
            required: flat.required.iter().copied().cloned().collect(),
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
            nullable: flat.nullable,
            list_type: flat.list_type.cloned(),
            list_map_keys: flat.list_map_keys.to_vec(),
            preserve_unknown_fields: flat.preserve_unknown_fields == Some(true),
            embedded_resource: flat.embedded_resource,
            messages: message::messages(&flat.validation_errors),
            default: flat.presence.default.cloned(),
            ..Node::default()
        };
        node.checks = self.checks(&node, formats, unfold);
        let is_of_go = settings.is_native && flat.embedded_resource && node.properties.is_empty();
        node.checks.extend(is_of_go.then_some(Check::EmbeddedResource));
        node
    }

    fn properties<C>(&self, unfold: &mut impl Unfold<'s, Child = C>) -> Properties<C> {
        let property = |(name, schemas): (&'s String, Vec<&'s Schema>)| {
            let presence = Presence::of(schemas.iter().copied());
            let structure = presence.structure(self.flat.required.contains(&name));
            let strip_zero = presence.strip_zero;
            let at_once = ValueTypes::default();
            (name.clone(), Property { node: unfold.child(schemas), strip_zero, structure, at_once })
        };
        self.flat.farthest_properties().into_iter().map(property).collect()
    }

    /// Returns the checks in the order of the API server.
    fn checks<C, R>(
        &self,
        node: &Node<C, R>,
        formats: Formats,
        unfold: &mut impl Unfold<'s, Child = C>,
    ) -> Vec<Check<C>> {
        let Formats { names, of_type } = formats;
        let flat = &self.flat;
        let mut checks = Vec::new();
        if !node.schema_types.alternatives.is_empty() || of_type.is_some() {
            let (certain, refused) = node.schema_types.known(of_type.as_deref().unwrap_or_default(), node.nullable);
            checks.push(Check::Type { format: of_type, certain, refused });
        }
        for (said, check) in
            [(&flat.any_of, Check::AnyOf as fn(_) -> _), (&flat.one_of, Check::OneOf), (&flat.all_of, Check::AllOf)]
        {
            for branches in said {
                checks.push(check(branches.value.iter().map(|schema| unfold.child(vec![schema])).collect()));
            }
        }
        checks.extend(flat.not.iter().map(|not| Check::Not(unfold.child(vec![not.value]))));
        checks.extend((!node.dependencies.is_empty()).then_some(Check::Dependencies));

        checks.extend(self.limits(Family::Text, &names, unfold));
        checks.extend((flat.go_value == GoValue::Quantity).then_some(Check::Quantity));

        checks.extend(node.number_format.map(|_| Check::NumberFormat));
        checks.extend(self.limits(Family::Number, &names, unfold));

        checks.extend(node.items.as_ref().map(|_| Check::Items));
        checks.extend(node.tuple.as_ref().map(|_| Check::Tuple));
        checks.extend(self.limits(Family::List, &names, unfold));

        checks.extend(self.limits(Family::Enumeration, &names, unfold));

        checks.extend(self.limits(Family::Object, &names, unfold));
        if matches!(node.additional, Additional::Nothing | Additional::Node(_)) {
            checks.push(Check::AdditionalProperties);
        }
        checks.extend((!node.properties.is_empty()).then_some(Check::Properties));
        checks.extend((!node.required.is_empty()).then_some(Check::Required));
        checks.extend((!node.pattern_properties.is_empty()).then_some(Check::PatternProperties));
        checks
    }

    /// Returns the limit checks of one family in the order of the API server. `formats` are the enforced formats.
    fn limits<C>(&self, family: Family, formats: &[String], unfold: &mut impl Unfold<'s, Child = C>) -> Vec<Check<C>> {
        let is_enforced = |keyword: Keyword, value: &Value| match (keyword, value) {
            (Keyword::Format, Value::Text(name)) => formats.contains(name),
            _ => true,
        };
        let limits = self.flat.keywords.iter().filter(|(keyword, _)| keyword.row().family() == family);
        let mut limits: Vec<&(Keyword, FromPart<&Value>)> =
            limits.filter(|(keyword, said)| is_enforced(*keyword, said.value)).collect();
        limits.sort_by_key(|(keyword, _)| keyword.row().rank);
        let check = |(keyword, said): &(Keyword, FromPart<&Value>)| {
            Limit::of(*keyword, said.value, |source| unfold.pattern(source)).map(|limit| Check::Limit(*keyword, limit))
        };
        limits.into_iter().filter_map(check).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use idlgen_runtime::regex::LazyPattern;
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::{Definitions, compiled::Family};

    /// Counts nested nodes in tests.
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
                "Limit(MaxLength, Count(5))",
                "Limit(MinLength, Count(2))",
                "Limit(Pattern, Pattern(LazyPattern(\"^a\")))",
                "Limit(Pattern, Pattern(LazyPattern(\"b$\")))",
                "Limit(Minimum, Bound(Bound { limit: Int(1), exclusive: true }))",
                "Limit(Enum, Members([String(\"a\")]))",
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
