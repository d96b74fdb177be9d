//! Parses an invalid source declaration by declaration, so that a syntax error affects only its declaration.

use super::{
    GoFile, Identifier, TypeDeclaration, TypeExpression, TypeExpressionKind,
    excerpt_tree::{MAX_BRACKETS, find_registrations, parse_text, read_declarations},
    outline::DeclarationKeyword,
    reader::TreeReader,
    scan::TokenKind,
};
use crate::{diag::Diagnostic, source::Span, syntax::codes};

/// Parses the source between two bytes.
pub(super) fn read_each_declaration(reader: &mut TreeReader<'_>, go_file: &mut GoFile, start: usize, text_end: usize) {
    let outline = reader.outline;
    let is_cut = text_end < reader.text.len();
    let mut begin = start;
    let mut keyword = None;
    let mut is_suspect = false;
    let starts = outline.declarations.iter().map(|declaration| (declaration.start, Some(declaration.keyword)));
    for (end, next) in starts.chain([(text_end, None)]) {
        reader.base = begin;
        let known = reader.diagnostics.len();
        read_declaration(reader, go_file, end, keyword);
        let is_broken = reader.diagnostics.len() > known;
        if is_cut && end == text_end {
            // An unclosed comment hides the end of this declaration.
            reader.diagnostics.truncate(known);
        }
        if is_broken || is_suspect {
            go_file.broken.push(reader.part(begin, end));
        }
        is_suspect = is_broken && is_adjacent(reader, end);
        (begin, keyword) = (end, next);
    }
}

/// Parses the declaration between the reader's base and the byte `end`. Without a keyword, parses the source before the
/// first declaration.
pub(super) fn read_declaration(
    reader: &mut TreeReader<'_>,
    go_file: &mut GoFile,
    end: usize,
    keyword: Option<DeclarationKeyword>,
) {
    let is_optional = keyword.is_some_and(DeclarationKeyword::ignores_syntax_errors);
    let is_too_deep = is_too_deep(reader, end);
    let tree = if is_too_deep { None } else { parse_text(reader, end) };
    let unclosed = reader.outline.unclosed.filter(|bracket| (reader.base..end).contains(bracket));
    if let Some(bracket) = unclosed.filter(|_| is_optional || keyword.is_none()) {
        let shown = reader.text.get(bracket..=bracket).unwrap_or_default();
        let diagnostic = Diagnostic::new(codes::SYNTAX_ERROR, format!("unclosed `{shown}`"));
        reader.diagnostics.push(diagnostic.at(Span::new(reader.file, bracket, bracket + 1)));
    } else if !is_optional {
        let places = match &tree {
            Some(tree) => reader.syntax_errors(tree.root_node()),
            None => vec![beyond_repair(reader, is_too_deep)],
        };
        reader.report_syntax_errors(places, end, keyword);
    }
    let types_before = go_file.types.len();
    if let Some(tree) = tree {
        read_declarations(reader, go_file, tree.root_node());
        find_registrations(reader, go_file, tree.root_node());
    }
    if keyword == Some(DeclarationKeyword::Type) && go_file.types.len() == types_before {
        go_file.types.extend(lost_type(reader, end));
    }
}

/// Returns `true` if only a line break separates the byte `end` from the token before it. If that token is invalid, it
/// may separate the next declaration from its comment.
fn is_adjacent(reader: &TreeReader<'_>, end: usize) -> bool {
    let before = reader.text.get(..end).unwrap_or_default();
    let space = before.get(before.trim_end().len()..).unwrap_or_default();
    reader.outline.before_comments(end) == end && space.matches('\n').count() <= 1
}

fn beyond_repair(reader: &TreeReader<'_>, is_too_deep: bool) -> Diagnostic {
    let message = if is_too_deep {
        format!("brackets are nested more than {MAX_BRACKETS} levels deep")
    } else {
        "this declaration is not valid Go, and is too long for a detailed message".to_owned()
    };
    Diagnostic::new(codes::TOO_LARGE, message).at(Span::new(reader.file, reader.base, reader.base + 1))
}

/// Returns `true` if brackets are nested too deeply between the reader's base and the byte `end`.
fn is_too_deep(reader: &TreeReader<'_>, end: usize) -> bool {
    if reader.outline.deepest <= MAX_BRACKETS {
        return false;
    }
    let mut scanner = reader.outline.scanner(reader.text, reader.base);
    let mut depth = 0_usize;
    loop {
        let token = scanner.next_token();
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::End => return false,
            _ => {}
        }
        if depth > MAX_BRACKETS || token.start >= end {
            return depth > MAX_BRACKETS;
        }
    }
}

/// Returns an invalid type with the name of the declaration at the reader's base, if that could not be parsed at all.
/// Because it has the name, references to it are not reported as errors as well.
fn lost_type(reader: &TreeReader<'_>, end: usize) -> Option<TypeDeclaration> {
    let mut scanner = reader.outline.scanner(reader.text, reader.base);
    let keyword = scanner.next_token();
    let name = scanner.next_token();
    let text = reader.text.get(name.start..name.end.min(end))?;
    if name.kind != TokenKind::Word || text.is_empty() {
        return None;
    }
    let span = Span::new(reader.file, name.start, name.end);
    Some(TypeDeclaration {
        name: Identifier { name: text.to_owned(), span },
        type_parameters: Vec::new(),
        is_alias: false,
        definition: TypeExpression { kind: TypeExpressionKind::Invalid, span },
        comments: reader.outline.comments(keyword.start, end, name.start),
        span,
    })
}

#[cfg(test)]
mod tests {
    use crate::{source::FileId, syntax::parse};

    #[test]
    fn broken_parts_are_entire_declarations() {
        for (text, expected) in [
            ("package a\ntype A struct {}\nvar x = new(1 + )\n", &[][..]),
            // With its comment, but without that of the next declaration.
            (
                "package a\n\ntype A int // a\n\n// b\ntype B struct {\n\tC: int // c\n}\n\n// d\ntype D int\n",
                &[" // a\n\n// b\ntype B struct {\n\tC: int // c\n}"],
            ),
            // An unclosed bracket or comment.
            ("package a\ntype A struct {\n\tB int\n\ntype C int\n", &["type A struct {\n\tB int\n\n"]),
            ("package a\ntype A int\n/* b\ntype C int\n", &["/* b\ntype C int\n"]),
            ("package a\ntype A struct {\n/* b\n}\n", &["type A struct {\n", "/* b\n}\n"]),
            ("package a\nfunc f() {\n\ntype A int\n", &["func f() {\n\n"]),
            // The invalid token separates the declaration from its comment.
            ("package a\ntype A int\n\n// b\n}\ntype B int\n", &["type A int\n\n// b\n}\n", "type B int\n"]),
            ("package a\ntype A int\n\n// b\n}\n\ntype B int\n", &["type A int\n\n// b\n}\n\n"]),
            (
                "package a\n\ntype A int\n\n<<<<<<< a\n\ntype B int\n=======\n>>>>>>> c\n\ntype D int\n",
                &[
                    "type A int\n\n<<<<<<< a\n\n",
                    "<<<<<<< a\n\ntype B int\n=======\n>>>>>>> c\n",
                    "type B int\n=======\n>>>>>>> c\n\n",
                ],
            ),
        ] {
            let (file, _) = parse(FileId::from_index(0), text);
            let parts = file.broken.iter().map(|part| &text[part.start as usize..part.end as usize]);
            assert_eq!(parts.collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn an_unclosed_comment_is_one_error() {
        for text in ["package a\ntype A int\n/* b\ntype C int\n", "package a\ntype A struct {\n/* b\n}\n"] {
            let (_, diagnostics) = parse(FileId::from_index(0), text);
            let messages: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
            assert_eq!(messages.len(), 1, "{text}: {messages:?}");
        }
    }
}
