//! Parses the content of brackets, except filters.

use std::ops::Range;

use super::{
    error::{ParseError, SyntaxError, syntax_error},
    node::{Bound, Node},
    number,
};

/// Parses text as if it were in braces of its own. The number is its start in the template.
type Inner<'i> = &'i dyn Fn(&str, usize) -> Result<Vec<Node>, ParseError>;

/// Parses the content of brackets, which starts at `at`. With its brackets, it has the range `bytes` in the template.
pub(super) fn read(
    inner: Inner<'_>,
    content: &str,
    bytes: Range<usize>,
    at: usize,
    nodes: &mut Vec<Node>,
) -> Result<(), ParseError> {
    if content.contains(',') {
        nodes.push(union(inner, content, at)?);
    } else if let Some(key) = key(content) {
        // The key is parsed like a path after a dot, so `['a.b']` is two fields.
        nodes.extend(inner(&format!(".{key}"), at)?);
    } else {
        let bounds = slice(if content == "*" { ":" } else { content }, content, at)?;
        nodes.push(Node::Slice { bounds, bytes });
    }
    Ok(())
}

fn union(inner: Inner<'_>, content: &str, at: usize) -> Result<Node, ParseError> {
    let mut branches = Vec::new();
    let mut start = at;
    for part in content.split(',') {
        let indent = part.len() - part.trim_start_matches(' ').len();
        // The brackets are treated like the braces of other nested templates, which start one byte before their
        // content.
        let place = (start + indent).saturating_sub(1);
        branches.push(inner(&format!("[{}]", part.trim_matches(' ')), place)?);
        start += part.len() + 1;
    }
    Ok(Node::Union(branches))
}

/// Parses a key in quotes, such as `'key'`.
fn key(content: &str) -> Option<&str> {
    content.strip_prefix('\'')?.strip_suffix('\'').filter(|key| !key.contains('\''))
}

/// Parses a slice or an index: `1`, `1:`, `:2` or `1:3:2`. An empty string selects the first item.
fn slice(text: &str, content: &str, at: usize) -> Result<[Bound; 3], ParseError> {
    let mut written = text.split(':');
    let parts = [written.next(), written.next(), written.next()];
    let is_slice = |part: &str| part.strip_prefix('-').unwrap_or(part).bytes().all(|byte| byte.is_ascii_digit());
    if written.next().is_some() || !parts.iter().flatten().all(|part| is_slice(part)) {
        return Err(syntax_error(SyntaxError::Subscript(content.to_owned()), at));
    }
    let bound = |part: Option<&str>| match part {
        None | Some("") => Ok(Bound::default()),
        Some(part) => match number::integer(part) {
            Some(value) => Ok(Bound { value: Some(value), is_derived: false }),
            None => Err(syntax_error(SyntaxError::Index(part.to_owned()), at)),
        },
    };
    let [from, to, step] = parts;
    let from = bound(from)?;
    let to = match to {
        None => Bound { value: Some(from.value.unwrap_or(0).wrapping_add(1)), is_derived: true },
        written => bound(written)?,
    };
    Ok([from, to, bound(step)?])
}
