//! Finds rules that read values of other crates' types, which CEL cannot access.
//!
//! Determines the values that a program may access by their Rust types: `self` is the validated value, a selection
//! returns a field, and every other operation returns its operands. A list or map is treated like its elements.

use std::collections::BTreeSet;

use idlgen_cel::escape;
use idlgen_runtime::cel::program::{Call, Constant, Expression, NodeId, Program, Type};
use idlgen_validate::{
    Schema,
    cel::{Resource, RuleSource, rule_data},
    schema::ValidationRule,
};

use super::{function::Writer, seen::Seen, structure::substituted};
use crate::{
    diag::Diagnostic,
    emit::rust::{
        codes,
        plan::{ItemId, ItemKind, Member, Plan, PlannedType, RustKind},
    },
    source::{FileId, Span},
};

/// Maximum nesting depth of inspected types.
const DEPTH_LIMIT: usize = 64;

/// Functions that do not inspect the values of their arguments: they only return or count them.
const HANDING_ON: &[&str] = &[
    "_?_:_",
    "_+_",
    "_[_]",
    "_[?_]",
    "_?._",
    "@not_strictly_false",
    "dyn",
    "first",
    "hasValue",
    "last",
    "optional.none",
    "optional.of",
    "or",
    "orValue",
    "reverse",
    "size",
    "slice",
    "type",
    "value",
];

impl Writer<'_, '_, '_, '_> {
    /// Reports each rule that reads a type of another crate. `schema` is that of the validated value.
    pub(super) fn rules_on_foreign<'r>(
        &mut self,
        rules: &[&'r ValidationRule],
        schema: &Schema,
        seen: &Seen,
    ) -> Vec<&'r ValidationRule> {
        let plan = self.scope.plan;
        if !plan.options.extern_packages.values().any(|package| !package.has_runtime_traits) || !plan.holds(seen) {
            return Vec::new();
        }
        if matches!(seen, Seen::Value(shape) if plan.is_foreign(shape)) {
            for rule in rules {
                self.refuse(rule, "is on a type of another crate");
            }
            return rules.to_vec();
        }
        let environment = plan.options.environment();
        let source = RuleSource {
            schema,
            definitions: self.analysis.definitions(),
            resource: Resource::IfSoShaped,
            written_out: &self.rules.looked_into,
        };
        let mut refused = Vec::new();
        for (rule, data) in rule_data(rules.iter().copied(), source, &environment) {
            // A rule that does not compile is reported elsewhere.
            let Ok(data) = data else { continue };
            let programs = std::iter::once(&data.rule).chain(&data.message_expression);
            if let Some(what) = programs.into_iter().find_map(|program| plan.foreign_in(seen, program)) {
                self.refuse(rule, &what);
                refused.push(rule);
            }
        }
        refused
    }

    /// Reports the use of another crate's type in a rule.
    fn refuse(&mut self, rule: &ValidationRule, what: &str) {
        let message = format!("the rule of `{}` {what}, which rules cannot access", self.displayed_location());
        let mut diagnostic = Diagnostic::new(codes::RUST_FOREIGN_RULE, message);
        if let Some((file, start, end)) = rule.origin.location {
            diagnostic = diagnostic.at(Span::new(FileId::from_index(file), start as usize, end as usize));
        }
        self.scope.diagnostics.push(diagnostic);
    }
}

impl Plan<'_> {
    /// Returns `true` if the type does not implement the runtime's traits, but only those of serde.
    fn is_foreign(&self, shape: &PlannedType) -> bool {
        let is_such = || matches!(self.resolve(shape).kind, RustKind::Opaque);
        !matches!(shape, PlannedType::Parameter(_)) && (self.contains_foreign(shape) || is_such())
    }

    /// Returns `true` if a value contains a foreign type.
    fn holds(&self, seen: &Seen) -> bool {
        self.holds_below(seen, &mut BTreeSet::new(), DEPTH_LIMIT)
    }

    fn holds_below(&self, seen: &Seen, known: &mut BTreeSet<ItemId>, limit: usize) -> bool {
        let Some(limit) = limit.checked_sub(1) else { return false };
        let mut in_shape = |shape: &PlannedType| self.holds_below(&Seen::Value(shape.clone()), known, limit);
        match seen {
            Seen::Struct(members) => members.iter().any(|member| member.is_foreign || in_shape(&member.shape)),
            Seen::Value(shape) if self.is_foreign(shape) => true,
            Seen::Value(shape) => match self.resolve(shape).kind {
                RustKind::List(inner) | RustKind::Option(inner) | RustKind::Map(_, inner) => in_shape(&inner),
                RustKind::Struct(id) if !known.insert(id) => false,
                RustKind::Struct(_) | RustKind::Instance(..) => {
                    self.members_of(shape).is_some_and(|members| self.holds_below(&Seen::Struct(members), known, limit))
                }
                _ => false,
            },
        }
    }

    /// Returns the fields of a struct.
    pub(in super::super) fn members_of(&self, shape: &PlannedType) -> Option<Vec<Member>> {
        let (id, arguments) = match self.resolve(shape).kind {
            RustKind::Struct(id) => (id, Vec::new()),
            RustKind::Instance(id, arguments) => (id, arguments),
            _ => return None,
        };
        let ItemKind::Struct { parameters, members } = &self.item(id)?.form else { return None };
        let parameters = match id {
            ItemId::Declared(id) => &self.model.type_definition(id).type_parameters,
            ItemId::Anonymous(_) => parameters,
        };
        let with_arguments = |member: &Member| {
            let shape = substituted(&member.shape, parameters, &arguments);
            Member { is_foreign: member.is_foreign || self.contains_foreign(&shape), shape, ..member.clone() }
        };
        Some(members.iter().map(with_arguments).collect())
    }

    /// Describes the first use of a foreign value in a program, if any: `reads …`, `compares …`.
    fn foreign_in(&self, root: &Seen, program: &Program) -> Option<String> {
        let mut sight = Sight { plan: self, root, program, seen: vec![Vec::new(); program.nodes.len()] };
        // A variable may come before the value that it is bound to, so each round propagates values by one step.
        for _ in 0..program.nodes.len().saturating_add(1) {
            match sight.round() {
                Err(found) => return Some(found),
                Ok(true) => {}
                Ok(false) => break,
            }
        }
        None
    }
}

/// The possible values of each program node, as far as known.
struct Sight<'a> {
    plan: &'a Plan<'a>,
    root: &'a Seen,
    program: &'a Program,
    seen: Vec<Vec<Seen>>,
}

impl Sight<'_> {
    /// Visits every node once. Returns `true` if new values were found, or an error for a use of a foreign value.
    fn round(&mut self) -> Result<bool, String> {
        let mut is_new = false;
        for (index, node) in self.program.nodes.iter().enumerate() {
            let found = self.node(&node.expression)?;
            let is_scalar = matches!(
                self.program.type_at(node.type_id),
                Some(Type::Bool | Type::Int | Type::Uint | Type::Double | Type::String | Type::Bytes)
            );
            let Some(known) = self.seen.get_mut(index).filter(|_| !is_scalar) else { continue };
            for one in found {
                if !known.contains(&one) {
                    known.push(one);
                    is_new = true;
                }
            }
        }
        Ok(is_new)
    }

    fn at(&self, id: NodeId) -> &[Seen] {
        self.seen.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    fn all(&self, ids: impl IntoIterator<Item = NodeId>) -> Vec<Seen> {
        ids.into_iter().flat_map(|id| self.at(id)).cloned().collect()
    }

    fn node(&self, expression: &Expression) -> Result<Vec<Seen>, String> {
        Ok(match expression {
            Expression::Constant(_) | Expression::TypeName(..) => Vec::new(),
            Expression::Variable(name) => self.variable(name),
            Expression::Select(select) => {
                let found = self.field(self.at(select.operand), &select.field)?;
                if select.test_only { Vec::new() } else { found }
            }
            Expression::Call(call) => self.call(call)?,
            Expression::List(list) => self.all(list.elements.iter().map(|element| element.value)),
            Expression::Map(map) => self.all(map.entries.iter().flat_map(|entry| [entry.key, entry.value])),
            Expression::Struct(literal) => self.all(literal.fields.iter().map(|field| field.value)),
            Expression::Comprehension(comprehension) => self.all([comprehension.result]),
        })
    }

    /// Returns the possible values of `self`, `oldSelf` or a loop variable. A loop variable is an element of the range
    /// or the accumulator.
    fn variable(&self, name: &str) -> Vec<Seen> {
        let mut found = Vec::new();
        if name == "self" || name == "oldSelf" {
            found.push(self.root.clone());
        }
        for node in self.program.nodes.iter() {
            let Expression::Comprehension(comprehension) = &node.expression else { continue };
            let binds = |variable: &str| variable == name;
            if binds(&comprehension.variable) || comprehension.second_variable.as_deref().is_some_and(binds) {
                found.extend(self.at(comprehension.range).iter().flat_map(|range| self.elements(range)));
            }
            if binds(&comprehension.accumulator) {
                found.extend(self.all([comprehension.initial, comprehension.step]));
            }
        }
        found
    }

    fn call(&self, call: &Call) -> Result<Vec<Seen>, String> {
        let arguments = || call.target.into_iter().chain(call.arguments.iter().copied());
        let function = call.function.as_ref();
        if let ("_[_]" | "_[?_]" | "_?._", [operand, key]) = (function, call.arguments.as_ref()) {
            let key = self.program.node(*key).map(|node| &node.expression);
            return match key {
                Some(Expression::Constant(Constant::String(key))) => self.field(self.at(*operand), key),
                _ => Ok(self.at(*operand).iter().flat_map(|seen| self.elements(seen)).collect()),
            };
        }
        if !HANDING_ON.contains(&function) && arguments().any(|id| self.at(id).iter().any(|seen| self.plan.holds(seen)))
        {
            return Err(format!("passes a value with a type of another crate to `{}`", operator(function)));
        }
        Ok(self.all(arguments()))
    }

    /// Returns the field with this name in possible structs, or the entries of maps.
    fn field(&self, operands: &[Seen], name: &str) -> Result<Vec<Seen>, String> {
        let mut found = Vec::new();
        for operand in operands {
            let members = match operand {
                Seen::Struct(members) => Some(members.clone()),
                Seen::Value(shape) => self.plan.members_of(shape),
            };
            let Some(members) = members else {
                let elements = self.elements(operand);
                found.extend(self.field(&elements, name)?);
                found.extend(elements);
                continue;
            };
            let is_named = |member: &&Member| {
                member.json_name == name || escape(&member.json_name).is_some_and(|escaped| escaped == name)
            };
            // A map that the rule builds is treated like its values.
            let Some(member) = members.iter().find(is_named) else {
                found.push(operand.clone());
                continue;
            };
            if member.is_foreign || self.plan.is_foreign(&member.shape) {
                return Err(format!("reads `{}`, which has a type of another crate", member.json_name));
            }
            found.push(Seen::Value(member.shape.clone()));
        }
        Ok(found)
    }

    /// Returns the content of a list, map or pointer. Returns any other value itself.
    fn elements(&self, seen: &Seen) -> Vec<Seen> {
        let Seen::Value(shape) = seen else { return vec![seen.clone()] };
        match self.plan.resolve(shape).kind {
            RustKind::List(inner) | RustKind::Map(_, inner) => vec![Seen::Value(inner)],
            RustKind::Option(inner) => self.elements(&Seen::Value(inner)),
            RustKind::Struct(_) | RustKind::Instance(..) => vec![seen.clone()],
            _ => Vec::new(),
        }
    }
}

/// Returns the symbol of an operator: `==` for `_==_`.
fn operator(function: &str) -> &str {
    function.trim_matches(|character| character == '_' || character == '@')
}
