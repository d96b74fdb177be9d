//! Syntax errors of an invalid expression, like cel-go reports them: all errors in sequence, with the recovery of ANTLR
//! parsers (skips an extraneous token, inserts a missing one, or skips tokens up to one that can follow), its
//! predictions and its messages.
//!
//! It follows the grammar rules one by one and builds no tree. [`parse`](super::parse) runs it for an invalid
//! expression.

mod grammar;
mod sets;
mod sites;

use std::ops::Range;

use self::{
    sets::{Set, set},
    sites::{Kind, Next, START, Site},
};
use crate::{
    issue::Issue,
    lexer::{Token, TokenKind},
};

/// Maximum number of recoveries in cel-go.
const RECOVERIES: usize = 30;
/// Maximum number of errors that cel-go reports.
const REPORTED: usize = 100;

/// Returns the syntax errors of source text with these tokens and non-token bytes. Returns `None` if it nests too deep.
pub(super) fn syntax_errors(text: &str, tokens: &[Token], rejected: &[Range<usize>]) -> Option<Vec<Issue>> {
    let mut recovery = Recovery {
        text,
        tokens,
        rejected,
        next: 0,
        stack: Vec::new(),
        site: &START,
        is_recovering: false,
        last: None,
        recoveries: 0,
        depth: 0,
        is_too_deep: false,
        issues: Vec::new(),
    };
    let _ = recovery.start();
    (!recovery.is_too_deep).then_some(recovery.issues)
}

/// The reason for leaving a grammar rule early.
#[derive(Clone, Copy)]
enum RuleExit {
    /// The next token does not match.
    Mismatch,
    /// No alternative of a choice matches the tokens in this range.
    NoAlternative { from: usize, at: usize },
    /// Parsing stops.
    Stop,
}

type Parsed = Result<(), RuleExit>;

struct Recovery<'a> {
    text: &'a str,
    tokens: &'a [Token],
    rejected: &'a [Range<usize>],
    next: usize,
    /// The tokens that may follow each open rule.
    stack: Vec<Next>,
    site: &'static Site,
    /// `true` if errors are suppressed until a token matches.
    is_recovering: bool,
    /// The position of the last recovery, and the sites at which recovery started without a matching token since.
    last: Option<(usize, Vec<&'static Site>)>,
    recoveries: usize,
    depth: u32,
    is_too_deep: bool,
    issues: Vec<Issue>,
}

impl Recovery<'_> {
    fn ahead(&self, count: usize) -> TokenKind {
        self.tokens.get(self.next + count).map_or(TokenKind::End, |token| token.kind)
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.ahead(0) == kind
    }

    fn is_in(&self, tokens: Set) -> bool {
        tokens.has(self.ahead(0))
    }

    fn consume(&mut self) {
        if !self.at(TokenKind::End) {
            self.next += 1;
        }
    }

    /// Consumes a token.
    fn take(&mut self) {
        self.matched();
        self.consume();
    }

    fn matched(&mut self) {
        self.is_recovering = false;
        self.last = None;
    }

    /// Consumes the token that a site expects. `after` contains the tokens that may follow it.
    fn match_at(&mut self, site: &'static Site, after: Next) -> Parsed {
        self.site = site;
        if self.is_in(site.next.tokens) {
            self.take();
            return Ok(());
        }
        self.attempt()?;
        if self.delete_one()? {
            self.consume();
            return Ok(());
        }
        if self.in_context(after).has(self.ahead(0)) {
            let expected = self.expected().to_string();
            return self.report_once(|found| format!("missing {expected} at {found}"));
        }
        Err(RuleExit::Mismatch)
    }

    /// Checks the next token at a decision point. If it is unexpected, deletes it or skips tokens, as the kind of the
    /// site requires.
    fn sync(&mut self, site: &'static Site) -> Parsed {
        self.site = site;
        if self.is_recovering || site.next.ends || self.is_in(site.next.tokens) {
            return Ok(());
        }
        match site.kind {
            Kind::Basic => Ok(()),
            Kind::Choice => {
                if self.delete_one()? {
                    return Ok(());
                }
                Err(RuleExit::Mismatch)
            }
            Kind::Repeated => {
                let expected = self.expected();
                self.report_unwanted()?;
                self.skip_to(expected.and(self.recovery_set()));
                Ok(())
            }
        }
    }

    /// Skips the next token if the one after it is expected.
    fn delete_one(&mut self) -> Result<bool, RuleExit> {
        if !self.expected().has(self.ahead(1)) {
            return Ok(false);
        }
        self.report_unwanted()?;
        self.consume();
        self.matched();
        Ok(true)
    }

    /// Returns the tokens allowed at the current site, including those after the open rules if they may end.
    fn expected(&self) -> Set {
        self.in_context(self.site.next)
    }

    fn in_context(&self, next: Next) -> Set {
        let Next { mut tokens, mut ends } = next;
        for follow in self.stack.iter().rev() {
            if !ends {
                return tokens;
            }
            tokens = tokens.and(follow.tokens);
            ends = follow.ends;
        }
        if ends { tokens.and(set(&[TokenKind::End])) } else { tokens }
    }

    /// Returns the tokens that may follow any open rule.
    fn recovery_set(&self) -> Set {
        self.stack.iter().fold(Set::EMPTY, |all, follow| all.and(follow.tokens))
    }

    fn skip_to(&mut self, tokens: Set) {
        while !self.at(TokenKind::End) && !self.is_in(tokens) {
            self.consume();
        }
    }

    /// Parses a rule that ends with `follow`, and recovers from errors in it.
    fn rule(&mut self, follow: Next, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        let invoked_at = self.site;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.is_too_deep = true;
            return Err(RuleExit::Stop);
        }
        self.stack.push(follow);
        let read = match read(self) {
            Err(exit @ (RuleExit::Mismatch | RuleExit::NoAlternative { .. })) => self.recover(exit),
            read => read,
        };
        self.stack.pop();
        self.depth -= 1;
        self.site = invoked_at;
        read
    }

    fn recover(&mut self, exit: RuleExit) -> Parsed {
        match exit {
            RuleExit::NoAlternative { from, at } => {
                let between = self.between(from, at);
                self.report_at(at, |_| format!("no viable alternative at input {between}"))?;
            }
            RuleExit::Mismatch | RuleExit::Stop => {
                let expected = self.expected().to_string();
                self.report_once(|found| format!("mismatched input {found} expecting {expected}"))?;
            }
        }
        self.attempt()?;
        let site = self.site;
        let (index, mut sites) = self.last.take().unwrap_or_default();
        if index == self.next && sites.iter().any(|one| std::ptr::eq(*one, site)) {
            self.consume();
        }
        sites.push(site);
        self.last = Some((self.next, sites));
        self.skip_to(self.recovery_set());
        Ok(())
    }

    /// Counts a recovery, up to the maximum.
    fn attempt(&mut self) -> Parsed {
        if self.recoveries == RECOVERIES {
            let position = self.token(self.next).position;
            let message = format!("Syntax error: error recovery attempt limit exceeded: {RECOVERIES}");
            self.issues.push(Issue::new(position, message));
            return Err(RuleExit::Stop);
        }
        self.recoveries += 1;
        Ok(())
    }

    fn report_unwanted(&mut self) -> Parsed {
        let expected = self.expected().to_string();
        self.report_once(|found| format!("extraneous input {found} expecting {expected}"))
    }

    fn report_once(&mut self, message: impl FnOnce(String) -> String) -> Parsed {
        self.report_at(self.next, message)
    }

    /// Reports an error at a token, unless errors are suppressed.
    fn report_at(&mut self, index: usize, message: impl FnOnce(String) -> String) -> Parsed {
        if self.is_recovering {
            return Ok(());
        }
        self.is_recovering = true;
        let token = self.token(index);
        let found = if token.kind == TokenKind::End {
            "'<EOF>'".to_owned()
        } else {
            quoted(self.text.get(token.start..token.end).unwrap_or_default())
        };
        if self.issues.len() == REPORTED {
            let message = format!("Syntax error: More than {REPORTED} syntax errors");
            self.issues.push(Issue::new(token.position, message));
            return Err(RuleExit::Stop);
        }
        let message = reserved(message(found));
        self.issues.push(Issue::new(token.position, format!("Syntax error: {message}")));
        Ok(())
    }

    fn token(&self, index: usize) -> Token {
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(super::tokens::END)
    }

    /// Returns the source of tokens, including whitespace and comments between them, without non-token bytes.
    fn between(&self, from: usize, to: usize) -> String {
        if self.token(from).kind == TokenKind::End {
            return "'<EOF>'".to_owned();
        }
        let last = self.token(to);
        // The end token is empty, but whitespace before it belongs to the result.
        let (mut start, end) = (self.token(from).start, last.end);
        let mut text = String::new();
        let (from, rejected) = (start, self.rejected);
        for rejected in rejected.iter().filter(|range| range.start >= from && range.end <= end) {
            text.push_str(self.text.get(start..rejected.start).unwrap_or_default());
            start = rejected.end;
        }
        text.push_str(self.text.get(start..end).unwrap_or_default());
        quoted(&text)
    }

    /// Returns the error that no alternative matches the tokens up to the one at offset `ahead`.
    fn no_alternative(&self, ahead: usize) -> RuleExit {
        RuleExit::NoAlternative { from: self.next, at: (self.next + ahead).min(self.tokens.len().saturating_sub(1)) }
    }
}

/// Maximum nesting depth of rules: about a hundred brackets.
const MAX_DEPTH: u32 = 1_000;

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r"))
}

/// Replaces a message like cel-go does: if the input is one character followed by `true`, `false` or `null`, the
/// message is that an identifier is expected.
fn reserved(message: String) -> String {
    let input = message.strip_prefix("no viable alternative at input '").and_then(|rest| rest.strip_suffix('\''));
    let word = input.map(|input| {
        let mut characters = input.chars();
        characters.next();
        characters.as_str()
    });
    match word {
        Some(word @ ("true" | "false" | "null")) => format!("mismatched input '{word}' expecting IDENTIFIER"),
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::{sets::EXPRESSION, *};
    use crate::{
        lexer::{Lexed, tokens},
        source::Source,
    };

    /// Compares with errors of cel-go 0.26.0. `EXPRESSION` represents the tokens that start an expression.
    #[test]
    fn errors_after_errors_are_those_of_cel_go() {
        let expression = EXPRESSION.to_string();
        for (text, expected) in [
            ("a.b.(c)", &["1:5 no viable alternative at input '.('"]),
            ("!", &["1:2 extraneous input '<EOF>' expecting EXPRESSION"]),
            (
                "self.x.all(i, i.name  \"a\" && i.v)",
                &["1:23 mismatched input '\"a\"' expecting ')'", "1:33 extraneous input ')' expecting <EOF>"],
            ),
            ("[, ?self.h, 3].size() , 0", &["1:4 missing ']' at '?'", "1:11 mismatched input ',' expecting ':'"]),
            (
                "{\"a\": 1, : [true, false]}[\"a\"]",
                &["1:10 mismatched input ':' expecting '}'", "1:17 mismatched input ',' expecting ']'"],
            ),
            ("self.f.?g.&(\"a\") != b", &["1:13 no viable alternative at input '.\"a\"'"]),
            (
                "x.y(\"a\"\"s\" != *\"abc\"",
                &["1:8 mismatched input '\"s\"' expecting ')'", "1:15 extraneous input '*' expecting EXPRESSION"],
            ),
            ("self.x.all(i, i.", &["1:17 no viable alternative at input '.'"]),
            (
                "size(self.\"s\") >= 1)",
                &["1:11 no viable alternative at input '.\"s\"'", "1:20 extraneous input ')' expecting <EOF>"],
            ),
            (
                "[a, b.[ in [1,2,3])",
                &["1:7 no viable alternative at input '.['", "1:19 extraneous input ')' expecting <EOF>"],
            ),
            ("-1.[a", &["1:4 no viable alternative at input '.['"]),
            ("-1[2 3]", &["1:6 extraneous input '3' expecting ']'"]),
            ("- )", &["1:3 no viable alternative at input '- )'", "1:3 mismatched input ')' expecting EXPRESSION"]),
            ("--)", &["1:3 no viable alternative at input '-)'", "1:3 mismatched input ')' expecting EXPRESSION"]),
            ("a.b{c d: 1}", &["1:7 extraneous input 'd' expecting ':'"]),
            ("a{?: 1}", &["1:4 mismatched input ':' expecting {IDENTIFIER, ESC_IDENTIFIER}"]),
            ("!-", &["1:3 no viable alternative at input '-'", "1:3 mismatched input '<EOF>' expecting EXPRESSION"]),
            ("f(a b)", &["1:5 extraneous input 'b' expecting ')'"]),
            ("a ? b c", &["1:7 missing ':' at 'c'"]),
            ("x.? + 1", &["1:5 mismatched input '+' expecting {IDENTIFIER, ESC_IDENTIFIER}"]),
            ("[1,? ]", &["1:6 mismatched input ']' expecting EXPRESSION"]),
            (
                ": a ||",
                &["1:1 extraneous input ':' expecting EXPRESSION", "1:7 mismatched input '<EOF>' expecting EXPRESSION"],
            ),
            ("a // c\n b", &["2:2 extraneous input 'b' expecting <EOF>"]),
            ("a. // c\n #!", &["2:3 no viable alternative at input '. // c\\n !'"]),
            ("(((", &["1:4 mismatched input '<EOF>' expecting EXPRESSION"]),
            ("a.?[0]", &["1:4 mismatched input '[' expecting {IDENTIFIER, ESC_IDENTIFIER}"]),
            (
                "1 + + + * 2 / / 3 ) ) ) 4",
                &[
                    "1:5 mismatched input '+' expecting EXPRESSION",
                    "1:7 mismatched input '+' expecting EXPRESSION",
                    "1:9 extraneous input '*' expecting EXPRESSION",
                    "1:15 extraneous input '/' expecting EXPRESSION",
                    "1:19 mismatched input ')' expecting <EOF>",
                ],
            ),
        ] as [(&str, &[&str]); 27]
        {
            let Lexed { tokens, rejected, .. } = tokens(text);
            let mut issues = syntax_errors(text, &tokens, &rejected).expect("issues");
            issues.sort_by_key(|issue| issue.position);
            let source = Source::new(text);
            let shown = |issue: &Issue| {
                let location = source.location(issue.position.unwrap_or_default());
                let message = issue.message.trim_start_matches("Syntax error: ").replace(&expression, "EXPRESSION");
                format!("{}:{} {message}", location.line, location.column + 1)
            };
            assert_eq!(issues.iter().map(shown).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

    #[test]
    fn only_depth_is_limited() {
        let errors = |text: &str| {
            let Lexed { tokens, rejected, .. } = tokens(text);
            syntax_errors(text, &tokens, &rejected).map(|issues| issues.len())
        };
        // A bracket has eight rules.
        let nested = |count: usize| format!("{}a b{}", "(".repeat(count), ")".repeat(count));
        assert_eq!(errors(&nested(124)), Some(1));
        assert_eq!(errors(&nested(125)), None);
        assert_eq!(errors(&("1 + ".repeat(2_000) + "1 ]")), Some(1));
    }

    #[test]
    fn broken_expressions_of_any_depth_come_to_an_end() {
        for part in ["(", "[", "{1:", "a.b(", "-1[", "!", "-", "a ? ", "x{y:", "1 + ", "a.[", "f(]"] {
            for count in [10, 240, 2_000, 20_000] {
                let text = part.repeat(count);
                let Lexed { tokens, rejected, .. } = tokens(&text);
                let issues = syntax_errors(&text, &tokens, &rejected);
                assert!(issues.is_none_or(|issues| !issues.is_empty()), "{part} {count}");
            }
        }
    }
}
