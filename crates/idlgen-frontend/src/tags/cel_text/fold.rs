//! Joins the lines of an expression.

use super::scan::{PartKind, scan};
use crate::tags::{
    TextMap,
    source_string::{SourceString, Spelling},
};

/// Replaces each line break outside of strings, including the surrounding whitespace, with one space. Removes comments,
/// which would otherwise extend to the end of the joined line. Preserves line breaks in CEL's triple-quoted strings.
/// Does not change an expression on a single line, including whitespace inside its quotes, as in controller-gen's
/// output.
pub(in crate::tags) fn fold(expression: &SourceString) -> SourceString {
    let text = &expression.text;
    if !text.contains(['\n', '\r']) {
        return if expression.spelling == Spelling::Bare || text.trim().is_empty() {
            expression.trimmed()
        } else {
            expression.clone()
        };
    }
    let mut folded = SourceString { text: String::new(), map: TextMap::new(expression.span), ..*expression };
    let mut blanks: Option<(usize, usize)> = None;
    let mut breaks = false;
    let scan = scan(text);
    let end = scan.parts.last().map_or(0, |part| part.end);
    for part in &scan.parts {
        let content = part.text(text);
        let is_blank = part.kind == PartKind::Code && content.trim().is_empty();
        if is_blank || part.kind == PartKind::Comment {
            breaks |= part.kind == PartKind::Comment || content.contains(['\n', '\r']);
            blanks = Some((blanks.map_or(part.start, |(start, _)| start), part.end));
            continue;
        }
        if let Some((start, end)) = blanks.take().filter(|_| !folded.text.is_empty()) {
            if breaks {
                folded.append(expression, start, start);
                folded.text.push(' ');
            } else {
                folded.append(expression, start, end);
            }
        }
        breaks = false;
        folded.append(expression, part.start, part.end);
    }
    // The part after an unclosed string is preserved, because it is reported later.
    folded.append(expression, end, text.len());
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn folded(text: &str) -> SourceString {
        let span = Span::new(FileId::from_index(0), 100, 100 + text.len());
        fold(&SourceString { spelling: Spelling::Raw, ..SourceString::verbatim(text, span) })
    }

    #[test]
    fn line_breaks_become_spaces() {
        for (text, expected) in [
            (" self  >  0 ", " self  >  0 "),
            ("\n  self.a > 0 &&\n\n\t self.b  > 0\n", "self.a > 0 && self.b  > 0"),
            ("self.a // first\n  && self.b // second\n", "self.a && self.b"),
            ("self == '''a\n  b'''\n|| true", "self == '''a\n  b''' || true"),
            ("\r\na\r\n", "a"),
            ("\n \n", ""),
            ("// all\n// comment", ""),
        ] {
            assert_eq!(folded(text).text, expected, "{text:?}");
        }
    }

    #[test]
    fn positions_survive() {
        let text = "self.a > 0 &&\n\t self.b > 0";
        let source_string = folded(text);
        assert_eq!(source_string.text, "self.a > 0 && self.b > 0");
        for word in ["self.a", "&&", "self.b"] {
            let (at, source) = (source_string.text.find(word).unwrap(), text.find(word).unwrap());
            assert_eq!(source_string.map.position(at), 100 + source as u32, "{word}");
        }
    }
}
