//! Repetition operators: `*`, `+`, `?` and `{1,2}`.

use super::{
    error::{Code, Error},
    parser::Parser,
    source::{after, consumed},
};

/// Maximum number of copies of a node, including those of enclosing repetitions.
const MAX_COPIES: u32 = 1000;

pub(super) struct Operator<'p> {
    min: u32,
    max: Option<u32>,
    is_counted: bool,
    rest: &'p str,
}

impl<'p> Operator<'p> {
    /// Returns the text after the operator.
    pub(super) fn rest(&self) -> &'p str {
        self.rest
    }
}

/// Parses the repetition operator at the start of `text`. Returns `None` if it is a literal brace.
pub(super) fn operator(text: &str) -> Option<Result<Operator<'_>, Error>> {
    let rest = after(text, 1);
    let (min, max) = match text.as_bytes().first() {
        Some(b'*') => (0, None),
        Some(b'+') => (1, None),
        Some(b'?') => (0, Some(1)),
        _ => return braces(text, rest),
    };
    Some(Ok(Operator { min, max, is_counted: false, rest }))
}

/// Parses `{2}`, `{2,}` or `{2,5}`.
fn braces<'p>(text: &'p str, rest: &'p str) -> Option<Result<Operator<'p>, Error>> {
    let (min, rest) = number(rest)?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => {
            let (max, rest) = number(rest)?;
            (Some(max), rest)
        }
    };
    let rest = rest.strip_prefix('}')?;
    if min > MAX_COPIES || max.is_some_and(|max| max > MAX_COPIES || min > max) {
        return Some(Err(Error::new(Code::InvalidRepeatSize, consumed(text, rest))));
    }
    Some(Ok(Operator { min, max, is_counted: true, rest }))
}

/// Parses a number without leading zeros. A number that overflows is replaced with one that exceeds the limit.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}

/// Applies a repetition to the previous item. `before` is the text that starts with the operator. `last_repeat` is the
/// text that starts with the previous operator if that directly precedes, otherwise it is empty.
pub(super) fn apply<'p>(
    parser: &mut Parser<'p>,
    operator: &Operator<'p>,
    before: &'p str,
    last_repeat: &'p str,
) -> Result<&'p str, Error> {
    let Operator { min, max, is_counted, mut rest } = *operator;
    let mut greedy = !parser.flags.ungreedy;
    if let Some(shorter) = rest.strip_prefix('?') {
        rest = shorter;
        greedy = !greedy;
    }
    if !last_repeat.is_empty() {
        return Err(Error::new(Code::InvalidRepeatOp, consumed(last_repeat, rest)));
    }
    match parser.repeat(min, max, greedy, is_counted)? {
        None => Err(Error::new(Code::MissingRepeatArgument, consumed(before, rest))),
        Some(copies) if is_counted && copies > MAX_COPIES && max.unwrap_or(min).max(min) >= 2 => {
            Err(Error::new(Code::InvalidRepeatSize, consumed(before, rest)))
        }
        Some(_) => Ok(rest),
    }
}
