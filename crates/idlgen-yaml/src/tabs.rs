//! Tabs where Kubernetes' parser, which reads YAML 1.1, refuses them: wherever a key might begin, so that they would
//! indent (`yaml_parser_scan_to_next_token`, `yaml_parser_scan_plain_scalar` and `yaml_parser_scan_block_scalar` of
//! goyaml.v2).

/// What is said of them.
pub(crate) const TAB: &str = "a tab cannot indent; use spaces";

/// What was read last of a document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Last {
    /// Where it ends.
    pub(crate) end: usize,
    /// Of a plain scalar, the column from which on it would go on in another line.
    pub(crate) goes_on: Option<usize>,
}

/// A tab that is refused between what was read last and `until`, outside of flow collections. Stops at the end of the
/// document and at what is neither white space, a comment, an indicator nor a tag or anchor.
pub(crate) fn find(text: &str, last: Last, until: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(..until.min(text.len()))?;
    let byte_order_mark = if last.end == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut at = last.end + byte_order_mark;
    let mut may_be_key = byte_order_mark > 0 || is_first(text, at);
    if let Some(indent) = last.goes_on {
        // White space behind a plain scalar is read with it.
        let mut column = None;
        while let Some(byte) = bytes.get(at) {
            column = match (byte, column) {
                (b'\n' | b'\r', _) => Some(0),
                (b'\t', Some(column)) if column < indent => return Some(at),
                (b' ' | b'\t', column) => column.map(|column: usize| column + 1),
                _ => break,
            };
            at += 1;
        }
        may_be_key = column.is_some();
    }
    while let Some(byte) = bytes.get(at) {
        let is_alone = bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace);
        match byte {
            b' ' => {}
            b'\t' if may_be_key => return Some(at),
            b'\t' => {}
            b'\n' | b'\r' => may_be_key = true,
            b'-' | b'?' if is_alone => may_be_key = true,
            // The value of a key that stands behind `?` may be a mapping in the same line.
            b':' if is_alone => may_be_key = is_first(text, at),
            b'#' | b'%' => at = end_of(bytes, at, |byte| matches!(byte, b'\n' | b'\r')),
            b'-' | b'.' if at > last.end && is_mark(bytes, at) => return None,
            b'&' | b'!' | b'*' | b'-' | b'.' => {
                may_be_key = false;
                at = end_of(bytes, at, u8::is_ascii_whitespace);
            }
            _ => return None,
        }
        at += 1;
    }
    None
}

/// A tab that is refused in a block scalar, which begins at `start` with its indicator: one that stands where only
/// spaces can indent. Nothing is said of one that says its indentation itself.
pub(crate) fn find_in_block_scalar(text: &str, start: usize) -> Option<usize> {
    let scalar = text.get(start..)?;
    let mut lines = scalar.split_inclusive(['\n', '\r']);
    let header = lines.next()?;
    if header.starts_with(|first| !matches!(first, '|' | '>')) || header.contains(|digit: char| digit.is_ascii_digit())
    {
        return None;
    }
    let mut at = start + header.len();
    // The indentation of the deepest line up to the first that is not blank, and whether that was seen.
    let (mut indent, mut is_settled) = (0, false);
    for line in lines {
        let rest = line.trim_start_matches(' ');
        let spaces = line.len() - rest.len();
        let is_indentation = !is_settled || spaces < indent;
        if is_indentation && rest.starts_with('\t') {
            return Some(at + spaces);
        }
        let is_blank = rest.trim_end_matches(['\n', '\r']).is_empty();
        if is_settled && spaces < indent && !is_blank {
            return None;
        }
        if !is_settled {
            indent = indent.max(spaces);
            is_settled = !is_blank;
        }
        at += line.len();
    }
    None
}

/// Whether the mark stands there that begins or ends a document.
fn is_mark(bytes: &[u8], at: usize) -> bool {
    let is_at_margin = at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|byte| b"\n\r".contains(byte));
    let rest = bytes.get(at..).unwrap_or_default();
    is_at_margin && (rest.starts_with(b"---") || rest.starts_with(b"..."))
}

/// Whether nothing but white space stands before a place in its line.
fn is_first(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|last| matches!(last, '\n' | '\r'))
}

/// Where something ends that goes on up to a byte of a kind, as the place before that.
fn end_of(bytes: &[u8], start: usize, is_end: impl Fn(&u8) -> bool) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().position(is_end).unwrap_or(rest.len()).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_that_might_indent() {
        for (text, expected) in [
            ("\t# c\n1", Some(0)),
            ("# c\n\t# d\n1", Some(4)),
            ("\t&a !!str ", Some(0)),
            (" \t!x # c\n1", Some(1)),
            ("-\t&a 1", Some(1)),
            ("!x\t1", None),
            ("- &a\t1", None),
            ("---\t1", None),
            (": \t1", Some(2)),
            ("\u{feff}\ta", Some(3)),
            ("a\n\tb", None),
        ] {
            assert_eq!(find(text, Last::default(), text.len()), expected, "{text:?}");
        }
    }

    #[test]
    fn tabs_behind_a_plain_scalar() {
        for (text, indent, expected) in [
            ("a: b\n\t", 1, Some(5)),
            ("a: b\n \t", 1, None),
            ("a: b\n \t", 2, Some(6)),
            ("a: b\t\n  \t\nc", 2, None),
            ("a: b\n\t", 0, None),
            ("a: b\n # c\n\t", 1, Some(10)),
        ] {
            assert_eq!(find(text, Last { end: 4, goes_on: Some(indent) }, text.len()), expected, "{text:?}");
        }
    }

    #[test]
    fn tabs_in_block_scalars() {
        for (text, expected) in [
            ("|\n  \tx", Some(4)),
            (">-\n\n \t\n  x", Some(5)),
            ("|\n  x\n  \ty\n", None),
            ("|\n  x\n \ty\n", Some(7)),
            ("|\n  x\n\t\n", Some(6)),
            ("|2\n  \tx", None),
            ("|\n  x\na\n\t", None),
        ] {
            assert_eq!(find_in_block_scalar(text, 0), expected, "{text:?}");
        }
    }
}
