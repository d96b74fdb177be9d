//! Evaluates a rule on a value.

use std::sync::Arc;

use super::{Rule, RuleData, State, message::Message, unchanged};
use crate::{
    Context, Mode,
    cel::{
        CostTracker, ErrorKind, EvaluationError, Plan, Value,
        program::{PackedProgram, Program, Text},
    },
    field::{BadValue, Element, Error, ErrorType, Path, PathBuf},
    value::{self, ValueRef},
};

/// Minor version since which rule errors contain the value. In earlier versions, they contain the name of its type.
const SHOWS_VALUE_SINCE: u16 = 35;

/// The error detail if the cost budget of the object is exceeded.
const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

impl Rule {
    /// Evaluates the rule on a value and reports its errors. `old` is the corresponding value before the update, if
    /// any.
    ///
    /// Does nothing if the rule does not apply: to null, to a new value if the rule is a transition rule, or after the
    /// budget has been exceeded. Source: `validateExpressions` of
    /// `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel`.
    pub fn check(&self, value: &dyn value::Value, old: Option<&dyn value::Value>, path: &Path<'_>, cx: &mut Context) {
        if cx.runs_rules() {
            let old = old.map(value::Value::as_value).filter(|old| !old.is_null());
            self.check_value(&value.as_value(), old.as_ref(), path, cx);
        }
    }

    /// Evaluates the rule like [`check`](Self::check), on borrowed views.
    pub fn check_value(&self, value: &ValueRef<'_>, old: Option<&ValueRef<'_>>, path: &Path<'_>, cx: &mut Context) {
        if !cx.runs_rules() || value.is_null() {
            return;
        }
        let State::Ready { plan, message, .. } = &self.state else {
            if let State::Refused(detail) = &self.state {
                self.report(path, detail, cx);
            }
            return;
        };
        if cx.remaining_budget() == 0 {
            self.out_of_budget(path, cx);
            return;
        }
        if old.is_none() && (self.is_transition() || (self.uses_old_self && !cx.options.ratchets())) {
            return;
        }
        let mut cost = CostTracker::with_limit(cx.options.rule_cost_limit);
        let answer = self.evaluate(plan, value, old, self.data.optional_old_self, self.uses_old_self, &mut cost);
        if !cx.spend(cost.cost()) {
            self.out_of_budget(path, cx);
            return;
        }
        match answer {
            Ok(Value::Bool(true)) => {}
            Ok(_) => self.failed(message.as_ref(), value, old, path, cx),
            Err(error) => self.broke(&error, path, cx),
        }
    }

    /// Evaluates an expression of the rule.
    pub(super) fn evaluate<'a>(
        &'a self,
        plan: &'a Plan,
        value: &ValueRef<'a>,
        old: Option<&ValueRef<'a>>,
        is_optional: bool,
        sees_old: bool,
        cost: &mut CostTracker,
    ) -> Result<Value<'a>, EvaluationError> {
        // Data that does not match its schema causes an error when it is accessed.
        let of_data = |value: &ValueRef<'a>| {
            Value::of_data(value.clone(), self.shape()).unwrap_or_else(|error| Value::Error(Arc::new(error)))
        };
        let this = of_data(value);
        if !sees_old {
            return plan.evaluate(&[this], cost);
        }
        match (old, is_optional) {
            (None, false) => plan.evaluate(&[this], cost),
            (None, true) => plan.evaluate(&[this, Value::NONE], cost),
            (Some(old), false) => plan.evaluate(&[this, of_data(old)], cost),
            (Some(old), true) => plan.evaluate(&[this, Value::some(of_data(old))], cost),
        }
    }

    /// Reports that the cost budget is exceeded, and stops all further rules of the object.
    fn out_of_budget(&self, path: &Path<'_>, cx: &mut Context) {
        if !cx.exhausts_estimate() {
            self.report(path, OUT_OF_BUDGET, cx);
        }
        cx.stop_rules();
    }

    /// Reports that the evaluation of the expression failed.
    fn broke(&self, error: &EvaluationError, path: &Path<'_>, cx: &mut Context) {
        let is_too_costly = *error.kind() == ErrorKind::CostLimitExceeded;
        cx.report_rule(|| {
            let rule = self.data.text();
            let detail = if error.is_no_such_overload() {
                format!(
                    "'{error}': call arguments did not match a supported operator, function or macro signature \
                    for rule: {rule}"
                )
            } else if is_too_costly {
                format!(
                    "'{error}': no further validation rules will be run due to call cost exceeds limit for rule: \
                    {rule}"
                )
            } else {
                format!("{error} evaluating rule: {rule}")
            };
            self.data.invalid(path, &detail)
        });
        if is_too_costly {
            cx.stop_rules();
        }
    }

    /// Reports that the expression is false.
    fn failed(
        &self,
        message: Option<&Plan>,
        value: &ValueRef<'_>,
        old: Option<&ValueRef<'_>>,
        path: &Path<'_>,
        cx: &mut Context,
    ) {
        let is_ratcheted = !self.uses_old_self
            && cx.ratchets()
            && match (cx.is_unchanged(), old) {
                (Some(unchanged), _) => unchanged,
                (None, Some(old)) => unchanged(value, old, self.shape()),
                (None, None) => cx.is_unchanged_around(),
            };
        if cx.mode == Mode::Verdict && !is_ratcheted {
            cx.report_rule(|| self.data.invalid(path, ""));
            return;
        }
        let message = match message {
            Some(plan) => self.message(plan, value, old, cx),
            None => Message::None,
        };
        let stops = matches!(message, Message::Stop(_));
        let kubernetes_minor = cx.options.kubernetes_minor;
        let error = || self.data.false_error(message, value, path, kubernetes_minor);
        if is_ratcheted {
            cx.warn(error);
        } else {
            cx.report_rule(error);
        }
        if stops {
            cx.stop_rules();
        }
    }

    /// Reports an error at the value, without `fieldPath`.
    fn report(&self, path: &Path<'_>, detail: &str, cx: &mut Context) {
        cx.report_rule(|| self.data.invalid(path, detail));
    }
}

/// An expression whose source errors contain.
pub(super) trait Source {
    /// Returns the source.
    fn source(&self) -> &str;
}

impl Source for Program {
    fn source(&self) -> &str {
        &self.source
    }
}

impl Source for PackedProgram {
    fn source(&self) -> &str {
        self.source
    }
}

#[expect(private_bounds, reason = "other crates call none of these functions")]
impl<P: Source> RuleData<P> {
    /// Returns the name of the rule in evaluation errors: its message, or its expression if it has no message.
    fn text(&self) -> &str {
        match self.message.as_deref() {
            Some(message) if !message.is_empty() => message.trim(),
            _ => self.rule.source().trim(),
        }
    }

    /// Returns the error of a rule that is false.
    pub(super) fn false_error(
        &self,
        message: Message,
        value: &ValueRef<'_>,
        path: &Path<'_>,
        kubernetes_minor: u16,
    ) -> Error {
        let usual = || match self.message.as_deref() {
            Some(text) if !text.is_empty() => text.trim().to_owned(),
            _ => format!("failed rule: {}", self.text()),
        };
        let (detail, message_problem) = match message {
            Message::Text(text) => (text, None),
            Message::Stop(detail) => {
                return self.at_field_path(path, ErrorType::Invalid, self.type_name(), detail);
            }
            Message::None => (usual(), None),
            Message::Unusable(problem) => (usual(), Some(problem.into())),
        };
        let shown = || match self.self_type.as_ref() {
            _ if kubernetes_minor < SHOWS_VALUE_SINCE => self.type_name(),
            "object" | "array" => BadValue::Omitted,
            _ => BadValue::from(value.clone()),
        };
        let mut error = match self.reason {
            ErrorType::Forbidden => self.at_field_path(path, ErrorType::Forbidden, BadValue::from(""), detail),
            ErrorType::Required => self.at_field_path(path, ErrorType::Required, BadValue::from(""), detail),
            // The API server omits the message of a `FieldValueDuplicate` error.
            ErrorType::Duplicate => self.at_field_path(path, ErrorType::Duplicate, shown(), String::new()),
            _ => self.at_field_path(path, ErrorType::Invalid, shown(), detail),
        };
        error.origin.message_problem = message_problem;
        error
    }

    fn invalid(&self, path: &Path<'_>, detail: &str) -> Error {
        Error::new(ErrorType::Invalid, path.to_path_buf(), self.type_name(), detail).with_rule(self.rule.source())
    }

    fn type_name(&self) -> BadValue {
        BadValue::from(self.self_type.as_ref())
    }

    /// Creates an error at the target of `fieldPath`. As in the API server, `fieldPath` is appended to the error's
    /// field unchanged.
    fn at_field_path(&self, path: &Path<'_>, error_type: ErrorType, value: BadValue, detail: String) -> Error {
        let mut steps = path.to_path_buf();
        let mut error = Error::new(error_type, steps.clone(), value, detail).with_rule(self.rule.source());
        if self.field_path.is_empty() {
            return error;
        }
        let below: Vec<Element<String>> = self.field_path.iter().map(owned).collect();
        let text = PathBuf { elements: below.clone() }.to_string();
        error.field = if path.is_root() { text } else { format!("{path}.{text}") };
        steps.elements.extend(below);
        error.path = steps;
        error
    }
}

fn owned(element: &Element<Text>) -> Element<String> {
    match element {
        Element::Field(name) => Element::Field(name.to_string()),
        Element::Key(key) => Element::Key(key.to_string()),
        Element::Index(index) => Element::Index(*index),
    }
}
