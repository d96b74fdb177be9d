//! Converts Go patterns to ECMA 262 syntax, which JSON Schema's `pattern` uses (with the flag `u`).

use std::fmt::Write;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, Look};

use super::{
    error::Error,
    node::{PatternKind, PatternNode},
    parse::parse,
    repeat::operator,
    unicode,
};

/// Converts the pattern to an equivalent one in ECMA 262 syntax. If a pattern means the same in both languages, returns
/// it unchanged.
///
/// ```
/// use idlgen_runtime::regex::ecma_script;
///
/// assert_eq!(ecma_script(r"^[a-z]\d+$").unwrap(), r"^[a-z]\d+$");
/// assert_eq!(ecma_script(r"\A(?i:ab)\-.\z").unwrap(), r"^[Aa][Bb]-[^\n]$");
/// ```
///
/// # Errors
/// Returns an error if the pattern is not a valid Go pattern.
pub fn ecma_script(pattern: &str) -> Result<String, Error> {
    let node = parse(pattern)?;
    if means_the_same(pattern) {
        return Ok(pattern.to_owned());
    }
    let mut text = String::new();
    write(&node, &mut text);
    Ok(text)
}

/// The characters that have the same meaning after a backslash in both languages.
const COMMON_ESCAPES: &str = r"\/.*+?()[]{}|^$dDwWntrf";

/// Returns `true` if the pattern contains nothing that the two languages interpret differently, such as dots
/// (JavaScript has more line terminators), `\s`, flags, group names, nested classes and unnecessary escapes.
fn means_the_same(pattern: &str) -> bool {
    let mut characters = pattern.chars();
    let mut in_class = false;
    loop {
        let text = characters.as_str();
        let Some(character) = characters.next() else { return true };
        let next = characters.clone().next();
        let is_common = match (character, in_class) {
            ('\\', true) => {
                let escaped = characters.next().unwrap_or(' ');
                let after = characters.as_str();
                // Only Go treats the hyphen in `[\d-z]` as a member of the class.
                let is_start = "dDwW".contains(escaped) && after.starts_with('-') && !after.starts_with("-]");
                !is_start && (COMMON_ESCAPES.contains(escaped) || escaped == '-')
            }
            ('\\', false) => COMMON_ESCAPES.contains(characters.next().unwrap_or(' ')),
            ('[', true) => next != Some(':'),
            ('[', false) => {
                in_class = true;
                if next == Some('^') {
                    characters.next();
                }
                // Only Go treats a `]` in the first position as a member of the class.
                !characters.as_str().starts_with(']')
            }
            (']', true) => {
                in_class = false;
                true
            }
            (_, true) => character.is_ascii_graphic() || character == ' ',
            ('(', false) if next == Some('?') => {
                characters.next();
                characters.next() == Some(':')
            }
            ('{', false) => match operator(text) {
                Some(Ok(repetition)) => {
                    characters = repetition.rest().chars();
                    true
                }
                _ => false,
            },
            // Only Go can repeat an anchor.
            ('^' | '$', false) => !matches!(next, Some('*' | '+' | '?' | '{')),
            ('.' | ']' | '}', false) => false,
            _ => character.is_ascii_graphic() || character == ' ',
        };
        if !is_common {
            return false;
        }
    }
}

/// Writes a node. The recursion depth is limited because the depth of the tree is limited.
fn write(node: &PatternNode, text: &mut String) {
    match &node.kind {
        PatternKind::Empty => text.push_str("(?:)"),
        PatternKind::Literal { characters, fold } => {
            for character in characters {
                let class = ClassUnicode::new([ClassUnicodeRange::new(*character, *character)]);
                write_class(&if *fold { unicode::folded(&class) } else { class }, text);
            }
        }
        PatternKind::Class(class) => write_class(class, text),
        PatternKind::Look(look) => text.push_str(match look {
            Look::Start => "^",
            Look::End => "$",
            Look::StartLF => r"(?:^|(?<=\n))",
            Look::EndLF => r"(?:$|(?=\n))",
            Look::WordAsciiNegate => r"\B",
            _ => r"\b",
        }),
        PatternKind::Capture(node) => in_parentheses(node, text),
        PatternKind::Repeat { min, max, greedy, node, .. } => {
            if is_one_thing(node) {
                write(node, text);
            } else {
                in_parentheses(node, text);
            }
            let _ = match (min, max) {
                (0, None) => text.write_str("*"),
                (1, None) => text.write_str("+"),
                (0, Some(1)) => text.write_str("?"),
                (min, None) => write!(text, "{{{min},}}"),
                (min, Some(max)) if min == max => write!(text, "{{{min}}}"),
                (min, Some(max)) => write!(text, "{{{min},{max}}}"),
            };
            if !greedy {
                text.push('?');
            }
        }
        PatternKind::Concat(nodes) => {
            for node in nodes {
                match node.kind {
                    PatternKind::Alternate(_) => in_parentheses(node, text),
                    _ => write(node, text),
                }
            }
        }
        PatternKind::Alternate(nodes) => {
            for (position, node) in nodes.iter().enumerate() {
                if position > 0 {
                    text.push('|');
                }
                write(node, text);
            }
        }
    }
}

fn in_parentheses(node: &PatternNode, text: &mut String) {
    text.push_str("(?:");
    write(node, text);
    text.push(')');
}

/// Returns `true` if a repetition operator after the node's text would apply to the entire node.
fn is_one_thing(node: &PatternNode) -> bool {
    match &node.kind {
        PatternKind::Class(_) | PatternKind::Capture(_) => true,
        PatternKind::Literal { characters, .. } => characters.len() == 1,
        _ => false,
    }
}

fn write_class(class: &ClassUnicode, text: &mut String) {
    match class.ranges() {
        [only] if only.start() == only.end() => {
            return write_character(only.start(), r"\/.*+?()[]{}|^$", text);
        }
        [] => return text.push_str(r"[^\s\S]"),
        _ => {}
    }
    let mut complement = class.clone();
    complement.negate();
    if complement.ranges().is_empty() {
        return text.push_str(r"[\s\S]");
    }
    let is_shorter = complement.ranges().len() < class.ranges().len()
        || class.ranges().last().is_some_and(|last| last.end() == char::MAX);
    text.push_str(if is_shorter { "[^" } else { "[" });
    for range in if is_shorter { complement.ranges() } else { class.ranges() } {
        write_character(range.start(), r"\]^-[", text);
        if range.end() > range.start() {
            if range.end() as u32 > range.start() as u32 + 1 {
                text.push('-');
            }
            write_character(range.end(), r"\]^-[", text);
        }
    }
    text.push(']');
}

fn write_character(character: char, escaped: &str, text: &mut String) {
    let code = character as u32;
    let _ = match character {
        '\n' => text.write_str(r"\n"),
        '\t' => text.write_str(r"\t"),
        '\r' => text.write_str(r"\r"),
        _ if escaped.contains(character) => write!(text, "\\{character}"),
        ' '..='~' => text.write_char(character),
        _ if code <= 0xffff => write!(text, "\\u{code:04X}"),
        _ => write!(text, "\\u{{{code:X}}}"),
    };
}

#[cfg(test)]
mod tests {
    use super::ecma_script;

    #[test]
    fn what_means_the_same_stays() {
        for pattern in [
            "",
            "^a$",
            r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
            r"^(?:a|b){1,3}\d\w\/[^\n\-]$",
            "^/[A-Z_]+ x$",
            "a{2}b{2,}c{2,3}?",
            r"\r\n\t\f\/",
            r"[\d-][\w\-][-a][a-]",
            "[[][{}][ ~]",
            "()(?:a|)",
        ] {
            assert_eq!(ecma_script(pattern).unwrap(), pattern);
        }
    }

    #[test]
    fn what_means_something_else_is_written_anew() {
        for (pattern, expected) in [
            (r"a.b", r"a[^\n]b"),
            (r"(?s)a.b", r"a[\s\S]b"),
            (r"\s\S", r"[\t\n\u000C\r ][^\t\n\u000C\r ]"),
            (r"(?P<name>a|bc)+?", r"(?:a|bc)+?"),
            (r"[[:alpha:]]*", r"[A-Za-z]*"),
            (r"(?m)^a$", r"(?:^|(?<=\n))a(?:$|(?=\n))"),
            (r"\Qa.b\E{2}", r"a\.b{2}"),
            (r"[^\x00-\x{10FFFF}]", r"[^\s\S]"),
            (r"a{,5}", r"a\{,5\}"),
            (r"x\-y", "x-y"),
            (r"(?i)k", r"[Kk\u212A]"),
            ("é😀|ab", r"\u00E9\u{1F600}|ab"),
            ("(?:ab.)*|", r"(?:ab[^\n])*|(?:)"),
            ("[]a]", r"[\]a]"),
            (r"^a.$", r"^a[^\n]$"),
            (r"\b.\B", r"\b[^\n]\B"),
            (r"x(?:ab|cd).", r"x(?:ab|cd)[^\n]"),
            (r"(?:ab|cd)*.", r"(?:ab|cd)*[^\n]"),
            ("^*a$?b", "(?:^)*a(?:$)?b"),
            ("^+?|${2}", "(?:^)+?|(?:$){2}"),
            (r"[\d-z]", r"[\-0-9z]"),
            ("a{01}", r"a\{01\}"),
            ("a{1,,2}", r"a\{1,,2\}"),
            ("a{1", r"a\{1"),
            ("a{1,x}", r"a\{1,x\}"),
            ("a{2}}", r"a{2}\}"),
            ("[{]}", r"\{\}"),
            ("a]", r"a\]"),
            ("[^]a]", r"[^\]a]"),
            ("[a[:digit:]]", "[0-9a]"),
            (r"\v\a", r"\u000B\u0007"),
            ("\t", r"\t"),
            (r"a{2,}b{2}c{2,3}d{1,}e{0,}f{0,1}g{0}.", r"a{2,}b{2}c{2,3}d+e*f?g{0}[^\n]"),
            (r"(?U)a+b??", "a+?b?"),
            (r"(?:ab)?(|a|bc).", r"(?:ab)?(?:(?:)|a|bc)[^\n]"),
            (r"(?i)ab+1.", r"[Aa][Bb]+1[^\n]"),
            (r"[ab][a-c][a-bd-e].", r"[ab][a-c][abde][^\n]"),
            (r"[^a][^ab]\D.", r"[^a][^ab][^0-9][^\n]"),
            (r"[\]\-][*+].", r"[\-\]][*+][^\n]"),
            (r"\x1f \~\x7f", r"\u001F ~\u007F"),
            (r"\x{ffff}\x{10000}", r"\uFFFF\u{10000}"),
            (r"[\x00-a][\x{fffe}-\x{10ffff}].", r"[\u0000-a][^\u0000-\uFFFD][^\n]"),
        ] {
            assert_eq!(ecma_script(pattern).unwrap(), expected, "{pattern}");
        }
        assert!(ecma_script("a**").is_err());
    }
}
