//! Finds rule problems that do not depend on the compiled expression.

use super::{RuleProblemKind, field_path};
use crate::schema::{Reason, Schema, ValidationRule};

/// Returns the problems of all rules of a node, each with the key of the rule that it concerns and the index of the
/// rule.
pub fn written_problems(schema: &Schema) -> Vec<(&'static str, usize, RuleProblemKind<'static>)> {
    let rules = schema.extensions.validations.iter().enumerate();
    let found =
        rules.flat_map(|(index, rule)| problems(rule, schema).into_iter().map(move |(key, kind)| (key, index, kind)));
    found.collect()
}

/// Returns the problems of a rule, each with the key that it concerns.
pub(super) fn problems(rule: &ValidationRule, schema: &Schema) -> Vec<(&'static str, RuleProblemKind<'static>)> {
    let mut found = Vec::new();
    let message = rule.message.as_deref().unwrap_or_default();
    let trimmed = message.trim();
    if rule.rule.trim().is_empty() {
        found.push(("rule", RuleProblemKind::NoRule));
    } else if !message.is_empty() && trimmed.is_empty() {
        found.push(("message", RuleProblemKind::BlankMessage));
    } else if has_line_break(trimmed) {
        found.push(("message", RuleProblemKind::MessageLineBreak));
    } else if has_line_break(rule.rule.trim()) && trimmed.is_empty() {
        found.push(("message", RuleProblemKind::NoMessage));
    }
    if rule.message_expression.as_deref().is_some_and(is_blank) {
        found.push(("messageExpression", RuleProblemKind::BlankMessageExpression));
    }
    if matches!(rule.reason, Some(Reason::Other(_))) {
        found.push(("reason", RuleProblemKind::UnknownReason));
    }
    if let Some(path) = rule.field_path.as_deref().filter(|path| !path.is_empty()) {
        if is_blank(path) {
            found.push(("fieldPath", RuleProblemKind::BlankFieldPath));
        }
        if has_line_break(path) {
            found.push(("fieldPath", RuleProblemKind::FieldPathLineBreak));
        }
        if let Err(error) = field_path(path, schema) {
            found.push(("fieldPath", RuleProblemKind::FieldPath(error)));
        }
    }
    found
}

fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.trim().is_empty()
}

fn has_line_break(text: &str) -> bool {
    text.contains(['\n', '\r'])
}
