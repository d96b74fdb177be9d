//! Literal arguments of `duration`, `timestamp` and `matches`.

use idlgen_runtime::cel::program::Constant;
use idlgen_runtime::go::{Layout, parse_duration, parse_time};
use idlgen_runtime::regex::Pattern;

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::issue::{Issue, Subject};

pub(super) fn validate(checked: &Checked, id: ExprId, issues: &mut Vec<Issue>) {
    let ExprKind::Call { function, arguments, .. } = checked.ast.kind(id) else { return };
    let Some(argument) = arguments.first() else { return };
    let ExprKind::Literal(value) = checked.ast.kind(*argument) else { return };
    let reason = match (&**function, value) {
        ("matches", Constant::String(pattern)) => Pattern::new(pattern).err().map(|error| error.to_string()),
        ("duration", Constant::String(text)) => parse_duration(text).is_err().then(|| DURATION.to_owned()),
        // The overload is declared, but API servers reject an integer literal.
        ("duration", Constant::Int(_)) => Some(DURATION.to_owned()),
        ("timestamp", Constant::String(text)) => (!is_timestamp(text)).then(|| TIMESTAMP.to_owned()),
        ("timestamp", Constant::Int(seconds)) => {
            (!(MIN_SECONDS..=MAX_SECONDS).contains(seconds)).then(|| "the year must be 1 to 9999".to_owned())
        }
        _ => return,
    };
    if let Some(reason) = reason {
        let issue = Issue::new(checked.ast.position(*argument), format!("invalid {function} argument"));
        issues.push(Issue { subject: Some(Subject::Literal { reason }), ..issue });
    }
}

/// The syntax of durations.
const DURATION: &str = "durations are strings such as '1h30m' or '0.5s', with the units h, m, s, ms, us and ns";
/// The syntax of timestamps.
const TIMESTAMP: &str = "timestamps are strings such as '2026-01-31T12:00:00Z' (RFC 3339)";

/// The first second of the year 1.
const MIN_SECONDS: i64 = -62_135_596_800;
/// The last second of the year 9999.
const MAX_SECONDS: i64 = 253_402_300_799;

fn is_timestamp(text: &str) -> bool {
    parse_time(Layout::Rfc3339, text).is_ok_and(|time| (MIN_SECONDS..=MAX_SECONDS).contains(&time.seconds))
}
