//! Parses patterns.

use regex_syntax::hir::Look;

use super::{
    character_set, class,
    error::{Code, Error},
    escape, group,
    node::{PatternKind, PatternNode},
    parser::Parser,
    repeat,
    source::after,
    unicode,
};

pub(super) fn parse(pattern: &str) -> Result<PatternNode, Error> {
    let mut parser = Parser::new(pattern);
    let mut rest = pattern;
    // If a repetition operator directly precedes, the text that starts with it. Otherwise empty.
    let mut last_repeat = "";
    while let Some(first) = rest.chars().next() {
        let mut this_repeat = "";
        match first {
            '(' => rest = group::open(&mut parser, rest)?,
            '|' => {
                parser.vertical_bar()?;
                rest = after(rest, 1);
            }
            ')' => {
                parser.right_paren()?;
                rest = after(rest, 1);
            }
            '^' => {
                parser.push_look(if parser.flags.multi_line { Look::StartLF } else { Look::Start })?;
                rest = after(rest, 1);
            }
            '$' => {
                parser.push_look(if parser.flags.multi_line { Look::EndLF } else { Look::End })?;
                rest = after(rest, 1);
            }
            '.' => {
                let class =
                    if parser.flags.dot_newline { character_set::any() } else { character_set::any_but_newline() };
                // With or without `s`, Go represents `.` by one node without ranges, which its limit includes.
                parser.limits.allocate();
                parser.push(PatternNode::leaf(PatternKind::Class(class)))?;
                rest = after(rest, 1);
            }
            '[' => rest = class::bracketed(&mut parser, rest)?,
            '*' | '+' | '?' | '{' => {
                if let Some(operator) = repeat::operator(rest) {
                    this_repeat = rest;
                    rest = repeat::apply(&mut parser, &operator?, rest, last_repeat)?;
                } else {
                    parser.push_literal('{')?;
                    rest = after(rest, 1);
                }
            }
            '\\' => rest = escape(&mut parser, rest)?,
            other => {
                parser.push_literal(other)?;
                rest = after(rest, other.len_utf8());
            }
        }
        last_repeat = this_repeat;
    }
    parser.finish()
}

/// Parses an escape outside of a class.
fn escape<'p>(parser: &mut Parser<'p>, text: &'p str) -> Result<&'p str, Error> {
    let look = match text.as_bytes().get(1) {
        Some(b'A') => Some(Look::Start),
        Some(b'z') => Some(Look::End),
        Some(b'b') => Some(Look::WordAscii),
        Some(b'B') => Some(Look::WordAsciiNegate),
        Some(b'C') => return Err(Error::new(Code::InvalidEscape, text.get(..2).unwrap_or(text))),
        Some(b'Q') => {
            let (literal, rest) = after(text, 2).split_once("\\E").unwrap_or((after(text, 2), ""));
            for character in literal.chars() {
                parser.push_literal(character)?;
            }
            return Ok(rest);
        }
        _ => None,
    };
    if let Some(look) = look {
        parser.push_look(look)?;
        return Ok(after(text, 2));
    }
    if let Some((class, rest)) = unicode::escape(text, parser.flags.fold)? {
        parser.push_class(class)?;
        return Ok(rest);
    }
    if let Some((class, rest)) = class::perl(text, parser.flags.fold) {
        parser.push_class(class)?;
        return Ok(rest);
    }
    let (code, rest) = escape::character(text)?;
    match char::from_u32(code) {
        Some(character) => parser.push_literal(character)?,
        // A surrogate never occurs in a string, so the class is empty.
        None => parser.push_class(character_set::none())?,
    }
    Ok(rest)
}
