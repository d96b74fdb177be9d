//! From schemas to nodes.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use idlgen_runtime::regex::LazyPattern;
use indexmap::IndexMap;
use serde_json::Value as Json;

use super::{
    additional_properties::Additional,
    dependencies::Dependency,
    enumeration,
    error::SchemaError,
    format::Formats,
    max_items, max_length, max_properties, maximum,
    message::Messages,
    min_items, min_length, min_properties, minimum, multiple_of,
    node::{Node, NodeId, Property},
    number_format::NumberFormat,
    options::{ValidatorOptions, ZeroMode},
    parts::Parts,
    pattern::{self, PatternCache, Patterns},
    required,
    rules::{RuleCompilation, Rules},
    schema_type::SchemaTypes,
    tuple::Tuple,
    unique_items,
};
use crate::{
    Definitions, Schema,
    schema::{self, AdditionalProperties, ListType},
};

/// How many nodes a validator may have. Schemas whose parts meet in ever new combinations end here.
const MAX_NODES: usize = 1_000_000;

/// The nodes of a validator.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    nodes: Vec<Node>,
    /// Stands in for what cannot be missing.
    nothing: Node,
}

impl Compiled {
    /// Compiles a schema and all that it reaches. The root is [`Compiled::ROOT`].
    pub(super) fn new(
        definitions: &Definitions,
        schema: &Schema,
        options: &ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        let mut compiler = Compiler {
            definitions,
            options,
            known: BTreeMap::new(),
            count: 0,
            waiting: VecDeque::new(),
            patterns: PatternCache::new(),
            rules: RuleCompilation::new(definitions, options),
            errors: Vec::new(),
        };
        compiler.node([schema].into_iter());
        let mut nodes = Vec::new();
        while let Some(parts) = compiler.waiting.pop_front() {
            let node = compiler.compile(&parts, options.is_resource && nodes.is_empty());
            nodes.push(node);
            if compiler.count > MAX_NODES {
                compiler.report(SchemaError::TooLarge);
                break;
            }
        }
        let mut compiled = Compiled { nodes, nothing: Node::default() };
        if compiler.errors.is_empty() && compiled.is_endless() {
            compiler.report(SchemaError::Endless { definition: None });
        }
        if !compiler.errors.is_empty() {
            return Err(compiler.errors);
        }
        compiled.mark_what_is_below();
        compiled.mark_implied_properties();
        Ok(compiled)
    }

    /// The node of the schema that was compiled.
    pub(super) const ROOT: NodeId = NodeId(0);

    pub(super) fn get(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0).unwrap_or(&self.nothing)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    pub(super) fn set_default(&mut self, id: NodeId, default: Json) {
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.default = Some(default);
        }
    }

    /// Whether a node is among its own branches, so that applying it would never end.
    fn is_endless(&self) -> bool {
        // Nodes whose branches are all known to end are taken away until none is left, or only those that do not end.
        let mut ends = vec![false; self.nodes.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut open: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let branches: Vec<NodeId> = node.branches().collect();
            for branch in &branches {
                users.get_mut(branch.0).into_iter().for_each(|users| users.push(index));
            }
            open.push(branches.len());
        }
        let mut ready: Vec<usize> = (0..open.len()).filter(|index| open.get(*index) == Some(&0)).collect();
        while let Some(index) = ready.pop() {
            if let Some(ends) = ends.get_mut(index) {
                *ends = true;
            }
            for user in users.get(index).into_iter().flatten() {
                if let Some(count) = open.get_mut(*user) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(*user);
                    }
                }
            }
        }
        ends.contains(&false)
    }

    /// Notes in every node which properties can count although they are absent.
    fn mark_implied_properties(&mut self) {
        for index in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(index) else { continue };
            let is_implied = |property: &Property| property.is_struct || self.get(property.node).default.is_some();
            let properties = node.properties.values().enumerate();
            let implied = properties.filter(|(_, property)| is_implied(property)).map(|(index, _)| index).collect();
            if let Some(node) = self.nodes.get_mut(index) {
                node.implied_properties = implied;
            }
        }
    }

    /// Carries up from every node what there is at or below it.
    fn mark_what_is_below(&mut self) {
        for node in &mut self.nodes {
            node.has_list_types = matches!(node.list_type, Some(ListType::Set | ListType::Map));
            node.has_rules = !node.rules.is_empty();
        }
        loop {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev() {
                let Some(node) = self.nodes.get(index) else { continue };
                let has_list_types = node.has_list_types || node.children().any(|child| self.get(child).has_list_types);
                let has_rules = node.has_rules
                    || node
                        .children()
                        .chain(node.all_of.iter().flatten().copied())
                        .any(|child| self.get(child).has_rules);
                if let Some(node) = self.nodes.get_mut(index) {
                    changed |= has_list_types != node.has_list_types || has_rules != node.has_rules;
                    node.has_list_types = has_list_types;
                    node.has_rules = has_rules;
                }
            }
            if !changed {
                return;
            }
        }
    }
}

impl Node {
    /// Nodes that apply to the same value.
    fn branches(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.any_of
            .iter()
            .chain(&self.one_of)
            .chain(&self.all_of)
            .flatten()
            .chain(&self.not)
            .copied()
            .chain(self.dependency_branches())
    }

    /// Nodes that apply to what the value holds.
    fn children(&self) -> impl Iterator<Item = NodeId> + '_ {
        let additional = match self.additional {
            Additional::Node(id) => Some(id),
            _ => None,
        };
        self.properties
            .values()
            .map(|property| property.node)
            .chain(self.items)
            .chain(additional)
            .chain(self.tuple.iter().flat_map(Tuple::nodes))
            .chain(self.pattern_properties.iter().map(|(_, id)| *id))
    }
}

struct Compiler<'s> {
    definitions: &'s Definitions,
    options: &'s ValidatorOptions,
    /// The node of every combination of parts met so far.
    known: BTreeMap<Vec<usize>, NodeId>,
    count: usize,
    /// Nodes to be compiled, in the order of their ids.
    waiting: VecDeque<Parts<'s>>,
    patterns: PatternCache,
    rules: RuleCompilation<'s>,
    errors: Vec<SchemaError>,
}

impl<'s> Compiler<'s> {
    /// The node of schemas that apply to one value, compiled now or later.
    fn node(&mut self, schemas: impl Iterator<Item = &'s Schema>) -> NodeId {
        let mut parts = Parts::default();
        for schema in schemas {
            if let Err(error) = parts.add(schema, self.definitions) {
                self.report(error);
            }
        }
        let next = NodeId(self.count);
        let id = *self.known.entry(parts.identity()).or_insert(next);
        if id == next {
            self.count += 1;
            self.waiting.push_back(parts);
        }
        id
    }

    fn report(&mut self, error: SchemaError) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    fn compile(&mut self, parts: &Parts<'s>, is_resource: bool) -> Node {
        let is_native = self.options.zero_mode == ZeroMode::Native;
        let takes_anything = is_native && parts.iter().any(|schema| schema.takes_anything);
        let schema_types = if takes_anything { SchemaTypes::default() } else { SchemaTypes::compile(parts) };
        Node {
            formats: Formats::compile(parts, &schema_types, self.options),
            number_format: NumberFormat::compile(parts, &schema_types, self.options),
            schema_types,
            nullable: parts.iter().any(|schema| schema.nullable),
            enumerations: enumeration::compile(parts),
            max_length: max_length::compile(parts),
            min_length: min_length::compile(parts),
            patterns: Patterns::compile(parts, &mut self.patterns),
            multiple_of: multiple_of::compile(parts),
            minimum: minimum::compile(parts),
            maximum: maximum::compile(parts),
            min_items: min_items::compile(parts),
            max_items: max_items::compile(parts),
            unique_items: unique_items::compile(parts),
            items: self.items(parts),
            tuple: self.tuple(parts),
            min_properties: min_properties::compile(parts),
            max_properties: max_properties::compile(parts),
            additional: self.additional(parts.all(|schema| schema.additional_properties.as_ref())),
            properties: self.properties(parts),
            implied_properties: Vec::new(),
            required: required::compile(parts),
            pattern_properties: self.pattern_properties(parts),
            dependencies: self.dependencies(parts),
            any_of: self.composite(parts, |schema| &schema.any_of),
            one_of: self.composite(parts, |schema| &schema.one_of),
            all_of: self.composite(parts, |schema| &schema.all_of),
            not: parts.all(|schema| schema.not.as_deref()).map(|not| self.branch(not)).collect(),
            rules: Rules::compile(parts, &mut self.rules, is_resource),
            messages: Messages::compile(parts),
            list_type: parts.all(|schema| schema.extensions.list_type.clone()).next(),
            list_map_keys: parts
                .all(|schema| Some(&schema.extensions.list_map_keys).filter(|keys| !keys.is_empty()))
                .next()
                .cloned()
                .unwrap_or_default(),
            preserve_unknown_fields: parts.iter().any(|schema| schema.extensions.preserve_unknown_fields == Some(true)),
            embedded_resource: parts.iter().any(|schema| schema.extensions.embedded_resource),
            default: parts
                .all(|schema| schema.default.as_ref())
                .find(|default| !default.implicit)
                .map(|default| default.value.clone())
                .filter(|value| !value.is_null()),
            has_list_types: false,
            has_rules: false,
        }
    }

    fn items(&mut self, parts: &Parts<'s>) -> Option<NodeId> {
        let mut items = parts.all(|schema| schema.items.as_deref()).peekable();
        items.peek()?;
        Some(self.node(items))
    }

    fn tuple(&mut self, parts: &Parts<'s>) -> Option<Tuple> {
        let draft4 = parts.all(|schema| schema.draft4.as_deref()).find(|draft4| !draft4.items.is_empty())?;
        let nodes = draft4.items.iter().map(|schema| self.branch(schema)).collect();
        Some(Tuple::new(nodes, self.additional(draft4.additional_items.iter())))
    }

    fn additional(&mut self, said: impl Iterator<Item = &'s AdditionalProperties>) -> Additional {
        let mut additional = Additional::Unsaid;
        let mut schemas: Vec<&'s Schema> = Vec::new();
        for said in said {
            match said {
                AdditionalProperties::Allowed(false) => return Additional::Nothing,
                AdditionalProperties::Allowed(true) => additional = Additional::Anything,
                AdditionalProperties::Schema(schema) => schemas.push(schema),
            }
        }
        if schemas.is_empty() { additional } else { Additional::Node(self.node(schemas.into_iter())) }
    }

    fn pattern_properties(&mut self, parts: &Parts<'s>) -> Vec<(Arc<LazyPattern>, NodeId)> {
        let mut nodes = Vec::new();
        for (source, schema) in
            parts.all(|schema| schema.draft4.as_deref()).flat_map(|draft4| &draft4.pattern_properties)
        {
            nodes.push((pattern::cached(&mut self.patterns, source), self.branch(schema)));
        }
        nodes
    }

    fn dependencies(&mut self, parts: &Parts<'s>) -> Vec<(String, Dependency)> {
        let mut dependencies = Vec::new();
        for (name, said) in parts.all(|schema| schema.draft4.as_deref()).flat_map(|draft4| &draft4.dependencies) {
            let dependency = match said {
                schema::Dependency::Properties(names) => Dependency::Properties(names.clone()),
                schema::Dependency::Schema(schema) => Dependency::Node(self.branch(schema)),
            };
            dependencies.push((name.clone(), dependency));
        }
        dependencies
    }

    fn properties(&mut self, parts: &Parts<'s>) -> IndexMap<String, Property> {
        let mut names: IndexMap<&str, Vec<&'s Schema>> = IndexMap::new();
        // What is referred to declares the properties; what refers to it says more about some of them.
        for schema in parts.iter().rev() {
            for (name, property) in &schema.properties {
                names.entry(name).or_default().insert(0, property);
            }
        }
        let required = required::compile(parts);
        let mut properties = IndexMap::new();
        for (name, schemas) in names {
            let is_struct = schemas.iter().any(|schema| {
                schema.default.as_ref().is_some_and(|default| {
                    default.implicit && default.value.as_object().is_some_and(serde_json::Map::is_empty)
                })
            });
            let strip_zero = schemas.iter().any(|schema| schema.strip_zero);
            let property = Property {
                node: self.node(schemas.into_iter()),
                strip_zero,
                is_struct,
                is_required: required.iter().any(|required| required == name),
            };
            properties.insert(name.to_owned(), property);
        }
        properties
    }

    /// The branches of a composite, for each part that has any.
    fn composite(&mut self, parts: &Parts<'s>, keyword: impl Fn(&'s Schema) -> &'s Vec<Schema>) -> Vec<Vec<NodeId>> {
        parts
            .iter()
            .map(keyword)
            .filter(|branches| !branches.is_empty())
            .map(|branches| branches.iter().map(|branch| self.branch(branch)).collect())
            .collect()
    }

    fn branch(&mut self, schema: &'s Schema) -> NodeId {
        self.node([schema].into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        SchemaError, Validator, ValidatorOptions,
        testing::{errors_of, json, schema},
    };
    use crate::Definitions;

    fn definitions(text: &str) -> Definitions {
        let (definitions, problems) = Definitions::from_json(&json(text));
        assert_eq!(problems, []);
        definitions
    }

    #[test]
    fn a_reference_and_its_siblings_are_one_schema() {
        let definitions = definitions(
            r##"{
                "Name": {"type": "string", "maxLength": 5, "pattern": "^a"},
                "Short": {"$ref": "#/definitions/Name", "maxLength": 3, "minLength": 2},
                "Pair": {"type": "object", "required": ["left"], "properties": {"left": {"type": "string"}, "right": {"type": "string"}}}
            }"##,
        );
        let schema = schema(
            r##"{"properties": {
                "n": {"$ref": "#/definitions/Short", "maxLength": 4},
                "p": {"allOf": [{"$ref": "#/definitions/Pair"}], "required": ["right"], "properties": {"left": {"maxLength": 1}}}
            }}"##,
        );
        let validator = Validator::new(&definitions, &schema, ValidatorOptions::crd()).unwrap();
        assert_eq!(
            errors_of(&validator, &json(r#"{"n": "bbbb", "p": {"left": "lorem"}}"#), None),
            [
                "n: Too long: may not be more than 3 bytes",
                "p.left: Too long: may not be more than 1 byte",
                "p.right: Required value",
            ]
        );
        let texts = errors_of(&validator, &json(r#"{"n": "bbb", "p": {"left": 1, "right": ""}}"#), None);
        assert_eq!(
            texts,
            [
                r#"n: Invalid value: "bbb": n in body should match '^a'"#,
                r#"p.left: Invalid value: "integer": p.left in body must be of type string: "integer""#,
            ]
        );
    }

    #[test]
    fn wrong_references_are_all_reported() {
        let definitions = definitions(r##"{"A": {"$ref": "#/definitions/B"}, "B": {"$ref": "#/definitions/A"}}"##);
        let schema = schema(
            r##"{"properties": {"a": {"$ref": "#/definitions/A"}, "x": {"$ref": "#/definitions/X"}, "y": {"items": {"$ref": "#/definitions/Y"}}}}"##,
        );
        let errors = Validator::new(&definitions, &schema, ValidatorOptions::crd()).unwrap_err();
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "the definition `A` applies itself to the same value without end",
                "no definition is named `X`",
                "no definition is named `Y`",
            ]
        );
    }

    #[test]
    fn branches_that_never_end_are_an_error() {
        let definitions = definitions(
            r##"{
                "Or": {"anyOf": [{"type": "string"}, {"not": {"$ref": "#/definitions/Or"}}]},
                "List": {"items": {"$ref": "#/definitions/List"}, "anyOf": [{"type": "array"}, {"type": "string"}]}
            }"##,
        );
        let build = |name| Validator::for_definition(&definitions, name, ValidatorOptions::crd());
        assert_eq!(build("Or").unwrap_err(), [SchemaError::Endless { definition: None }]);
        assert!(build("List").is_ok());
    }
}
