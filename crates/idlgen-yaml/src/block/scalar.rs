//! Plain, quoted and literal scalars.

use std::ops::Range;

use super::line::Lines;
use crate::scalar::{Scalar, Tag, resolve};

/// The notation of a scalar.
#[derive(Clone, Copy, Debug)]
pub(super) enum Written<'t> {
    Plain(&'t str),
    /// Quoted, without the quotes.
    Quoted(&'t str),
}

/// Parses the scalar at `start` and returns its range. `around` is the column of the enclosing collection. The scalar
/// may continue on later lines that are indented more than that.
pub(super) fn read<'t>(
    lines: &mut Lines<'t>,
    text: &'t str,
    around: usize,
    start: usize,
) -> Option<(Scalar, Range<usize>)> {
    let (scalar, end) = match text.bytes().next()? {
        b'|' => return literal(lines, text, around),
        quote @ (b'"' | b'\'') => quoted(lines, text, quote, around, start)?,
        _ => plain(lines, text, around, start)?,
    };
    Some((scalar, start..end))
}

/// Parses a plain scalar.
fn plain<'t>(lines: &mut Lines<'t>, text: &'t str, around: usize, start: usize) -> Option<(Scalar, usize)> {
    if !begins_plain(text) || !is_plain(text) {
        return None;
    }
    let mut end = start + text.len();
    let mut folded: Option<String> = None;
    while let Some(line) = lines.peek_text() {
        // A comment ends the scalar. Lines after it are not part of it.
        if line.column <= around || line.text.starts_with('#') {
            break;
        }
        if !is_plain(line.text) {
            return None;
        }
        let folded = folded.get_or_insert_with(|| text.to_owned());
        fold(folded, line.blank);
        folded.push_str(line.text);
        end = line.start + line.text.len();
        lines.next_text();
    }
    let scalar = resolve(folded.as_deref().unwrap_or(text), Tag::Plain).ok()?;
    Some((scalar, end))
}

/// Returns `true` if a plain scalar may start with this text.
fn begins_plain(text: &str) -> bool {
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'-') => bytes.next().is_some_and(|next| next.is_ascii_alphanumeric()),
        Some(first) => first.is_ascii_alphanumeric() || !first.is_ascii() || b"_/.$()+~^<;\\".contains(&first),
        None => false,
    }
}

/// Returns `true` if a line contains neither a key nor a comment.
fn is_plain(text: &str) -> bool {
    // Most lines have neither character, which this loop checks without a branch per byte.
    let mut is_clear = true;
    for byte in text.as_bytes() {
        is_clear &= !matches!(byte, b':' | b'#');
    }
    if is_clear && !text.is_empty() {
        return true;
    }
    let mut before = b' ';
    for byte in text.bytes() {
        if before == b':' && byte == b' ' || before == b' ' && byte == b'#' {
            return false;
        }
        before = byte;
    }
    before != b':'
}

/// Folds the line break between two lines of a scalar that are separated by `blank` blank lines. Without blank lines,
/// the result is a space, otherwise one line break per blank line.
fn fold(text: &mut String, blank: usize) {
    if blank == 0 {
        text.push(' ');
    }
    text.extend(std::iter::repeat_n('\n', blank));
}

/// Parses a quoted scalar.
fn quoted<'t>(lines: &mut Lines<'t>, text: &'t str, quote: u8, around: usize, start: usize) -> Option<(Scalar, usize)> {
    let mut value = String::with_capacity(text.len());
    let (mut text, mut start) = (text.get(1..)?, start + 1);
    loop {
        match part(text, quote, &mut value)? {
            Part::Closed(length) if length == text.len() => return Some((Scalar::String(value), start + length)),
            Part::Closed(_) => return None,
            Part::Open { is_escaped } => {
                let line = lines.next_text()?;
                if line.column <= around {
                    return None;
                }
                match (is_escaped, line.blank) {
                    (false, blank) => fold(&mut value, blank),
                    (true, 0) => {}
                    (true, _) => return None,
                }
                (text, start) = (line.text, line.start);
            }
        }
    }
}

/// The end of a line in a quoted scalar.
enum Part {
    /// The closing quote is after this many bytes.
    Closed(usize),
    /// The scalar continues. `is_escaped` means that the line break is escaped.
    Open { is_escaped: bool },
}

/// Appends a line of a quoted scalar.
fn part(text: &str, quote: u8, value: &mut String) -> Option<Part> {
    let mut rest = text;
    loop {
        let Some(at) = rest.bytes().position(|byte| byte == quote || byte == b'\\' && quote == b'"') else {
            value.push_str(rest);
            return Some(Part::Open { is_escaped: false });
        };
        value.push_str(rest.get(..at)?);
        let behind = rest.get(at + 1..)?;
        rest = if quote == b'\'' {
            let Some(rest) = behind.strip_prefix('\'') else { return Some(Part::Closed(text.len() - behind.len())) };
            value.push('\'');
            rest
        } else if rest.as_bytes().get(at) == Some(&b'"') {
            return Some(Part::Closed(text.len() - behind.len()));
        } else {
            value.push(match behind.bytes().next() {
                None => return Some(Part::Open { is_escaped: true }),
                Some(b'n') => '\n',
                Some(b't') => '\t',
                Some(b'"') => '"',
                Some(b'\\') => '\\',
                Some(b' ') => ' ',
                Some(_) => return None,
            });
            behind.get(1..)?
        };
    }
}

/// Parses a literal scalar, whose lines remain unchanged. Its range includes all its lines.
fn literal(lines: &mut Lines<'_>, header: &str, around: usize) -> Option<(Scalar, Range<usize>)> {
    if !["|", "|-", "|+"].contains(&header) {
        return None;
    }
    let first = lines.peek_text()?;
    if first.column <= around {
        return None;
    }
    let indent = first.column;
    let mut value = String::new();
    let (mut end, mut blank) = (first.start, 0);
    loop {
        let at = lines.at();
        let mut behind = *lines;
        let Some(line) = behind.next_line() else { break };
        let column = line.len() - line.trim_start_matches(' ').len();
        if column == line.len() && column <= indent {
            blank += 1;
        } else if column == line.len() {
            // Not supported: the spaces of this blank line after the indentation are content, or invalid before the
            // first line.
            return None;
        } else if column < indent {
            break;
        } else {
            if end > first.start {
                value.push('\n');
            }
            value.extend(std::iter::repeat_n('\n', std::mem::take(&mut blank)));
            value.push_str(line.get(indent..)?);
            end = at + line.trim_end().len();
        }
        *lines = behind;
    }
    match header {
        "|-" => {}
        "|+" => value.extend(std::iter::repeat_n('\n', blank + 1)),
        _ => value.push('\n'),
    }
    Some((Scalar::String(value), first.start..end))
}
