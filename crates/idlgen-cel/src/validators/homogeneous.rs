//! Checks that all elements of a list literal have the same type, as well as the keys and values of a map literal.

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::issue::Issue;
use crate::types::Type;

pub(super) fn validate(checked: &Checked, id: ExprId, issues: &mut Vec<Issue>) {
    let mut differs = |at: ExprId, expected: &Type, found: &Type| {
        let differs = !expected.is_equivalent(found);
        if differs {
            issues
                .push(Issue::new(checked.ast.position(at), format!("expected type '{expected}' but found '{found}'")));
        }
        differs
    };
    match checked.ast.kind(id) {
        ExprKind::List { elements } => {
            let mut types =
                elements.iter().map(|(element, optional)| (*element, value_type(checked, *element, *optional)));
            let Some((_, first)) = types.next() else { return };
            // Reports only the first that differs.
            let _ = types.any(|(element, of)| differs(element, first, of));
        }
        ExprKind::Map { entries } => {
            let Some(first) = entries.first() else { return };
            let (key, value) = (checked.type_of(first.key), value_type(checked, first.value, first.optional));
            for entry in entries.iter().skip(1) {
                differs(entry.key, key, checked.type_of(entry.key));
                differs(entry.value, value, value_type(checked, entry.value, entry.optional));
            }
        }
        _ => {}
    }
}

fn value_type(checked: &Checked, id: ExprId, optional: bool) -> &Type {
    let of = checked.type_of(id);
    if optional { of.optional_value().unwrap_or(of) } else { of }
}
