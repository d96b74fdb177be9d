//! Checks that the quotes and brackets in a CEL expression are balanced.

use super::scan::{PartKind, scan};

/// An unbalanced quote or bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tags) struct BalanceError {
    /// The offsets of the invalid bytes.
    pub(in crate::tags) at: (usize, usize),
    /// The problem.
    pub(in crate::tags) message: String,
    /// The bracket that is still open at this point, if it is relevant.
    pub(in crate::tags) opener: Option<(usize, usize)>,
}

/// Checks the quotes and brackets of an expression. Only the first error is reported, because later ones would be
/// unreliable.
pub(in crate::tags) fn check(text: &str) -> Result<(), BalanceError> {
    let scan = scan(text);
    let mut open: Vec<(usize, &str)> = Vec::new();
    for part in scan.parts.iter().filter(|part| part.kind == PartKind::Bracket) {
        let bracket = part.text(text);
        let Some(expected) = opener_of(bracket) else {
            open.push((part.start, bracket));
            continue;
        };
        match open.pop() {
            Some((_, opener)) if opener == expected => {}
            Some((start, opener)) => {
                return Err(BalanceError {
                    at: (part.start, part.end),
                    message: format!("unexpected `{bracket}`: `{opener}` is not closed yet"),
                    opener: Some((start, start + opener.len())),
                });
            }
            None => {
                return Err(BalanceError {
                    at: (part.start, part.end),
                    message: format!("`{bracket}` has no opening bracket"),
                    opener: None,
                });
            }
        }
    }
    if let Some((start, quotes)) = scan.unclosed {
        let end =
            text.get(start..).and_then(|rest| rest.find(quotes)).map_or(text.len(), |at| start + at + quotes.len());
        let message = if quotes.len() == 1 {
            format!("the string has no closing `{quotes}` on its line")
        } else {
            format!("the string has no closing `{quotes}`")
        };
        return Err(BalanceError { at: (start, end), message, opener: None });
    }
    match open.pop() {
        Some((start, opener)) => Err(BalanceError {
            at: (start, start + opener.len()),
            message: format!("`{opener}` is not closed"),
            opener: None,
        }),
        None => Ok(()),
    }
}

fn opener_of(bracket: &str) -> Option<&'static str> {
    match bracket {
        ")" => Some("("),
        "]" => Some("["),
        "}" => Some("{"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balanced() {
        for text in [
            "",
            "self.all(c, c.x[0] == {'a': [1]}['a'])",
            "self == ')' || self == \"[\" || self == r'\\('",
            "self // (\n > 0",
            "self == '''a\n('''",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn unbalanced() {
        for (text, at, message, opener) in [
            ("(self > 0", (0, 1), "`(` is not closed", None),
            ("self > 0)", (8, 9), "`)` has no opening bracket", None),
            ("self.all(c, c[0)", (15, 16), "unexpected `)`: `[` is not closed yet", Some((13, 14))),
            ("f({x: 1]", (7, 8), "unexpected `]`: `{` is not closed yet", Some((2, 3))),
            ("self == 'a", (8, 9), "the string has no closing `'` on its line", None),
            ("self == r\"a", (8, 10), "the string has no closing `\"` on its line", None),
            ("self == '''a'", (8, 11), "the string has no closing `'''`", None),
            ("f(g(1)", (1, 2), "`(` is not closed", None),
            ("(]'", (1, 2), "unexpected `]`: `(` is not closed yet", Some((0, 1))),
        ] {
            assert_eq!(check(text), Err(BalanceError { at, message: message.to_owned(), opener }), "{text}");
        }
    }
}
