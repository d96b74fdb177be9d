//! Checks after type checking: literals with mixed types, and invalid literal arguments.

mod argument;
mod format;
mod homogeneous;

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::environment::Version;
use crate::issue::Issue;

/// Returns the issues that API servers of this version report in a well-typed expression.
pub(crate) fn validate(checked: &Checked, version: Version) -> Vec<Issue> {
    let mut issues = Vec::new();
    walk(
        checked,
        checked.root,
        false,
        &mut |id, in_format| {
            if !in_format {
                homogeneous::validate(checked, id, &mut issues);
            }
        },
        version.checks_literals(),
    );
    if version.checks_literals() {
        walk(checked, checked.root, false, &mut |id, _| argument::validate(checked, id, &mut issues), true);
        walk(checked, checked.root, false, &mut |id, _| format::validate(checked, id, &mut issues), true);
    }
    issues
}

/// Visits all nodes in order. If `formats` is set, the second argument of `visit` is `true` for nodes inside a call of
/// `format`, where mixed types are allowed.
fn walk(checked: &Checked, id: ExprId, in_format: bool, visit: &mut dyn FnMut(ExprId, bool), formats: bool) {
    visit(id, in_format);
    let mut below = |id, in_format| walk(checked, id, in_format, visit, formats);
    match checked.ast.kind(id) {
        ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => {}
        ExprKind::Select { operand, .. } => below(*operand, in_format),
        ExprKind::Call { function, target, arguments } => {
            let in_format = in_format || (formats && function == "format");
            for part in target.iter().chain(arguments) {
                below(*part, in_format);
            }
        }
        ExprKind::List { elements } => elements.iter().for_each(|(element, _)| below(*element, in_format)),
        ExprKind::Map { entries } => {
            for entry in entries {
                below(entry.key, in_format);
                below(entry.value, in_format);
            }
        }
        ExprKind::Struct { fields, .. } => fields.iter().for_each(|field| below(field.value, in_format)),
        ExprKind::Comprehension(comprehension) => {
            for part in [
                comprehension.range,
                comprehension.initial,
                comprehension.condition,
                comprehension.step,
                comprehension.result,
            ] {
                below(part, in_format);
            }
        }
    }
}
