//! Rules in generated code.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::{Rule, RuleData};
use crate::{
    Context,
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
    pub fn check<T: Value>(&'static self, value: &T, old: Option<&T>, path: &Path<'_>, cx: &mut Context) {
        if !cx.runs_rules() {
            return;
        }
        let old = old.map(|old| old as &dyn Value);
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
    /// Only the interpreter reports errors. It evaluates the rule again if the result is not `true`, if the cost could
    /// exceed a limit, or if another Kubernetes version is requested.
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
        if cx.runs_compiled_rules(self.minor()) {
            let cost = Cost::new(base);
            if compiled(value, old, &cost) == Some(true) && cx.spend_at_most(cost.get()) {
                return;
            }
        }
        self.check(value, old, path, cx);
    }

    /// Returns the minor version of Kubernetes that the rule was checked for.
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
