//! Rust source for the project's own checks: distinguishes code, literals and tests.

/// A parsed file of Rust source.
pub(super) struct Source {
    /// The source with a space for each character of comments and literals. Line breaks are kept.
    code: Vec<char>,
    /// For each line, whether it begins inside a literal.
    continues_literal: Vec<bool>,
    /// The start and end of raw literals: lines and columns, counted from 0.
    raw: Vec<((usize, usize), (usize, usize))>,
}

impl Source {
    pub(super) fn of(text: &str) -> Self {
        let characters: Vec<char> = text.chars().collect();
        let mut code = Vec::with_capacity(characters.len());
        let mut continues_literal = vec![false];
        let mut raw = Vec::new();
        let mut at = 0;
        let mut place = (0, 0);
        while at < characters.len() {
            let (length, is_literal) = blank(&characters, at);
            let end = if length == 0 { at + 1 } else { at + length };
            let start = place;
            for character in characters.iter().take(end).skip(at) {
                place.1 += 1;
                if *character == '\n' {
                    continues_literal.push(is_literal);
                    place = (place.0 + 1, 0);
                }
                code.push(if length == 0 || *character == '\n' { *character } else { ' ' });
            }
            if is_literal && characters.get(at) == Some(&'r') {
                raw.push((start, place));
            }
            at = end;
        }
        Source { code, continues_literal, raw }
    }

    /// Returns `true` if a line, counted from 0, begins inside a literal, so that it cannot be wrapped like code.
    pub(super) fn continues_literal(&self, line: usize) -> bool {
        self.continues_literal.get(line).copied().unwrap_or(false)
    }

    /// Returns `true` if a column of a line, counted from 0, is in a literal that cannot be wrapped.
    pub(super) fn is_raw(&self, line: usize, column: usize) -> bool {
        self.raw.iter().any(|(start, end)| (start..end).contains(&&(line, column)))
    }

    /// Returns the code without comments, literals and test items. Line breaks are kept.
    pub(super) fn code_but_tests(&self) -> String {
        let mut code = self.code.clone();
        for (start, end) in self.tests() {
            code.iter_mut().take(end).skip(start).filter(|character| **character != '\n').for_each(|it| *it = ' ');
        }
        code.into_iter().collect()
    }

    /// Returns the number of lines outside of test items.
    pub(super) fn lines_but_tests(&self) -> usize {
        let line = |at: usize| self.code.iter().take(at).filter(|character| **character == '\n').count();
        let all = self.continues_literal.len() - usize::from(self.code.last() == Some(&'\n'));
        all - self.tests().into_iter().map(|(start, end)| line(end) - line(start) + 1).sum::<usize>()
    }

    /// Returns the names of test-only modules in separate files.
    pub(super) fn test_modules(&self) -> Vec<String> {
        let item = |(start, end): (usize, usize)| -> String { self.code.iter().take(end).skip(start).collect() };
        let name = |item: String| Some(item.strip_suffix(';')?.rsplit_once("mod ")?.1.trim().to_owned());
        self.tests().into_iter().map(item).filter_map(name).collect()
    }

    /// Returns the start and end of test items, which begin with `#[cfg(test)]` or, if the tests of other crates use
    /// them, with `#[cfg(any(test, …))]`.
    fn tests(&self) -> Vec<(usize, usize)> {
        let attributes = ["#[cfg(test)]", "#[cfg(any(test,"].map(|attribute| attribute.chars().collect::<Vec<_>>());
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.code.len() {
            let rest = self.code.get(at..).unwrap_or_default();
            if attributes.iter().any(|attribute| rest.starts_with(attribute)) {
                let length = rest.iter().position(|character| *character == ']').map_or(rest.len(), |end| end + 1);
                let end = self.end_of_item(at + length);
                found.push((at, end));
                at = end;
            }
            at += 1;
        }
        found
    }

    /// Returns the position after the item that begins here.
    fn end_of_item(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        for (at, character) in self.code.iter().enumerate().skip(start) {
            match character {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                '}' if depth <= 1 => return at + 1,
                '}' => depth -= 1,
                ';' if depth == 0 => return at + 1,
                _ => {}
            }
        }
        self.code.len()
    }
}

/// Returns the length of the comment or literal that begins here, or 0, and whether it is a literal.
fn blank(text: &[char], at: usize) -> (usize, bool) {
    let here = |offset: usize| text.get(at + offset).copied().unwrap_or('\0');
    let before = at.checked_sub(1).and_then(|before| text.get(before)).copied().unwrap_or(' ');
    let rest = text.get(at..).unwrap_or_default();
    match (here(0), here(1)) {
        ('/', '/') => (rest.iter().take_while(|character| **character != '\n').count(), false),
        ('/', '*') => (block_comment(rest), false),
        ('"', _) => (1 + quoted(rest.get(1..).unwrap_or_default(), '"'), true),
        ('\'', '\\') => (1 + quoted(rest.get(1..).unwrap_or_default(), '\''), true),
        ('\'', _) if here(2) == '\'' => (3, true),
        ('r', '"' | '#') if !is_word(before) || before == 'b' => (raw_string(rest), true),
        _ => (0, false),
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns the length including the closing quote.
fn quoted(text: &[char], quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.iter().enumerate() {
        if is_escaped {
            is_escaped = false;
        } else if *character == quote {
            return at + 1;
        } else {
            is_escaped = *character == '\\';
        }
    }
    text.len()
}

/// Returns the length of `r#"…"#`. Returns 0 for a raw identifier.
fn raw_string(text: &[char]) -> usize {
    let hashes = text.iter().skip(1).take_while(|character| **character == '#').count();
    if text.get(1 + hashes) != Some(&'"') {
        return 0;
    }
    let closing: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let body = text.get(2 + hashes..).unwrap_or_default();
    let end = body.windows(closing.len()).position(|window| window == closing);
    end.map_or(text.len(), |end| 2 + hashes + end + closing.len())
}

fn block_comment(text: &[char]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        match (text.get(at), text.get(at + 1)) {
            (Some('/'), Some('*')) => (depth, at) = (depth + 1, at + 2),
            (Some('*'), Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::Source;

    const TEXT: &str = r##"//! A comment: "crate::a".
#[cfg(test)]
mod testing;
#[cfg(test)]
use a::{b, c};

fn f<'a>(x: &'a str) -> char {
    let text = "crate::x { \" }
        more";
    let raw = r#"crate::y " {"#; /* { /* { */ */
    '{'
}

#[cfg(test)]
mod tests {
    fn g() -> [u8; 2] {}
}
fn r#type() {}
"##;

    #[test]
    fn comments_literals_and_tests_are_told_apart() {
        let source = Source::of(TEXT);
        let code = source.code_but_tests();
        assert_eq!(code.lines().count(), TEXT.lines().count());
        let lines: Vec<&str> = code.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            [
                ";",
                "fn f<'a>(x: &'a str) -> char {",
                "let text =",
                ";",
                "let raw =                  ;",
                "}",
                "fn r#type() {}"
            ]
        );
        assert_eq!(source.test_modules(), ["testing"]);
        let literal: Vec<usize> = (0..20).filter(|line| source.continues_literal(*line)).collect();
        assert_eq!(literal, [8]);
    }

    #[test]
    fn what_stands_behind_tests_counts() {
        assert_eq!(Source::of("a\n#[cfg(test)]\nmod testing;\nb\nc\n").lines_but_tests(), 3);
        assert_eq!(Source::of("a\n#[cfg(test)]\nmod tests {\n    b\n}\n").lines_but_tests(), 1);
        let shared = Source::of("a\n#[cfg(any(test, feature = \"testing\"))]\npub mod testing;\nb\n");
        assert_eq!((shared.lines_but_tests(), shared.test_modules()), (2, vec!["testing".to_owned()]));
    }
}
