//! `message`: must be a single nonempty line.

use super::codes;
use crate::{
    diag::Diagnostic,
    tags::{reader::CommentReader, source_string::SourceString},
};

/// Returns the message on one line. Line breaks of a raw string are layout and become spaces. Reports escaped line
/// breaks and an empty message, because the API server rejects both.
pub(in crate::tags) fn check_message(reader: &mut CommentReader<'_>, message: &SourceString) -> Option<SourceString> {
    let line = message.joined_lines();
    let (fault, span) = if line.text.is_empty() {
        ("the message is empty", message.span)
    } else if let Some(at) = line.text.find(['\n', '\r']) {
        ("the message has a line break", line.character(at))
    } else {
        return Some(line);
    };
    reader.diagnostics.push(Diagnostic::new(codes::INVALID_MESSAGE, fault).at(span));
    None
}
