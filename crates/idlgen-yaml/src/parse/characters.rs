//! Allowed characters.

use crate::{Problem, tree::syntax};

/// Returns the first character that YAML 1.1 does not allow anywhere in a file, not even in quotes.
pub(crate) fn first_disallowed(text: &str, start: usize) -> Option<Problem> {
    let is_printable_ascii = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    if text.as_bytes().iter().all(is_printable_ascii) {
        return None;
    }
    let (at, found) = text.char_indices().find(|(_, character)| !is_allowed(*character))?;
    let at = start + at;
    Some(syntax("control characters are not allowed".to_owned(), at..at + found.len_utf8()))
}

fn is_allowed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}'
        | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_refused() {
        for text in ["a\u{7f}", "\u{1}", "é\u{80}", "\u{fffe}", "\u{0}", "a: '\u{b}'"] {
            assert!(first_disallowed(text, 0).is_some(), "{text:?}");
        }
        for text in ["a\tb\r\n", "\u{85}\u{a0}é", "\u{feff}", "😀\u{1fffe}", "\u{fffd}\u{2028}"] {
            assert_eq!(first_disallowed(text, 0), None, "{text:?}");
        }
        assert_eq!(first_disallowed("é\u{7f}", 10).map(|problem| problem.span), Some(12..13));
    }
}
