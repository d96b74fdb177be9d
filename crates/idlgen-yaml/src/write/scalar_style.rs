//! How a text is written: what goyaml.v2's `yaml_emitter_analyze_scalar` and `yaml_emitter_select_scalar_style` decide.

use crate::{number, scalar};

use super::timestamp::is_timestamp;

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarStyle {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// The style of a text, as a value or as a simple key, which is written on one line.
pub(super) fn style_of_text(text: &str, is_simple_key: bool) -> ScalarStyle {
    let allowed = Allowed::of(text);
    if text.contains('\n') {
        let is_literal = allowed.literal && !is_simple_key;
        return if is_literal { ScalarStyle::Literal } else { ScalarStyle::DoubleQuoted };
    }
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

/// Whether a text has a line break of any kind, so that it is no simple key.
pub(super) fn has_break(text: &str) -> bool {
    text.contains(is_break)
}

/// Whether a character breaks a line, to YAML.
pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a character may stand in a text as it is.
pub(super) fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{fffd}') && character != '\u{feff}'
}

/// Whether a plain scalar with this text would be something other than a text.
fn is_resolved(text: &str) -> bool {
    !matches!(scalar::resolve(text, scalar::Tag::Plain), Ok(scalar::Scalar::String(_)))
        || is_timestamp(text)
        || number::is_base_60(text)
}

/// In which styles a text keeps its meaning.
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
        let is_edge = |character: char| character == ' ' || is_break(character);
        if is_edge(first) || is_edge(last) || has_break(text) || has_indicator(text) {
            allowed.plain = false;
        }
        if last == ' ' {
            allowed.literal = false;
        }
        let pairs = || text.chars().zip(text.chars().skip(1));
        if pairs().any(|(before, after)| is_break(before) && after == ' ') {
            allowed.plain = false;
            allowed.single_quoted = false;
        }
        let has_space_before_break = pairs().any(|(before, after)| before == ' ' && is_break(after));
        if has_space_before_break || !text.chars().all(is_printable) {
            return Allowed { plain: false, single_quoted: false, literal: false };
        }
        allowed
    }
}

/// Whether a text has, outside a flow, a character that means something to YAML where it stands.
fn has_indicator(text: &str) -> bool {
    if text.starts_with("---") || text.starts_with("...") {
        return true;
    }
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let mut before: Option<char> = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let ends_word = characters.peek().is_none_or(|next| is_blank(*next));
        let follows_blank = before.is_none_or(|before| is_blank(before) || is_break(before) || before == '\0');
        let is_indicator = match character {
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => {
                before.is_none()
            }
            '#' => follows_blank,
            ':' => ends_word,
            '?' | '-' => before.is_none() && ends_word,
            _ => false,
        };
        if is_indicator {
            return true;
        }
        before = Some(character);
    }
    false
}
