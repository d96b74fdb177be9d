//! A file from its text to its declarations.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

use super::{
    GoFile,
    outline::{DeclarationKeyword, Outline},
    reader::{Reader, only_part},
};
use crate::{
    diag::{Diagnostic, codes::syntax as codes},
    source::{FileId, Span},
};

/// The largest file that is read, in bytes. The largest of Kubernetes' own API packages has 2.5 MB, and that is a generated one.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// How many diagnostics a file gets; a file that has so many is no Go file.
const MAX_DIAGNOSTICS: usize = 100;

/// Reads one Go file.
///
/// A declaration that cannot be read is a diagnostic and costs, as far as possible, only itself. Damage in function bodies and in initial values of
/// variables is ignored: they matter only for hints, and the grammar does not know the newest expressions.
///
/// ```
/// use idlgen::{source::SourceMap, syntax};
/// let mut sources = SourceMap::default();
/// let file = sources.add("types.go", "package v1\n\n// Widget turns.\ntype Widget struct {\n\tSize int `json:\"size\"`\n}\n");
/// let (parsed, diagnostics) = syntax::parse(file, sources.text(file));
/// assert!(diagnostics.is_empty());
/// let widget = &parsed.types[0];
/// assert_eq!(widget.name.name, "Widget");
/// let doc = widget.comments.doc.and_then(|doc| parsed.comment(doc)).unwrap();
/// assert_eq!(doc.lines[0].text, "Widget turns.");
/// ```
pub fn parse(file: FileId, text: &str) -> (GoFile, Vec<Diagnostic>) {
    let mut go_file = GoFile {
        file,
        package: None,
        imports: Vec::new(),
        types: Vec::new(),
        constants: Vec::new(),
        methods: Vec::new(),
        group_versions: Vec::new(),
        registrations: Vec::new(),
        comments: Vec::new(),
        package_doc: None,
    };
    if text.len() > MAX_BYTES {
        let message =
            format!("the file has {} bytes; files of more than {} MiB are not read", text.len(), MAX_BYTES >> 20);
        return (go_file, vec![Diagnostic::new(codes::TOO_LARGE, message).at(Span::new(file, 0, 0))]);
    }
    // Go ignores a byte order mark at the beginning.
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut outline = Outline::read(file, text, start);
    let mut reader = Reader::new(file, text, &outline);
    if let Some(nul) = outline.nul {
        let message = "the file holds a NUL byte, which no Go file has";
        reader.diagnostics.push(Diagnostic::new(codes::NOT_TEXT, message).at(Span::new(file, nul, nul + 1)));
    }
    read_text(&mut reader, &mut go_file, start);
    if go_file.package.is_none() && reader.diagnostics.is_empty() {
        let message = "the file has no package clause";
        reader.diagnostics.push(Diagnostic::new(codes::NO_PACKAGE, message).at(Span::new(file, start, start)));
    }
    let mut diagnostics = reader.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map_or(0, |label| label.span.start));
    diagnostics.truncate(MAX_DIAGNOSTICS);
    go_file.comments = std::mem::take(&mut outline.groups);
    (go_file, diagnostics)
}

/// Reads the whole text at once if it is sound, and declaration by declaration if not.
fn read_text(reader: &mut Reader<'_>, go_file: &mut GoFile, start: usize) {
    let text = reader.text.get(start..).unwrap_or_default();
    reader.base = start;
    if let Some(tree) = parse_text(text).filter(|tree| is_sound(tree.root_node())) {
        read_declarations(reader, go_file, tree.root_node(), None);
        find_registrations(reader, go_file, tree.root_node());
        return;
    }
    let outline = reader.outline;
    if let Some(bracket) = outline.unclosed {
        let message = "this bracket is never closed";
        let place = Span::new(reader.file, bracket, bracket + 1);
        reader.diagnostics.push(Diagnostic::new(codes::SYNTAX_ERROR, message).at(place));
    }
    let mut begin = start;
    let mut keyword = None;
    let ends = outline.declarations.iter().map(|declaration| (declaration.start, Some(declaration.keyword)));
    for (end, next) in ends.chain([(reader.text.len(), None)]) {
        let text = reader.text.get(begin..end).unwrap_or_default();
        reader.base = begin;
        if !text.trim().is_empty() {
            read_declaration(reader, go_file, text, keyword);
        }
        (begin, keyword) = (end, next);
    }
}

fn read_declaration(reader: &mut Reader<'_>, go_file: &mut GoFile, text: &str, keyword: Option<DeclarationKeyword>) {
    match parse_text(text) {
        Some(tree) => {
            let root = tree.root_node();
            reader.damage(root, keyword);
            read_declarations(reader, go_file, root, keyword);
            find_registrations(reader, go_file, root);
        }
        None => {
            let message = "the declaration takes too many steps to read";
            let place = Span::new(reader.file, reader.base, reader.base + 1);
            reader.diagnostics.push(Diagnostic::new(codes::TOO_LARGE, message).at(place));
        }
    }
}

/// The tree of a text, or `None` if reading it would take more steps than any sound text of its length.
fn parse_text(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_go::LANGUAGE.into()).ok()?;
    let bytes = text.as_bytes();
    // The parser calls back every hundred operations; sound Go takes far fewer operations than it has bytes.
    let mut calls_left = 10_000 + bytes.len() / 4;
    let mut progress = |_: &ParseState| {
        calls_left = calls_left.saturating_sub(1);
        if calls_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |offset, _| bytes.get(offset..).unwrap_or_default(), None, Some(options))
}

/// Whether all damage of the file lies inside functions and variables.
fn is_sound(root: Node<'_>) -> bool {
    if !root.has_error() {
        return true;
    }
    let mut cursor = root.walk();
    !root.is_error()
        && root.children(&mut cursor).all(|child| {
            !child.has_error()
                || matches!(child.kind(), "function_declaration" | "method_declaration" | "var_declaration")
        })
}

fn read_declarations(
    reader: &mut Reader<'_>,
    go_file: &mut GoFile,
    root: Node<'_>,
    keyword: Option<DeclarationKeyword>,
) {
    let mut cursor = root.walk();
    for node in root.named_children(&mut cursor) {
        match node.kind() {
            "package_clause" => {
                if let Some(name) = only_part(node).filter(|name| go_file.package.is_none() && !name.is_missing()) {
                    go_file.package = Some(reader.identifier(name));
                    go_file.package_doc = reader.outline.doc(reader.start(node));
                }
            }
            "import_declaration" => reader.imports(node, &mut go_file.imports),
            "type_declaration" => reader.type_declarations(node, &mut go_file.types),
            "const_declaration" => reader.constants(node, &mut go_file.constants),
            "method_declaration" => go_file.methods.extend(reader.method(node)),
            "var_declaration" => reader.group_versions(node, &mut go_file.group_versions),
            "function_declaration" | "comment" | "ERROR" | "empty_statement" => {}
            // The grammar takes statements, too; Go has none at this level.
            _ if keyword.is_some_and(DeclarationKeyword::may_be_damaged) => {}
            _ => {
                let first = reader.text(node).split_whitespace().next().unwrap_or_default();
                let message =
                    format!("unexpected `{}` outside of a declaration", first.chars().take(40).collect::<String>());
                reader.diagnostics.push(Diagnostic::new(codes::SYNTAX_ERROR, message).at(reader.span(node)));
            }
        }
    }
}

/// Looks for registrations where the text can have any.
fn find_registrations(reader: &mut Reader<'_>, go_file: &mut GoFile, root: Node<'_>) {
    let text = reader.text(root);
    if text.contains("AddKnownTypes(") || text.contains("Register(") {
        reader.registrations(root, &mut go_file.registrations);
    }
}
