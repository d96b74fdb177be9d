//! Rules in generated code.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::{Rule, RuleData, message::Message};
use crate::{
    Context, Mode,
    cel::{Environment, Shape, ShapeData, ShapeId, compiled::Cost, program::PackedProgram},
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
enum Written {
    /// A rule of code that an earlier version of idlgen generated.
    Rule {
        minor: u8,
        shapes: &'static ShapeData,
        shape: ShapeId,
        data: RuleData,
    },
    Packed {
        minor: u8,
        shapes: &'static ShapeData,
        shape: ShapeId,
        data: RuleData<PackedProgram>,
    },
    Refused {
        self_type: &'static str,
        detail: &'static str,
    },
}

impl LazyRule {
    /// Creates a rule checked for Kubernetes `1.minor`. `shape` is the index of its CEL value type in `shapes`.
    pub const fn new(minor: u8, shapes: &'static ShapeData, shape: u32, data: RuleData) -> Self {
        LazyRule::of(Written::Rule { minor, shapes, shape: ShapeId(shape), data })
    }

    /// Creates a rule like [`new`](Self::new) whose expressions are packed.
    pub const fn packed(minor: u8, shapes: &'static ShapeData, shape: u32, data: RuleData<PackedProgram>) -> Self {
        LazyRule::of(Written::Packed { minor, shapes, shape: ShapeId(shape), data })
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
        match (cx.options.cel_minor, self.minor()) {
            (Some(asked), Some(minor)) if asked != minor => self.rule_of(asked).check(value, old, path, cx),
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
        let (uses_old_self, has_message_expression) = match &self.written {
            Written::Rule { data, .. } => (data.rule.refers_to("oldSelf"), data.message_expression.is_some()),
            Written::Packed { data, .. } => (data.rule.refers_to_old_self(), data.message_expression.is_some()),
            Written::Refused { .. } => return false,
        };
        let may_be_unchanged = cx.is_unchanged().unwrap_or_else(|| is_update || cx.is_unchanged_around());
        let may_be_ratcheted = cx.ratchets() && may_be_unchanged && !uses_old_self;
        let may_not_apply = uses_old_self && !is_update;
        let has_own_message = has_message_expression && cx.mode != Mode::Verdict;
        let value = value.as_value();
        if may_be_ratcheted || may_not_apply || has_own_message || value.is_null() || !cx.spend_at_most(bound) {
            return false;
        }
        let kubernetes_minor = cx.options.kubernetes_minor;
        match &self.written {
            Written::Rule { data, .. } => {
                cx.report_rule(|| data.false_error(Message::None, &value, path, kubernetes_minor));
            }
            Written::Packed { data, .. } => {
                cx.report_rule(|| data.false_error(Message::None, &value, path, kubernetes_minor));
            }
            Written::Refused { .. } => return false,
        }
        true
    }

    /// Returns the minor version of Kubernetes that the rule was checked for.
    #[inline]
    fn minor(&self) -> Option<u8> {
        match &self.written {
            Written::Rule { minor, .. } | Written::Packed { minor, .. } => Some(*minor),
            Written::Refused { .. } => None,
        }
    }

    fn rule(&'static self) -> &'static Rule {
        self.ready.get_or_init(|| self.made_ready(self.minor().unwrap_or_default()))
    }

    /// Returns the rule prepared for another Kubernetes version.
    fn rule_of(&'static self, minor: u8) -> Arc<Rule> {
        let mut of_others = self.of_others.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(of_others.entry(minor).or_insert_with(|| Arc::new(self.made_ready(minor))))
    }

    fn made_ready(&'static self, minor: u8) -> Rule {
        let (shapes, shape, data) = match &self.written {
            Written::Rule { minor: _, shapes, shape, data } => (shapes, shape, data.clone()),
            Written::Packed { minor: _, shapes, shape, data } => (shapes, shape, data.unpack()),
            Written::Refused { self_type, detail } => return Rule::refused(*self_type, *detail),
        };
        let shape = Arc::new(Shape::at(Arc::new(ShapeData::clone(shapes)), *shape).of_go_type());
        Rule::new(data, shape, Environment::new(minor))
    }
}

#[inline]
fn as_dyn<T: Value>(old: Option<&T>) -> Option<&dyn Value> {
    match old {
        Some(old) => Some(old),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow::Borrowed;

    use super::*;
    use crate::{
        Options,
        cel::{
            Kind, ShapeNode,
            program::{Constant, Node, NodeId, Program, Text, Type},
        },
        field::ErrorType,
    };

    static SHAPES: ShapeData = ShapeData { nodes: Borrowed(&[ShapeNode { kind: Kind::Integer, nullable: true }]) };

    const fn rule(nodes: &'static [Node], message_expression: Option<Program>) -> LazyRule {
        rule_with_message(nodes, None, message_expression)
    }

    const fn rule_with_message(
        nodes: &'static [Node],
        message: Option<&'static str>,
        message_expression: Option<Program>,
    ) -> LazyRule {
        LazyRule::new(
            35,
            &SHAPES,
            0,
            RuleData {
                rule: Program::constant("rule", nodes, const { &[Type::Bool, Type::String] }),
                message: match message {
                    Some(text) => Some(Borrowed(text)),
                    None => None,
                },
                message_expression,
                reason: ErrorType::Invalid,
                field_path: Borrowed(&[]),
                optional_old_self: false,
                is_beside_transition_rule: false,
                self_type: Borrowed("integer"),
            },
        )
    }

    static TRUE: LazyRule = rule(const { &[Node::literal(0, 0, Constant::Bool(true))] }, None);
    static FALSE: LazyRule = rule(const { &[Node::literal(0, 0, Constant::Bool(false))] }, None);
    static WITH_MESSAGE: LazyRule = rule(
        const { &[Node::literal(0, 0, Constant::Bool(true))] },
        Some(Program::constant(
            "'text'",
            const { &[Node::literal(0, 0, Constant::String(Borrowed("text")))] },
            const { &[Type::String] },
        )),
    );
    static TRANSITION: LazyRule =
        rule(const { &[Node::variable(0, 0, "oldSelf"), Node::literal(0, 0, Constant::Bool(true))] }, None);

    fn context(mode: Mode, set: impl FnOnce(&mut Options)) -> Context {
        let mut options = Options::default();
        set(&mut options);
        Context::new(mode, options).with_compiled_rules()
    }

    /// The cost of the compiled rules.
    const BOUND: u64 = 10;

    /// Runs a rule whose compiled code has this result. Returns `true` if the rule fails.
    fn fails(rule: &'static LazyRule, result: Option<bool>, old: Option<&i32>, cx: &mut Context) -> bool {
        rule.check_compiled(&1, old, &Path::root(), cx, BOUND - 1, |_, _, cost| {
            cost.add(1);
            result
        });
        cx.has_failed()
    }

    /// Returns whether the result `true` of compiled code wins over the interpreter, and whether `false` does.
    fn wins(set: fn(&mut Options), old: Option<&i32>) -> (bool, bool) {
        let of = |rule, result| fails(rule, Some(result), old, &mut context(Mode::AllErrors, set));
        (!of(&FALSE, true), of(&TRUE, false))
    }

    #[test]
    fn the_interpreter_decides_if_compiled_code_cannot() {
        let cx = || context(Mode::AllErrors, |_| ());
        assert!(fails(&FALSE, None, None, &mut cx()) && !fails(&TRUE, None, None, &mut cx()));
        let mut interpreting = Context::new(Mode::AllErrors, Options::default());
        assert!(fails(&FALSE, Some(true), None, &mut interpreting));
        assert_eq!(wins(|options| options.compiled_rules = false, None), (false, false));
        assert_eq!(wins(|_| (), None), (true, true));
        assert_eq!(wins(|options| options.cel_minor = Some(35), None), (true, true));
        assert_eq!(wins(|options| options.cel_minor = Some(36), None), (false, false), "compiled for another version");
    }

    #[test]
    fn the_interpreter_decides_if_the_bound_exceeds_a_limit() {
        assert_eq!(wins(|options| options.rule_cost_limit = BOUND, None), (true, true));
        assert_eq!(wins(|options| options.rule_cost_limit = BOUND - 1, None), (false, false));
        assert_eq!(wins(|options| options.cost_budget = BOUND + 1, None), (true, true));
        assert_eq!(wins(|options| options.cost_budget = BOUND, None), (false, false));
        let mut cx = context(Mode::AllErrors, |options| options.cost_budget = 3 * BOUND);
        assert!(!cx.exhausts_estimate(), "without a bound, the budget is exact");
        for _ in 0..2 {
            assert!(!fails(&TRUE, Some(true), None, &mut cx));
        }
        assert_eq!(cx.remaining_budget(), BOUND);
        assert!(!cx.must_interpret_rules() && cx.exhausts_estimate() && cx.must_interpret_rules());
        assert!(fails(&FALSE, Some(true), None, &mut cx), "the rules must be evaluated again");
    }

    #[test]
    fn the_interpreter_decides_if_an_update_may_ratchet_the_error() {
        assert_eq!(wins(|_| (), Some(&1)), (true, false));
        assert_eq!(wins(|options| options.ratcheting = Some(false), Some(&1)), (true, true));
        let cx = || context(Mode::AllErrors, |_| ());
        for is_unchanged in [false, true] {
            let in_changed = cx().knowing_whether_unchanged(is_unchanged, |cx| fails(&TRUE, Some(false), Some(&1), cx));
            assert_eq!(in_changed, !is_unchanged);
            let in_list = cx().in_uncorrelated_list(|| is_unchanged, |cx| fails(&TRUE, Some(false), None, cx));
            assert_eq!(in_list, !is_unchanged);
        }
        // An error of a transition rule is never ratcheted. The rule does not apply to a new value.
        assert!(fails(&TRANSITION, Some(false), Some(&1), &mut cx()));
        assert!(!fails(&TRANSITION, Some(false), None, &mut cx()));
    }

    #[test]
    fn the_interpreter_finds_the_message() {
        for (mode, is_compiled) in [(Mode::AllErrors, false), (Mode::FirstError, false), (Mode::Verdict, true)] {
            let mut cx = context(mode, |_| ());
            assert_eq!(fails(&WITH_MESSAGE, Some(false), None, &mut cx), is_compiled, "{mode:?}");
        }
    }

    #[test]
    fn null_has_no_rules() {
        let mut cx = context(Mode::AllErrors, |_| ());
        FALSE.check_compiled(&None::<i32>, None, &Path::root(), &mut cx, 0, |_, _, _| Some(false));
        assert!(!cx.has_failed());
    }

    #[test]
    fn both_report_the_same_error() {
        let (mut compiled, mut interpreted) =
            (context(Mode::AllErrors, |_| ()), Context::new(Mode::AllErrors, Options::default()));
        assert!(fails(&FALSE, Some(false), None, &mut compiled) && fails(&FALSE, None, None, &mut interpreted));
        let (errors, expected) = (compiled.finish().1, interpreted.finish().1);
        assert_eq!(errors.to_string(), "<nil>: Invalid value: 1: failed rule: rule");
        assert_eq!(errors, expected);
    }

    #[test]
    fn an_empty_message_is_none() {
        const NEVER: &[Node] = &[Node::literal(0, 0, Constant::Bool(false))];
        static RULES: [LazyRule; 3] = [
            rule_with_message(NEVER, None, None),
            rule_with_message(NEVER, Some(""), None),
            rule_with_message(NEVER, Some(" text\n"), None),
        ];
        for (rule, detail) in RULES.iter().zip(["failed rule: rule", "failed rule: rule", "text"]) {
            let mut cx = context(Mode::AllErrors, |_| ());
            assert!(fails(rule, None, None, &mut cx));
            assert_eq!(cx.finish().1.to_string(), format!("<nil>: Invalid value: 1: {detail}"));
        }
    }

    #[test]
    fn a_packed_rule_is_the_rule_that_was_packed() {
        static PACKED: LazyRule = LazyRule::packed(
            35,
            &SHAPES,
            0,
            RuleData {
                rule: crate::packed_program!(
                    "rule",
                    [
                        Node::variable(0, 1, "oldSelf"),
                        Node::literal(0, 1, Constant::Int(1)),
                        Node::call(0, 0, "_!=_", &[NodeId(0), NodeId(1)], &[Text::Borrowed("not_equals")]),
                    ],
                    [Type::Bool, Type::Int]
                ),
                message: None,
                message_expression: None,
                reason: ErrorType::Invalid,
                field_path: Borrowed(&[]),
                optional_old_self: false,
                is_beside_transition_rule: false,
                self_type: Borrowed("integer"),
            },
        );
        // The compiled code decides, except for a new value, to which a transition rule does not apply.
        let cx = || context(Mode::AllErrors, |_| ());
        assert!(fails(&PACKED, Some(false), Some(&1), &mut cx()));
        assert!(!fails(&PACKED, Some(false), None, &mut cx()));
        for (old, is_error) in [(1, true), (2, false)] {
            let mut interpreted = cx();
            assert_eq!(fails(&PACKED, None, Some(&old), &mut interpreted), is_error, "{old}");
            let text = if is_error { "<nil>: Invalid value: 1: failed rule: rule" } else { "" };
            assert_eq!(interpreted.finish().1.to_string(), text);
        }
    }

    #[test]
    fn a_rule_runs_as_in_the_requested_version() {
        const TEXT: &str = "äöüäöüäöüäöü";
        static STARTS: LazyRule = rule(
            const {
                &[
                    Node::literal(0, 1, Constant::String(Borrowed(TEXT))),
                    Node::literal(0, 1, Constant::String(Borrowed("ä"))),
                    Node::member(0, 0, 0, "startsWith", &[NodeId(1)], &[Text::Borrowed("starts_with_string")]),
                ]
            },
            None,
        );
        for (minor, cost) in [(None, 2), (Some(35), 2), (Some(37), 1)] {
            let mut cx = context(Mode::AllErrors, |options| options.cel_minor = minor);
            let before = cx.remaining_budget();
            STARTS.check(&1, None, &Path::root(), &mut cx);
            assert!(!cx.has_failed());
            assert_eq!(before - cx.remaining_budget(), cost, "{minor:?}");
            let mut stopped = cx.without_rules();
            STARTS.check(&1, None, &Path::root(), &mut stopped);
            assert_eq!(before - stopped.remaining_budget(), cost);
        }
    }

    #[test]
    fn a_refused_rule_is_an_error_of_every_value() {
        static REFUSED: LazyRule = LazyRule::refused("integer", "no such field");
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        REFUSED.check(&1, None, &Path::root(), &mut cx);
        assert_eq!(cx.finish().1.to_string(), "<nil>: Invalid value: \"integer\": no such field");
    }
}
