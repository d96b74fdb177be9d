//! Scalar styles, selected as in goyaml.v2's `yaml_emitter_analyze_scalar` and `yaml_emitter_select_scalar_style`.

use crate::{number, scalar};

use crate::timestamp::is_timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarStyle {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// Returns the style of a string that is a value or, if `is_simple_key`, a key on a single line.
pub(super) fn style_of_text(text: &str, is_simple_key: bool) -> ScalarStyle {
    if text.contains('\n') {
        let is_literal = !is_simple_key && may_be_literal(text);
        return if is_literal { ScalarStyle::Literal } else { ScalarStyle::DoubleQuoted };
    }
    let allowed = Allowed::of(text);
    if is_resolved(text) || (is_simple_key && has_break(text)) {
        return ScalarStyle::DoubleQuoted;
    }
    if allowed.plain && !text.is_empty() {
        ScalarStyle::Plain
    } else if allowed.single_quoted {
        ScalarStyle::SingleQuoted
    } else {
        ScalarStyle::DoubleQuoted
    }
}

/// Returns `true` if a string contains a line break of any kind, so it cannot be a simple key.
pub(super) fn has_break(text: &str) -> bool {
    text.contains(is_break)
}

/// Returns `true` for a YAML line break.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Splits a string after its line breaks of any kind.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').flat_map(|line| {
        // Checking the bytes of ASCII text is faster than checking characters.
        let has_other_break = any_of_block(line, |byte| byte == b'\r' || !byte.is_ascii()).is_some();
        let (whole, other) = if has_other_break { (None, line) } else { (Some(line), "") };
        whole.into_iter().chain(other.split_inclusive(is_break))
    })
}

/// Returns `true` for a character that needs no escaping.
pub(super) fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{fffd}') && character != '\u{feff}'
}

/// The length of `false`, the longest word that YAML does not resolve as a string. Numbers and timestamps may be
/// longer.
const LONGEST_WORD: usize = 5;

/// Returns `true` if a plain scalar with this text would not be a string.
fn is_resolved(text: &str) -> bool {
    // Numbers and timestamps start with one of these characters. Other resolved words are short, so long strings are
    // not checked.
    let may_be_number = text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'));
    if !may_be_number && text.len() > LONGEST_WORD {
        return false;
    }
    !matches!(scalar::resolve(text, scalar::Tag::Plain), Ok(scalar::Scalar::String(_)))
        || is_timestamp(text)
        || number::is_base_60(text)
}

/// Returns `true` if a multi-line string can be a literal block.
fn may_be_literal(text: &str) -> bool {
    if any_of_block(text, |byte| !matches!(byte, b' '..=b'~' | b'\n')).is_none() {
        return !text.ends_with(' ') && !text.contains(" \n");
    }
    Allowed::of(text).literal
}

/// The styles that can represent a string.
struct Allowed {
    plain: bool,
    single_quoted: bool,
    literal: bool,
}

impl Allowed {
    fn of(text: &str) -> Self {
        let mut allowed = Allowed { plain: true, single_quoted: true, literal: !text.is_empty() };
        let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
            return allowed;
        };
        if is_printable_ascii(text) {
            let is_plain = first != ' ' && last != ' ' && !has_indicator(text);
            return Allowed { plain: is_plain, single_quoted: true, literal: last != ' ' };
        }
        let is_edge = |character: char| character == ' ' || is_break(character);
        if is_edge(first) || is_edge(last) || has_break(text) || has_indicator(text) {
            allowed.plain = false;
        }
        if last == ' ' {
            allowed.literal = false;
        }
        let mut before = None;
        for character in text.chars() {
            if !is_printable(character) || before == Some(' ') && is_break(character) {
                return Allowed { plain: false, single_quoted: false, literal: false };
            }
            if character == ' ' && before.is_some_and(is_break) {
                allowed.plain = false;
                allowed.single_quoted = false;
            }
            before = Some(character);
        }
        allowed
    }
}

/// Returns `true` if a string only contains printable ASCII characters, as most do. Line breaks are not included.
fn is_printable_ascii(text: &str) -> bool {
    any_of_block(text, |byte| !matches!(byte, b' '..=b'~')).is_none()
}

/// Returns the first block of bytes that contains a matching byte. Checking an entire block takes little more time than
/// checking a byte.
fn any_of_block(text: &str, is_such: impl Fn(u8) -> bool) -> Option<&[u8]> {
    text.as_bytes().chunks(64).find(|block| block.iter().fold(false, |any, byte| any | is_such(*byte)))
}

/// Returns `true` if a string without line breaks contains a character with a special meaning in YAML block context.
fn has_indicator(text: &str) -> bool {
    if text.starts_with("---") || text.starts_with("...") {
        return true;
    }
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let ends_word =
        |position: usize| text.get(position + 1..).is_none_or(|rest| rest.is_empty() || rest.starts_with(is_blank));
    let begins = match text.bytes().next() {
        Some(
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@'
            | b'`',
        ) => true,
        Some(b':' | b'?' | b'-') => ends_word(0),
        _ => false,
    };
    let follows_blank = |position: usize| {
        let before = text.get(..position).and_then(|before| before.chars().next_back());
        before.is_some_and(is_blank)
    };
    if begins || any_of_block(text, |byte| matches!(byte, b'#' | b':')).is_none() {
        return begins;
    }
    text.bytes().enumerate().skip(1).any(|(position, byte)| match byte {
        b'#' => follows_blank(position),
        b':' => ends_word(position),
        _ => false,
    })
}
