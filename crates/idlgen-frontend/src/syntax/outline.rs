//! The structure of a Go file, based only on its tokens: its comment groups with the declarations to which they belong,
//! and the starts of its declarations.

use std::ops::Range;

use super::{
    CommentGroup, CommentId, Comments,
    comment_text::CommentText,
    scan::{Scanner, Token, TokenKind, Unterminated},
};
use crate::source::{FileId, Span, line_starts};

/// Maximum size in bytes of a function body or table that is parsed. Relevant ones (a single `return` of constants, a
/// single call) are shorter, except for complete definitions.
const MAX_READ_BLOCK: usize = 500;

/// The outline of a file.
#[derive(Debug)]
pub(super) struct Outline {
    /// All comment groups in order.
    pub(super) groups: Vec<CommentGroup>,
    /// The position of each group among the tokens.
    placements: Vec<Placement>,
    /// The offset of the first byte of each line.
    line_starts: Vec<usize>,
    pub(super) declarations: Vec<DeclarationStart>,
    /// Unterminated literals and comments.
    pub(super) unterminated: Vec<Unterminated>,
    /// The outermost bracket that is never closed.
    pub(super) unclosed: Option<usize>,
    /// The byte ranges that the parser does not need, in order: the contents of long function bodies and tables.
    pub(super) blanks: Vec<Range<usize>>,
    /// The maximum nesting depth of brackets.
    pub(super) deepest: usize,
    /// The offset of the first NUL byte.
    pub(super) nul: Option<usize>,
    /// `true` if raw strings were terminated at the end of their line.
    raw_strings_on_one_line: bool,
}

/// The position of a comment group among the tokens.
#[derive(Clone, Copy, Debug)]
struct Placement {
    /// The end of the token before it. Explicit semicolons are not considered.
    behind: usize,
    /// The start of the token after it.
    before: usize,
    /// `true` if it begins on the line of the previous token.
    is_beside: bool,
    /// `true` if it is after a statement on the statement's last line (like `ast.Field.Comment`).
    is_trailing: bool,
    /// `true` if the next token is on the line after the end of the group (like `ast.Field.Doc`).
    is_lead: bool,
}

/// A keyword that begins a declaration at file level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeclarationStart {
    /// The offset of the keyword.
    pub(super) start: usize,
    pub(super) keyword: DeclarationKeyword,
}

/// The keywords that begin a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclarationKeyword {
    Package,
    Import,
    Type,
    Const,
    Var,
    Func,
}

impl DeclarationKeyword {
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "package" => DeclarationKeyword::Package,
            "import" => DeclarationKeyword::Import,
            "type" => DeclarationKeyword::Type,
            "const" => DeclarationKeyword::Const,
            "var" => DeclarationKeyword::Var,
            "func" => DeclarationKeyword::Func,
            _ => return None,
        })
    }

    /// Returns `true` if syntax errors inside are ignored, because bodies and initial values only provide hints.
    pub(super) fn ignores_syntax_errors(self) -> bool {
        matches!(self, DeclarationKeyword::Var | DeclarationKeyword::Func)
    }
}

impl Outline {
    /// Reads the outline of `text` from the byte `start` on.
    ///
    /// If a raw string extends to the end of the file, a backquote is missing somewhere, and everything after it would
    /// be misinterpreted. The source is then read again with raw strings terminated at the end of their line. In files
    /// without multi-line raw strings, this limits the error to that line. The same applies to an unclosed comment that
    /// is then part of a string or of another comment.
    pub(super) fn read(file: FileId, text: &str, start: usize) -> Self {
        let outline = OutlineReader::new(file, text, Scanner::new(text, start)).read();
        let is_unclosed = |outline: &Outline, what| outline.unterminated.iter().any(|literal| literal.what == what);
        let is_string = is_unclosed(&outline, "raw string");
        if is_string || is_unclosed(&outline, "comment") {
            let scanner = Scanner::new(text, start).with_raw_strings_on_one_line();
            let on_one_line = OutlineReader::new(file, text, scanner).read();
            if is_string || !is_unclosed(&on_one_line, "comment") {
                return Outline { raw_strings_on_one_line: true, ..on_one_line };
            }
        }
        outline
    }

    /// Returns a scanner at the byte `start`, with the same settings as for the outline.
    pub(super) fn scanner<'a>(&self, text: &'a str, start: usize) -> Scanner<'a> {
        let scanner = Scanner::new(text, start);
        if self.raw_strings_on_one_line { scanner.with_raw_strings_on_one_line() } else { scanner }
    }

    /// Returns the line of an offset, starting at 1.
    pub(super) fn line(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset) as u32
    }

    /// Returns Go's doc comment for the declaration that begins at `start`.
    pub(super) fn doc(&self, start: usize) -> Option<CommentId> {
        self.last_before(start).filter(|index| self.placements.get(*index).is_some_and(|place| place.is_lead)).map(id)
    }

    /// Returns the group before the doc comment of the declaration at `start`, or if it has no doc comment, the group
    /// before the declaration.
    fn second_closest(&self, start: usize) -> Option<CommentId> {
        let last = self.last_before(start)?;
        let candidate =
            if self.placements.get(last).is_some_and(|place| place.is_lead) { last.checked_sub(1)? } else { last };
        let place = self.placements.get(candidate)?;
        (place.before == start && !place.is_beside).then(|| id(candidate))
    }

    /// Returns the last group between the previous token and the offset `start`.
    fn last_before(&self, start: usize) -> Option<usize> {
        let index = self.placements.partition_point(|place| place.before <= start).checked_sub(1)?;
        (self.placements.get(index)?.before == start).then_some(index)
    }

    /// Returns the end of the token before the comments that precede the token at `start`. Without such comments,
    /// returns `start`.
    pub(super) fn before_comments(&self, start: usize) -> usize {
        let first = self.placements.partition_point(|place| place.before < start);
        self.placements.get(first).filter(|place| place.before == start).map_or(start, |place| place.behind)
    }

    /// Returns the group that begins after the offset `end` on the same line.
    fn trailing(&self, end: usize) -> Option<CommentId> {
        let index = self.placements.partition_point(|place| place.behind < end);
        let place = self.placements.get(index)?;
        (place.behind == end && place.is_trailing).then(|| id(index))
    }

    /// Returns the comments of a declaration. The doc comment is before `start`, the declaration ends at `end`, and its
    /// name is at `name`.
    pub(super) fn comments(&self, start: usize, end: usize, name: usize) -> Comments {
        Comments {
            doc: self.doc(start),
            second_closest: self.second_closest(start),
            trailing: self.trailing(end),
            name_line: self.line(name),
        }
    }
}

fn id(index: usize) -> CommentId {
    CommentId(index as u32)
}

/// Builds an outline in one pass. The order of its steps is that of `go/parser.next`.
struct OutlineReader<'a> {
    file: FileId,
    text: &'a str,
    scanner: Scanner<'a>,
    comment_text: CommentText<'a>,
    outline: Outline,
    /// The offsets of open brackets.
    open: Vec<usize>,
    /// The range inside the top-level brackets that were closed last.
    last_closed: Range<usize>,
    /// The index of the line of the last lookup. The next one is usually for the same line or for the next.
    last_line: usize,
    /// Declaration keywords at the start of a line inside brackets. If a bracket is never closed, they begin
    /// declarations.
    inside: Vec<DeclarationStart>,
}

impl<'a> OutlineReader<'a> {
    fn new(file: FileId, text: &'a str, scanner: Scanner<'a>) -> Self {
        OutlineReader {
            file,
            text,
            scanner,
            comment_text: CommentText::new(file, text),
            outline: Outline {
                groups: Vec::new(),
                placements: Vec::new(),
                line_starts: line_starts(text).collect(),
                declarations: Vec::new(),
                unterminated: Vec::new(),
                unclosed: None,
                blanks: Vec::new(),
                deepest: 0,
                nul: text.find('\0'),
                raw_strings_on_one_line: false,
            },
            open: Vec::new(),
            last_closed: 0..0,
            last_line: 0,
            inside: Vec::new(),
        }
    }

    /// Returns the line of an offset, starting at 1.
    fn line(&mut self, offset: usize) -> u32 {
        let starts = &self.outline.line_starts;
        let is_in = |line: usize| {
            starts.get(line).is_some_and(|start| *start <= offset)
                && starts.get(line + 1).is_none_or(|next| offset < *next)
        };
        let near = (self.last_line..self.last_line + 3).find(|line| is_in(*line));
        let line = near.map_or_else(|| self.outline.line(offset), |line| line as u32 + 1);
        self.last_line = (line as usize).saturating_sub(1);
        line
    }

    fn read(mut self) -> Outline {
        let mut previous: Option<Token> = None;
        let mut behind = 0;
        loop {
            let mut token = self.scanner.next_token();
            let first = self.outline.groups.len();
            if token.kind == TokenKind::Comment {
                let previous_line = previous.map_or(0, |previous| self.line(previous.start));
                if self.line(token.start) == previous_line {
                    let end_line;
                    (token, end_line) = self.group(token, 0);
                    let is_trailing = match token.kind {
                        TokenKind::Semicolon | TokenKind::LineEnd | TokenKind::End => true,
                        _ => self.line(token.start) != end_line,
                    };
                    let ends_statement = token.kind == TokenKind::LineEnd
                        || previous.is_some_and(|previous| previous.kind == TokenKind::Semicolon);
                    self.outline.placements.push(Placement {
                        behind,
                        before: 0,
                        is_beside: true,
                        is_trailing: is_trailing && ends_statement,
                        is_lead: false,
                    });
                }
                let mut end_line = None;
                while token.kind == TokenKind::Comment {
                    let line;
                    (token, line) = self.group(token, 1);
                    end_line = Some(line);
                    self.outline.placements.push(Placement {
                        behind,
                        before: 0,
                        is_beside: false,
                        is_trailing: false,
                        is_lead: false,
                    });
                }
                let is_lead = end_line.is_some_and(|line| line + 1 == self.line(token.start));
                if let Some(last) = self.outline.placements.last_mut() {
                    last.is_lead = is_lead;
                }
                if let Some(group) = self.outline.groups.last_mut().filter(|_| is_lead) {
                    group.stands_alone &= token.kind == TokenKind::End;
                }
                for place in self.outline.placements.iter_mut().skip(first) {
                    place.before = token.start;
                }
            }
            if token.kind == TokenKind::End {
                break;
            }
            self.declaration(token, previous);
            self.blank(token, previous);
            // A semicolon inserted by Go may be inside the comment before the token.
            if !matches!(token.kind, TokenKind::Semicolon | TokenKind::LineEnd) {
                behind = token.end;
            }
            previous = Some(token);
        }
        self.outline.unterminated = self.scanner.unterminated;
        self.outline.unclosed = self.open.first().copied();
        if let Some(bracket) = self.outline.unclosed {
            self.outline.declarations.extend(self.inside.iter().filter(|keyword| keyword.start > bracket));
        }
        self.outline
    }

    /// Reads the comments that belong to the same group, starting with `token`: at most `gap` lines may be between the
    /// end of a comment and the start of the next. Returns the token after the group, and the line on which the group
    /// ends.
    fn group(&mut self, token: Token, gap: u32) -> (Token, u32) {
        let mut token = token;
        let (start, mut end) = (token.start, token.end);
        let start_line = self.line(token.start);
        let mut end_line = start_line;
        let mut blocks = Vec::new();
        self.comment_text.begin();
        while token.kind == TokenKind::Comment {
            let line = self.line(token.start);
            if line > end_line + gap {
                break;
            }
            end_line = self.line(token.end.max(token.start + 1) - 1);
            if self.text.get(token.start..).is_some_and(|text| text.starts_with("/*")) {
                blocks.push(Span::new(self.file, token.start, token.end));
            }
            self.comment_text.comment(token.start, token.end);
            end = token.end;
            token = self.scanner.next_token();
        }
        self.outline.blanks.push(start..end);
        let (lines, directives) = self.comment_text.finish();
        self.outline.groups.push(CommentGroup {
            lines,
            directives,
            blocks,
            start_line,
            end_line,
            stands_alone: gap > 0 && self.open.is_empty(),
        });
        (token, end_line)
    }

    /// Records a part to omit after its last token: an entire function, or the block of a method or variable.
    fn blank(&mut self, token: Token, previous: Option<Token>) {
        let ends_block = self.open.is_empty()
            && matches!(token.kind, TokenKind::LineEnd | TokenKind::Semicolon)
            && previous.is_some_and(|previous| previous.kind == TokenKind::Close);
        let Some(declaration) = self.outline.declarations.last().filter(|_| ends_block) else { return };
        let block = self.last_closed.clone();
        if !declaration.keyword.ignores_syntax_errors() || block.start <= declaration.start || block.is_empty() {
            return;
        }
        let text = self.text.get(block.clone()).unwrap_or_default();
        let head = self.text.get(declaration.start..block.start).unwrap_or_default();
        let is_body = declaration.keyword == DeclarationKeyword::Func && head.ends_with('{');
        let is_method = head.strip_prefix("func").is_none_or(|head| head.trim_start().starts_with('('));
        let is_omitted = is_body && (!is_method || is_copy_method(head));
        let is_of_interest = block.len() <= MAX_READ_BLOCK && !is_body
            || is_body && !is_omitted && may_be_return(text, head)
            || registers(text);
        if !is_of_interest {
            let blank = if is_omitted { declaration.start..block.end + 1 } else { block };
            // Parts inside this one are omitted with it.
            let before = self.outline.blanks.partition_point(|other| other.start < blank.start);
            self.outline.blanks.truncate(before);
            self.outline.blanks.push(blank);
        }
    }

    fn declaration(&mut self, token: Token, previous: Option<Token>) {
        match token.kind {
            TokenKind::Open => {
                self.open.push(token.start);
                self.outline.deepest = self.outline.deepest.max(self.open.len());
            }
            TokenKind::Close => {
                let open = self.open.pop();
                if let Some(open) = open.filter(|_| self.open.is_empty()) {
                    self.last_closed = open + 1..token.start;
                }
            }
            TokenKind::Word => {
                let word = self.text.get(token.start..token.end).unwrap_or_default();
                let Some(keyword) = DeclarationKeyword::of(word) else { return };
                let start = DeclarationStart { start: token.start, keyword };
                let begins_statement =
                    previous.is_none_or(|previous| matches!(previous.kind, TokenKind::Semicolon | TokenKind::LineEnd));
                let before = self.text.as_bytes().get(..token.start).unwrap_or_default();
                if self.open.is_empty() && begins_statement {
                    self.outline.declarations.push(start);
                } else if before.last().is_none_or(|byte| *byte == b'\n') {
                    self.inside.push(start);
                }
            }
            _ => {}
        }
    }
}

/// Returns `true` if the head of a method is that of `DeepCopyInto` or similar. These methods are as long as the types,
/// and nothing depends on them.
fn is_copy_method(head: &str) -> bool {
    let receiver = head.find('(').and_then(|open| head.get(open..)?.split_once(')'));
    receiver.is_some_and(|(_, rest)| rest.trim_start().starts_with("DeepCopy"))
}

/// Returns `true` if the body of a method may be a single `return` with a relevant value: if it begins with `return`,
/// and is not too long unless it may be a complete definition.
fn may_be_return(body: &str, head: &str) -> bool {
    let start = body.trim_start();
    let may_begin = start.starts_with("return") || start.starts_with('/');
    let says_definition = || ["OpenAPIDefinition()", "OpenAPIV3Definition()"].iter().any(|name| head.contains(name));
    may_begin && (body.len() <= MAX_READ_BLOCK || says_definition())
}

/// Returns `true` if calls in the source may register types, or if the source may define their group and version.
fn registers(text: &str) -> bool {
    ["AddKnownTypes(", "AddToGroupVersion(", "Register(", "GroupVersion{"].iter().any(|call| text.contains(call))
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn comments_belong_where_go_puts_them() {
        let table = [
            // A doc comment, a comment above it, and a comment that is too far away.
            (
                "package a\n// far\n\n// above\n\n// doc\ntype A int // trailing\n",
                "type A 7:6 int\n  doc: doc\n  above: above\n  trailing: trailing\n",
            ),
            // Without a doc comment, the closest comment.
            ("package a\n// far\n\n// above\n\ntype A int\n", "type A 6:6 int\n  above: above\n"),
            // In a group, the comment of the declaration is not that of its first specification.
            (
                "package a\n// all\ntype (\n\t// b\n\tB int // c\n\n\t// d\n\n\tD int\n\n\t// end\n)\n",
                "type B 5:2 int\n  doc: b\n  trailing: c\ntype D 9:2 int\n  above: d\n",
            ),
            // Comments after a token on the same line form a separate group and are not doc comments.
            (
                "package a\ntype A struct { // open\n\t// b\n\tB int // after b\n\t// c\n\tC int\n\t// end\n}\n",
                "type A 2:6 struct\n  field B 4:2 int\n    doc: b\n    trailing: after b\n  field C 6:2 int\n    doc: \
                 c\n",
            ),
            (
                "package a\ntype A struct { // open\n\tB int\n\n\t/* c */ C int /* after */ `t` /* c2 */ // c3\n}\n",
                "type A 2:6 struct\n  field B 3:2 int\n  field C 5:10 int \"t\"\n    above:  c\n    trailing:  \
                 c2\n    trailing: c3\n",
            ),
            // A comment after an explicit semicolon belongs to the field; one before a closing brace does not.
            (
                "package a\ntype A struct { B int; /* b */\n C int /* c */ }\n",
                "type A 2:6 struct\n  field B 2:17 int\n    trailing:  b\n  field C 3:2 int\n",
            ),
            // A comment of several lines ends the statement on the comment's first line.
            (
                "package a\ntype A struct {\n\tB int /* b\n\tb2 */ // c\n\tC int\n}\n",
                "type A 2:6 struct\n  field B 3:2 int\n    trailing:  b\n    trailing: \tb2\n  field C 5:2 int\n    \
                 doc: c\n",
            ),
            // Directives are listed separately.
            (
                "package a\n\n//idlgen:allow IDL0301 known\n// A is one.\n//\n//\n// +tag\ntype A int\n",
                "type A 8:6 int\n  doc: A is one.\n  doc:\n  doc: +tag\n  doc directive: idlgen:allow IDL0301 known\n",
            ),
            // The last declaration, at the end of the file.
            ("package a\n// b\ntype B int // c", "type B 3:6 int\n  doc: b\n  trailing: c\n"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text).split_once('\n').map(|(_, rest)| rest), Some(expected), "{text}");
        }
    }

    #[test]
    fn the_package_has_a_comment() {
        assert_eq!(
            shown("// old\n\n//go:build x\n// Package a\n// is.\npackage a // b\n"),
            "package a 6:9\n  doc: Package a\n  doc: is.\n  doc directive: go:build x\n"
        );
        assert_eq!(shown("// no\n\npackage a\n"), "package a 3:9\n");
    }

    #[test]
    fn gengo_looks_by_line() {
        let text = "package a\ntype A struct {\n\tB int // +optional\n\tC int\n}\n";
        let (file, _) = crate::syntax::parse(crate::source::FileId::from_index(0), text);
        let comment = file.comment_ending_on(3).and_then(|id| file.comment(id));
        assert_eq!(comment.and_then(|comment| comment.lines.first()).map(|line| line.text), Some("+optional"));
    }
}
