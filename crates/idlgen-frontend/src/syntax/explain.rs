//! Explains syntax errors in declarations with the messages of `go/parser`, which contain the expected and the actual
//! token.
//!
//! The syntax tree shows that there is an error and its approximate location. This module parses the tokens of the
//! declaration again by Go's grammar of types and finds the first invalid token. After an error in a field or
//! specification, it continues with the next line.

mod type_expression;

use super::{
    outline::DeclarationKeyword,
    reader::MAX_DIAGNOSTICS,
    scan::{Scanner, Token, TokenKind},
};

/// A syntax error in a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    /// The offset of the first invalid byte.
    pub(super) start: usize,
    /// The offset after its last byte.
    pub(super) end: usize,
    pub(super) message: String,
    /// The correction, if known.
    pub(super) help: Option<&'static str>,
}

/// Returns the syntax errors in the declaration from the position of `scanner` to the byte `end`. Empty if the only
/// errors are in expressions.
pub(super) fn explain(text: &str, scanner: Scanner<'_>, end: usize, keyword: DeclarationKeyword) -> Vec<SyntaxError> {
    let token = Token { kind: TokenKind::End, start: end, end };
    let mut explanation = Explanation { text, scanner, end, token, mistakes: Vec::new() };
    explanation.advance();
    let result = explanation.declaration(keyword);
    if let Err(Stop::Mistake(mistake)) = result {
        explanation.mistakes.push(mistake);
    }
    explanation.mistakes
}

enum Stop {
    Mistake(SyntaxError),
    /// A limit was exceeded. Parsing stops without another message.
    Enough,
}

type Step = Result<(), Stop>;

struct Explanation<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
    end: usize,
    /// The current token, which is never a comment.
    token: Token,
    mistakes: Vec<SyntaxError>,
}

impl<'a> Explanation<'a> {
    fn advance(&mut self) {
        loop {
            let known = self.scanner.unterminated.len();
            let token = self.scanner.next_token();
            if token.start >= self.end || token.kind == TokenKind::End {
                self.token = Token { kind: TokenKind::End, start: self.end, end: self.end };
                return;
            }
            if let Some(literal) = self.scanner.unterminated.get(known) {
                let message = format!("unclosed {}", literal.what);
                self.mistakes.push(SyntaxError {
                    start: literal.start,
                    end: literal.end.min(self.end),
                    message,
                    help: None,
                });
            }
            if token.kind != TokenKind::Comment {
                self.token = token;
                return;
            }
        }
    }

    fn word(&self) -> &'a str {
        self.text.get(self.token.start..self.token.end).unwrap_or_default()
    }

    fn is(&self, text: &str) -> bool {
        self.word() == text && !self.is_end()
    }

    fn is_end(&self) -> bool {
        matches!(self.token.kind, TokenKind::LineEnd | TokenKind::Semicolon | TokenKind::End)
    }

    fn is_name(&self) -> bool {
        self.token.kind == TokenKind::Word && !KEYWORDS.contains(&self.word())
    }

    fn is_string(&self) -> bool {
        self.token.kind == TokenKind::Literal && self.word().starts_with(['"', '`'])
    }

    fn expected(&self, what: &str) -> Stop {
        self.expected_with(what, None)
    }

    fn expected_with(&self, what: &str, help: Option<&'static str>) -> Stop {
        let found = match self.token.kind {
            TokenKind::LineEnd => "the end of the line".to_owned(),
            TokenKind::End => "the end of the declaration".to_owned(),
            _ => format!("`{}`", self.word().chars().take(40).collect::<String>()),
        };
        let message = format!("expected {what}, found {found}");
        Stop::Mistake(SyntaxError { start: self.token.start, end: self.token.end, message, help })
    }

    fn expect(&mut self, text: &str) -> Step {
        if !self.is(text) {
            return Err(self.expected(&format!("`{text}`")));
        }
        self.advance();
        Ok(())
    }

    fn name(&mut self, what: &str) -> Step {
        if !self.is_name() {
            return Err(self.expected(what));
        }
        self.advance();
        Ok(())
    }

    fn declaration(&mut self, keyword: DeclarationKeyword) -> Step {
        self.advance();
        match keyword {
            DeclarationKeyword::Package => self.name("the package name")?,
            DeclarationKeyword::Import => self.specifications(Self::import)?,
            DeclarationKeyword::Type => self.specifications(Self::type_specification)?,
            DeclarationKeyword::Const => self.specifications(Self::constant)?,
            DeclarationKeyword::Var | DeclarationKeyword::Func => return Ok(()),
        }
        while matches!(self.token.kind, TokenKind::LineEnd | TokenKind::Semicolon) {
            self.advance();
        }
        if self.token.kind == TokenKind::End { Ok(()) } else { Err(self.expected("a declaration")) }
    }

    /// Parses one specification, or several in parentheses.
    fn specifications(&mut self, specification: fn(&mut Self) -> Step) -> Step {
        if !self.is("(") {
            specification(self)?;
            return if self.is_end() { Ok(()) } else { Err(self.expected("the end of the declaration")) };
        }
        self.list(")", |explanation| {
            specification(explanation)?;
            if explanation.is_end() || explanation.is(")") {
                Ok(())
            } else {
                Err(explanation.expected("the end of the line"))
            }
        })
    }

    /// Parses items between brackets that are separated by line ends. The current token is the opening bracket.
    fn list(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Step) -> Step {
        let open = self.token;
        self.advance();
        loop {
            match self.token.kind {
                TokenKind::LineEnd | TokenKind::Semicolon => self.advance(),
                TokenKind::End => {
                    let message = format!("unclosed `{}`", self.text.get(open.start..open.end).unwrap_or_default());
                    return Err(Stop::Mistake(SyntaxError { start: open.start, end: open.end, message, help: None }));
                }
                TokenKind::Close if self.is(close) => {
                    self.advance();
                    return Ok(());
                }
                _ => match item(self) {
                    Ok(()) => {}
                    Err(Stop::Mistake(mistake)) => {
                        self.mistakes.push(mistake);
                        self.skip_line(close);
                    }
                    Err(Stop::Enough) => return Err(Stop::Enough),
                },
            }
            if self.mistakes.len() >= MAX_DIAGNOSTICS {
                return Err(Stop::Enough);
            }
        }
    }

    /// Moves to the end of the line, or to the bracket that closes the list.
    fn skip_line(&mut self, close: &str) {
        let mut depth = 0_usize;
        let mut last_end = self.token.start;
        loop {
            // A line break does not always end a statement, but the next statement usually starts on a new line.
            let between = self.text.get(last_end..self.token.start).unwrap_or_default();
            if depth == 0 && between.contains('\n') {
                return;
            }
            last_end = self.token.end;
            match self.token.kind {
                TokenKind::End => return,
                TokenKind::LineEnd | TokenKind::Semicolon if depth == 0 => return,
                TokenKind::Close if depth == 0 && self.is(close) => return,
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips the bracket that is the current token, with its contents.
    fn balanced(&mut self) -> Step {
        let open = self.token;
        let mut depth = 0_usize;
        loop {
            match self.token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::End => {
                    let message = format!("unclosed `{}`", self.text.get(open.start..open.end).unwrap_or_default());
                    return Err(Stop::Mistake(SyntaxError { start: open.start, end: open.end, message, help: None }));
                }
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn import(&mut self) -> Step {
        if self.is_name() || self.is(".") {
            self.advance();
        }
        if !self.is_string() {
            return Err(self.expected_with("an import path", Some("put import paths in double quotes")));
        }
        self.advance();
        Ok(())
    }

    fn constant(&mut self) -> Step {
        self.name("the constant name")?;
        while self.is(",") {
            self.advance();
            self.name("the constant name")?;
        }
        if !self.is("=") && !self.is_end() && !self.is(")") {
            self.type_expression(0)?;
        }
        if self.is_end() || self.is(")") {
            return Ok(());
        }
        self.expect("=")?;
        if self.is_end() || self.is(")") || self.is("=") {
            return Err(self.expected("the constant value"));
        }
        while !self.is_end() && !self.is(")") {
            if self.token.kind == TokenKind::Open { self.balanced()? } else { self.advance() }
        }
        Ok(())
    }

    fn type_specification(&mut self) -> Step {
        self.name("the type name")?;
        if self.is("[") {
            // These are type parameters, or the length of an array.
            self.balanced()?;
        }
        if self.is("=") {
            self.advance();
        }
        self.type_expression(0)
    }
}

const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(text: &str) -> Vec<String> {
        let keyword = match text.split_whitespace().next() {
            Some("type") => DeclarationKeyword::Type,
            Some("const") => DeclarationKeyword::Const,
            Some("import") => DeclarationKeyword::Import,
            _ => DeclarationKeyword::Package,
        };
        explain(text, Scanner::new(text, 0), text.len(), keyword)
            .into_iter()
            .map(|mistake| format!("{}..{} {}", mistake.start, mistake.end, mistake.message))
            .collect()
    }

    #[test]
    fn sound_declarations_have_no_mistakes() {
        let table = [
            "package v1",
            "import \"a\"",
            "import (\n\t. \"a\"\n\t_ \"b\"\n\tc `d`; \"e\"\n)\n",
            "type A = b.C",
            "type A[T any, U ~[]int] struct { *b.C; D[T] `x`; E, F [3]map[a.K]*[]G[T, U]; H func(x int) (string, \
             error); I func() *J\n\tK }",
            "type (\n\tA int\n\tB [N + 1]string; C interface { ~int | D; E() }\n)",
            "type A <-chan int\n",
            "type A struct { F chan<- int; G struct { H (int) } `t` }",
            "const A = 1",
            "const A, B string = \"x\" +\n\t\"y\", (C)",
            "const (\n\tA B = iota\n\tC\n\tD, E = 1, 2; F = 3)",
            "type A struct {\n\tB // c\n\t/* d */ E int /* f */\n}\n\n// end\n",
        ];
        for text in table {
            assert_eq!(explained(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let table: &[(&str, &[&str])] = &[
            ("type A struct {\n\tB int json:\"b\"\n}", &["23..27 expected the end of the field, found `json`"]),
            (
                "type A struct {\n\tB: int\n\tC int,\n\tD = 3\n\tE int\n}",
                &[
                    "18..19 expected a type, found `:`",
                    "30..31 expected the end of the field, found `,`",
                    "35..36 expected a type, found `=`",
                ],
            ),
            (
                "type A struct {\n\tB map[string\n\tC []\n\tD [3\n\tE map[string]\n}",
                &[
                    "29..30 expected `]`, found the end of the line",
                    "35..36 expected a type, found the end of the line",
                    "41..42 expected `]`, found the end of the line",
                    "56..57 expected a type, found the end of the line",
                ],
            ),
            ("type A strct {\n\tB int\n}", &["13..14 expected the end of the declaration, found `{`"]),
            ("type A struct {\n\tB int\n", &["14..15 unclosed `{`"]),
            ("type A struct {\n\tB int\n\t)\n\tC int\n}", &["24..25 expected a field, found `)`"]),
            ("type A\n", &["6..7 expected a type, found the end of the line"]),
            ("type 1A int", &["5..7 expected the type name, found `1A`"]),
            ("type A struct {}\n}\n", &["17..18 expected a declaration, found `}`"]),
            ("type A struct {\n\tB string `json:\"b\"\n}", &["26..37 unclosed raw string", "14..15 unclosed `{`"]),
            ("const A = = 3", &["10..11 expected the constant value, found `=`"]),
            ("const A =\n\n", &["11..11 expected the constant value, found the end of the declaration"]),
            ("import a b", &["9..10 expected an import path, found `b`"]),
            ("import 'a'", &["7..10 expected an import path, found `'a'`"]),
            ("package\n", &["8..8 expected the package name, found the end of the declaration"]),
        ];
        for (text, expected) in table {
            assert_eq!(explained(text), *expected, "{text}");
        }
    }
}
