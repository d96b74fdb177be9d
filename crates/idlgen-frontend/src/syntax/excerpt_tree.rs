//! Parses a part of a source to its syntax tree, and reads the declarations in the tree.

use std::{ops::ControlFlow, thread};

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

use super::{
    GoFile,
    excerpt::Excerpt,
    reader::{TreeReader, only_part},
};

/// Maximum size in bytes of an invalid source that is parsed as a whole. Larger files are parsed declaration by
/// declaration.
const MAX_RECOVERED_BYTES: usize = 512 * 1024;

/// Maximum size in bytes of a source that is parsed on any stack. For an invalid source, functions of the parser call
/// themselves once per token, which takes up to 150 bytes of the stack.
const MAX_BYTES_ON_ANY_STACK: usize = 8 * 1024;

/// The size in bytes of the stack on which a longer source is parsed, per byte of the source. Memory is allocated on
/// use.
const STACK_PER_BYTE: usize = 192;

/// Maximum nesting depth of brackets. The parser supports any depth, but needs more than a kilobyte per level.
pub(super) const MAX_BRACKETS: usize = 2000;

/// Parses a source to its tree. Returns `None` if the source is long and invalid, or if it takes many more steps than
/// any valid source of its length, because error recovery alone would then take seconds. Also returns `None` if the
/// system cannot create the thread that a long source needs.
pub(super) fn parse_text(reader: &mut TreeReader<'_>, end: usize) -> Option<Tree> {
    let parser = reader.parser.as_mut()?;
    let length = end - reader.base;
    reader.excerpt = Excerpt::new(reader.text.get(..end)?, reader.base, &reader.outline.blanks);
    let text = reader.excerpt.text.as_bytes();
    if length <= MAX_BYTES_ON_ANY_STACK {
        return parse_bytes(parser, text, length);
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size((2 << 20) + STACK_PER_BYTE * length);
        builder.spawn_scoped(scope, || parse_bytes(parser, text, length)).ok()?.join().ok()?
    })
}

/// Parses a source whose part after the reader's base has this length.
fn parse_bytes(parser: &mut Parser, text: &[u8], length: usize) -> Option<Tree> {
    // The previous parse may have been canceled.
    parser.reset();
    // The parser calls `progress` every hundred operations. Valid Go takes at most three operations per byte.
    let mut calls_left = 1000 + length / 10;
    let mut progress = |state: &ParseState| {
        calls_left = calls_left.saturating_sub(1);
        let is_hopeless = calls_left == 0 || (state.has_error() && length > MAX_RECOVERED_BYTES);
        if is_hopeless { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |offset, _| text.get(offset..).unwrap_or_default(), None, Some(options))
}

pub(super) fn read_declarations(reader: &mut TreeReader<'_>, go_file: &mut GoFile, root: Node<'_>) {
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
            _ => {}
        }
    }
}

/// Searches for registrations, if the source may contain any.
pub(super) fn find_registrations(reader: &mut TreeReader<'_>, go_file: &mut GoFile, root: Node<'_>) {
    let text = &reader.excerpt.text;
    if ["AddKnownTypes(", "AddToGroupVersion(", "Register("].iter().any(|call| text.contains(call)) {
        reader.registrations(root, &mut go_file.registrations);
    }
}
