//! From a character of an expression to the characters of the file.

use idlgen_validate::schema::{Origin, ValidationRule};

use super::written::{Written, WrittenRule};
use crate::{
    source::{FileId, Span},
    tags::TextMap,
};

/// Where the parts of a rule stand in the source.
#[derive(Clone, Copy)]
pub(super) struct RulePlaces<'a> {
    /// The rule as the tag writes it; none for what a shorter tag stands for.
    written: Option<WrittenRule<'a>>,
    /// All of it.
    span: Span,
}

/// The expression of a rule or of its message.
#[derive(Clone, Copy)]
pub(super) struct Expression<'a> {
    /// The text.
    pub(super) text: &'a str,
    map: Option<&'a TextMap>,
    span: Span,
}

/// The span that an origin names.
pub(super) fn span_of(origin: &Origin) -> Option<Span> {
    let (file, start, end) = origin.location?;
    Some(Span::new(FileId::from_index(file), start as usize, end as usize))
}

impl<'a> RulePlaces<'a> {
    /// The places of a rule; none if nothing is known of where it comes from.
    pub(super) fn of(rule: &ValidationRule, written: &Written<'a>) -> Option<Self> {
        let span = span_of(&rule.origin)?;
        Some(RulePlaces { written: written.at(span), span })
    }

    /// The position of the expression, or of the tag that it is made from.
    pub(super) fn rule_span(&self) -> Span {
        self.span
    }

    /// The position of the whole tag.
    pub(super) fn tag_span(&self) -> Span {
        self.written.map_or(self.span, |written| written.tag.span)
    }

    /// The position of `field`.
    pub(super) fn field_path_span(&self) -> Span {
        self.written.and_then(|written| written.rule.field_path_span).unwrap_or_else(|| self.tag_span())
    }

    /// The expression of the rule.
    pub(super) fn rule<'r>(&self, rule: &'r ValidationRule) -> Expression<'r>
    where
        'a: 'r,
    {
        let map = self.written.map(|written| &written.rule.rule_map);
        Expression { text: &rule.rule, map, span: self.span }
    }

    /// The expression of the message.
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
    /// The position of all of it.
    pub(super) fn span(&self) -> Span {
        self.map.map_or(self.span, |map| map.span(0, self.text.len()))
    }

    /// The position of bytes of the text.
    fn span_of(&self, start: usize, end: usize) -> Span {
        self.map.map_or(self.span, |map| map.span(start, end))
    }

    /// The position of the token at an offset in code points: a name, a dot with the name behind it, an operator, or
    /// one character. The whole expression if no offset is given.
    pub(super) fn token(&self, position: Option<u32>) -> Span {
        let Some(position) = position else { return self.span() };
        let start = self.byte(position);
        self.span_of(start, start + token_length(self.text.get(start..).unwrap_or_default()))
    }

    /// The position of a name just before, at or behind an offset in code points, if it stands there as it is.
    pub(super) fn name(&self, position: Option<u32>, name: &str) -> Option<Span> {
        let map = self.map?;
        let mut from = self.byte(position?);
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        // A call stands where its parenthesis does.
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

    /// The text before an offset in code points; nothing if none is given.
    pub(super) fn before(&self, position: Option<u32>) -> &str {
        position.and_then(|position| self.text.get(..self.byte(position))).unwrap_or_default()
    }

    /// The position of a text that stands at an offset in code points as it is.
    pub(super) fn here(&self, position: u32, text: &str) -> Option<Span> {
        let start = self.byte(position);
        self.text.get(start..).filter(|rest| rest.starts_with(text))?;
        Some(self.map?.span(start, start + text.len()))
    }

    /// The byte of the code point at `position`; the length of the text behind its end.
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
    use super::token_length;

    #[test]
    fn tokens() {
        for (text, expected) in [
            (".name == 1", ".name"),
            (".?a.b", ".?a"),
            ("abc(", "abc"),
            ("&& b", "&&"),
            ("(a)", "("),
            ("é.b", "é"),
            ("", ""),
        ] {
            assert_eq!(text.get(..token_length(text)), Some(expected), "{text}");
        }
    }
}
