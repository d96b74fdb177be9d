//! A fast line-based parser for the usual format of manifests: block mappings and block lists, scalars without tags and
//! anchors. Most files have this format, and CRDs are long.
//!
//! It reports no errors. If it finds a construct that it does not support, it gives up, and [`yaml`](crate::yaml)
//! parses the entire file. That parser defines the correct result; this one must return the same.

mod line;
mod scalar;

use std::ops::Range;

use self::{
    line::{Lines, is_readable},
    scalar::Written,
};
use crate::{
    Document, Limits,
    scalar::{Scalar, Tag, resolve},
    tree::{Collection, Tree},
};

/// Maximum length of a simple key.
const LONGEST_KEY: usize = 1000;

/// Parses all documents of a file. Returns `None` if it has an unsupported construct.
pub(crate) fn documents(text: &str, limits: &Limits) -> Option<Vec<Document>> {
    if !is_readable(text) {
        return None;
    }
    let mut reader = Reader { limits, lines: Lines::new(text), tree: Tree::new(limits), open: Vec::new(), empty: None };
    let mut documents = Vec::new();
    let mut start = 0;
    let mut is_begun = false;
    while let Some(line) = reader.lines.next_content() {
        if line.text == "---" && line.column == 0 {
            if is_begun {
                documents.push(reader.finish(start..line.start)?);
            }
            (start, is_begun) = (line.start, true);
            continue;
        }
        if !is_begun {
            (start, is_begun) = (line.start, true);
        }
        reader.line(line.text, line.column, line.start)?;
    }
    if !is_begun {
        return None;
    }
    documents.push(reader.finish(start..text.len())?);
    Some(documents)
}

/// A collection whose end has not been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    column: usize,
    collection: Collection,
}

/// Adds the lines of a document to its tree.
struct Reader<'t, 'l> {
    limits: &'l Limits,
    lines: Lines<'t>,
    tree: Tree<'l>,
    open: Vec<Open>,
    /// The end offset of a key whose value has not been found yet.
    empty: Option<usize>,
}

impl<'t> Reader<'t, '_> {
    /// Returns the current document, which ends here.
    fn finish(&mut self, span: Range<usize>) -> Option<Document> {
        self.settle(0, false)?;
        while self.open.pop().is_some() {
            self.tree.end(None).ok()?;
        }
        let tree = std::mem::replace(&mut self.tree, Tree::new(self.limits));
        let (root, problems) = tree.finish();
        // An empty document is left to the other parser because its value depends on the context.
        root.is_some().then_some(Document { root, problems, span })
    }

    /// Parses the part of a line that starts at a column.
    fn line(&mut self, mut text: &'t str, mut column: usize, mut start: usize) -> Option<()> {
        let is_item = begins_item(text);
        self.settle(column, is_item)?;
        self.close(column)?;
        // A list that is not indented below its key ends with the next key.
        if !is_item
            && matches!(self.open.last(), Some(Open { column: at, collection: Collection::List }) if *at == column)
        {
            self.open.pop();
            self.tree.end(None).ok()?;
        }
        if is_item {
            self.enter(Collection::List, column, start, false)?;
            let rest = text.get(1..)?;
            let inner = rest.trim_start_matches(' ');
            let skipped = text.len() - inner.len();
            (text, column, start) = (inner, column + skipped, start + skipped);
        }
        match key(text) {
            Some((written, length)) => {
                self.enter(Collection::Map, column, start, is_item)?;
                let (name, tag) = match written {
                    Written::Plain(name) => (name, Tag::Plain),
                    Written::Quoted(name) => (name, Tag::String),
                };
                let span = start..start + length;
                self.tree.scalar(resolve(name, tag).ok()?, false, span, 0).ok()?;
                let rest = text.get(length + 1..)?;
                if rest.is_empty() {
                    self.empty = Some(start + length);
                    return Some(());
                }
                let value = rest.trim_start_matches(' ');
                self.value(value, column, start + text.len() - value.len())
            }
            // A nested list on the same line is not supported: its start needs special rules.
            None if is_item => {
                let around = self.open.last()?.column;
                self.value(text, around, start)
            }
            // A scalar without a key, which is the entire document or on the line after its key, is not supported.
            None => None,
        }
    }

    /// If the last key has no value yet, adds a null, unless the line at this column starts the value.
    fn settle(&mut self, column: usize, is_item: bool) -> Option<()> {
        let Some(end) = self.empty else { return Some(()) };
        let around = self.open.last()?.column;
        if column > around || (is_item && column == around) {
            return Some(());
        }
        self.empty = None;
        self.tree.scalar(Scalar::Null, false, end..end, 0).ok()
    }

    /// Ends all collections that are deeper than a column.
    fn close(&mut self, column: usize) -> Option<()> {
        while self.open.last().is_some_and(|open| open.column > column) {
            self.open.pop();
            self.tree.end(None).ok()?;
        }
        Some(())
    }

    /// Starts a collection where a value is expected, or continues the current one if it is at the same column.
    fn enter(&mut self, collection: Collection, column: usize, start: usize, is_behind_hyphen: bool) -> Option<()> {
        let is_expected = self.empty.take().is_some() || is_behind_hyphen;
        match self.open.last() {
            Some(open) if !is_expected => return (*open == Open { column, collection }).then_some(()),
            None if !self.tree.is_empty() => return None,
            _ => {}
        }
        if self.open.len() + 1 >= self.limits.max_depth {
            return None;
        }
        self.open.push(Open { column, collection });
        self.tree.begin(collection, start, 0).ok()
    }

    /// Parses a scalar or an empty collection at `start`. `around` is the column of the enclosing collection.
    fn value(&mut self, text: &'t str, around: usize, start: usize) -> Option<()> {
        let empty = match text {
            "[]" => Some(Collection::List),
            "{}" => Some(Collection::Map),
            _ => None,
        };
        if let Some(collection) = empty {
            self.tree.begin(collection, start, 0).ok()?;
            return self.tree.end(Some(start + text.len())).ok();
        }
        let (scalar, span) = scalar::read(&mut self.lines, text, around, start)?;
        self.tree.scalar(scalar, false, span, 0).ok()
    }
}

/// Returns `true` for a hyphen followed by a space or the end of the line, the start of a list item.
fn begins_item(text: &str) -> bool {
    text.strip_prefix("- ").is_some_and(|rest| !rest.trim_start_matches(' ').is_empty())
}

/// Returns the key at the start of a line, if there is one, and its length including quotes.
fn key(text: &str) -> Option<(Written<'_>, usize)> {
    let (written, length) = match text.bytes().next()? {
        quote @ (b'"' | b'\'') => {
            let inner = text.get(1..)?;
            let length = inner.bytes().position(|byte| byte == quote)?;
            let name = inner.get(..length).filter(|name| !name.contains('\\'))?;
            (Written::Quoted(name), length + 2)
        }
        first if first.is_ascii_alphanumeric() || first == b'_' => {
            let is_of_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'$');
            let length = text.bytes().position(|byte| !is_of_key(byte))?;
            (Written::Plain(text.get(..length)?), length)
        }
        _ => return None,
    };
    let rest = text.get(length..)?.strip_prefix(':')?;
    ((rest.is_empty() || rest.starts_with(' ')) && length <= LONGEST_KEY).then_some((written, length))
}

#[cfg(test)]
mod tests;
