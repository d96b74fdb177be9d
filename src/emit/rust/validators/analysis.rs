//! Properties of all types, on which the checks of a single type depend.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use idlgen_validate::{
    Definitions, Schema,
    compiled::Below,
    schema::{AdditionalProperties, structural_definitions},
};

use super::{
    function::{Patterns, body},
    node::SchemaNode,
};
use crate::{
    emit::rust::{
        plan::{ItemId, ItemKind, Plan, PlannedType},
        print::Verbatim,
        rules::Rules,
        scope::Scope,
        unpublished::CheckSet,
    },
    lower::Lowered,
};

/// Properties of all types, on which the checks of a single type depend.
#[derive(Debug)]
pub(in super::super) struct Analysis<'s> {
    checks: CheckSet,
    lowered: &'s Lowered,
    /// The definitions as CRDs express them.
    structural: OnceCell<Definitions>,
    /// The schemas of anonymous structs.
    anonymous: BTreeMap<u32, &'s Schema>,
    /// The definitions with rules.
    rules: Below<'s>,
    /// The definitions with rules that use `oldSelf`.
    transition_rules: Below<'s>,
    /// The definitions with defaults.
    defaults: Below<'s>,
    /// The types with a nonempty check function.
    checking: BTreeSet<ItemId>,
}

impl<'s> Analysis<'s> {
    pub(in super::super) fn new(plan: &Plan<'_>, lowered: &'s Lowered, checks: CheckSet) -> Self {
        let mut analysis = Analysis {
            checks,
            lowered,
            structural: OnceCell::new(),
            anonymous: BTreeMap::new(),
            rules: Below::rules(&lowered.definitions),
            transition_rules: Below::transition_rules(&lowered.definitions),
            defaults: Below::defaults(&lowered.definitions),
            checking: BTreeSet::new(),
        };
        analysis.find_anonymous(plan);
        analysis.find_checking(plan);
        analysis
    }

    /// Returns all definitions.
    pub(in super::super) fn definitions(&self) -> &'s Definitions {
        &self.lowered.definitions
    }

    /// Returns all definitions as CRDs express them.
    pub(super) fn structural(&self) -> &Definitions {
        self.structural.get_or_init(|| structural_definitions(self.definitions()))
    }

    /// Returns the names of the string types with a pattern, by pattern. Omits patterns that occur in several types
    /// with different names.
    pub(in super::super) fn pattern_types(&self, plan: &Plan<'_>) -> BTreeMap<String, String> {
        let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (id, schema) in &self.lowered.named {
            if let Some(pattern) = schema.pattern() {
                names.entry(pattern).or_default().insert(&plan.model.type_definition(*id).name);
            }
        }
        let only = |(pattern, names): (&str, BTreeSet<&str>)| {
            let name = names.first().filter(|_| names.len() == 1)?;
            Some((pattern.to_owned(), (*name).to_owned()))
        };
        names.into_iter().filter_map(only).collect()
    }

    /// Returns `true` if the unpublished checks are generated.
    pub(super) fn is_unpublished(&self) -> bool {
        self.checks == CheckSet::Unpublished
    }

    /// Returns `true` if a schema of a node or a nested schema has rules, or may have hand-written validators, which
    /// need the old value, too.
    pub(super) fn has_rules(&self, node: &SchemaNode<'_>) -> bool {
        self.is_unpublished() || self.rules.any(node.as_parts())
    }

    /// Returns `true` if a schema of a node or a nested schema has transition rules.
    pub(super) fn compares(&self, node: &SchemaNode<'_>) -> bool {
        self.transition_rules.any(node.as_parts())
    }

    /// Returns `true` if a schema of a node or a nested schema has a default.
    pub(super) fn has_defaults(&self, node: &SchemaNode<'_>) -> bool {
        self.defaults.any(node.as_parts())
    }

    /// Returns `true` if the check function of a type is not empty.
    pub(super) fn is_checking(&self, id: ItemId) -> bool {
        self.checking.contains(&id)
    }

    /// Returns the schema of a type, if it has one. Structs that are not published have none.
    pub(super) fn node_of(&self, id: ItemId) -> Option<SchemaNode<'s>> {
        Some(SchemaNode::new([self.schema_of(id)?], self.definitions()))
    }

    /// Returns the schema of a type like [`node_of`](Self::node_of), without the schemas that it references.
    pub(in super::super) fn schema_of(&self, id: ItemId) -> Option<&'s Schema> {
        match id {
            ItemId::Declared(declared) => match self.lowered.names.get(&declared) {
                Some(name) => self.definitions().get(name),
                None => self.lowered.named.get(&declared),
            },
            ItemId::Anonymous(number) => self.anonymous.get(&number).copied(),
        }
    }

    /// Finds the schemas of anonymous structs, which are inline in other schemas.
    fn find_anonymous(&mut self, plan: &Plan<'_>) {
        loop {
            let before = self.anonymous.len();
            for item in plan.items.values() {
                let ItemKind::Struct { members, .. } = &item.form else { continue };
                let Some(node) = self.node_of(item.id) else { continue };
                for member in members {
                    let Some(schema) = node.property(&member.json_name).first() else { continue };
                    self.note_anonymous(&member.shape, schema);
                }
            }
            if self.anonymous.len() == before {
                return;
            }
        }
    }

    fn note_anonymous(&mut self, shape: &PlannedType, schema: &'s Schema) {
        match shape {
            PlannedType::Anonymous(number, _) => {
                self.anonymous.entry(*number).or_insert(schema);
            }
            PlannedType::Option(inner) => self.note_anonymous(inner, schema),
            PlannedType::List(element) => {
                if let Some(items) = &schema.items {
                    self.note_anonymous(element, items);
                }
            }
            PlannedType::Map(_, value) => {
                if let Some(AdditionalProperties::Schema(entries)) = &schema.additional_properties {
                    self.note_anonymous(value, entries);
                }
            }
            _ => {}
        }
    }

    /// Finds the types with a nonempty check function: types with checks, and types that call the check function of
    /// such a type.
    fn find_checking(&mut self, plan: &Plan<'_>) {
        let mut callers: BTreeMap<ItemId, Vec<ItemId>> = BTreeMap::new();
        let mut pending = Vec::new();
        for (package, module) in &plan.modules {
            let mut scope = Scope::new(plan, *package, BTreeSet::new());
            for item in module.items.iter().filter_map(|id| plan.item(*id)) {
                let (mut verbatim, mut patterns) = (Verbatim::default(), Patterns::default());
                let mut rules = Rules::without_programs(self.definitions(), plan.options.environment());
                let Some(body) = body(item, self, &mut scope, &mut verbatim, &mut patterns, &mut rules) else {
                    continue;
                };
                for called in body.calls {
                    callers.entry(called).or_default().push(item.id);
                }
                if !body.statements.is_empty() {
                    pending.push(item.id);
                }
            }
        }
        while let Some(id) = pending.pop() {
            if self.checking.insert(id) {
                pending.extend(callers.get(&id).into_iter().flatten());
            }
        }
    }
}
