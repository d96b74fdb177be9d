//! Character classes: `[a-z]`, `[[:alpha:]]`, `\d`.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::{
    character_set::{opposite, range},
    error::{Code, Error},
    escape,
    parser::Parser,
    source::{after, consumed},
    unicode,
};

/// Parses `\d`, `\s`, `\w` and their complements. All are ASCII classes.
pub(super) fn perl(text: &str, fold: bool) -> Option<(ClassUnicode, &str)> {
    let letter = text.strip_prefix('\\')?.chars().next()?;
    let ranges: &[(char, char)] = match letter.to_ascii_lowercase() {
        'd' => &[('0', '9')],
        's' => &[('\t', '\n'), ('\u{c}', '\r'), (' ', ' ')],
        'w' => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        _ => return None,
    };
    Some((ascii(ranges, fold, letter.is_ascii_uppercase()), after(text, 2)))
}

/// Returns an ASCII class, with case folding if `fold`, or its complement.
fn ascii(ranges: &[(char, char)], fold: bool, is_negated: bool) -> ClassUnicode {
    let ranges = ranges.iter().map(|(low, high)| ClassUnicodeRange::new(*low, *high));
    let mut class = ClassUnicode::new(ranges);
    if fold {
        class = unicode::folded(&class);
    }
    if is_negated { opposite(&class) } else { class }
}

/// Parses a class such as `[:alpha:]` or `[:^alpha:]`. Returns `None` if the closing `:]` is missing.
fn posix(text: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, Error> {
    let Some((name, rest)) = text.strip_prefix("[:").and_then(|name| name.split_once(":]")) else {
        return Ok(None);
    };
    let (is_negated, name) = match name.strip_prefix('^') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let ranges: &[(char, char)] = match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "ascii" => &[('\0', '\u{7f}')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "cntrl" => &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "upper" => &[('A', 'Z')],
        "word" => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return Err(Error::new(Code::InvalidCharRange, consumed(text, rest))),
    };
    Ok(Some((ascii(ranges, fold, is_negated), rest)))
}

/// Parses the bracketed class at the start of `text` and pushes it onto the parser's stack.
pub(super) fn bracketed<'p>(parser: &mut Parser<'p>, text: &'p str) -> Result<&'p str, Error> {
    let fold = parser.flags.fold;
    let mut rest = after(text, 1);
    let is_negated = rest.starts_with('^');
    rest = rest.strip_prefix('^').unwrap_or(rest);
    let mut ranges: Vec<ClassUnicodeRange> = Vec::new();
    // A `]` in the first position does not close the class.
    let mut is_first = true;
    while is_first || !rest.starts_with(']') {
        is_first = false;
        let named = match posix(rest, fold)? {
            Some(named) => Some(named),
            None => unicode::escape(rest, fold)?.or_else(|| perl(rest, fold)),
        };
        if let Some((members, shorter)) = named {
            ranges.extend(members.ranges());
            rest = shorter;
            continue;
        }
        let start = rest;
        let (low, shorter) = character(rest, text)?;
        rest = shorter;
        let mut high = low;
        if rest.len() >= 2 && rest.starts_with('-') && !rest.starts_with("-]") {
            (high, rest) = character(after(rest, 1), text)?;
            if high < low {
                return Err(Error::new(Code::InvalidCharRange, consumed(start, rest)));
            }
        }
        let members = range(low, high);
        if fold {
            ranges.extend(unicode::folded(&ClassUnicode::new(members)).ranges());
        } else {
            ranges.extend(members);
        }
    }
    let class = ClassUnicode::new(ranges);
    parser.push_class(if is_negated { opposite(&class) } else { class })?;
    Ok(after(rest, 1))
}

/// Parses a character of a class. `whole` is the text from the opening bracket of the class, for errors.
fn character<'p>(text: &'p str, whole: &str) -> Result<(u32, &'p str), Error> {
    match text.chars().next() {
        None => Err(Error::new(Code::MissingBracket, whole)),
        Some('\\') => escape::character(text),
        Some(character) => Ok((u32::from(character), after(text, character.len_utf8()))),
    }
}
