//! Values in parentheses after a tag's name: `(a, b)` or `(name: a, other: b)`.

use super::{
    quoted::{Stop, read_text},
    reader::CommentReader,
    source_string::SourceString,
};
use crate::{diag::Diagnostic, source::Span, tags::codes};

/// A value, with its name if it has one.
pub(super) struct Argument {
    /// The name before the colon.
    pub(super) name: Option<(String, Span)>,
    pub(super) value: SourceString,
}

/// Reads `(…)`. The current position must be that of the opening parenthesis.
pub(super) fn read_arguments(reader: &mut CommentReader<'_>) -> Result<Vec<Argument>, Diagnostic> {
    let opening = reader.span_ahead(1);
    reader.advance(1);
    let mut arguments = Vec::new();
    loop {
        reader.skip_spaces();
        if arguments.is_empty() && reader.eat(")") {
            return Ok(arguments);
        }
        arguments.push(read_argument(reader)?);
        reader.skip_spaces();
        if reader.eat(")") {
            return Ok(arguments);
        }
        if !reader.eat(",") {
            return Err(Diagnostic::new(codes::MALFORMED_VALUE, "expected `,` or `)`")
                .at(reader.span_ahead(reader.peek().map_or(0, char::len_utf8)))
                .and(opening, "opening parenthesis here"));
        }
    }
}

fn read_argument(reader: &mut CommentReader<'_>) -> Result<Argument, Diagnostic> {
    let before = reader.place;
    let word = reader.take_while(|character| character.is_alphanumeric() || character == '_');
    let span = reader.span_from(before);
    let name = if !word.is_empty() && reader.eat(":") {
        reader.skip_spaces();
        Some((word.to_owned(), span))
    } else {
        reader.place = before;
        None
    };
    let value = read_text(reader, Stop::At(&[',', ')']))?;
    if value.text.is_empty() {
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, "expected a value").at(reader.span_ahead(1)));
    }
    Ok(Argument { name, value })
}
