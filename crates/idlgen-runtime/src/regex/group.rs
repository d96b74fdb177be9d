//! Groups and flags: `(`, `(?:`, `(?i)`, `(?P<name>`.

use super::{
    error::{Code, Error},
    parser::Parser,
    source::{after, consumed},
};

/// Parses the opening of a group, or a flag setting, at the start of `text`.
pub(super) fn open<'p>(parser: &mut Parser<'p>, text: &'p str) -> Result<&'p str, Error> {
    let Some(perl) = text.strip_prefix("(?") else {
        parser.left_paren(true);
        return Ok(after(text, 1));
    };
    // A name must have at least one character after its angle bracket.
    let named = match perl.strip_prefix("P<") {
        Some(named) if !named.is_empty() => Some(named),
        _ => perl.strip_prefix('<').filter(|named| !named.is_empty()),
    };
    if let Some(named) = named {
        let Some((name, rest)) = named.split_once('>') else {
            return Err(Error::new(Code::InvalidNamedCapture, text));
        };
        if name.is_empty() || !name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric()) {
            return Err(Error::new(Code::InvalidNamedCapture, consumed(text, rest)));
        }
        parser.left_paren(true);
        return Ok(rest);
    }
    flags(parser, text, perl)
}

/// Parses flags up to `:` or `)`. Flags after `-` are disabled.
fn flags<'p>(parser: &mut Parser<'p>, text: &'p str, mut rest: &'p str) -> Result<&'p str, Error> {
    let mut flags = parser.flags;
    let (mut is_on, mut is_complete) = (true, true);
    while let Some(character) = rest.chars().next() {
        rest = after(rest, character.len_utf8());
        match character {
            'i' => flags.fold = is_on,
            'm' => flags.multi_line = is_on,
            's' => flags.dot_newline = is_on,
            'U' => flags.ungreedy = is_on,
            '-' if is_on => {
                is_on = false;
                is_complete = false;
                continue;
            }
            ':' | ')' if is_complete => {
                if character == ':' {
                    parser.left_paren(false);
                }
                parser.flags = flags;
                return Ok(rest);
            }
            _ => break,
        }
        is_complete = true;
    }
    Err(Error::new(Code::InvalidPerlOp, consumed(text, rest)))
}
