//! Errors in markers.

use super::line::Marker;
use crate::{
    diag::{Code, Diagnostic},
    source::Span,
    tags::{codes::MALFORMED_VALUE, markers::codes},
};

/// An error, and the index of the marker with the error. `None` if the line could not be parsed.
#[derive(Clone, Debug)]
pub(super) struct MarkerError {
    pub(super) diagnostic: Box<Diagnostic>,
    pub(super) marker: Option<usize>,
    /// The location of the line.
    pub(super) line: Span,
}

/// Creates an error for a line that could not be parsed.
pub(super) fn of_line(code: Code, line: Span, message: impl Into<String>) -> MarkerError {
    MarkerError { diagnostic: Box::new(Diagnostic::new(code, message).at(line)), marker: None, line }
}

pub(super) fn of_marker(code: Code, index: usize, marker: &Marker, message: impl Into<String>) -> MarkerError {
    let span = marker.value_span.unwrap_or(marker.span);
    MarkerError {
        diagnostic: Box::new(Diagnostic::new(code, message).at(span)),
        marker: Some(index),
        line: marker.span,
    }
}

/// Creates an error for a value with the wrong format.
pub(super) fn malformed(index: usize, marker: &Marker, expected: &str) -> MarkerError {
    let message = format!("`{}` expects {expected}, not `{}`", marker.key, marker.value.shown());
    of_marker(MALFORMED_VALUE, index, marker, message)
}

/// Reports an invalid index.
pub(super) fn bad_index(line: Span, subscript: &str) -> MarkerError {
    let mut fault = of_line(
        codes::MARKER_INDEX,
        line,
        format!("`[{subscript}]` is not a valid index; indices are integers from 0"),
    );
    fault.diagnostic.help.push("number the rules: `cel[0]:rule`, `cel[0]:message`, `cel[1]:rule`".to_owned());
    fault
}
