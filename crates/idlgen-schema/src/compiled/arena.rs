//! Stores all nodes of a compiled schema in an arena.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use idlgen_cel::escape;
use idlgen_runtime::{regex::LazyPattern, value::presence::Structure};
use serde_json::Value as Json;

use super::{Additional, Names, Node, Parts, Property, SchemaError, Settings, Unfold, ValueTypes};
use crate::{Definitions, Schema, schema::ListType};

/// Maximum number of nodes in a schema. Protects against schemas whose parts combine in ever new ways.
const MAX_NODES: usize = 1_000_000;

/// The index of a node in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// Returns the index, for tables with an entry per node.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A compiled schema with everything it references. `R` is the type of a node's rules.
#[derive(Clone, Debug)]
pub struct Compiled<R> {
    nodes: Vec<Node<NodeId, R>>,
    /// The node that is used in place of one that does not exist.
    nothing: Node<NodeId, R>,
}

impl<R> Compiled<R> {
    /// The id of the node for the entire value.
    pub const ROOT: NodeId = NodeId(0);

    /// Compiles a schema with everything it references. `rules` builds the rules of a node from its parts; its second
    /// argument is `true` for the root. It returns `None` if there are no rules.
    ///
    /// # Errors
    /// Returns all unresolved references, and schemas whose validation would not terminate.
    pub fn new<'s>(
        definitions: &'s Definitions,
        schema: &'s Schema,
        settings: &Settings,
        mut rules: impl FnMut(&Parts<'s>, bool) -> Option<R>,
    ) -> Result<Self, Vec<SchemaError>> {
        let mut compiler = Compiler {
            definitions,
            known: BTreeMap::new(),
            count: 0,
            waiting: VecDeque::new(),
            patterns: BTreeMap::new(),
            errors: Vec::new(),
        };
        compiler.child(vec![schema]);
        let mut nodes = Vec::new();
        while let Some(parts) = compiler.waiting.pop_front() {
            let rules = rules(&parts, nodes.is_empty());
            nodes.push(Node::compile(&parts, rules, settings, &mut compiler));
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
        if !settings.is_native {
            compiled.mark_unknown_to_rules();
        }
        compiled.mark_what_is_below();
        compiled.mark_implied_properties();
        compiled.mark_what_is_right_at_once();
        Ok(compiled)
    }

    /// Returns the node with this id. For an id of another schema, returns an unrelated node or one without checks.
    pub fn get(&self, id: NodeId) -> &Node<NodeId, R> {
        self.nodes.get(id.0).unwrap_or(&self.nothing)
    }

    /// Returns the ids of all nodes.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<R> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// Returns the schema of a property of a node, whether or not it is declared.
    pub fn property(&self, node: &Node<NodeId, R>, key: &str) -> Option<&Node<NodeId, R>> {
        if let Some(property) = node.properties.get(key) {
            return Some(self.get(property.node));
        }
        match node.additional {
            Additional::Node(id) => Some(self.get(id)),
            _ => None,
        }
    }

    /// Replaces the default of a node.
    pub fn set_default(&mut self, id: NodeId, default: Json) {
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.default = Some(default);
        }
    }

    /// Returns `true` if a node is one of its own branches, so that validation would not terminate.
    fn is_endless(&self) -> bool {
        // Repeatedly marks nodes whose branches are all known to terminate. Nodes that remain unmarked do not
        // terminate.
        let mut ends = vec![false; self.nodes.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut open: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let mut count = 0;
            for branch in node.branches() {
                users.get_mut(branch.0).into_iter().for_each(|users| users.push(index));
                count += 1;
            }
            open.push(count);
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

    /// Records in each node the properties that may be treated as present even if they are missing.
    fn mark_implied_properties(&mut self) {
        for index in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(index) else { continue };
            let is_implied = |property: &Property<NodeId>| {
                property.structure != Structure::None || self.get(property.node).default.is_some()
            };
            let properties = node.properties.values().enumerate();
            let implied = properties.filter(|(_, property)| is_implied(property)).map(|(index, _)| index).collect();
            if let Some(node) = self.nodes.get_mut(index) {
                node.implied_properties = implied;
            }
        }
    }

    /// Records for each property the value types that need no further checks, and for each node the names of its
    /// properties.
    fn mark_what_is_right_at_once(&mut self) {
        let at_once: Vec<ValueTypes> = self.nodes.iter().map(Node::at_once).collect();
        for node in &mut self.nodes {
            node.names = Names::of(&node.properties);
            for property in node.properties.values_mut() {
                property.at_once = at_once.get(property.node.0).copied().unwrap_or_default();
            }
        }
    }

    /// Marks the values that are not visible to rules: those for which `SchemaDeclType` of
    /// `k8s.io/apiserver/pkg/cel/common` returns nil.
    fn mark_unknown_to_rules(&mut self) {
        loop {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev() {
                let Some(node) = self.nodes.get(index) else { continue };
                let is_unknown = |id: &NodeId| self.get(*id).is_unknown_to_rules;
                let unknown = match node.schema_types.alternatives.first().map(Vec::as_slice) {
                    None | Some([]) => true,
                    Some(["array"]) => node.items.as_ref().is_none_or(is_unknown),
                    Some(["object"]) => node.additional.node().is_some_and(is_unknown),
                    Some(_) => false,
                };
                if let Some(node) = self.nodes.get_mut(index) {
                    changed |= unknown != node.is_unknown_to_rules;
                    node.is_unknown_to_rules = unknown;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Returns `true` if the rules of a property and of everything inside it are evaluated at all (`validator` of
    /// `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel`).
    pub fn runs_rules_of(&self, node: &Node<NodeId, R>, name: &str, property: &Property<NodeId>) -> bool {
        // If the type of the object is unknown, the API server skips properties whose names need escaping.
        let is_known = !node.is_unknown_to_rules || escape(name).is_none();
        is_known && !self.get(property.node).is_unknown_to_rules
    }

    /// Propagates the flags of each node to its parents.
    fn mark_what_is_below(&mut self) {
        for node in &mut self.nodes {
            node.has_list_types = matches!(node.list_type, Some(ListType::Set | ListType::Map));
            node.has_rules = node.rules.is_some();
        }
        loop {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev() {
                let Some(node) = self.nodes.get(index) else { continue };
                let has_list_types =
                    node.has_list_types || node.children().any(|child| self.get(*child).has_list_types);
                let is_run = |child: NodeId| self.get(child).has_rules;
                let mut properties = node.properties.iter();
                let has_rules = node.has_rules
                    || properties
                        .any(|(name, property)| is_run(property.node) && self.runs_rules_of(node, name, property))
                    || node.items.iter().chain(node.additional.node()).chain(node.all_of()).any(|child| is_run(*child));
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

struct Compiler<'s> {
    definitions: &'s Definitions,
    /// The node of each combination of parts.
    known: BTreeMap<Vec<usize>, NodeId>,
    count: usize,
    /// The nodes to compile, in the order of their ids.
    waiting: VecDeque<Parts<'s>>,
    /// Each pattern, compiled once on first use.
    patterns: BTreeMap<String, Arc<LazyPattern>>,
    errors: Vec<SchemaError>,
}

impl Compiler<'_> {
    fn report(&mut self, error: SchemaError) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
}

impl<'s> Unfold<'s> for Compiler<'s> {
    type Child = NodeId;

    /// Returns the node for the schemas that apply to a value. If it is new, it is compiled later.
    fn child(&mut self, schemas: Vec<&'s Schema>) -> NodeId {
        let mut parts = Parts::default();
        for schema in schemas {
            if let Err(error) = parts.add(schema, self.definitions) {
                self.report(error);
            }
        }
        parts.leave_out_bare_references();
        let next = NodeId(self.count);
        let id = *self.known.entry(parts.identity()).or_insert(next);
        if id == next {
            self.count += 1;
            self.waiting.push_back(parts);
        }
        id
    }

    fn pattern(&mut self, source: &str) -> Arc<LazyPattern> {
        if let Some(pattern) = self.patterns.get(source) {
            return Arc::clone(pattern);
        }
        let pattern = Arc::new(LazyPattern::owned(source.to_owned()));
        self.patterns.insert(source.to_owned(), Arc::clone(&pattern));
        pattern
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SETTINGS: Settings = Settings { is_native: false, runtime: None, has_every_format: false };

    /// Compiles definitions, starting with `Root`.
    fn compiled(definitions: &Json) -> Result<Compiled<()>, Vec<SchemaError>> {
        let (definitions, problems) = Definitions::from_json(definitions);
        assert!(problems.is_empty(), "{problems:?}");
        let root = Schema { reference: Some("Root".to_owned()), ..Schema::default() };
        Compiled::new(&definitions, &root, &SETTINGS, |parts, _| {
            parts.iter().any(|part| !part.extensions.validations.is_empty()).then_some(())
        })
    }

    fn reference(name: &str) -> Json {
        json!({"$ref": format!("#/definitions/{name}")})
    }

    /// Returns the properties of `Root` with a flag.
    fn flagged(definitions: &Json, has_flag: fn(&Node<NodeId, ()>) -> bool) -> String {
        let compiled = compiled(definitions).expect("a schema");
        let root = compiled.get(Compiled::<()>::ROOT);
        let properties = root.properties.iter().filter(|(_, property)| has_flag(compiled.get(property.node)));
        properties.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_contains_rules_and_list_types_is_known() {
        let rules = json!({"type": "string", "x-kubernetes-validations": [{"rule": "true"}]});
        let set = json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"});
        let object = |of: &Json| json!({"type": "object", "properties": {"x": of}});
        let definitions = json!({
            "Root": {"type": "object", "properties": {
                "cycle": reference("Cycle"),
                "rules": rules,
                "set": set,
                "atomic": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "atomic"},
                "inRules": object(&rules),
                "inSet": object(&set),
                "items": {"type": "array", "items": rules},
                "values": {"type": "object", "additionalProperties": set},
                "branch": {"type": "string", "allOf": [rules]},
                "plain": object(&json!({"type": "string"})),
            }},
            // Contains what contains it.
            "Cycle": {"type": "object", "properties": {"root": reference("Root")}},
        });
        assert_eq!(flagged(&definitions, |node| node.has_rules), "branch cycle inRules items rules");
        assert_eq!(flagged(&definitions, |node| node.has_list_types), "cycle inSet set values");
        for (schema, with_rules, with_list_types) in [(&rules, "cycle x", ""), (&set, "", "cycle x")] {
            let definitions = json!({
                "Root": {"type": "object", "properties": {"cycle": reference("Cycle"), "x": schema}},
                "Cycle": {"type": "object", "properties": {"root": reference("Root")}},
            });
            assert_eq!(flagged(&definitions, |node| node.has_rules), with_rules);
            assert_eq!(flagged(&definitions, |node| node.has_list_types), with_list_types);
        }
    }

    #[test]
    fn values_without_a_type_are_unknown_to_rules() {
        let list = |items: &Json| json!({"type": "array", "items": items});
        let map = |values: &Json| json!({"type": "object", "additionalProperties": values});
        let (any, text) = (json!({"x-kubernetes-preserve-unknown-fields": true}), json!({"type": "string"}));
        let definitions = json!({
            "Root": {"type": "object", "properties": {
                "list": reference("List"),
                "later": list(&reference("List")),
                "listAgain": list(&reference("List")),
                "any": any,
                "text": text,
                "bare": {"type": "array"},
                "texts": list(&text),
                "lists": list(&list(&any)),
                "map": map(&any),
                "textMap": map(&text),
                "listMap": map(&list(&any)),
                "object": {"type": "object", "properties": {"a": any}},
                "open": {"type": "object", "additionalProperties": true},
                "tree": reference("Tree"),
            }},
            "List": list(&list(&any)),
            "Tree": list(&reference("Tree")),
        });
        assert_eq!(
            flagged(&definitions, |node| node.is_unknown_to_rules),
            "any bare later list listAgain listMap lists map"
        );
    }

    #[test]
    fn rules_of_unknown_values_are_not_run() {
        let rules = json!({"type": "string", "x-kubernetes-validations": [{"rule": "true"}]});
        let compiled =
            compiled(&json!({"Root": {"properties": {"a": rules, "a b": rules, "c": {"properties": {"d": rules}}}}}))
                .expect("a schema");
        let root = compiled.get(Compiled::<()>::ROOT);
        let run = root.properties.iter().filter(|(name, property)| compiled.runs_rules_of(root, name, property));
        // The type of the object is unknown.
        assert_eq!(run.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a b"]);
    }

    #[test]
    fn a_value_that_is_its_own_branch_is_an_error() {
        let endless = Err(vec![SchemaError::Endless { definition: None }]);
        for (definitions, is_endless) in [
            (json!({"Root": {"anyOf": [{"not": reference("Root")}]}}), true),
            (
                json!({
                    "Root": {"anyOf": [{"type": "string"}, {"oneOf": [reference("Other")]}]},
                    "Other": {"not": reference("Root")},
                }),
                true,
            ),
            (json!({"Root": {"properties": {"a": {"not": reference("Root")}}}}), false),
            (json!({"Root": {"anyOf": [{"type": "string"}, {"items": reference("Root")}]}}), false),
            (json!({"Root": {"anyOf": [reference("Other"), reference("Other")]}, "Other": {"type": "string"}}), false),
        ] {
            let found = compiled(&definitions).map(|_| ());
            assert_eq!(found, if is_endless { endless.clone() } else { Ok(()) }, "{definitions}");
        }
    }

    #[test]
    fn values_of_go_types_have_other_checks_than_they_publish() {
        use crate::schema::GoValue;

        let none = Definitions::default();
        let keywords = |go_value, format: &str, settings: &Settings| {
            let (schema, _) = Schema::from_json(&json!({"type": "integer", "format": format, "maxLength": 3}));
            let schema = Schema { go_value, ..schema };
            let compiled = Compiled::<()>::new(&none, &schema, settings, |_, _| None).expect("a schema");
            let checks = compiled.get(Compiled::<()>::ROOT).checks.iter();
            checks.map(super::super::Check::keyword).collect::<Vec<_>>().join(" ")
        };
        let native = &Settings::GENERATED;
        assert_eq!(keywords(GoValue::AsSaid, "int32", native), "type maxLength format");
        assert_eq!(keywords(GoValue::Wide, "int32", native), "type maxLength");
        assert_eq!(keywords(GoValue::Wide, "int64", native), "type maxLength format");
        assert_eq!(keywords(GoValue::Anything, "int64", &SETTINGS), "type maxLength");
        assert_eq!(keywords(GoValue::Anything, "int64", native), "maxLength");
    }

    #[test]
    fn values_whose_type_is_all_that_is_checked_are_right_at_once() {
        let definitions = json!({"Root": {"type": "object", "properties": {
            "text": {"type": "string"},
            "nullable": {"type": "string", "nullable": true},
            "limited": {"type": "string", "maxLength": 3},
            "list": {"type": "array"},
            "set": {"type": "array", "x-kubernetes-list-type": "set"},
            "texts": {"type": "array", "items": {"type": "string"}},
            "untyped": {"x-kubernetes-preserve-unknown-fields": true},
        }}});
        let compiled = compiled(&definitions).expect("a schema");
        let root = compiled.get(Compiled::<()>::ROOT);
        let known = root.properties.iter().filter(|(_, property)| property.at_once != ValueTypes::default());
        assert_eq!(known.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["list", "nullable", "text"]);
    }

    #[test]
    fn checks_of_a_string_have_keywords_and_families() {
        let compiled = compiled(&json!({"Root": {"type": "string", "maxLength": 3, "minLength": 1, "pattern": "a",
            "enum": ["a"], "format": "date", "minimum": 1, "maxItems": 2, "maxProperties": 3, "required": ["a"],
            "not": {"type": "integer"}}}))
        .expect("a schema");
        let root = compiled.get(Compiled::<()>::ROOT);
        let shown = |check: &super::super::Check<NodeId>| {
            let first_only = if check.is_length_or_pattern() { " first" } else { "" };
            format!("{} {:?}{first_only}", check.keyword(), check.family())
        };
        assert_eq!(
            root.checks.iter().map(shown).collect::<Vec<_>>(),
            [
                "type Type",
                "not Composite",
                "maxLength Text first",
                "minLength Text first",
                "pattern Text first",
                "format Text",
                "minimum Number",
                "maxItems List",
                "enum Enumeration",
                "maxProperties Object",
                "required Object",
            ]
        );
    }
}
