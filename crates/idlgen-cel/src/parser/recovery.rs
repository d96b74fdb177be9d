//! The syntax errors of an expression that does not parse, as cel-go reports them: one after the other, with the
//! recovery of ANTLR's parsers (a token too many is passed over, one that is missing is made up, or tokens are skipped
//! up to one that can follow), its predictions and its texts.
//!
//! It follows the rules of the grammar one by one and builds nothing. [`parse`](super::parse) runs it when it has found
//! that an expression is broken.

mod sets;

use std::ops::Range;

use self::sets::{
    ARGUMENTS, CALCULATIONS, ELEMENT, ENTRIES, EXPRESSION, FIELD, FIELDS, FIRST_NEGATED, FIRST_NOT, FIRST_UNARY, INDEX,
    LIST, LITERAL, MEMBER, NAME, RELATIONS, SUFFIXES, Set, set,
};
use crate::{
    issue::Issue,
    lexer::{Token, TokenKind},
};

/// How often cel-go recovers.
const RECOVERIES: usize = 30;
/// How many errors cel-go reports.
const REPORTED: usize = 100;

/// The syntax errors of a text with these tokens, and bytes that are no token. `None` if it nests too deep to be read on.
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

/// What may come next at a place of the grammar.
#[derive(Clone, Copy)]
struct Next {
    tokens: Set,
    /// Whether the rule may end here.
    ends: bool,
}

const fn then(tokens: Set) -> Next {
    Next { tokens, ends: false }
}

const fn or_end(tokens: Set) -> Next {
    Next { tokens, ends: true }
}

const END_OF_RULE: Next = or_end(Set::EMPTY);

/// A place of the grammar where the parser compares the next token with what may come.
#[derive(Clone, Copy)]
struct Site {
    next: Next,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One token is expected, or a rule begins.
    Basic,
    /// A choice begins, optional parts included, or a repetition.
    Choice,
    /// A repetition goes on or ends.
    Repeated,
}

const fn choice(tokens: Set) -> Site {
    Site { next: then(tokens), kind: Kind::Choice }
}

const fn repeated(tokens: Set) -> Site {
    Site { next: then(tokens), kind: Kind::Repeated }
}

const fn expected(kind: TokenKind) -> Site {
    Site { next: then(set(&[kind])), kind: Kind::Basic }
}

static START: Site = Site { next: then(EXPRESSION), kind: Kind::Basic };
static AFTER_ALL: Site = expected(TokenKind::End);
static COLON_OF_CONDITION: Site = expected(TokenKind::Colon);
static UNARY: Site = choice(FIRST_UNARY);
static NOT_AGAIN: Site = repeated(FIRST_NOT);
static MINUS_AGAIN: Site = repeated(FIRST_NEGATED);
static SUFFIX: Site = choice(SUFFIXES);
static SELECTION: Site = choice(FIELD);
static ARGUMENTS_OF_MEMBER: Site = choice(ARGUMENTS);
static END_OF_MEMBER_ARGUMENTS: Site = expected(TokenKind::RightParenthesis);
static INDEXED: Site = choice(INDEX);
static END_OF_INDEX: Site = expected(TokenKind::RightBracket);
static PRIMARY: Site = choice(MEMBER);
static ARGUMENTS_OF_CALL: Site = choice(ARGUMENTS);
static END_OF_ARGUMENTS: Site = expected(TokenKind::RightParenthesis);
static END_OF_GROUP: Site = expected(TokenKind::RightParenthesis);
static FIRST_ELEMENT: Site = choice(LIST);
static LAST_COMMA_OF_LIST: Site = choice(set(&[TokenKind::Comma, TokenKind::RightBracket]));
static END_OF_LIST: Site = expected(TokenKind::RightBracket);
static FIRST_ENTRY: Site = choice(ENTRIES);
static LAST_COMMA_OF_MAP: Site = choice(set(&[TokenKind::Comma, TokenKind::RightBrace]));
static END_OF_MAP: Site = expected(TokenKind::RightBrace);
static FIRST_FIELD: Site = choice(FIELDS);
static LAST_COMMA_OF_OBJECT: Site = choice(set(&[TokenKind::Comma, TokenKind::RightBrace]));
static END_OF_OBJECT: Site = expected(TokenKind::RightBrace);
static COLON_OF_ENTRY: Site = expected(TokenKind::Colon);
static COLON_OF_NEXT_ENTRY: Site = expected(TokenKind::Colon);
static COLON_OF_FIELD: Site = expected(TokenKind::Colon);
static COLON_OF_NEXT_FIELD: Site = expected(TokenKind::Colon);
static OPTIONAL_ELEMENT: Site = choice(ELEMENT);
static OPTIONAL_FIELD: Site = choice(FIELD);
static FIELD_NAME: Site = choice(NAME);
static VALUE: Site = choice(LITERAL);

/// Why a rule is left.
#[derive(Clone, Copy)]
enum Fault {
    /// The next token is not what is expected.
    Mismatch,
    /// No alternative of a choice goes on after the tokens from one to another.
    NoAlternative { from: usize, at: usize },
    /// Nothing more is read.
    Stop,
}

type Parsed = Result<(), Fault>;

struct Recovery<'a> {
    text: &'a str,
    tokens: &'a [Token],
    rejected: &'a [Range<usize>],
    next: usize,
    /// What may follow each rule that is open.
    stack: Vec<Next>,
    site: &'static Site,
    /// Whether nothing is reported until a token matches.
    is_recovering: bool,
    /// Where the last recovery ended, and at which sites it began without a token that matched since.
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

    /// A token that is there.
    fn take(&mut self) {
        self.matched();
        self.consume();
    }

    fn matched(&mut self) {
        self.is_recovering = false;
        self.last = None;
    }

    /// The token that a site expects. `after` is what may come behind it.
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
        Err(Fault::Mismatch)
    }

    /// Passes over what cannot come at a site.
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
                Err(Fault::Mismatch)
            }
            Kind::Repeated => {
                let expected = self.expected();
                self.report_unwanted()?;
                self.skip_to(expected.and(self.recovery_set()));
                Ok(())
            }
        }
    }

    /// Passes over one token if the one behind it is expected.
    fn delete_one(&mut self) -> Result<bool, Fault> {
        if !self.expected().has(self.ahead(1)) {
            return Ok(false);
        }
        self.report_unwanted()?;
        self.consume();
        self.matched();
        Ok(true)
    }

    /// What may come at the current site, with what may follow the open rules if they may end.
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

    /// What may follow any open rule.
    fn recovery_set(&self) -> Set {
        self.stack.iter().fold(Set::EMPTY, |all, follow| all.and(follow.tokens))
    }

    fn skip_to(&mut self, tokens: Set) {
        while !self.at(TokenKind::End) && !self.is_in(tokens) {
            self.consume();
        }
    }

    /// Reads a rule that `follow` may come after, and recovers from what is wrong in it.
    fn rule(&mut self, follow: Next, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        let invoked_at = self.site;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.is_too_deep = true;
            return Err(Fault::Stop);
        }
        self.stack.push(follow);
        let read = match read(self) {
            Err(fault @ (Fault::Mismatch | Fault::NoAlternative { .. })) => self.recover(fault),
            read => read,
        };
        self.stack.pop();
        self.depth -= 1;
        self.site = invoked_at;
        read
    }

    fn recover(&mut self, fault: Fault) -> Parsed {
        match fault {
            Fault::NoAlternative { from, at } => {
                let between = self.between(from, at);
                self.report_at(at, |_| format!("no viable alternative at input {between}"))?;
            }
            Fault::Mismatch | Fault::Stop => {
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

    /// Counts a recovery; there are not many.
    fn attempt(&mut self) -> Parsed {
        if self.recoveries == RECOVERIES {
            let position = self.token(self.next).position;
            let message = format!("Syntax error: error recovery attempt limit exceeded: {RECOVERIES}");
            self.issues.push(Issue::new(position, message));
            return Err(Fault::Stop);
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

    /// Reports an error at a token, unless one was reported and no token matched since.
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
            return Err(Fault::Stop);
        }
        let message = reserved(message(found));
        self.issues.push(Issue::new(token.position, format!("Syntax error: {message}")));
        Ok(())
    }

    fn token(&self, index: usize) -> Token {
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(super::END)
    }

    /// The text of tokens, with what is hidden between them and without what is no token.
    fn between(&self, from: usize, to: usize) -> String {
        if self.token(from).kind == TokenKind::End {
            return "'<EOF>'".to_owned();
        }
        let last = self.token(to);
        // The end is no text, and what is hidden before it is.
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

    /// No alternative goes on at a token ahead.
    fn no_alternative(&self, ahead: usize) -> Fault {
        Fault::NoAlternative { from: self.next, at: (self.next + ahead).min(self.tokens.len().saturating_sub(1)) }
    }
}

/// How deep rules may nest: in a hundred brackets.
const MAX_DEPTH: u32 = 1_000;

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r"))
}

/// cel-go's own words for a constant behind one character: where a name is expected, as a rule.
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

/// The rules of the grammar.
impl Recovery<'_> {
    /// `start: expr EOF`
    fn start(&mut self) -> Parsed {
        let read = self.expr(then(set(&[TokenKind::End]))).and_then(|()| self.match_at(&AFTER_ALL, END_OF_RULE));
        match read {
            Err(fault @ (Fault::Mismatch | Fault::NoAlternative { .. })) => self.recover(fault),
            read => read,
        }
    }

    /// `expr: conditionalOr ('?' conditionalOr ':' expr)?`
    fn expr(&mut self, follow: Next) -> Parsed {
        self.rule(follow, |this| {
            this.chain(or_end(set(&[TokenKind::Question])), 0)?;
            if this.at(TokenKind::Question) {
                this.take();
                this.chain(then(set(&[TokenKind::Colon])), 0)?;
                this.match_at(&COLON_OF_CONDITION, then(EXPRESSION))?;
                this.expr(END_OF_RULE)?;
            }
            Ok(())
        })
    }

    /// `conditionalOr: conditionalAnd ('||' conditionalAnd)*` and `conditionalAnd: relation ('&&' relation)*`, of which
    /// `level` is 0 or 1.
    fn chain(&mut self, follow: Next, level: u8) -> Parsed {
        let operator = if level == 0 { TokenKind::Or } else { TokenKind::And };
        let term = |this: &mut Self| {
            let follow = or_end(set(&[operator]));
            if level == 0 { this.chain(follow, 1) } else { this.relation(follow, true) }
        };
        self.rule(follow, |this| {
            term(this)?;
            while this.at(operator) {
                this.take();
                term(this)?;
            }
            Ok(())
        })
    }

    /// `relation: calc | relation op relation`; the right side has no operator of its own.
    fn relation(&mut self, follow: Next, has_operators: bool) -> Parsed {
        self.rule(follow, |this| {
            this.calculation(or_end(RELATIONS), 0)?;
            while has_operators && this.is_in(RELATIONS) {
                this.take();
                this.relation(or_end(RELATIONS), false)?;
            }
            Ok(())
        })
    }

    /// `calc: unary | calc ('*' | '/' | '%') calc | calc ('+' | '-') calc`
    fn calculation(&mut self, follow: Next, precedence: u8) -> Parsed {
        self.rule(follow, |this| {
            this.unary(or_end(CALCULATIONS))?;
            loop {
                let strength = match this.ahead(0) {
                    TokenKind::Star | TokenKind::Slash | TokenKind::Percent => 2,
                    TokenKind::Plus | TokenKind::Minus => 1,
                    _ => return Ok(()),
                };
                if strength < precedence {
                    return Ok(());
                }
                this.take();
                this.calculation(or_end(CALCULATIONS), strength + 1)?;
            }
        })
    }

    /// `unary: member | '!'+ member | '-'+ member`
    fn unary(&mut self, follow: Next) -> Parsed {
        self.rule(follow, |this| {
            this.sync(&UNARY)?;
            match this.ahead(0) {
                TokenKind::Not => {
                    while this.at(TokenKind::Not) {
                        this.take();
                        this.sync(&NOT_AGAIN)?;
                    }
                }
                // It is the number's.
                TokenKind::Minus if this.begins_number() => {}
                TokenKind::Minus => {
                    if !FIRST_NEGATED.has(this.ahead(1)) {
                        return Err(this.no_alternative(1));
                    }
                    loop {
                        this.take();
                        this.sync(&MINUS_AGAIN)?;
                        if !this.is_in(FIRST_NEGATED) {
                            return Err(this.no_alternative(0));
                        }
                        if !this.at(TokenKind::Minus) {
                            break;
                        }
                        if !FIRST_NEGATED.has(this.ahead(1)) {
                            return Err(this.no_alternative(1));
                        }
                    }
                }
                _ if this.is_in(MEMBER) => {}
                _ => return Err(this.no_alternative(0)),
            }
            this.member(END_OF_RULE)
        })
    }

    /// Returns `true` if a number follows the minus ahead.
    fn begins_number(&self) -> bool {
        matches!(self.ahead(1), TokenKind::Int | TokenKind::Double)
    }

    /// `member: primary | member '.' '?'? name | member '.' IDENTIFIER '(' exprList? ')' | member '[' '?'? expr ']'`
    fn member(&mut self, follow: Next) -> Parsed {
        self.rule(follow, |this| {
            this.primary(or_end(SUFFIXES))?;
            loop {
                match this.ahead(0) {
                    TokenKind::Dot => this.selection()?,
                    TokenKind::LeftBracket => {
                        this.take();
                        this.sync(&INDEXED)?;
                        if this.at(TokenKind::Question) {
                            this.take();
                        }
                        this.expr(then(set(&[TokenKind::RightBracket])))?;
                        this.match_at(&END_OF_INDEX, or_end(SUFFIXES))?;
                    }
                    _ => return Ok(()),
                }
            }
        })
    }

    fn selection(&mut self) -> Parsed {
        self.sync(&SUFFIX)?;
        if !FIELD.has(self.ahead(1)) {
            return Err(self.no_alternative(1));
        }
        if self.ahead(1) == TokenKind::Identifier && self.ahead(2) == TokenKind::LeftParenthesis {
            self.take();
            self.take();
            self.take();
            return self.arguments(&ARGUMENTS_OF_MEMBER, &END_OF_MEMBER_ARGUMENTS, or_end(SUFFIXES));
        }
        self.take();
        self.sync(&SELECTION)?;
        if self.at(TokenKind::Question) {
            self.take();
        }
        self.name(or_end(SUFFIXES))
    }

    /// `exprList? ')'`
    fn arguments(&mut self, first: &'static Site, end: &'static Site, after: Next) -> Parsed {
        self.sync(first)?;
        if self.is_in(EXPRESSION) {
            self.rule(then(set(&[TokenKind::RightParenthesis])), |this| {
                let follow = or_end(set(&[TokenKind::Comma]));
                this.expr(follow)?;
                while this.at(TokenKind::Comma) {
                    this.take();
                    this.expr(follow)?;
                }
                Ok(())
            })?;
        }
        self.match_at(end, after)
    }

    fn primary(&mut self, follow: Next) -> Parsed {
        self.rule(follow, |this| {
            this.sync(&PRIMARY)?;
            match this.ahead(0) {
                TokenKind::LeftParenthesis => {
                    this.take();
                    this.expr(then(set(&[TokenKind::RightParenthesis])))?;
                    this.match_at(&END_OF_GROUP, END_OF_RULE)
                }
                TokenKind::LeftBracket => this.list(),
                TokenKind::LeftBrace => this.map(),
                TokenKind::Dot | TokenKind::Identifier => this.named(),
                _ if this.is_in(MEMBER) => this.literal(),
                _ => Err(this.no_alternative(0)),
            }
        })
    }

    /// A name, a call or an object.
    fn named(&mut self) -> Parsed {
        let dot = usize::from(self.at(TokenKind::Dot));
        if self.ahead(dot) != TokenKind::Identifier {
            return Err(self.no_alternative(dot));
        }
        let mut length = dot + 1;
        while self.ahead(length) == TokenKind::Dot && self.ahead(length + 1) == TokenKind::Identifier {
            length += 2;
        }
        if self.ahead(length) == TokenKind::LeftBrace {
            (0..=length).for_each(|_| self.take());
            return self.object();
        }
        (0..=dot).for_each(|_| self.take());
        if self.at(TokenKind::LeftParenthesis) {
            self.take();
            return self.arguments(&ARGUMENTS_OF_CALL, &END_OF_ARGUMENTS, END_OF_RULE);
        }
        Ok(())
    }

    /// `'[' listInit? ','? ']'`
    fn list(&mut self) -> Parsed {
        self.take();
        self.sync(&FIRST_ELEMENT)?;
        if self.is_in(ELEMENT) {
            self.rule(then(set(&[TokenKind::Comma, TokenKind::RightBracket])), |this| {
                let follow = or_end(set(&[TokenKind::Comma]));
                this.optional_element(follow)?;
                while this.goes_on(ELEMENT) {
                    this.take();
                    this.optional_element(follow)?;
                }
                Ok(())
            })?;
        }
        self.last_comma(&LAST_COMMA_OF_LIST)?;
        self.match_at(&END_OF_LIST, END_OF_RULE)
    }

    /// `'{' mapInitializerList? ','? '}'`
    fn map(&mut self) -> Parsed {
        self.take();
        self.sync(&FIRST_ENTRY)?;
        if self.is_in(ELEMENT) {
            self.rule(then(set(&[TokenKind::Comma, TokenKind::RightBrace])), |this| {
                let mut colon = &COLON_OF_ENTRY;
                loop {
                    this.optional_element(then(set(&[TokenKind::Colon])))?;
                    this.match_at(colon, then(EXPRESSION))?;
                    this.expr(or_end(set(&[TokenKind::Comma])))?;
                    if !this.goes_on(ELEMENT) {
                        return Ok(());
                    }
                    this.take();
                    colon = &COLON_OF_NEXT_ENTRY;
                }
            })?;
        }
        self.last_comma(&LAST_COMMA_OF_MAP)?;
        self.match_at(&END_OF_MAP, END_OF_RULE)
    }

    /// `fieldInitializerList? ','? '}'`
    fn object(&mut self) -> Parsed {
        self.sync(&FIRST_FIELD)?;
        if self.is_in(FIELD) {
            self.rule(then(set(&[TokenKind::Comma, TokenKind::RightBrace])), |this| {
                let mut colon = &COLON_OF_FIELD;
                loop {
                    this.rule(then(set(&[TokenKind::Colon])), |this| {
                        this.sync(&OPTIONAL_FIELD)?;
                        if this.at(TokenKind::Question) {
                            this.take();
                        }
                        this.name(END_OF_RULE)
                    })?;
                    this.match_at(colon, then(EXPRESSION))?;
                    this.expr(or_end(set(&[TokenKind::Comma])))?;
                    if !this.goes_on(FIELD) {
                        return Ok(());
                    }
                    this.take();
                    colon = &COLON_OF_NEXT_FIELD;
                }
            })?;
        }
        self.last_comma(&LAST_COMMA_OF_OBJECT)?;
        self.match_at(&END_OF_OBJECT, END_OF_RULE)
    }

    /// Does another element follow the comma?
    fn goes_on(&self, first: Set) -> bool {
        self.at(TokenKind::Comma) && first.has(self.ahead(1))
    }

    fn last_comma(&mut self, site: &'static Site) -> Parsed {
        self.sync(site)?;
        if self.at(TokenKind::Comma) {
            self.take();
        }
        Ok(())
    }

    /// `optExpr: '?'? expr`
    fn optional_element(&mut self, follow: Next) -> Parsed {
        self.rule(follow, |this| {
            this.sync(&OPTIONAL_ELEMENT)?;
            if this.at(TokenKind::Question) {
                this.take();
            }
            this.expr(END_OF_RULE)
        })
    }

    /// `escapeIdent: IDENTIFIER | ESC_IDENTIFIER`
    fn name(&mut self, follow: Next) -> Parsed {
        self.rule(follow, |this| {
            this.sync(&FIELD_NAME)?;
            if !this.is_in(NAME) {
                return Err(this.no_alternative(0));
            }
            this.take();
            Ok(())
        })
    }

    fn literal(&mut self) -> Parsed {
        self.rule(END_OF_RULE, |this| {
            this.sync(&VALUE)?;
            match this.ahead(0) {
                TokenKind::Minus if this.begins_number() => this.take(),
                TokenKind::Minus => return Err(this.no_alternative(1)),
                _ if this.is_in(LITERAL) => {}
                _ => return Err(this.no_alternative(0)),
            }
            this.take();
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lexer::{Lexed, tokens},
        source::Source,
    };

    /// What cel-go 0.26.0 reports, `EXPRESSION` standing for what may begin one.
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
