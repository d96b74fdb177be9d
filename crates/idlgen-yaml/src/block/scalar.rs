//! Scalars: plain, in quotes, and literal ones.

use std::ops::Range;

use super::line::Lines;
use crate::scalar::{Scalar, Tag, resolve};

/// How a scalar is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Written<'t> {
    /// As it is.
    Plain(&'t str),
    /// In quotes, without them.
    Quoted(&'t str),
}

/// Reads the scalar that begins with the text, at `start`, in a collection of the column `around`, and says where it
/// stands. It may go on in lines behind that stand deeper than the collection.
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

/// A scalar without quotes.
fn plain<'t>(lines: &mut Lines<'t>, text: &'t str, around: usize, start: usize) -> Option<(Scalar, usize)> {
    if !begins_plain(text) || !is_plain(text) {
        return None;
    }
    let mut end = start + text.len();
    let mut folded: Option<String> = None;
    loop {
        let mut behind = *lines;
        let Some(line) = behind.next_text() else { break };
        // A comment ends it, and what stands behind that is none of it.
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
        *lines = behind;
    }
    let scalar = resolve(folded.as_deref().unwrap_or(text), Tag::Plain).ok()?;
    Some((scalar, end))
}

/// Whether a scalar without quotes may begin so.
fn begins_plain(text: &str) -> bool {
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'-') => bytes.next().is_some_and(|next| next.is_ascii_alphanumeric()),
        Some(first) => first.is_ascii_alphanumeric() || !first.is_ascii() || b"_/.$()+~^<;\\".contains(&first),
        None => false,
    }
}

/// Whether a line has neither a key nor a comment in it.
fn is_plain(text: &str) -> bool {
    let mut before = b' ';
    for byte in text.bytes() {
        if before == b':' && byte == b' ' || before == b' ' && byte == b'#' {
            return false;
        }
        before = byte;
    }
    before != b':'
}

/// The line break between two lines of a scalar, with so many blank ones between: it is a blank, or stands for those.
fn fold(text: &mut String, blank: usize) {
    if blank == 0 {
        text.push(' ');
    }
    text.extend(std::iter::repeat_n('\n', blank));
}

/// A scalar in quotes.
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

/// Where a line of a scalar in quotes ends.
enum Part {
    /// With the quote that closes it, behind so many bytes.
    Closed(usize),
    /// It goes on; `is_escaped` says that the line break is none.
    Open { is_escaped: bool },
}

/// Adds a line of a scalar in quotes.
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

/// A literal scalar, whose lines stay what they are. Its place is that of the lines.
fn literal(lines: &mut Lines<'_>, header: &str, around: usize) -> Option<(Scalar, Range<usize>)> {
    let is_clipped = match header {
        "|" => true,
        "|-" => false,
        _ => return None,
    };
    let first = { *lines }.next_text()?;
    // Blank lines at the beginning may not be longer than the others are indented.
    if first.column <= around || first.blank > 0 {
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
            // Blanks that are content.
            return None;
        } else if column < indent {
            if column > around {
                return None;
            }
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
    if is_clipped {
        value.push('\n');
    }
    Some((Scalar::String(value), first.start..end))
}
