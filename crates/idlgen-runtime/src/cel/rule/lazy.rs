//! Rules in generated code.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::{Rule, RuleData, message::Message};
use crate::{
    Context, Mode,
    cel::{Environment, Shape, ShapeData, ShapeId, compiled::Cost},
    field::Path,
    value::Value,
};

/// A rule in generated code, prepared on first use.
#[derive(Debug)]
pub struct LazyRule {
    written: Written,
    ready: OnceLock<Rule>,
    /// Copies of the rule for Kubernetes versions other than the one it was checked for.
    of_others: Mutex<BTreeMap<u8, Arc<Rule>>>,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a constant of generated code, of which there is one a rule")]
enum Written {
    Rule { minor: u8, shapes: &'static ShapeData, shape: ShapeId, data: RuleData },
    Refused { self_type: &'static str, detail: &'static str },
}

impl LazyRule {
    /// Creates a rule checked for Kubernetes `1.minor`. `shape` is the index of its CEL value type in `shapes`.
    pub const fn new(minor: u8, shapes: &'static ShapeData, shape: u32, data: RuleData) -> Self {
        LazyRule::of(Written::Rule { minor, shapes, shape: ShapeId(shape), data })
    }

    /// Creates a rule that could not be compiled: see [`Rule::refused`].
    pub const fn refused(self_type: &'static str, detail: &'static str) -> Self {
        LazyRule::of(Written::Refused { self_type, detail })
    }

    const fn of(written: Written) -> Self {
        LazyRule { written, ready: OnceLock::new(), of_others: Mutex::new(BTreeMap::new()) }
    }

    /// Evaluates the rule: see [`Rule::check`].
    #[inline]
    pub fn check<T: Value>(&'static self, value: &T, old: Option<&T>, path: &Path<'_>, cx: &mut Context) {
        self.interpret(value, as_dyn(old), path, cx);
    }

    /// Evaluates the rule with the interpreter. This function is compiled once for all types.
    fn interpret(&'static self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        if !cx.runs_rules() {
            return;
        }
        match (cx.options.cel_minor, &self.written) {
            (Some(asked), Written::Rule { minor, .. }) if asked != *minor => {
                self.rule_of(asked).check(value, old, path, cx);
            }
            _ => self.rule().check(value, old, path, cx),
        }
    }

    /// Evaluates a rule that is compiled to Rust. `base` is the cost of the operations that run at most once. The
    /// closure `compiled` adds the cost of all other operations. It returns `None` if it cannot determine the result.
    ///
    /// The interpreter evaluates the rule if there is no result, if the cost could exceed a limit, or if another
    /// Kubernetes version is requested. It evaluates a rule that is false again if its error has a `messageExpression`,
    /// or depends on whether an update changes the value.
    #[inline]
    pub fn check_compiled<T: Value>(
        &'static self,
        value: &T,
        old: Option<&T>,
        path: &Path<'_>,
        cx: &mut Context,
        base: u64,
        compiled: impl FnOnce(&T, Option<&T>, &Cost) -> Option<bool>,
    ) {
        let mut result = None;
        let cost = Cost::new(base);
        if cx.runs_compiled_rules(self.minor()) {
            result = compiled(value, old, &cost);
            if result == Some(true) && cx.spend_at_most(cost.get()) {
                return;
            }
        }
        self.decide(result, value, as_dyn(old), path, cx, cost.get());
    }

    /// Reports the error of a compiled rule that is false, or evaluates the rule with the interpreter.
    #[cold]
    fn decide(
        &'static self,
        result: Option<bool>,
        value: &dyn Value,
        old: Option<&dyn Value>,
        path: &Path<'_>,
        cx: &mut Context,
        bound: u64,
    ) {
        if result != Some(false) || !self.fails(value, old.is_some(), path, cx, bound) {
            self.interpret(value, old, path, cx);
        }
    }

    /// Reports the error of a compiled rule that is false. Returns `false` and reports nothing if only the interpreter
    /// knows the error.
    fn fails(&self, value: &dyn Value, is_update: bool, path: &Path<'_>, cx: &mut Context, bound: u64) -> bool {
        let Written::Rule { data, .. } = &self.written else { return false };
        let may_be_unchanged = cx.is_unchanged().unwrap_or_else(|| is_update || cx.is_unchanged_around());
        let uses_old_self = data.rule.refers_to("oldSelf");
        let may_be_ratcheted = cx.ratchets() && may_be_unchanged && !uses_old_self;
        let may_not_apply = uses_old_self && !is_update;
        let has_own_message = data.message_expression.is_some() && cx.mode != Mode::Verdict;
        let value = value.as_value();
        if may_be_ratcheted || may_not_apply || has_own_message || value.is_null() || !cx.spend_at_most(bound) {
            return false;
        }
        let kubernetes_minor = cx.options.kubernetes_minor;
        cx.report_rule(|| data.false_error(Message::None, &value, path, kubernetes_minor));
        true
    }

    /// Returns the minor version of Kubernetes that the rule was checked for.
    #[inline]
    fn minor(&self) -> Option<u8> {
        match &self.written {
            Written::Rule { minor, .. } => Some(*minor),
            Written::Refused { .. } => None,
        }
    }

    fn rule(&'static self) -> &'static Rule {
        self.ready.get_or_init(|| match &self.written {
            Written::Rule { minor, .. } => self.made_ready(*minor),
            Written::Refused { .. } => self.made_ready(0),
        })
    }

    /// Returns the rule prepared for another Kubernetes version.
    fn rule_of(&'static self, minor: u8) -> Arc<Rule> {
        let mut of_others = self.of_others.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(of_others.entry(minor).or_insert_with(|| Arc::new(self.made_ready(minor))))
    }

    fn made_ready(&'static self, minor: u8) -> Rule {
        match &self.written {
            Written::Rule { minor: _, shapes, shape, data } => {
                let shape = Arc::new(Shape::at(Arc::new(ShapeData::clone(shapes)), *shape).of_go_type());
                Rule::new(data.clone(), shape, Environment::new(minor))
            }
            Written::Refused { self_type, detail } => Rule::refused(*self_type, *detail),
        }
    }
}

#[inline]
fn as_dyn<T: Value>(old: Option<&T>) -> Option<&dyn Value> {
    match old {
        Some(old) => Some(old),
        None => None,
    }
}
