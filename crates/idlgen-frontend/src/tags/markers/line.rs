//! Collects the comment lines that are markers.

use std::collections::BTreeMap;

use super::{
    PREFIX,
    error::{self, MarkerError},
    sequence::Sequence,
};
use crate::{
    source::{Span, TextLines},
    tags::{gengo::part, markers::codes},
};

/// A marker. A string with several lines is a single marker.
#[derive(Clone, Debug)]
pub(super) struct Marker {
    /// The part after the prefix: `cel[0]:rule`.
    pub(super) key: String,
    pub(super) value: Value,
    /// The source including the prefix, with lines joined by line breaks.
    pub(super) text: String,
    pub(super) span: Span,
    pub(super) name_span: Span,
    pub(super) value_span: Option<Span>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A missing value, which means `true`.
    Nothing,
    /// JSON that has not been parsed yet.
    Json(String),
    /// A string, without quotes.
    Text(String),
}

impl Value {
    /// Returns the value for messages.
    pub(super) fn shown(&self) -> &str {
        match self {
            Value::Nothing => "true",
            Value::Json(text) | Value::Text(text) => text,
        }
    }
}

impl Marker {
    /// Returns the tag's name, without the `+`.
    pub(super) fn name(&self) -> String {
        format!("{}{}", PREFIX.trim_start_matches('+'), self.key)
    }

    /// Returns `true` if the value is the name of a constant. openapi-gen skips such markers.
    pub(super) fn is_reference(&self) -> bool {
        matches!(&self.value, Value::Json(text) if text.strip_prefix("ref(").and_then(|rest| rest.strip_suffix(')'))
            .is_some_and(|name| !name.is_empty() && !name.contains('"')))
    }
}

/// Reads the markers of a comment, in order. `blanks` are the characters allowed before and after a marker.
pub(super) fn read(lines: &TextLines, blanks: &[char]) -> (Vec<Marker>, Vec<MarkerError>) {
    let mut markers: Vec<Marker> = Vec::new();
    let mut faults = Vec::new();
    let mut by_key: BTreeMap<String, usize> = BTreeMap::new();
    let mut previous: Option<String> = None;
    let mut sequence = Sequence::default();
    for line in lines.iter() {
        let before = previous.take();
        let skipped = line.text.len() - line.text.trim_start_matches(blanks).len();
        let text = line.text.trim_matches(blanks);
        let Some(rest) = text.strip_prefix(PREFIX) else {
            sequence.interrupt();
            continue;
        };
        let span = part(line.span, skipped, skipped + text.len());
        let Some((key, value)) = split(rest) else {
            sequence.interrupt();
            let mut fault =
                error::of_line(codes::MALFORMED_MARKER, span, "a marker is `KEY=JSON`, `KEY` or `KEY>text`");
            fault.diagnostic.help.push("remove the space before `=`".to_owned());
            faults.push(fault);
            continue;
        };
        let value_span = match &value {
            Value::Nothing => None,
            _ => Some(part(span, PREFIX.len() + key.len() + 1, text.len())),
        };
        let marker = Marker {
            key: key.to_owned(),
            value,
            text: text.to_owned(),
            span,
            name_span: part(span, 1, PREFIX.len() + key.len()),
            value_span,
        };
        previous = Some(key.to_owned());
        if key.is_empty() {
            faults.push(error::of_line(codes::MALFORMED_MARKER, span, "marker without a key"));
            continue;
        }
        faults.extend(sequence.check(key, span));
        let known = by_key.get(key).copied();
        match (known.and_then(|index| Some((index, markers.get_mut(index)?))), &marker.value) {
            (None, _) => {
                by_key.insert(key.to_owned(), markers.len());
                markers.push(marker);
            }
            (Some((_, known)), Value::Nothing) => *known = marker,
            (Some((index, known)), Value::Json(_)) => {
                let message = format!("`{}` already has a value", known.key);
                let mut fault = error::of_marker(codes::REPEATED_MARKER, index, &marker, message);
                *fault.diagnostic = fault.diagnostic.and(known.span, "first value here");
                faults.push(fault);
            }
            (Some((index, known)), Value::Text(more)) => {
                if before.as_deref() != Some(key) {
                    let message = format!("the lines of `{key}` must be consecutive");
                    faults.push(error::of_marker(codes::MALFORMED_MARKER, index, &marker, message));
                } else if let Some(text) = text_of(&known.value) {
                    known.value = Value::Text(format!("{text}\n{more}"));
                    known.text.push('\n');
                    known.text.push_str(&marker.text);
                    known.span = known.span.to(marker.span);
                    known.value_span = known.value_span.or(marker.value_span).map(|span| span.to(marker.span));
                } else {
                    let message = "only a string value can continue on this line";
                    faults.push(error::of_marker(codes::MALFORMED_MARKER, index, &marker, message));
                }
            }
        }
    }
    (markers, faults)
}

/// Returns the value as a string to which another line can be appended.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Nothing => None,
        Value::Json(json) => serde_json::from_str(json).ok(),
        Value::Text(text) => Some(text.clone()),
    }
}

/// Splits the part after the prefix into key and value.
fn split(rest: &str) -> Option<(&str, Value)> {
    let is_key = |character: char| character.is_ascii_alphanumeric() || ":_[]-".contains(character);
    let end = rest.find(|character| !is_key(character)).unwrap_or(rest.len());
    let (key, behind) = rest.split_at_checked(end)?;
    let value = match behind.chars().next() {
        None => Value::Nothing,
        Some('=') if behind.len() == 1 => Value::Nothing,
        Some('=') => Value::Json(behind.get(1..)?.to_owned()),
        Some('>') => Value::Text(behind.get(1..)?.trim_matches(' ').to_owned()),
        Some(_) => return None,
    };
    Some((key, value))
}
