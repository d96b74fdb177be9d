//! Patterns that were compiled when their code was generated.

mod states;

pub use states::States;

/// The state of a text that no longer can match.
const DEAD: u8 = 0;

/// The state of a text that matches, however it continues.
const MATCHED: u8 = 1;

/// The state of an empty text.
const START: u8 = 2;

/// A deterministic automaton that reads a text byte by byte. It needs no preparation at run time.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The class of each byte.
    class_of: [u8; 256],
    /// The number of states from [`START`] on.
    states: usize,
    /// For each class, and at last for the end of the text, what follows each state from [`START`] on.
    columns: &'static [u8],
}

impl Automaton {
    /// Creates an automaton from [`States`].
    pub(super) const fn new(classes: &[&[u8]], columns: &'static [u8]) -> Self {
        let mut class_of = [0; 256];
        let mut class = 0;
        while class < classes.len() {
            let ranges = classes[class];
            let mut at = 0;
            while at + 1 < ranges.len() {
                let (mut byte, last) = (ranges[at] as usize, ranges[at + 1] as usize);
                while byte <= last {
                    class_of[byte] = class as u8 + 1;
                    byte += 1;
                }
                at += 2;
            }
            class += 1;
        }
        Automaton { class_of, states: columns.len() / (classes.len() + 2), columns }
    }

    /// Returns `true` if the pattern matches any part of `text`.
    pub(super) fn is_match(&self, text: &str) -> bool {
        let mut state = START;
        for byte in text.bytes() {
            // The column does not depend on the state, so that only the lookup waits for the previous byte.
            let column = usize::from(self.class_of[usize::from(byte)]) * self.states;
            state = self.next(state, column);
            if state < START {
                return state == MATCHED;
            }
        }
        self.next(state, self.columns.len() - self.states) == MATCHED
    }

    #[inline]
    fn next(&self, state: u8, column: usize) -> u8 {
        let index = column.wrapping_sub(usize::from(START)).wrapping_add(usize::from(state));
        self.columns.get(index).copied().unwrap_or(DEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::{LazyPattern, Pattern};

    fn automaton(pattern: &str) -> Automaton {
        let states = States::of_pattern(pattern).unwrap_or_else(|| panic!("{pattern} has no automaton"));
        let classes: Vec<&[u8]> = states.classes.iter().map(Vec::as_slice).collect();
        Automaton::new(&classes, states.columns.leak())
    }

    #[test]
    fn an_automaton_matches_like_its_pattern() {
        let patterns = [
            "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
            "^([0-9]{1,5}(h|m|s|ms)){1,4}$",
            "(^\\*$)|(^([a-zA-Z][a-zA-Z0-9+\\-.]+):\\/\\/([^:/?#]+)(:([0-9]{1,5}))?$)",
            "^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$",
            "^$|^a",
            "a.b",
            "(?s)^.{2}$",
            "(?i)^k+$",
            "\\bx\\b",
            "(?m)^b$",
            "[^a]",
            "é|ü$",
            "c+",
            "^[a-z]$",
        ];
        let mut texts: Vec<String> = [
            "",
            "a",
            "b",
            "x",
            "a x",
            "axb",
            "a\nb",
            "a\nb\nc",
            "example.com",
            "-a",
            "a-",
            "a.b",
            "1h",
            "1h30m",
            "é",
            "ü!",
            "K",
            "\u{212a}",
            "*",
            "https://example.com:80",
            "https://é:1",
            "/a%2f",
            "/a%2",
            "aé",
            "日本",
            "éb",
        ]
        .map(str::to_owned)
        .into();
        for first in "aabx.-0é\n*:/h%".chars() {
            for second in "abx.-0é\n2fms".chars() {
                texts.push(format!("{first}{second}"));
                texts.push(format!("{second}{first}{first}{second}"));
            }
        }
        for source in patterns {
            let (automaton, pattern) = (automaton(source), Pattern::new(source).unwrap());
            for text in &texts {
                assert_eq!(automaton.is_match(text), pattern.is_match(text), "{source} {text:?}");
            }
        }
    }

    #[test]
    fn a_constant_has_the_states_of_its_pattern() {
        static NAME: LazyPattern = LazyPattern::with_states("^[a-z]+$", &[b"az"], b"\x00\x00\x03\x03\x00\x01");
        let states = States::of_pattern("^[a-z]+$").unwrap();
        assert_eq!((states.classes, states.columns), (vec![b"az".to_vec()], b"\x00\x00\x03\x03\x00\x01".to_vec()));
        assert!(NAME.is_match("abc") && !NAME.is_match("") && !NAME.is_match("a1"));
        assert!(NAME.compiled().is_ok_and(|pattern| pattern.is_match("abc")));
    }

    #[test]
    fn large_and_invalid_patterns_have_no_automaton() {
        for pattern in ["(", "^[a-z]{300}$", "(a|b)*a(a|b){9}", "\\pL{20}", "", "a**"] {
            assert!(States::of_pattern(pattern).is_none(), "{pattern}");
        }
    }
}
