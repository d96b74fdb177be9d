//! Converts text to tokens.
//!
//! A key without `?` is only recognizable by the `:` after it. The scanner therefore remembers possible keys and delays
//! tokens until it has found the `:`.

mod block_scalar;
mod directive;
mod plain;
mod quoted;
mod tag;

use std::{borrow::Cow, collections::VecDeque, ops::Range};

use super::{
    cursor::Cursor,
    token::{Token, TokenKind},
};
use crate::{Problem, parse::TAB, tree::syntax};

/// Maximum length in characters of a key without `?`.
const LONGEST_KEY: usize = 1024;

/// Converts a file to tokens.
pub(super) struct Scanner<'t> {
    cursor: Cursor<'t>,
    /// Scanned tokens that have not been consumed.
    tokens: VecDeque<Token<'t>>,
    /// Number of consumed tokens.
    taken: usize,
    has_ended: bool,
    /// Number of open brackets.
    flow_depth: usize,
    /// The columns of the innermost block collection, and (`indents`) of the collections that contain it.
    indent: Option<usize>,
    indents: Vec<Option<usize>>,
    /// `true` if a key without `?` may start here.
    may_be_key: bool,
    /// The possible key outside of brackets, and one for each open bracket.
    keys: Vec<PossibleKey<'t>>,
}

#[derive(Clone, Copy)]
struct PossibleKey<'t> {
    is_possible: bool,
    /// `true` if the grammar requires a key here.
    is_required: bool,
    /// `true` if the scanner must delay its tokens until a `:` is found.
    keeps_back: bool,
    /// The number of the first token of the key.
    token: usize,
    cursor: Cursor<'t>,
}

impl<'t> PossibleKey<'t> {
    /// Creates an entry without a possible key.
    fn none(token: usize, cursor: Cursor<'t>) -> Self {
        PossibleKey { is_possible: false, is_required: false, keeps_back: false, token, cursor }
    }
}

type Scanned = Result<(), Problem>;

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut cursor = Cursor::new(text);
        if text.starts_with('\u{feff}') {
            cursor.at = '\u{feff}'.len_utf8();
        }
        Scanner {
            cursor,
            tokens: VecDeque::new(),
            taken: 0,
            has_ended: false,
            flow_depth: 0,
            indent: None,
            indents: Vec::new(),
            may_be_key: true,
            keys: vec![PossibleKey::none(0, cursor)],
        }
    }

    /// Returns the next token without consuming it.
    pub(super) fn peek(&mut self) -> Result<&Token<'t>, Problem> {
        while self.tokens.is_empty() || self.may_first_be_key()? {
            self.fetch()?;
        }
        match self.tokens.front() {
            Some(token) => Ok(token),
            None => Err(syntax("did not find expected token".to_owned(), self.cursor.at..self.cursor.at)),
        }
    }

    /// Consumes the next token.
    pub(super) fn take(&mut self) -> Result<Token<'t>, Problem> {
        self.peek()?;
        self.taken += 1;
        let at = self.cursor.at;
        self.tokens.pop_front().ok_or_else(|| syntax("did not find expected token".to_owned(), at..at))
    }

    /// Returns `true` if the next token may be the start of a key whose `:` has not been reached.
    fn may_first_be_key(&mut self) -> Result<bool, Problem> {
        // The token numbers increase from the outermost to the innermost.
        let first = self.keys.partition_point(|key| key.token < self.taken);
        let keys = (first..).zip(self.keys.get(first..).unwrap_or_default());
        let mut here = keys.take_while(|(_, key)| key.token == self.taken);
        match here.find(|(_, key)| key.is_possible && key.keeps_back).map(|(index, _)| index) {
            Some(index) => self.is_still_possible(index),
            None => Ok(false),
        }
    }

    /// Returns `true` if a possible key is still valid: on the same line, and not too long.
    fn is_still_possible(&mut self, index: usize) -> Result<bool, Problem> {
        let Some(key) = self.keys.get_mut(index).filter(|key| key.is_possible) else { return Ok(false) };
        if key.cursor.line == self.cursor.line && self.cursor.index <= key.cursor.index + LONGEST_KEY {
            return Ok(true);
        }
        if key.is_required {
            return Err(no_value(key));
        }
        key.is_possible = false;
        Ok(false)
    }

    /// Records a possible key at the current position.
    fn save_key(&mut self) -> Scanned {
        if !self.may_be_key {
            return Ok(());
        }
        let is_required = self.flow_depth == 0 && self.indent == Some(self.cursor.column);
        self.forget_key()?;
        let token = self.taken + self.tokens.len();
        let key =
            PossibleKey { is_possible: true, is_required, keeps_back: true, ..PossibleKey::none(token, self.cursor) };
        if let Some(last) = self.keys.last_mut() {
            *last = key;
        }
        Ok(())
    }

    /// Removes the possible key of the innermost brackets.
    fn forget_key(&mut self) -> Scanned {
        match self.keys.last_mut() {
            Some(key) if key.is_possible && key.is_required => Err(no_value(key)),
            Some(key) => {
                key.is_possible = false;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Starts a block collection at a column if the current collection is indented less. Inserts the token of its start
    /// before token number `before`, or at the end of the queue.
    fn enter(&mut self, column: usize, before: Option<usize>, kind: TokenKind<'t>, at: usize) {
        if self.flow_depth > 0 || self.indent.is_some_and(|indent| indent >= column) {
            return;
        }
        self.indents.push(self.indent.replace(column));
        self.insert(before, Token { kind, span: at..at });
    }

    /// Ends the block collections that are indented more than a column. Without a column, ends all of them.
    fn leave(&mut self, column: Option<usize>) {
        if self.flow_depth > 0 {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.cursor.at);
            self.indent = self.indents.pop().flatten();
        }
    }

    /// Adds a token that ends at the cursor.
    fn push(&mut self, kind: TokenKind<'t>, start: usize) {
        self.tokens.push_back(Token { kind, span: start..self.cursor.at });
    }

    fn insert(&mut self, before: Option<usize>, token: Token<'t>) {
        match before.and_then(|number| number.checked_sub(self.taken)) {
            Some(index) => self.tokens.insert(index.min(self.tokens.len()), token),
            None => self.tokens.push_back(token),
        }
    }

    /// Adds a token of this length in characters.
    fn indicator(&mut self, kind: TokenKind<'t>, length: usize) {
        let start = self.cursor.at;
        self.cursor.skip_many(length);
        self.push(kind, start);
    }

    fn error<T>(&self, message: &str) -> Result<T, Problem> {
        Err(syntax(message.to_owned(), self.cursor.at..self.cursor.at))
    }

    /// Scans until there is another token.
    fn fetch(&mut self) -> Scanned {
        if self.has_ended {
            self.push(TokenKind::End, self.cursor.at);
            return Ok(());
        }
        self.skip_to_token();
        self.leave(Some(self.cursor.column));
        if self.cursor.is_at_end() {
            self.cursor.end_line();
            self.leave(None);
            self.forget_key()?;
            self.has_ended = true;
            self.push(TokenKind::End, self.cursor.at);
            return Ok(());
        }
        let byte = self.cursor.byte(0);
        if self.cursor.column == 0 && byte == b'%' {
            return self.fetch_directive();
        }
        if self.cursor.is_document_mark(b'-') {
            return self.fetch_document_mark(TokenKind::DocumentStart);
        }
        if self.cursor.is_document_mark(b'.') {
            return self.fetch_document_mark(TokenKind::DocumentEnd);
        }
        let is_in_brackets = self.flow_depth > 0;
        let is_alone = self.cursor.is_space_or_end(1);
        match byte {
            b'[' => self.fetch_flow_start(TokenKind::FlowListStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMapStart),
            b']' => self.fetch_flow_end(TokenKind::FlowListEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMapEnd),
            b',' => {
                self.forget_key()?;
                self.may_be_key = true;
                self.indicator(TokenKind::Comma, 1);
                Ok(())
            }
            b'-' if is_alone => self.fetch_item(),
            b'?' if is_in_brackets || is_alone => self.fetch_key(),
            b':' if is_in_brackets || is_alone => self.fetch_value(),
            b'*' | b'&' | b'!' => {
                self.save_key()?;
                self.may_be_key = false;
                if byte == b'!' { self.fetch_tag() } else { self.fetch_anchor(byte == b'*') }
            }
            b'|' | b'>' if !is_in_brackets => {
                self.forget_key()?;
                self.may_be_key = true;
                self.fetch_block_scalar()
            }
            b'\'' | b'"' => {
                self.save_key()?;
                self.may_be_key = false;
                self.fetch_quoted()
            }
            // A `-` can also start a plain scalar inside brackets.
            b'-' if !self.cursor.is_blank(1) => self.fetch_plain(),
            b'?' | b':' if !is_in_brackets => self.fetch_plain(),
            b'\t' => Err(syntax(TAB.to_owned(), self.cursor.at..self.cursor.at + 1)),
            b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => {
                self.error("found character that cannot start any token")
            }
            _ => self.fetch_plain(),
        }
    }

    /// Skips whitespace and comments. Tabs are skipped only where they cannot be indentation.
    fn skip_to_token(&mut self) {
        loop {
            while self.cursor.byte(0) == b' '
                || self.cursor.byte(0) == b'\t' && (self.flow_depth > 0 || !self.may_be_key)
            {
                self.cursor.skip();
            }
            self.cursor.skip_comment();
            if !self.cursor.is_break(0) {
                return;
            }
            self.cursor.take_break();
            self.may_be_key |= self.flow_depth == 0;
        }
    }

    fn fetch_document_mark(&mut self, kind: TokenKind<'t>) -> Scanned {
        self.leave(None);
        self.forget_key()?;
        self.may_be_key = false;
        self.indicator(kind, 3);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind<'t>) -> Scanned {
        self.save_key()?;
        let token = self.taken + self.tokens.len();
        self.keys.push(PossibleKey::none(token, self.cursor));
        self.flow_depth += 1;
        self.may_be_key = true;
        self.indicator(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind<'t>) -> Scanned {
        self.forget_key()?;
        if self.flow_depth > 0 {
            self.flow_depth -= 1;
            // goyaml.v2 does not delay the tokens of brackets that have no key before them. Therefore it ignores the
            // text after `[]` or `{}` at the start of a document.
            if let Some(closed) = self.keys.pop()
                && let Some(around) = self.keys.last_mut()
                && around.token == closed.token
            {
                around.keeps_back = false;
            }
        }
        self.may_be_key = false;
        self.indicator(kind, 1);
        Ok(())
    }

    fn fetch_item(&mut self) -> Scanned {
        if self.flow_depth == 0 {
            if !self.may_be_key {
                return self.error("block sequence entries are not allowed in this context");
            }
            self.enter(self.cursor.column, None, TokenKind::BlockListStart, self.cursor.at);
        }
        self.forget_key()?;
        self.may_be_key = true;
        self.indicator(TokenKind::Item, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Scanned {
        if self.flow_depth == 0 {
            if !self.may_be_key {
                return self.error("mapping keys are not allowed in this context");
            }
            self.enter(self.cursor.column, None, TokenKind::BlockMapStart, self.cursor.at);
        }
        self.forget_key()?;
        self.may_be_key = self.flow_depth == 0;
        self.indicator(TokenKind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Scanned {
        let innermost = self.keys.len().saturating_sub(1);
        if self.is_still_possible(innermost)?
            && let Some(key) = self.keys.get_mut(innermost)
        {
            key.is_possible = false;
            let key = *key;
            let at = key.cursor.at;
            self.insert(Some(key.token), Token { kind: TokenKind::Key, span: at..at });
            self.enter(key.cursor.column, Some(key.token), TokenKind::BlockMapStart, at);
            self.may_be_key = false;
        } else {
            if self.flow_depth == 0 {
                if !self.may_be_key {
                    return self.error("mapping values are not allowed in this context");
                }
                self.enter(self.cursor.column, None, TokenKind::BlockMapStart, self.cursor.at);
            }
            self.may_be_key = self.flow_depth == 0;
        }
        self.indicator(TokenKind::Value, 1);
        Ok(())
    }

    fn scalar(&mut self, value: Cow<'t, str>, is_plain: bool, span: Range<usize>) {
        self.tokens.push_back(Token { kind: TokenKind::Scalar(value, is_plain), span });
    }
}

/// Returns the problem that a required key has no `:`.
fn no_value(key: &PossibleKey<'_>) -> Problem {
    syntax("could not find expected ':'".to_owned(), key.cursor.at..key.cursor.at)
}

/// The line breaks between two lines of a scalar. A single line break becomes a space. Of several, all except the first
/// are preserved.
#[derive(Default)]
struct Fold {
    first: &'static str,
    others: String,
}

impl Fold {
    fn add(&mut self, is_first: bool, line_break: &str) {
        if is_first {
            self.first = known(line_break);
        } else {
            self.others.push_str(line_break);
        }
    }

    /// Writes the folded line breaks and clears them.
    fn write(&mut self, value: &mut String) {
        match (self.first, self.others.is_empty()) {
            ("\n", true) => value.push(' '),
            ("\n", false) => {}
            (first, _) => value.push_str(first),
        }
        value.push_str(&self.others);
        self.first = "";
        self.others.clear();
    }
}

/// Returns the string that a line break becomes in a scalar.
fn known(line_break: &str) -> &'static str {
    ["\n", "\u{2028}", "\u{2029}"].into_iter().find(|known| *known == line_break).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use crate::testing::shown;

    /// Accepts what goyaml.v2 accepts.
    #[test]
    fn indicators_depend_on_brackets_and_on_what_follows() {
        let table = [
            ("[?a]", r#"[{"a":null}]"#),
            ("{?a: b}", r#"{"a":"b"}"#),
            ("[? a : b]", r#"[{"a":"b"}]"#),
            ("[-]", r#"["-"]"#),
            ("[-a]", r#"["-a"]"#),
            ("?a: b", r#"{"?a":"b"}"#),
            (":a: b", r#"{":a":"b"}"#),
            ("[|\n a\n]", "found character that cannot start any token at 1..1"),
            ("[>\n a\n]", "found character that cannot start any token at 1..1"),
            ("a: %b", "found character that cannot start any token at 3..3"),
            ("a: @b", "found character that cannot start any token at 3..3"),
            ("\ta: 1", "a tab cannot indent; use spaces at 0..1"),
            ("a:\n  b\n\tc\n", "a tab cannot indent; use spaces at 7..8"),
            ("a: |1-\n  x\n", r#"{"a":" x"}"#),
            ("a: |-1\n  x\n", r#"{"a":" x"}"#),
            ("a: >+1 # c\n  x\n\n", r#"{"a":" x\n\n"}"#),
            ("a: |+-\n  x\n", "did not find expected comment or line break at 5..5"),
            ("a: |-+\n  x\n", "did not find expected comment or line break at 5..5"),
            ("a: |--\n  x\n", "did not find expected comment or line break at 5..5"),
            ("a: |12\n  x\n", "did not find expected comment or line break at 5..5"),
            ("a: |10\n  x\n", "did not find expected comment or line break at 5..5"),
            ("a: |-0\n  x\n", "found an indentation indicator equal to 0 at 5..5"),
            ("a: | x\n", "did not find expected comment or line break at 5..5"),
            ("a: b: c", "mapping values are not allowed in this context at 4..4"),
            ("a: - b", "block sequence entries are not allowed in this context at 3..3"),
            ("a: ? b", "mapping keys are not allowed in this context at 3..3"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text}");
        }
    }
}
