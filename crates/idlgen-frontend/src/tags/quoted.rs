//! The notations of a string: unquoted, `'…'`, `"…"`, `` `…` `` and `"""…"""`.

use super::{
    TextMap, go_escape,
    reader::{CommentPosition, CommentReader, SPACES},
    registry,
    source_string::{SourceString, Spelling},
};
use crate::{diag::Diagnostic, tags::codes};

/// The end of an unquoted string, in addition to the end of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Only at the end of the line.
    EndOfLine,
    /// At one of these characters.
    At(&'static [char]),
}

/// Reads a string in any notation. All notations are equivalent. Raw ones (`` `…` `` and `"""…"""`) may extend over
/// several lines and contain no escapes.
pub(super) fn read_text(reader: &mut CommentReader<'_>, stop: Stop) -> Result<SourceString, Diagnostic> {
    let rest = reader.rest();
    if rest.starts_with("\"\"\"") {
        read_raw(reader, "\"\"\"")
    } else if rest.starts_with('`') {
        read_raw(reader, "`")
    } else if rest.starts_with('"') {
        read_interpreted(reader, '"')
    } else if rest.starts_with('\'') {
        read_interpreted(reader, '\'')
    } else {
        Ok(read_bare(reader, stop))
    }
}

/// Reads an unquoted string without surrounding spaces.
pub(super) fn read_bare(reader: &mut CommentReader<'_>, stop: Stop) -> SourceString {
    reader.skip_spaces();
    let rest = reader.rest();
    let end = match stop {
        Stop::EndOfLine => rest.len(),
        Stop::At(characters) => rest.find(characters).unwrap_or(rest.len()),
    };
    let text = rest.get(..end).unwrap_or("").trim_end_matches(SPACES);
    let span = reader.span_ahead(text.len());
    reader.advance(end);
    SourceString::verbatim(text, span)
}

/// Reads `"…"` or `'…'` with Go's escapes. The string must end on the same line.
fn read_interpreted(reader: &mut CommentReader<'_>, quote: char) -> Result<SourceString, Diagnostic> {
    let opening = reader.place;
    reader.advance(1);
    let start = reader.place;
    let mut text = String::new();
    let mut map = TextMap::new(reader.span_of_rest());
    loop {
        let position = reader.position(reader.place);
        match reader.peek() {
            None => {
                return Err(Diagnostic::new(codes::UNCLOSED_QUOTE, format!("unclosed quote `{quote}` on this line"))
                    .at_with(reader.span(opening, start), "opened here")
                    .help("put a multi-line string in backticks or in `\"\"\"`"));
            }
            Some(character) if character == quote => {
                let span = reader.span_from(start);
                reader.advance(1);
                return Ok(SourceString { text, map, span, spelling: Spelling::Interpreted });
            }
            Some('\\') => {
                let escape = go_escape::read(reader.rest()).map_err(|fault| {
                    Diagnostic::new(codes::INVALID_ESCAPE, fault.message)
                        .at(reader.span_ahead(fault.length))
                        .help("write the backslash as `\\\\`, or put the string in backticks, which need no escapes")
                })?;
                map.add_escape(text.len(), position, escape.length);
                text.push(escape.character);
                reader.advance(escape.length);
            }
            Some(_) => {
                map.add(text.len(), position);
                text.push_str(reader.take_while(|character| character != quote && character != '\\'));
            }
        }
    }
}

/// Reads `` `…` `` or `"""…"""` without escapes, possibly over several lines.
fn read_raw(reader: &mut CommentReader<'_>, quote: &str) -> Result<SourceString, Diagnostic> {
    let opening = reader.place;
    reader.advance(quote.len());
    let start = reader.place;
    let mut text = String::new();
    let mut map = TextMap::new(reader.span(start, reader.end_of_line(reader.line_count().saturating_sub(1))));
    loop {
        map.add(text.len(), reader.position(reader.place));
        let rest = reader.rest();
        if let Some(mut end) = rest.find(quote) {
            if quote.len() > 1 {
                // Quotes directly before the closing quotes are part of the string.
                end +=
                    rest.get(end + quote.len()..).map_or(0, |after| after.len() - after.trim_start_matches('"').len());
            }
            text.push_str(rest.get(..end).unwrap_or(""));
            reader.advance(end);
            let close = reader.place;
            reader.advance(quote.len());
            let source_string = SourceString { text, map, span: reader.span(start, close), spelling: Spelling::Raw };
            return swallowed_tags(reader, quote, opening, close).map(|()| source_string);
        }
        text.push_str(rest);
        reader.advance(rest.len());
        let line_break = reader.position(reader.place);
        if !reader.next_line() {
            reader.place = reader.end_of_line(opening.line);
            return Err(unclosed(reader, quote, opening));
        }
        map.add(text.len(), line_break);
        text.push('\n');
    }
}

/// Detects a closing quote that is probably the opening quote of a later tag: lines in between begin with tags, and the
/// line continues after the quote.
fn swallowed_tags(
    reader: &mut CommentReader<'_>,
    quote: &str,
    opening: CommentPosition,
    close: CommentPosition,
) -> Result<(), Diagnostic> {
    let swallowed = (opening.line + 1..=close.line).find_map(|line| {
        let text = reader.line(line);
        let indent = text.len() - text.trim_start_matches(SPACES).len();
        let name = registry::name_at(text.get(indent..)?.strip_prefix('+')?);
        registry::find(name)?;
        Some((
            name.to_owned(),
            CommentPosition { line, offset: indent },
            CommentPosition { line, offset: indent + 1 + name.len() },
        ))
    });
    let Some((name, from, to)) = swallowed else { return Ok(()) };
    let behind = reader.rest().trim_start_matches(SPACES);
    if behind.is_empty() || behind.starts_with([',', ')']) {
        let diagnostic = Diagnostic::new(
            codes::TAG_INSIDE_QUOTE,
            format!("`+{name}` is inside a quoted string, so it is not a tag"),
        )
        .at(reader.span(from, to))
        .and(
            reader.span(opening, CommentPosition { offset: opening.offset + quote.len(), ..opening }),
            "the quote starts here",
        );
        reader.diagnostics.push(diagnostic);
        return Ok(());
    }
    reader.place = reader.end_of_line(opening.line);
    Err(unclosed(reader, quote, opening).note(format!("the next `{quote}` is after the tag `+{name}`")))
}

fn unclosed(reader: &CommentReader<'_>, quote: &str, opening: CommentPosition) -> Diagnostic {
    Diagnostic::new(codes::UNCLOSED_QUOTE, format!("unclosed quote `{quote}`"))
        .at_with(
            reader.span(opening, CommentPosition { offset: opening.offset + quote.len(), ..opening }),
            "opened here",
        )
        .note("idlgen ends the tag at this line")
        .help("add the closing quote")
}

#[cfg(test)]
mod tests {
    use crate::tags::{
        TagOptions,
        testing::{expect, read},
    };

    #[test]
    fn an_unclosed_quote_ends_its_tag_and_swallows_nothing() {
        expect(&[
            (
                "+pattern=`^a\n+optional\nProse.",
                &["plain +pattern: malformed", "plain +optional: optional", "unclosed-quote: unclosed quote ``` @ `"],
            ),
            (
                "+pattern=`^a\n+optional\n+validationRule=`self > 0`",
                &[
                    "plain +pattern: malformed",
                    "plain +optional: optional",
                    "plain +validationRule: rule \"self > 0\"",
                    "unclosed-quote: unclosed quote ``` @ `",
                ],
            ),
            (
                "+validationRule=\"\"\"self > 0\n+maxLength=3",
                &[
                    "plain +validationRule: malformed",
                    "plain +maxLength: maxLength 3",
                    "unclosed-quote: unclosed quote `\"\"\"` @ \"\"\"",
                ],
            ),
            (
                "+validationRule=\"self > 0\n+maxLength=3",
                &[
                    "plain +validationRule: malformed",
                    "plain +maxLength: maxLength 3",
                    "unclosed-quote: unclosed quote `\"` on this line @ \"",
                ],
            ),
            (
                "+validationRule=\"a\",message=`b\n+maxLength=3",
                &[
                    "plain +validationRule: malformed",
                    "plain +maxLength: maxLength 3",
                    "unclosed-quote: unclosed quote ``` @ `",
                ],
            ),
        ]);
    }

    #[test]
    fn no_line_inside_a_quote_is_a_tag() {
        expect(&[(
            "+validationRule=`\n  self.a\n  +optional\n  + self.b > 0\n`,reason=Invalid\nProse.\n+required",
            &[
                "plain +validationRule: rule \"self.a +optional + self.b > 0\" reason FieldValueInvalid",
                "plain +required: required",
                "tag-inside-quote: `+optional` is inside a quoted string, so it is not a tag @ +optional",
            ],
        )]);
        let (_, parsed) = read("// Prose.\n// +validationRule=`\n//\n//   true`\n// More.\n", &TagOptions::default());
        assert_eq!(parsed.is_tag, [false, true, true, true, false]);
    }

    #[test]
    fn only_triple_quotes_may_follow_quotes() {
        expect(&[
            ("+pattern=\"\"\"a\"\"\"\"", &["plain +pattern: pattern \"a\\\"\""]),
            ("+pattern=`a`\"", &["plain +pattern: malformed", "trailing-text: unexpected text after the tag @ \""]),
        ]);
    }
}
