//! The fast walk.

use idlgen_runtime::{
    Context, Mode, check,
    field::Path,
    value::{Value, ValueRef},
};

use super::{at_once::MOST_LEVELS, compact::CompactNodes, data::Data, target::Target};
use crate::{
    compiled::{Check, ValueTypes},
    engine::{
        branch,
        node::Compiled,
        node::{Node, NodeId},
        options::ValidatorOptions,
        walk::{Location, Walk},
    },
    schema::ListType,
};

/// The reason to stop a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The value is invalid.
    Wrong,
    /// Only the full walk can decide.
    Unknown,
}

type Checked = Result<(), Stop>;

impl CompactNodes {
    /// Returns `true` if a value has no errors and, if `finds_duplicates`, no duplicates in sets and map lists. Returns
    /// `None` if only the full walk can decide.
    pub(in super::super) fn verdict(
        &self,
        compiled: &Compiled,
        options: &ValidatorOptions,
        node: NodeId,
        value: &dyn Value,
        finds_duplicates: bool,
    ) -> Option<bool> {
        let walk = Walk::new(compiled, options);
        let mut judge = ObjectCheck { forms: self, walk, context: None, steps: 0 };
        let target = self.target(node);
        let answer = match value.as_json() {
            Some(value) => judge.value(target, value, 0, finds_duplicates),
            None => judge.value(target, &value.as_value(), 0, finds_duplicates),
        };
        match answer {
            _ if !judge.is_within_limits(0) => None,
            Ok(()) => Some(true),
            Err(Stop::Wrong) => Some(false),
            Err(Stop::Unknown) => None,
        }
    }
}

struct ObjectCheck<'v> {
    forms: &'v CompactNodes,
    walk: Walk<'v>,
    /// The context of checks. It is created for the first check.
    context: Option<Context>,
    /// Number of steps. The full walk would have taken at most as many.
    steps: u64,
}

impl ObjectCheck<'_> {
    /// Returns `true` if the full walk would not exceed its limits at this depth, including the levels of precomputed
    /// results.
    fn is_within_limits(&self, depth: usize) -> bool {
        let options = self.walk.options;
        self.steps <= options.max_steps && depth + 2 * usize::from(MOST_LEVELS) <= options.max_depth
    }

    #[inline]
    fn value<D: Data>(&mut self, target: &Target, value: &D, depth: usize, finds_duplicates: bool) -> Checked {
        self.steps += u64::from(target.steps);
        let value_type = value.value_type();
        if target.right.meet(value_type) {
            return Ok(());
        }
        self.further(target, value, value_type, depth, finds_duplicates)
    }

    /// Validates a value whose type is neither always valid nor always invalid.
    fn further<D: Data>(
        &mut self,
        target: &Target,
        value: &D,
        value_type: ValueTypes,
        depth: usize,
        finds_duplicates: bool,
    ) -> Checked {
        if target.wrong.meet(value_type) {
            return Err(Stop::Wrong);
        }
        let depth = depth + usize::from(target.levels);
        if !self.is_within_limits(depth) {
            return Err(Stop::Unknown);
        }
        let finds_duplicates = finds_duplicates && target.finds_duplicates;
        let forms = self.forms;
        let form = forms.get(target.node);
        let node = self.walk.get(target.node);
        if form.is_beyond.meet(value_type) || value_type == ValueTypes::NULL {
            return self.in_full(node, &value.view(), depth, finds_duplicates);
        }
        if !form.is_plain.meet(value_type) {
            self.checks(node, value, value_type, depth, finds_duplicates)?;
        }
        if value_type == ValueTypes::MAP {
            self.object(target.node, node, value, depth, finds_duplicates)?;
        }
        if value_type == ValueTypes::LIST {
            if let Some(items) = &form.items {
                value.elements(|part| self.value(items, part, depth, finds_duplicates))?;
            }
            if finds_duplicates {
                self.list_type(node, &value.view())?;
            }
        }
        Ok(())
    }

    fn object<D: Data>(&mut self, id: NodeId, node: &Node, value: &D, depth: usize, finds_duplicates: bool) -> Checked {
        let forms = self.forms;
        let Some(object) = &forms.get(id).object else { return Ok(()) };
        let mut missing = object.required;
        value.properties(|name, part| {
            let property = node.names.find(&node.properties, name).and_then(|place| object.properties.get(place));
            let target = match property {
                Some(property) => {
                    missing &= !property.required;
                    &property.target
                }
                None => &object.others,
            };
            self.value(target, part, depth, finds_duplicates)
        })?;
        if missing != 0 {
            return Err(Stop::Wrong);
        }
        if object.further_required.is_empty() {
            return Ok(());
        }
        match value.view() {
            ValueRef::Map(map) => holds(object.further_required.iter().all(|name| map.contains_key(name))),
            _ => Ok(()),
        }
    }

    /// Runs all checks except those of properties and elements.
    fn checks<D: Data>(
        &mut self,
        node: &Node,
        value: &D,
        value_type: ValueTypes,
        depth: usize,
        finds_duplicates: bool,
    ) -> Checked {
        let view = value.view();
        for check in &node.checks {
            match check {
                Check::Type { certain, refused, .. } => {
                    if refused.meet(value_type) {
                        return Err(Stop::Wrong);
                    }
                    if !certain.meet(value_type) {
                        return self.in_full(node, &view, depth, finds_duplicates);
                    }
                }
                Check::AllOf(branches) => {
                    for branch in branches {
                        self.value(self.forms.target(*branch), value, depth, false)?;
                    }
                }
                Check::AnyOf(branches) => {
                    let mut holds = false;
                    for branch in branches {
                        holds = self.branch(*branch, value, depth)?;
                        if holds {
                            break;
                        }
                    }
                    self::holds(holds)?;
                }
                Check::OneOf(branches) => {
                    let mut count = 0;
                    for branch in branches {
                        count += usize::from(self.branch(*branch, value, depth)?);
                    }
                    holds(count == 1)?;
                }
                Check::Not(branch) => holds(!self.branch(*branch, value, depth)?)?,
                Check::Items | Check::Properties | Check::Required | Check::AdditionalProperties => {}
                check => self.own_check(check, &view)?,
            }
        }
        Ok(())
    }

    /// Returns `true` if the value passes a branch that need not pass.
    fn branch<D: Data>(&mut self, branch: NodeId, value: &D, depth: usize) -> Result<bool, Stop> {
        self.steps += branch::STEPS;
        match self.value(self.forms.target(branch), value, depth, false) {
            Ok(()) => Ok(true),
            Err(Stop::Wrong) => {
                self.context = None;
                Ok(false)
            }
            Err(Stop::Unknown) => Err(Stop::Unknown),
        }
    }

    fn context(&mut self) -> &mut Context {
        let options = self.walk.options;
        self.context.get_or_insert_with(|| Context::new(Mode::Verdict, options.runtime()))
    }

    /// Runs a check that only needs a single call of the runtime.
    fn own_check(&mut self, check: &Check<NodeId>, value: &ValueRef<'_>) -> Checked {
        let path = &Path::root();
        let cx = self.context();
        holds(match check {
            Check::Limit(keyword, limit) => keyword.row().check(limit, value, path, cx),
            // The caller handles these checks.
            Check::Type { .. } | Check::AllOf(_) | Check::AnyOf(_) | Check::OneOf(_) | Check::Not(_) => true,
            // These checks run together with the properties and elements.
            Check::Items | Check::Properties | Check::Required | Check::AdditionalProperties => true,
            // The full walk validates all values to which these checks apply.
            Check::Tuple
            | Check::Dependencies
            | Check::PatternProperties
            | Check::EmbeddedResource
            | Check::Quantity
            | Check::NumberFormat => true,
        })
    }

    /// Returns an error if a set or map list contains duplicates.
    fn list_type(&mut self, node: &Node, value: &ValueRef<'_>) -> Checked {
        let ValueRef::List(list) = value else { return Ok(()) };
        let cx = self.context();
        match node.list_type {
            Some(ListType::Set) => holds(check::list_set(*list, &Path::root(), cx)),
            Some(ListType::Map) => holds(check::list_map(*list, &node.list_map_keys, &Path::root(), cx)),
            _ => Ok(()),
        }
    }

    /// Validates a value with the full walk.
    fn in_full(&mut self, node: &Node, value: &ValueRef<'_>, depth: usize, finds_duplicates: bool) -> Checked {
        let place = Location { node, shape: node, value, old: None, path: &Path::root(), depth, finds_duplicates };
        let options = self.walk.options;
        let cx = self.context.get_or_insert_with(|| Context::new(Mode::Verdict, options.runtime()));
        self.walk.set_steps(self.steps);
        let judged = self.walk.apply(&place, cx);
        self.steps = self.walk.steps();
        if self.walk.has_met_a_limit() {
            return Err(Stop::Unknown);
        }
        holds(judged.passed && !cx.has_failed())
    }
}

fn holds(holds: bool) -> Checked {
    if holds { Ok(()) } else { Err(Stop::Wrong) }
}
