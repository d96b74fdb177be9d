//! Evaluates `messageExpression`.

use super::Rule;
use crate::{
    Context,
    cel::{CostTracker, ErrorKind, Plan, Value},
    go,
    value::ValueRef,
};

/// Maximum length of a message in bytes (`MaxEvaluatedMessageExpressionSizeBytes` of `k8s.io/apiserver/pkg/apis/cel`).
const MAX_BYTES: usize = 5 * 1024;

/// The result of a `messageExpression`.
pub(super) enum Message {
    Text(String),
    /// There is no expression. The error contains `message` instead.
    None,
    /// The expression has no usable result, for this reason. The error contains `message` instead.
    Unusable(String),
    /// The cost exceeds the limit. The error has this detail, and no further rule runs.
    Stop(String),
}

impl Rule {
    /// Evaluates the `messageExpression`. Even if the rule has `optionalOldSelf`, `oldSelf` is not an optional here
    /// (`evalMessageExpression` of `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel`).
    pub(super) fn message(
        &self,
        plan: &Plan,
        value: &ValueRef<'_>,
        old: Option<&ValueRef<'_>>,
        cx: &mut Context,
    ) -> Message {
        let mut cost = CostTracker::with_limit(cx.options.rule_cost_limit);
        let sees_old = self.uses_old_self || self.data.is_beside_transition_rule;
        let answer = self.evaluate(plan, value, old, false, sees_old, &mut cost);
        if !cx.spend(cost.cost()) {
            cx.exhausts_estimate();
            let detail = "messageExpression evaluation failed due to running out of cost budget, no further \
                validation rules will be run";
            return Message::Stop(detail.to_owned());
        }
        match answer {
            Ok(Value::String(text)) => {
                let text = text.trim();
                let problem = if text.is_empty() {
                    "its result is empty".to_owned()
                } else if text.len() > MAX_BYTES {
                    format!("its result is longer than {MAX_BYTES} bytes")
                } else if text.contains('\n') {
                    "its result contains a line break".to_owned()
                } else {
                    return Message::Text(text.to_owned());
                };
                Message::Unusable(problem)
            }
            Err(error) if *error.kind() == ErrorKind::CostLimitExceeded => {
                let source = self.data.message_expression.as_ref().map_or("", |expression| &expression.source);
                let source = go::quote(source);
                Message::Stop(format!(
                    "no further validation rules will be run due to call cost exceeds limit for messageExpression: \
                     {source}"
                ))
            }
            Ok(_) => Message::Unusable("its result is not a string".to_owned()),
            Err(error) => Message::Unusable(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow::Borrowed;

    use super::*;
    use crate::{
        Mode, Options,
        cel::{
            Environment, Shape,
            program::{Constant, Node, Program, Type},
            rule::RuleData,
        },
        field::{ErrorType, Path},
    };

    /// Returns the error of a false rule with this constant `messageExpression`.
    fn detail(message: &str) -> String {
        let literal = |constant, type_| Program {
            source: Borrowed("source"),
            nodes: vec![Node::literal(0, 0, constant)].into(),
            types: vec![type_].into(),
            root: crate::cel::program::NodeId(0),
        };
        let rule = Rule::new(
            RuleData {
                rule: literal(Constant::Bool(false), Type::Bool),
                message: Some(Borrowed("message")),
                message_expression: Some(literal(Constant::String(message.to_owned().into()), Type::String)),
                reason: ErrorType::Invalid,
                field_path: Borrowed(&[]),
                optional_old_self: false,
                is_beside_transition_rule: false,
                self_type: Borrowed("object"),
            },
            std::sync::Arc::new(Shape::new(crate::cel::ShapeData {
                nodes: vec![crate::cel::ShapeNode { kind: crate::cel::Kind::Dyn, nullable: true }].into(),
            })),
            Environment::new(35),
        );
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        rule.check(&1, None, &Path::root(), &mut cx);
        let errors = cx.finish().1;
        let is_replaced = errors.iter().any(|error| error.origin.message_problem.is_some());
        let detail: String = errors.iter().map(|error| error.detail.clone()).collect();
        assert_eq!(is_replaced, detail == "message");
        detail
    }

    #[test]
    fn an_unusable_message_is_replaced() {
        assert_eq!(detail(" text "), "text");
        for unusable in ["", "  ", "a\nb", &"x".repeat(MAX_BYTES + 1)] {
            assert_eq!(detail(unusable), "message", "{unusable:?}");
        }
        let longest = "x".repeat(MAX_BYTES);
        assert_eq!(detail(&format!("{longest}\n")), longest);
    }
}
