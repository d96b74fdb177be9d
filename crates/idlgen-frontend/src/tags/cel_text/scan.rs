//! Splits a CEL expression into strings, comments, brackets and the rest.

/// A part of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    /// Any other character.
    Code,
    /// `(`, `)`, `[`, `]`, `{` or `}`.
    Bracket,
    /// A string or bytes literal with its prefix and quotes.
    String,
    /// `//` up to the end of the line, excluding the line break.
    Comment,
}

impl Part {
    /// Returns the source of the part in its expression.
    pub(super) fn text(self, expression: &str) -> &str {
        expression.get(self.start..self.end).unwrap_or("")
    }
}

/// The parts of an expression.
pub(super) struct Scan {
    /// The parts in order and without gaps. If a string is unclosed, they end before it.
    pub(super) parts: Vec<Part>,
    /// The start and the quotes of an unclosed string literal.
    pub(super) unclosed: Option<(usize, &'static str)>,
}

/// Splits an expression into parts.
pub(super) fn scan(text: &str) -> Scan {
    let mut parts = Vec::new();
    let mut at = 0;
    let mut in_word = false;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (kind, length) = if rest.starts_with("//") {
            (PartKind::Comment, rest.find(['\n', '\r']).unwrap_or(rest.len()))
        } else if let Some(opening) = Opening::at(rest).filter(|opening| opening.prefix == 0 || !in_word) {
            match opening.length(rest) {
                Some(length) => (PartKind::String, length),
                None => return Scan { parts, unclosed: Some((at, opening.quotes)) },
            }
        } else {
            let character = rest.chars().next().unwrap_or(' ');
            in_word = character.is_alphanumeric() || character == '_';
            (if "()[]{}".contains(character) { PartKind::Bracket } else { PartKind::Code }, character.len_utf8())
        };
        if matches!(kind, PartKind::String | PartKind::Comment) {
            in_word = false;
        }
        parts.push(Part { kind, start: at, end: at + length });
        at += length;
    }
    Scan { parts, unclosed: None }
}

/// The start of a string literal.
struct Opening {
    /// The length of the prefix (`r`, `b`, `rb` or `br`, in any case).
    prefix: usize,
    /// `true` if backslashes are not escapes.
    is_raw: bool,
    quotes: &'static str,
}

impl Opening {
    fn at(text: &str) -> Option<Opening> {
        let prefix = text.bytes().take(3).position(|byte| matches!(byte, b'"' | b'\''))?;
        let letters = text.get(..prefix)?.to_ascii_lowercase();
        if !matches!(letters.as_str(), "" | "r" | "b" | "rb" | "br") {
            return None;
        }
        let behind = text.get(prefix..)?;
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| behind.starts_with(quotes))?;
        Some(Opening { prefix, is_raw: letters.contains('r'), quotes })
    }

    /// Returns the length of the entire literal, if it is closed.
    fn length(&self, text: &str) -> Option<usize> {
        let is_long = self.quotes.len() > 1;
        let mut at = self.prefix + self.quotes.len();
        loop {
            let rest = text.get(at..)?;
            if rest.starts_with(self.quotes) {
                return Some(at + self.quotes.len());
            }
            let mut characters = rest.chars();
            let character = characters.next()?;
            at += character.len_utf8();
            match character {
                '\n' | '\r' if !is_long => return None,
                '\\' if !self.is_raw => at += characters.next()?.len_utf8(),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(text: &str) -> (Vec<&str>, Option<(usize, &'static str)>) {
        let scan = scan(text);
        let strings = scan.parts.iter().filter(|part| part.kind == PartKind::String);
        (strings.map(|part| part.text(text)).collect(), scan.unclosed)
    }

    #[test]
    fn string_forms() {
        for (text, expected, unclosed) in [
            ("self == 'a'", vec!["'a'"], None),
            (r#""a\"b" + 'c\'d'"#, vec![r#""a\"b""#, r"'c\'d'"], None),
            (r"r'\' + R'\'", vec![r"r'\'", r"R'\'"], None),
            ("b'a' + bR\"b\" + Rb'c'", vec!["b'a'", "bR\"b\"", "Rb'c'"], None),
            ("'''a'b\nc''' + \"\"\"d\"\"\"", vec!["'''a'b\nc'''", "\"\"\"d\"\"\""], None),
            ("'' + \"\"", vec!["''", "\"\""], None),
            ("color'x'", vec!["'x'"], None),
            ("a // it's a comment\n+ 'b'", vec!["'b'"], None),
            ("'a\nb'", vec![], Some((0, "'"))),
            ("x + r\"abc", vec![], Some((4, "\""))),
            ("'''abc''", vec![], Some((0, "'''"))),
            ("'abc\\", vec![], Some((0, "'"))),
        ] {
            assert_eq!(strings(text), (expected, unclosed), "{text}");
        }
    }

    #[test]
    fn parts_leave_no_gaps() {
        let text = "self.é[0] == 'ü' // c\n && {x: r'y'}";
        let scan = scan(text);
        let joined: String = scan.parts.iter().map(|part| part.text(text)).collect();
        assert_eq!(joined, text);
    }
}
