//! What openapi-gen refuses of markers that can be read, whatever type they stand on.

use idlgen_runtime::regex::Pattern;

use super::{
    ReadObject,
    fault::{self, Fault},
    line::Marker,
};
use crate::{
    diag::{
        Code,
        codes::{
            check::{BAD_PATTERN, EMPTY_RANGE},
            marker as codes,
            tags::EMPTY_RULE,
        },
    },
    tags::{Constraint, Meaning, Rule},
};

/// Judges the markers of the declaration itself; openapi-gen does not look into nested ones.
pub(super) fn check(markers: &[Marker], read: &ReadObject) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut add = |code: Code, index: usize, message: String| {
        faults.extend(markers.get(index).map(|marker| fault::of_marker(code, index, marker, message)));
    };
    for (index, tag) in &read.tags {
        match &tag.meaning {
            Meaning::Rule(rule) => {
                for (code, message) in rule_faults(rule) {
                    add(code, *index, message.to_owned());
                }
            }
            Meaning::Constraint(Constraint::Pattern(pattern)) => {
                if let Err(error) = Pattern::new(pattern) {
                    add(BAD_PATTERN, *index, format!("the pattern is no regular expression: {error}"));
                }
            }
            _ => {}
        }
    }
    for (lower, upper) in RANGES {
        let (Some((_, least)), Some((index, most))) = (limit(read, lower), limit(read, upper)) else { continue };
        if least > most {
            add(EMPTY_RANGE, index, format!("{lower} {least} is above {upper} {most}"));
        }
        let is_exclusive = || limit(read, "exclusiveMinimum").or(limit(read, "exclusiveMaximum")).is_some();
        if *lower == "minimum" && least == most && is_exclusive() {
            add(EMPTY_RANGE, index, format!("a limit is exclusive, and minimum and maximum are both {least}"));
        }
    }
    faults
}

const RANGES: &[(&str, &str)] =
    &[("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties")];

/// The limit that a keyword says, and its marker. That of a keyword without a number is of no account.
fn limit(read: &ReadObject, keyword: &str) -> Option<(usize, f64)> {
    read.tags.iter().find_map(|(index, tag)| {
        let Meaning::Constraint(constraint) = &tag.meaning else { return None };
        (constraint.keyword() == keyword).then_some(())?;
        let number = match constraint {
            Constraint::Minimum(limit) | Constraint::Maximum(limit) => limit.as_f64(),
            Constraint::MinLength(count)
            | Constraint::MaxLength(count)
            | Constraint::MinItems(count)
            | Constraint::MaxItems(count)
            | Constraint::MinProperties(count)
            | Constraint::MaxProperties(count) => *count as f64,
            _ => 0.0,
        };
        Some((*index, number))
    })
}

fn rule_faults(rule: &Rule) -> Vec<(Code, &'static str)> {
    let mut faults = Vec::new();
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
