//! Rules that cost too much.

use idlgen_cel::cost::{EXPRESSION_LIMIT, SCHEMA_LIMIT};
use idlgen_validate::cel::MissingBound;

use super::{place::span_of, roots::Root};
use crate::{
    diag::{Diagnostic, codes::rules as codes},
    source::Span,
};

/// One expression costs too much.
pub(super) fn expression(span: Span, what: &str, cost: u64, bounds: &[MissingBound<'_>], root: &Root) -> Diagnostic {
    let message = format!("the {what} may cost {} times what API servers allow", times(cost, EXPRESSION_LIMIT));
    let mut diagnostic = Diagnostic::new(codes::RULE_COST, message).at(span);
    for bound in bounds {
        let place = place(&root.name, &bound.place);
        let limit = bound.enough.map_or_else(String::new, |limit| format!("; {limit} would do"));
        let text = format!("`{place}` has no `+{}`{limit}", bound.keyword);
        diagnostic = match span_of(&bound.schema.origin) {
            Some(span) if !diagnostic.secondary.iter().any(|label| label.span == span) => {
                diagnostic.and(span, format!("no `+{}`{limit}", bound.keyword)).note(text)
            }
            _ => diagnostic.note(text),
        };
    }
    if bounds.is_empty() {
        diagnostic = diagnostic.note("make the rule simpler: fewer nested loops, shorter texts");
    }
    of_part(diagnostic, root)
}

/// All rules of a type together cost too much.
pub(super) fn total(span: Span, cost: u64, expensive: &[(Span, u64)], root: &Root) -> Diagnostic {
    let message = format!(
        "all rules of `{}` together may cost {} times what API servers allow for a resource",
        root.name,
        times(cost, SCHEMA_LIMIT)
    );
    let diagnostic = Diagnostic::new(codes::RULES_COST, message).at(span);
    let diagnostic = expensive.iter().fold(diagnostic, |diagnostic, (span, cost)| {
        let percent = *cost as f64 / SCHEMA_LIMIT as f64 * 100.0;
        diagnostic.and(*span, format!("{} of the limit", percentage(percent)))
    });
    of_part(diagnostic, root)
}

/// A type that is no resource may be part of any.
fn of_part(diagnostic: Diagnostic, root: &Root) -> Diagnostic {
    if root.is_resource {
        return diagnostic;
    }
    diagnostic.note(format!("`{}` is no resource: this is what the rule costs where one holds it once", root.name))
}

/// `Widget.spec.ports[*]`
pub(super) fn place(root: &str, place: &str) -> String {
    if place == "." { root.to_owned() } else { format!("{root}{place}") }
}

fn times(cost: u64, limit: u64) -> String {
    let factor = cost as f64 / limit as f64;
    if factor > 100.0 {
        "more than 100".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.3}")
    } else {
        format!("{factor:.1}")
    }
}

fn percentage(percent: f64) -> String {
    if percent > 1000.0 { "more than 1000 %".to_owned() } else { format!("{percent:.0} %") }
}
