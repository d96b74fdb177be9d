//! Grammar rules, one function each.

use super::{
    Parsed, Recovery, RuleExit,
    sets::{
        CALCULATIONS, ELEMENT, EXPRESSION, FIELD, FIRST_NEGATED, LITERAL, MEMBER, NAME, RELATIONS, SUFFIXES, Set, set,
    },
    sites::{
        AFTER_ALL, ARGUMENTS_OF_CALL, ARGUMENTS_OF_MEMBER, COLON_OF_CONDITION, COLON_OF_ENTRY, COLON_OF_FIELD,
        COLON_OF_NEXT_ENTRY, COLON_OF_NEXT_FIELD, END_OF_ARGUMENTS, END_OF_GROUP, END_OF_INDEX, END_OF_LIST,
        END_OF_MAP, END_OF_MEMBER_ARGUMENTS, END_OF_OBJECT, END_OF_RULE, FIELD_NAME, FIRST_ELEMENT, FIRST_ENTRY,
        FIRST_FIELD, INDEXED, LAST_COMMA_OF_LIST, LAST_COMMA_OF_MAP, LAST_COMMA_OF_OBJECT, MINUS_AGAIN, NOT_AGAIN,
        Next, OPTIONAL_ELEMENT, OPTIONAL_FIELD, PRIMARY, SELECTION, SUFFIX, Site, UNARY, VALUE, or_end, then,
    },
};
use crate::lexer::TokenKind;

impl Recovery<'_> {
    /// `start: expr EOF`
    pub(super) fn start(&mut self) -> Parsed {
        let read = self.expr(then(set(&[TokenKind::End]))).and_then(|()| self.match_at(&AFTER_ALL, END_OF_RULE));
        match read {
            Err(exit @ (RuleExit::Mismatch | RuleExit::NoAlternative { .. })) => self.recover(exit),
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

    /// `conditionalOr: conditionalAnd ('||' conditionalAnd)*` and `conditionalAnd: relation ('&&' relation)*`, selected
    /// by `level` 0 or 1.
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

    /// `relation: calc | relation op relation`. The right operand contains no relational operator.
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
                // The minus belongs to the number.
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

    /// Returns a name, a call or an object literal.
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

    /// Returns `true` if another element follows the comma.
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
