//! Maps the bytes of a string to its YAML source.

use std::ops::Range;

use crate::Node;

/// The source position of each byte of a string, which may be unchanged, indented in a block scalar, or escaped in
/// quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePositions(Vec<Stretch>);

/// A range of the string, starting at byte `text`, whose bytes map one to one to source bytes from `source` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    text: usize,
    /// The source position where the text before this range ends.
    end_before: usize,
    source: usize,
}

impl Node {
    /// Returns the positions of a string's bytes in `source`, the file that was loaded. Whitespace may be imprecise
    /// where lines are folded; everything else is exact. Returns `None` if the node is not a string, or is a copy by an
    /// alias.
    ///
    /// ```
    /// use idlgen_yaml::{Limits, load};
    ///
    /// let source = "rules: |\n  [\n    1,,\n  ]\n";
    /// let documents = load(source, &Limits::default());
    /// let rules = documents[0].root.as_ref().and_then(|root| root.get("rules")).expect("a text");
    /// assert_eq!(rules.as_str(), Some("[\n  1,,\n]\n"));
    /// let second_comma = rules.source_positions(source).expect("it is written here").range(6..7);
    /// assert_eq!((second_comma.clone(), &source[second_comma]), (19..20, ","));
    /// ```
    pub fn source_positions(&self, source: &str) -> Option<SourcePositions> {
        let text = self.as_str()?;
        let written = source.get(self.span.clone())?;
        let bare = Style::Bare;
        let (style, quotes) = match written.chars().next() {
            Some('"') if written.len() > 1 && written.ends_with('"') => (Style::Double, 1),
            Some('\'') if written.len() > 1 && written.ends_with('\'') => (Style::Single, 1),
            _ => (bare, 0),
        };
        let within = written.get(quotes..written.len() - quotes)?;
        let start = self.span.start + quotes;
        // If this fails, the text is a block scalar that starts with a quote.
        align(text, within, start, style)
            .or_else(|| (style != bare).then(|| align(text, written, self.span.start, bare)).flatten())
    }
}

impl SourcePositions {
    /// Returns the source position of a byte of the string.
    pub fn of(&self, byte: usize) -> usize {
        let (stretch, _) = self.stretch(byte);
        stretch.source + (byte - stretch.text)
    }

    /// Returns the source range of consecutive bytes of the string, including line breaks between them.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.of(range.start);
        let (stretch, is_first) = self.stretch(range.end);
        let end = if is_first { stretch.end_before } else { stretch.source + (range.end - stretch.text) };
        start..end.max(start)
    }

    /// Returns the range that contains a byte of the string, and whether the byte is its first.
    fn stretch(&self, byte: usize) -> (Stretch, bool) {
        let next = self.0.partition_point(|stretch| stretch.text <= byte);
        let none = Stretch { text: byte, end_before: 0, source: 0 };
        let stretch = next.checked_sub(1).and_then(|index| self.0.get(index)).copied().unwrap_or(none);
        (stretch, stretch.text == byte)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// A scalar without quotes: a plain or a block scalar.
    Bare,
    Single,
    Double,
}

/// Aligns a string with its source. All characters of the string except whitespace must occur in the source in the same
/// order.
fn align(text: &str, source: &str, offset: usize, style: Style) -> Option<SourcePositions> {
    let mut stretches = vec![Stretch { text: 0, end_before: offset, source: offset }];
    let mut rest = Cursor { source, at: 0, style };
    // The end of the aligned part in the source.
    let mut source_end = 0;
    for (index, character) in text.char_indices() {
        let found = if character.is_whitespace() { rest.space(character) } else { Some(rest.visible(character)?) };
        let found = found.unwrap_or(rest.at..rest.at);
        if found.start != source_end {
            stretches.push(Stretch { text: index, end_before: offset + source_end, source: offset + found.start });
        }
        source_end = found.end;
        if found.len() != character.len_utf8() {
            let place = offset + source_end;
            stretches.push(Stretch { text: index + character.len_utf8(), end_before: place, source: place });
        }
    }
    // If several ranges start at the same byte, all but the last are empty: the start of the last is the source
    // position of the text after it, and the start of the first is the end of the text before it.
    let mut kept: Vec<Stretch> = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        match kept.last_mut().filter(|last| last.text == stretch.text) {
            Some(last) => last.source = stretch.source,
            None => kept.push(stretch),
        }
    }
    Some(SourcePositions(kept))
}

struct Cursor<'s> {
    source: &'s str,
    at: usize,
    style: Style,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// Returns the next character in the source after unescaping, and its length in bytes.
    fn next(&self) -> Option<(char, usize)> {
        let rest = self.rest();
        match (self.style, rest.chars().next()?) {
            (Style::Single, '\'') => Some(('\'', 2)),
            (Style::Double, '\\') => escape(rest),
            (_, character) => Some((character, character.len_utf8())),
        }
    }

    /// Skips a line break that is escaped by a backslash.
    fn skip_continuation(&mut self) {
        while self.style == Style::Double {
            let rest = self.rest();
            let Some(after) = rest.strip_prefix("\\\n").or_else(|| rest.strip_prefix("\\\r\n")) else { return };
            let blanks = after.len() - after.trim_start_matches([' ', '\t', '\r', '\n']).len();
            self.at += rest.len() - after.len() + blanks;
        }
    }

    /// Matches a whitespace character if it is next in the source.
    fn space(&mut self, wanted: char) -> Option<Range<usize>> {
        self.skip_continuation();
        let (_, length) = self.next().filter(|(found, _)| *found == wanted)?;
        self.at += length;
        Some(self.at - length..self.at)
    }

    /// Matches a character after optional whitespace. Returns `None` if another character comes first.
    fn visible(&mut self, wanted: char) -> Option<Range<usize>> {
        loop {
            self.skip_continuation();
            let (found, length) = self.next()?;
            self.at += length;
            if found == wanted {
                return Some(self.at - length..self.at);
            }
            if !found.is_whitespace() {
                return None;
            }
        }
    }
}

/// Returns the character of an escape in double quotes, and its length in bytes.
fn escape(source: &str) -> Option<(char, usize)> {
    let kind = source.get(1..)?.chars().next()?;
    let character = match kind {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' => return hexadecimal(source, 2).and_then(|code| Some((char::from_u32(code)?, 4))),
        'U' => return hexadecimal(source, 8).and_then(|code| Some((char::from_u32(code)?, 10))),
        'u' => {
            let code = hexadecimal(source, 4)?;
            if let Some(character) = char::from_u32(code) {
                return Some((character, 6));
            }
            let second = source.get(6..).filter(|rest| rest.starts_with("\\u")).and_then(|rest| hexadecimal(rest, 4));
            let pair = second.filter(|second| (0xdc00..0xe000).contains(second) && (0xd800..0xdc00).contains(&code));
            return Some(match pair {
                Some(second) => {
                    (char::from_u32(0x1_0000 + ((code - 0xd800) << 10) + (second - 0xdc00)).unwrap_or_default(), 12)
                }
                None => (char::REPLACEMENT_CHARACTER, 6),
            });
        }
        other => other,
    };
    Some((character, 1 + kind.len_utf8()))
}

fn hexadecimal(source: &str, digits: usize) -> Option<u32> {
    u32::from_str_radix(source.get(2..2 + digits)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use crate::{Limits, load};

    /// Returns the source text at the positions of every `needle` in the string `a`.
    fn shown(source: &str, needle: &str) -> Vec<(usize, String)> {
        let documents = load(source, &Limits::default());
        let node = documents[0].root.as_ref().and_then(|root| root.get("a")).expect("a value");
        let text = node.as_str().expect("a text");
        let Some(places) = node.source_positions(source) else { return Vec::new() };
        let found = text.match_indices(needle);
        found
            .map(|(at, _)| {
                let range = places.range(at..at + needle.len());
                (range.start, source[range].to_owned())
            })
            .collect()
    }

    #[test]
    fn every_style_leads_back_to_the_source() {
        let place = |at, text: &str| vec![(at, text.to_owned())];
        for (source, needle, expected) in [
            ("a: |\n    [\n      \"é\", x\n    ]\n", "x", place(23, "x")),
            ("a: |+\n\n  q\n\n  x\n", "x", place(14, "x")),
            ("a: | # why\n  \"x\"\n", "\"x\"", place(13, "\"x\"")),
            ("a: |2\n   '\n   x'\n", "x'", place(14, "x'")),
            ("a: >-\n  one\n  two\n\n  three x\n", "three", place(21, "three")),
            ("a: \"[\\n \\\"k\\\", \\u00e9, \\\n   x]\"\n", "x]", place(28, "x]")),
            ("a: \"[\\n \\\"k\\\", x]\"\n", "\"k\"", place(8, "\\\"k\\\"")),
            ("a: '[''k'',\n  x]'\n", "'k'", place(5, "''k''")),
            ("a: '[''k'',\n  x]'\n", "x", place(14, "x")),
            ("a: one two\n  x\n", "x", place(13, "x")),
            ("{\"a\": \"\\ud83d\\ude00 \\/ x\"}", "😀", place(7, "\\ud83d\\ude00")),
            ("{\"a\": \"\\ud83d\\ude00 \\/ x\"}", "x", place(23, "x")),
            ("{\"a\": \"\\ud83d\\u0041 x\"}", "A", place(13, "\\u0041")),
            ("{\"a\": \"\\udc00\\udc01 x\"}", "x", place(20, "x")),
            ("{\"a\": \"\\udc00\\ude00 x\"}", "\u{fffd}\u{fffd}", place(7, "\\udc00\\ude00")),
            ("{\"a\": \"\\ud83dx\"}", "x", place(13, "x")),
            (
                "a: \"\\0\\a\\b\\t\\n\\v\\f\\r\\e\\N\\_\\L\\P\\x41\\u0042\\U00000043x\"\n",
                "ABCx",
                place(30, "\\x41\\u0042\\U00000043x"),
            ),
            ("b: &b x\na: *b\n", "x", Vec::new()),
            ("a: |\r\n  [\r\n   x]\r\n", "x", place(14, "x")),
            ("a: |\n  '\n", "'", place(7, "'")),
            ("a: |\n  \"\n", "\"", place(7, "\"")),
            ("a: |\n  'x\n", "'x", place(7, "'x")),
            ("a: \"x\\\n     \\ y\"\n", " y", place(12, "\\ y")),
        ] {
            assert_eq!(shown(source, needle), expected, "{source}");
        }
    }

    #[test]
    fn ends_do_not_run_into_what_follows() {
        let source = "a: |\n  k\n      l\n";
        let documents = load(source, &Limits::default());
        let node = documents[0].root.as_ref().and_then(|root| root.get("a")).expect("a value");
        let places = node.source_positions(source).expect("places");
        assert_eq!(&source[places.range(0..1)], "k");
        assert_eq!(&source[places.range(1..1)], "");
        assert_eq!(&source[places.range(0..2)], "k\n");
        assert_eq!(&source[places.range(1..2)], "\n");
    }
}
