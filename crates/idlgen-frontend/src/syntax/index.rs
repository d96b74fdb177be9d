//! An index of the top-level declarations in a file, with their names and extents. It is created by a scan of the
//! bytes, without a syntax tree. In dependencies, only the reached declarations are parsed, and most files contain
//! none.

use std::ops::Range;

use super::{
    Identifier, Import,
    excerpt_tree::MAX_BRACKETS,
    literal,
    outline::DeclarationKeyword,
    scan::{Scanner, Token, TokenKind},
    tree::{MAX_BYTES, first_byte},
};
use crate::source::{FileId, Span};

/// The declarations of a file by name.
#[derive(Debug)]
pub(super) struct Index {
    /// The name in the package clause.
    pub(super) package: Identifier,
    /// The offset of the package clause.
    pub(super) clause: usize,
    pub(super) imports: Vec<Import>,
    /// All other declarations, in order.
    pub(super) declarations: Vec<Entry>,
    /// `true` if comments outside of declarations may be relevant: a package comment, or lines that begin with `+`.
    pub(super) has_file_comments: bool,
}

/// A top-level declaration, with all its specifications if it is a group.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The offset of its start.
    pub(super) start: usize,
    /// The end of its last token.
    pub(super) end: usize,
    pub(super) keyword: DeclarationKeyword,
    /// The declared names. For a method, this is its own name.
    pub(super) names: Vec<Range<usize>>,
    /// The name of the receiver's type, if it is a method.
    pub(super) receiver: Option<Range<usize>>,
    /// `true` if it declares an alias.
    pub(super) has_alias: bool,
    /// `true` if the comments above its doc comment contain lines that begin with `+`.
    pub(super) is_marked_above: bool,
}

impl Index {
    /// Indexes a file. Returns `None` if the structure is unusual, so that the parser is required.
    pub(super) fn read(file: FileId, text: &str) -> Option<Self> {
        if text.len() > MAX_BYTES || text.as_bytes().contains(&0) {
            return None;
        }
        let start = first_byte(text);
        let mut reader = IndexReader { file, text, scanner: Scanner::new(text, start), token: END, end: start };
        reader.advance();
        reader.file()
    }
}

const END: Token = Token { kind: TokenKind::End, start: 0, end: 0 };

/// Visits the tokens outside of function bodies and types. Skips comments.
struct IndexReader<'a> {
    file: FileId,
    text: &'a str,
    scanner: Scanner<'a>,
    /// The current token.
    token: Token,
    /// The end of the previous token.
    end: usize,
}

impl IndexReader<'_> {
    fn advance(&mut self) {
        if !matches!(self.token.kind, TokenKind::LineEnd | TokenKind::End) {
            self.end = self.token.end;
        }
        loop {
            self.token = self.scanner.next_token();
            if self.token.kind != TokenKind::Comment {
                return;
            }
        }
    }

    fn text(&self) -> &str {
        self.text.get(self.token.start..self.token.end).unwrap_or_default()
    }

    fn is(&self, text: &str) -> bool {
        self.text() == text
    }

    fn ends_statement(&self) -> bool {
        matches!(self.token.kind, TokenKind::Semicolon | TokenKind::LineEnd | TokenKind::End)
    }

    fn file(&mut self) -> Option<Index> {
        if !self.is("package") {
            return None;
        }
        let clause = self.token.start;
        self.advance();
        let package = Identifier { name: self.word()?.to_owned(), span: self.span() };
        self.advance();
        let head = self.text.get(..clause)?;
        let has_package_comment = !head.trim().is_empty() && (!ends_with_blank_line(head) || head.contains("/*"));
        let mut index = Index {
            package,
            clause,
            imports: Vec::new(),
            declarations: Vec::new(),
            has_file_comments: has_package_comment || has_marker(head),
        };
        let mut previous = self.end;
        loop {
            if !self.ends_statement() {
                return None;
            }
            while matches!(self.token.kind, TokenKind::Semicolon | TokenKind::LineEnd) {
                self.advance();
            }
            let is_end = self.token.kind == TokenKind::End;
            let gap = self.text.get(previous..if is_end { self.text.len() } else { self.token.start })?;
            if is_end {
                index.has_file_comments |= has_marker(gap);
                return self.scanner.unterminated.is_empty().then_some(index);
            }
            let start = self.token.start;
            let keyword = DeclarationKeyword::of(self.word()?)?;
            self.advance();
            let mut entry = Entry {
                start,
                end: start,
                keyword,
                names: Vec::new(),
                receiver: None,
                has_alias: false,
                is_marked_above: has_marker(above_doc_comment(gap)),
            };
            index.has_file_comments |= entry.is_marked_above;
            match keyword {
                DeclarationKeyword::Package => return None,
                DeclarationKeyword::Import => self.specifications(|reader| reader.import(&mut index.imports))?,
                DeclarationKeyword::Type => self.specifications(|reader| reader.type_specification(&mut entry))?,
                DeclarationKeyword::Const => self.specifications(|reader| reader.constants(&mut entry))?,
                DeclarationKeyword::Var => self.statement(|_| {})?,
                DeclarationKeyword::Func => self.function(&mut entry)?,
            }
            entry.end = self.end;
            previous = self.end;
            if keyword != DeclarationKeyword::Import {
                index.declarations.push(entry);
            }
        }
    }

    /// Returns the current token if it is a word.
    fn word(&self) -> Option<&str> {
        (self.token.kind == TokenKind::Word).then(|| self.text())
    }

    fn span(&self) -> Span {
        Span::new(self.file, self.token.start, self.token.end)
    }

    /// Reads one specification, or several specifications in parentheses.
    fn specifications(&mut self, mut read: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if !self.is("(") {
            return read(self);
        }
        self.advance();
        loop {
            match self.token.kind {
                TokenKind::Semicolon | TokenKind::LineEnd => self.advance(),
                TokenKind::Close => {
                    let is_parenthesis = self.is(")");
                    self.advance();
                    return is_parenthesis.then_some(());
                }
                _ => {
                    read(self)?;
                    if !self.ends_statement() && self.token.kind != TokenKind::Close {
                        return None;
                    }
                }
            }
        }
    }

    /// Moves to the end of a statement, or to the parenthesis that closes the list. Calls `other` for each operator.
    fn statement(&mut self, mut other: impl FnMut(&str)) -> Option<()> {
        loop {
            match self.token.kind {
                TokenKind::Semicolon | TokenKind::LineEnd | TokenKind::End | TokenKind::Close => return Some(()),
                TokenKind::Open => self.block()?,
                TokenKind::Other => {
                    other(self.text());
                    self.advance();
                }
                // The keyword of another declaration inside a statement is unusual, so the parser is required.
                TokenKind::Word if matches!(self.text(), "type" | "const" | "var" | "import" | "package") => {
                    return None;
                }
                _ => self.advance(),
            }
        }
    }

    /// Moves past the block that begins with the current token.
    fn block(&mut self) -> Option<()> {
        if !self.scanner.skip_block(MAX_BRACKETS) {
            return None;
        }
        self.end = self.scanner.position();
        // Skipping has invalidated the current token.
        self.token = END;
        self.advance();
        let ends_body = self.text.get(..self.end).is_some_and(|text| text.ends_with('}'));
        (!ends_body || self.token.kind != TokenKind::Word).then_some(())
    }

    fn import(&mut self, imports: &mut Vec<Import>) -> Option<()> {
        let mut name = None;
        if self.token.kind == TokenKind::Word || self.is(".") {
            name = Some(self.text().to_owned());
            self.advance();
        }
        if self.token.kind != TokenKind::Literal {
            return None;
        }
        imports.push(Import { path: literal::string(self.text()).ok()?, name, span: self.span() });
        self.advance();
        Some(())
    }

    fn type_specification(&mut self, entry: &mut Entry) -> Option<()> {
        self.word()?;
        entry.names.push(self.token.start..self.token.end);
        self.advance();
        let has_alias = &mut entry.has_alias;
        self.statement(|operator| *has_alias |= operator == "=")
    }

    fn constants(&mut self, entry: &mut Entry) -> Option<()> {
        loop {
            self.word()?;
            entry.names.push(self.token.start..self.token.end);
            self.advance();
            if !self.is(",") {
                return self.statement(|_| {});
            }
            self.advance();
        }
    }

    fn function(&mut self, entry: &mut Entry) -> Option<()> {
        let is_method = self.is("(");
        if is_method {
            self.advance();
            loop {
                match self.token.kind {
                    TokenKind::Word => {
                        entry.receiver = Some(self.token.start..self.token.end);
                        self.advance();
                    }
                    TokenKind::Open if self.is("[") => self.block()?,
                    TokenKind::Other if self.is("*") => self.advance(),
                    TokenKind::Close if self.is(")") => break,
                    _ => return None,
                }
            }
            self.advance();
        }
        self.word()?;
        if is_method {
            entry.receiver.as_ref()?;
            entry.names.push(self.token.start..self.token.end);
        }
        self.advance();
        self.statement(|_| {})
    }
}

/// Returns `true` if the last comment of the source is followed by a blank line.
fn ends_with_blank_line(text: &str) -> bool {
    text.get(text.trim_end().len()..).is_some_and(|blank| blank.bytes().filter(|byte| *byte == b'\n').count() > 1)
}

/// Returns the source between the previous declaration and the doc comment of a declaration. Block comments may contain
/// blank lines; if there are any, includes the doc comment.
fn above_doc_comment(gap: &str) -> &str {
    if gap.contains("/*") || ends_with_blank_line(gap) {
        return gap;
    }
    let mut rest = gap.trim_end();
    while let Some((before, line)) = rest.rsplit_once('\n') {
        if line.trim().is_empty() {
            break;
        }
        rest = before;
    }
    // Text on the first line belongs to the previous declaration.
    if rest.contains('\n') { rest } else { "" }
}

/// Returns `true` if comments contain a line that begins with `+`.
pub(super) fn has_marker(text: &str) -> bool {
    text.contains('+')
        && text.lines().any(|line| line.trim_start().trim_start_matches(['/', '*']).trim_start().starts_with('+'))
}

/// Returns the names that a declaration references within its package. May contain additional names. Excludes fields
/// and qualified names.
pub(super) fn references<'a>(text: &'a str, entry: &Entry) -> Vec<&'a str> {
    let mut scanner = Scanner::new(text, entry.start);
    let mut next = || loop {
        let token = scanner.next_token();
        if token.kind != TokenKind::Comment {
            return if token.start >= entry.end { END } else { token };
        }
    };
    let text_of = |token: Token| text.get(token.start..token.end).unwrap_or_default();
    let mut found = Vec::new();
    let (mut previous, mut token) = (END, next());
    while token.kind != TokenKind::End {
        let following = next();
        let begins_field = matches!(previous.kind, TokenKind::LineEnd | TokenKind::Semicolon)
            || previous.kind == TokenKind::Open && text_of(previous) == "{";
        let is_embedded = matches!(
            following.kind,
            TokenKind::LineEnd | TokenKind::Semicolon | TokenKind::Literal | TokenKind::Close | TokenKind::End
        ) || matches!(text_of(following), "[" | ".");
        let is_field = begins_field && entry.keyword == DeclarationKeyword::Type && !is_embedded;
        if token.kind == TokenKind::Word && text_of(previous) != "." && !is_field {
            found.push(text_of(token));
        }
        (previous, token) = (token, following);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Index> {
        Index::read(FileId::from_index(0), text)
    }

    /// These files have a syntax error, or may have one, so the parser must read them to report it.
    #[test]
    fn unusual_files_are_left_to_the_parser() {
        for text in [
            "",
            "type A int\n",
            "package \"a\"\n",
            "package a b\n",
            "package a\npackage b\n",
            "package a\na\n",
            "package a\n1\n",
            "package a\ntype A int }\n",
            "package a\nimport x\n",
            "package a\nimport 1\n",
            "package a\nimport \"a\" b\n",
            "package a\nimport (\"a\" b)\n",
            "package a\nimport (\"a\"]\n",
            "package a\nimport (\"a\"\n",
            "package a\ntype 1 int\n",
            "package a\ntype (A int]\n",
            "package a\ntype (A int}\n",
            "package a\ntype (\n",
            "package a\ntype A struct {\n",
            "package a\ntype A struct { B int } type C int\n",
            "package a\ntype A struct { B int } C\n",
            "package a\ntype A = type B\n",
            "package a\ntype A const B = 1\n",
            "package a\nconst 1 = 2\n",
            "package a\nconst A, = 1\n",
            "package a\nconst A = var\n",
            "package a\nvar a = import\n",
            "package a\nvar a = package\n",
            "package a\nfunc 1() {}\n",
            "package a\nfunc () f() {}\n",
            "package a\nfunc (1) f() {}\n",
            "package a\nfunc (a.B) f() {}\n",
            "package a\nfunc (B] f() {}\n",
            "package a\nfunc (B) 1() {}\n",
            "package a\nvar s = \"x\n",
            "package a\n/* x",
            "package a\n\0",
        ] {
            assert!(read(text).is_none(), "{text:?}");
        }
        let long = format!("package a\n//{}", " ".repeat(MAX_BYTES - 12));
        assert!(read(&long).is_some());
        assert!(read(&(long + " ")).is_none());
    }

    #[test]
    fn the_shape_of_each_declaration_is_known() {
        let text = "package a; import \"x\"\nimport (\n\ty \"y\"; . `z`\n\t_ \"w\")\n\
                    type A int; type B = A\ntype (\n\tC struct { D int }\n\tE = [2]A)\n\
                    const F, G = 1, (2)\nconst (\n\tH, I A = \"{\", 2; J = 1)\nvar K = func() { type L int }\n\
                    // +up\n\n// M is.\nfunc M(x int) {}; func (A) N() {}\n/* +up\n*/\n\n\
                    func (p *O[K, V]) P() int { return 1 }\n";
        let index = read(text).expect("a usual file");
        assert_eq!((index.package.name.as_str(), index.clause, index.has_file_comments), ("a", 0, true));
        let imports: Vec<(&str, Option<&str>)> =
            index.imports.iter().map(|import| (import.path.as_str(), import.name.as_deref())).collect();
        assert_eq!(imports, [("x", None), ("y", Some("y")), ("z", Some(".")), ("w", Some("_"))]);
        let shown = |entry: &Entry| {
            let names: Vec<&str> = entry.names.iter().map(|name| &text[name.clone()]).collect();
            let receiver = entry.receiver.clone().map_or("", |receiver| &text[receiver]);
            let source = &text[entry.start..entry.end];
            let (first, last) = (source.split(' ').next().unwrap(), source.rsplit([' ', '\n']).next().unwrap());
            let alias = if entry.has_alias { " alias" } else { "" };
            let marked = if entry.is_marked_above { " marked" } else { "" };
            format!("{:?} {} ({receiver}){alias}{marked}: {first}…{last}", entry.keyword, names.join(","))
        };
        assert_eq!(
            index.declarations.iter().map(shown).collect::<Vec<_>>(),
            [
                "Type A (): type…int",
                "Type B () alias: type…A",
                "Type C,E () alias: type…[2]A)",
                "Const F,G (): const…(2)",
                "Const H,I,J (): const…1)",
                "Var  (): var…}",
                "Func  () marked: func…{}",
                "Func N (A): func…{}",
                "Func P (O) marked: func…}",
            ]
        );
    }

    #[test]
    fn comments_outside_of_declarations_can_matter() {
        for (text, expected) in [
            ("package a\n", false),
            ("// Copyright.\n\npackage a\n", false),
            ("// Package a is.\npackage a\n", true),
            ("/* Copyright. */\n\npackage a\n", true),
            ("// +groupName=x\n\npackage a\n", true),
            ("//+x\n\npackage a\n", true),
            ("// a + b\n\npackage a\n", false),
            ("package a\n// +x\n", true),
            ("package a\n// x\n", false),
            ("package a\n\n// +x\n\ntype A int\n", true),
            ("package a\n\n// +x\n\n// A is.\ntype A int\n", true),
            ("package a\n\n// +x\n// A is.\ntype A int\n", false),
            ("package a // +x\n// A is.\ntype A int\n", false),
            ("package a\n/* +x */\ntype A int\n", true),
        ] {
            assert_eq!(read(text).expect("a usual file").has_file_comments, expected, "{text:?}");
        }
    }
}
