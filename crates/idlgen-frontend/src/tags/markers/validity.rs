//! The checks of openapi-gen on markers that do not depend on the type.

use idlgen_runtime::regex::Pattern;
use idlgen_schema::keyword::Keyword;

use super::{
    ReadObject,
    error::{self, MarkerError},
    line::{Marker, Value},
};
use crate::{
    diag::Code,
    tags::{
        Rule, TagKind,
        markers::codes::{self, BAD_PATTERN, EMPTY_RANGE},
        validation_rule::codes::EMPTY_RULE,
    },
};

/// Checks the markers of the declaration itself. openapi-gen does not check nested ones.
pub(super) fn check(markers: &[Marker], read: &ReadObject) -> Vec<MarkerError> {
    let mut faults = Vec::new();
    let mut add = |code: Code, index: usize, message: String| {
        faults.extend(markers.get(index).map(|marker| error::of_marker(code, index, marker, message)));
    };
    for (index, tag) in &read.tags {
        match &tag.meaning {
            TagKind::Rule(rule) => {
                for (code, message) in rule_faults(rule) {
                    add(code, *index, message.to_owned());
                }
            }
            TagKind::Constraint(constraint) => {
                if let Some(Err(error)) = constraint.text(Keyword::Pattern).map(Pattern::new) {
                    add(BAD_PATTERN, *index, format!("the pattern is not a valid regular expression: {error}"));
                }
            }
            _ => {}
        }
    }
    for (lower, upper) in RANGES {
        let (Some((_, least)), Some((index, most))) = (limit(markers, lower), limit(markers, upper)) else { continue };
        if least > most {
            add(EMPTY_RANGE, index, format!("{lower} {least} is greater than {upper} {most}"));
        }
        let is_exclusive = || says(markers, "exclusiveMinimum") || says(markers, "exclusiveMaximum");
        if *lower == "minimum" && least == most && is_exclusive() {
            add(EMPTY_RANGE, index, format!("minimum and maximum are both {least}, and one of them is exclusive"));
        }
    }
    faults
}

/// Reports rules without an expression, which have no effect in any tool.
pub(super) fn empty_rules(markers: &[Marker], read: &ReadObject) -> Vec<MarkerError> {
    let empty = read.tags.iter().filter(|(_, tag)| matches!(&tag.meaning, TagKind::Rule(rule) if rule.rule.is_empty()));
    let fault = |index: &usize| {
        let marker = markers.get(*index)?;
        Some(error::of_marker(EMPTY_RULE, *index, marker, "the rule has no expression"))
    };
    empty.filter_map(|(index, _)| fault(index)).collect()
}

const RANGES: &[(&str, &str)] =
    &[("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties")];

/// Returns the number that a keyword limits, with the index of its marker. Includes negative numbers, which are
/// reported elsewhere.
fn limit(markers: &[Marker], keyword: &str) -> Option<(usize, f64)> {
    let index = markers.iter().position(|marker| marker.key == keyword)?;
    match &markers.get(index)?.value {
        Value::Json(text) => Some((index, text.trim().parse().ok()?)),
        Value::Nothing | Value::Text(_) => None,
    }
}

fn says(markers: &[Marker], keyword: &str) -> bool {
    markers.iter().any(|marker| marker.key == keyword)
}

fn rule_faults(rule: &Rule) -> Vec<(Code, &'static str)> {
    let mut faults = Vec::new();
    let says_nothing = rule.message.is_none()
        && rule.message_expression.is_none()
        && rule.reason.is_none()
        && rule.field_path.is_none()
        && rule.optional_old_self.is_none();
    if rule.rule.is_empty() && says_nothing {
        return vec![(EMPTY_RULE, "the rule is empty")];
    }
    if rule.rule.is_empty() {
        faults.push((EMPTY_RULE, "the rule has no expression"));
    }
    match (&rule.message, &rule.message_expression) {
        (None, None) => faults.push((codes::RULE_MESSAGE, "the rule has neither message nor messageExpression")),
        (Some(_), Some(_)) => faults.push((codes::RULE_MESSAGE, "the rule has both message and messageExpression")),
        _ => {}
    }
    faults
}
