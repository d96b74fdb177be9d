//! Running a rule on a value.

use std::sync::Arc;

use super::{Rule, State, message::Message, unchanged};
use crate::{
    Context, Mode,
    cel::{CostTracker, ErrorKind, EvaluationError, Plan, Value, program::Text},
    field::{BadValue, Element, Error, ErrorType, Path, PathBuf},
    value::{self, ValueRef},
};

/// Since this minor version the error of a rule shows the value, before it the name of its type.
const SHOWS_VALUE_SINCE: u16 = 35;

/// What comes after the budget is used up.
const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

impl Rule {
    /// Runs the rule on a value and reports what it has against it; `old` is the value before the update, if there is
    /// one and it can be told to be the same.
    ///
    /// Nothing is done where the rule does not apply: to null, to a first value if it compares with an old one, after
    /// the budget is used up. Source: `validateExpressions` of
    /// `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel`.
    pub fn check(&self, value: &dyn value::Value, old: Option<&dyn value::Value>, path: &Path<'_>, cx: &mut Context) {
        if cx.runs_rules() {
            let old = old.map(value::Value::as_value).filter(|old| !old.is_null());
            self.check_value(&value.as_value(), old.as_ref(), path, cx);
        }
    }

    /// As [`check`](Self::check), on values that have been looked at before.
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
            self.report(path, OUT_OF_BUDGET, cx);
            cx.stop_rules();
            return;
        }
        if old.is_none() && (self.is_transition() || (self.uses_old_self && !cx.options.ratchets())) {
            return;
        }
        let mut cost = CostTracker::with_limit(cx.options.rule_cost_limit);
        let answer = self.evaluate(plan, value, old, self.data.optional_old_self, self.uses_old_self, &mut cost);
        if !cx.spend(cost.cost()) {
            self.report(path, OUT_OF_BUDGET, cx);
            cx.stop_rules();
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
        // Data that does not fit its schema is an error where it is used.
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

    /// The expression had no value.
    fn broke(&self, error: &EvaluationError, path: &Path<'_>, cx: &mut Context) {
        let is_too_costly = *error.kind() == ErrorKind::CostLimitExceeded;
        cx.report_rule(|| {
            let rule = self.text();
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
            self.invalid(path, &detail)
        });
        if is_too_costly {
            cx.stop_rules();
        }
    }

    /// The expression was false.
    fn failed(
        &self,
        message: Option<&Plan>,
        value: &ValueRef<'_>,
        old: Option<&ValueRef<'_>>,
        path: &Path<'_>,
        cx: &mut Context,
    ) {
        let is_ratcheted = !self.uses_old_self
            && cx.forgives()
            && match (cx.is_unchanged(), old) {
                (Some(unchanged), _) => unchanged,
                (None, Some(old)) => unchanged(value, old, self.shape()),
                (None, None) => cx.is_unchanged_around(),
            };
        if cx.mode == Mode::Verdict && !is_ratcheted {
            cx.report_rule(|| self.invalid(path, ""));
            return;
        }
        let message = match message {
            Some(plan) => self.message(plan, value, old, cx),
            None => Message::None,
        };
        let stops = matches!(message, Message::Stop(_));
        let kubernetes_minor = cx.options.kubernetes_minor;
        let error = || self.false_error(message, value, path, kubernetes_minor);
        if is_ratcheted {
            cx.warn(error);
        } else {
            cx.report_rule(error);
        }
        if stops {
            cx.stop_rules();
        }
    }

    /// The error of a rule that is false.
    fn false_error(&self, message: Message, value: &ValueRef<'_>, path: &Path<'_>, kubernetes_minor: u16) -> Error {
        let detail = match message {
            Message::Text(text) => text,
            Message::Stop(detail) => {
                return self.at_field_path(path, ErrorType::Invalid, self.type_name(), detail);
            }
            Message::None => match self.data.message.as_deref() {
                Some(text) if !text.is_empty() => text.trim().to_owned(),
                _ => format!("failed rule: {}", self.text()),
            },
        };
        let shown = || match self.data.self_type.as_ref() {
            _ if kubernetes_minor < SHOWS_VALUE_SINCE => self.type_name(),
            "object" | "array" => BadValue::Omitted,
            _ => BadValue::from(value.clone()),
        };
        match self.data.reason {
            ErrorType::Forbidden => self.at_field_path(path, ErrorType::Forbidden, BadValue::from(""), detail),
            ErrorType::Required => self.at_field_path(path, ErrorType::Required, BadValue::from(""), detail),
            // The API server drops the message here.
            ErrorType::Duplicate => self.at_field_path(path, ErrorType::Duplicate, shown(), String::new()),
            _ => self.at_field_path(path, ErrorType::Invalid, shown(), detail),
        }
    }

    /// An error of the value itself.
    fn report(&self, path: &Path<'_>, detail: &str, cx: &mut Context) {
        cx.report_rule(|| self.invalid(path, detail));
    }

    fn invalid(&self, path: &Path<'_>, detail: &str) -> Error {
        Error::new(ErrorType::Invalid, path.to_path_buf(), self.type_name(), detail).with_rule(&self.data.rule.source)
    }

    fn type_name(&self) -> BadValue {
        BadValue::from(self.data.self_type.as_ref())
    }

    /// An error where `fieldPath` points. Its text is that of one step, whatever is in it.
    fn at_field_path(&self, path: &Path<'_>, error_type: ErrorType, value: BadValue, detail: String) -> Error {
        let mut steps = path.to_path_buf();
        let mut error = Error::new(error_type, steps.clone(), value, detail).with_rule(&self.data.rule.source);
        if self.data.field_path.is_empty() {
            return error;
        }
        let below: Vec<Element<String>> = self.data.field_path.iter().map(owned).collect();
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
