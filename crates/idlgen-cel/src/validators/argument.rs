//! Literal arguments of `duration`, `timestamp` and `matches`.

use idlgen_runtime::cel::program::Constant;
use idlgen_runtime::go::{Layout, parse_duration, parse_time};
use idlgen_runtime::regex::Pattern;

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::issue::Issue;

pub(super) fn validate(checked: &Checked, id: ExprId, issues: &mut Vec<Issue>) {
    let ExprKind::Call { function, arguments, .. } = checked.ast.kind(id) else { return };
    let Some(argument) = arguments.first() else { return };
    let ExprKind::Literal(value) = checked.ast.kind(*argument) else { return };
    let valid = match (&**function, value) {
        ("matches", Constant::String(pattern)) => Pattern::new(pattern).is_ok(),
        ("duration", Constant::String(text)) => parse_duration(text).is_ok(),
        // The overload is declared, but API servers reject an integer literal.
        ("duration", Constant::Int(_)) => false,
        ("timestamp", Constant::String(text)) => is_timestamp(text),
        ("timestamp", Constant::Int(seconds)) => (MIN_SECONDS..=MAX_SECONDS).contains(seconds),
        _ => return,
    };
    if !valid {
        issues.push(Issue::new(checked.ast.position(*argument), format!("invalid {function} argument")));
    }
}

/// The first second of the year 1.
const MIN_SECONDS: i64 = -62_135_596_800;
/// The last second of the year 9999.
const MAX_SECONDS: i64 = 253_402_300_799;

fn is_timestamp(text: &str) -> bool {
    parse_time(Layout::Rfc3339, text).is_ok_and(|time| (MIN_SECONDS..=MAX_SECONDS).contains(&time.seconds))
}
