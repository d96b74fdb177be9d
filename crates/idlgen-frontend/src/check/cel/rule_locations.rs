//! Maps positions in expressions to source positions.

use idlgen_schema::schema::{Origin, ValidationRule};

use super::written::{Written, WrittenRule};
use crate::{
    source::{FileId, Span},
    tags::{Dialect, TextMap},
};

/// The source locations of a rule.
#[derive(Clone, Copy)]
pub(super) struct RuleLocations<'a> {
    /// The rule as written in the tag. `None` for a rule from a shorthand tag.
    written: Option<WrittenRule<'a>>,
    /// The span of the entire tag.
    span: Span,
}

/// The expression of a rule or of its message.
#[derive(Clone, Copy)]
pub(super) struct Expression<'a> {
    pub(super) text: &'a str,
    map: Option<&'a TextMap>,
    span: Span,
}

pub(super) fn span_of(origin: &Origin) -> Option<Span> {
    let (file, start, end) = origin.location?;
    Some(Span::new(FileId::from_index(file), start as usize, end as usize))
}

impl<'a> RuleLocations<'a> {
    /// Returns the locations of a rule, or `None` if its origin is unknown.
    pub(super) fn of(rule: &ValidationRule, written: &Written<'a>) -> Option<Self> {
        let span = span_of(&rule.origin)?;
        Some(RuleLocations { written: written.at(span), span })
    }

    /// Returns the dialect of the tag. `None` for a rule from a shorthand tag.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        self.written.map(|written| written.tag.dialect)
    }

    /// Returns the span of the expression, or of the tag that it results from.
    pub(super) fn rule_span(&self) -> Span {
        self.span
    }

    /// Returns the span of the entire tag.
    pub(super) fn tag_span(&self) -> Span {
        self.written.map_or(self.span, |written| written.tag.span)
    }

    pub(super) fn field_path_span(&self) -> Span {
        self.written.and_then(|written| written.rule.field_path_span).unwrap_or_else(|| self.tag_span())
    }

    pub(super) fn rule<'r>(&self, rule: &'r ValidationRule) -> Expression<'r>
    where
        'a: 'r,
    {
        let map = self.written.map(|written| &written.rule.rule_map);
        Expression { text: &rule.rule, map, span: self.span }
    }

    pub(super) fn message_expression<'r>(&self, rule: &'r ValidationRule) -> Expression<'r>
    where
        'a: 'r,
    {
        let map = self.written.and_then(|written| written.rule.message_expression_map.as_ref());
        let text = rule.message_expression.as_deref().unwrap_or_default();
        let span = map.map_or_else(|| self.tag_span(), |map| map.span(0, text.len()));
        Expression { text, map, span }
    }
}

impl Expression<'_> {
    /// Returns the span of the entire expression.
    pub(super) fn span(&self) -> Span {
        self.map.map_or(self.span, |map| map.span(0, self.text.len()))
    }

    /// Returns the span of a byte range of the expression.
    fn span_of(&self, start: usize, end: usize) -> Span {
        self.map.map_or(self.span, |map| map.span(start, end))
    }

    /// Returns the span of the token at an offset in code points: a name, a dot with the following name, an operator,
    /// or a single character. Without an offset, returns the span of the entire expression.
    pub(super) fn token(&self, position: Option<u32>) -> Span {
        let Some(position) = position else { return self.span() };
        let start = self.byte(position);
        self.span_of(start, start + token_length(self.text.get(start..).unwrap_or_default()))
    }

    /// Returns the span of a name directly before, at or after an offset in code points, if the source contains it
    /// unescaped.
    pub(super) fn name(&self, position: Option<u32>, name: &str) -> Option<Span> {
        let map = self.map?;
        let mut from = self.byte(position?);
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        // A call has the position of its parenthesis.
        let before = self.text.get(..from)?.trim_end();
        if let Some(rest) = before.strip_suffix(name).filter(|rest| !rest.chars().next_back().is_some_and(is_part)) {
            return Some(map.span(rest.len(), before.len()));
        }
        loop {
            let at = from + self.text.get(from..)?.find(name)?;
            let end = at + name.len();
            let before = self.text.get(..at).and_then(|text| text.chars().next_back());
            let after = self.text.get(end..).and_then(|text| text.chars().next());
            if !before.is_some_and(is_part) && !after.is_some_and(is_part) {
                return Some(map.span(at, end));
            }
            from = end;
        }
    }

    /// Returns the text before an offset in code points, or an empty string without an offset.
    pub(super) fn before(&self, position: Option<u32>) -> &str {
        position.and_then(|position| self.text.get(..self.byte(position))).unwrap_or_default()
    }

    /// Returns the span of a string at an offset in code points, if the source contains it unescaped.
    pub(super) fn here(&self, position: u32, text: &str) -> Option<Span> {
        let start = self.byte(position);
        self.text.get(start..).filter(|rest| rest.starts_with(text))?;
        Some(self.map?.span(start, start + text.len()))
    }

    /// Returns the byte offset of the code point at `position`, or the length after the end.
    fn byte(&self, position: u32) -> usize {
        self.text.char_indices().nth(position as usize).map_or(self.text.len(), |(byte, _)| byte)
    }
}

fn token_length(text: &str) -> usize {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let word = |text: &str| text.find(|character| !is_part(character)).unwrap_or(text.len());
    let Some(first) = text.chars().next() else { return 0 };
    if first == '.' {
        let rest = text.get(1..).unwrap_or_default();
        let optional = usize::from(rest.starts_with('?'));
        return 1 + optional + word(rest.get(optional..).unwrap_or_default());
    }
    if is_part(first) {
        return word(text);
    }
    let operators = ["==", "!=", "<=", ">=", "&&", "||"];
    if operators.iter().any(|operator| text.starts_with(operator)) { 2 } else { first.len_utf8() }
}

#[cfg(test)]
mod tests {
    use super::{Expression, token_length};
    use crate::source::{FileId, Span};

    fn expression(text: &str) -> Expression<'_> {
        Expression { text, map: None, span: Span::new(FileId::from_index(0), 10, 20) }
    }

    #[test]
    fn positions_count_characters() {
        let text = "é == self.a";
        for (position, before) in [(0, ""), (1, "é"), (2, "é "), (5, "é == "), (11, text), (12, text)] {
            assert_eq!(expression(text).before(Some(position)), before, "{position}");
        }
        assert_eq!(expression(text).before(None), "");
    }

    #[test]
    fn an_expression_without_a_map_has_the_position_of_its_rule() {
        let rule = expression("self.a");
        let span = Span::new(FileId::from_index(0), 10, 20);
        assert_eq!((rule.span(), rule.token(None), rule.token(Some(4))), (span, span, span));
        assert_eq!(rule.name(Some(0), "a"), None);
        assert_eq!(rule.here(0, "self"), None);
    }

    #[test]
    fn tokens() {
        for (text, expected) in [
            (".name == 1", ".name"),
            (".?a.b", ".?a"),
            ("abc(", "abc"),
            ("&& b", "&&"),
            ("|| b", "||"),
            ("== b", "=="),
            ("!= b", "!="),
            ("<= b", "<="),
            (">= b", ">="),
            ("< b", "<"),
            ("> b", ">"),
            ("!b", "!"),
            (".?_b.c", ".?_b"),
            (".a_b1.c", ".a_b1"),
            (".", "."),
            ("_a+1", "_a"),
            ("(a)", "("),
            ("é.b", "é"),
            ("", ""),
        ] {
            assert_eq!(text.get(..token_length(text)), Some(expected), "{text}");
        }
    }
}
