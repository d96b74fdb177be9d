//! The first matches of a pattern, without the tables that make many matches fast.

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering},
};

use regex_automata::{
    Input,
    nfa::thompson::{Compiler, Config, WhichCaptures, backtrack::BoundedBacktracker},
};
use regex_syntax::hir::Hir;

/// Number of matches that cost less than the tables.
const FEW: u32 = 20;

/// Maximum number of bytes of a text.
const SHORT: usize = 256;

/// Matches a pattern that has been used a few times, by backtracking.
#[derive(Debug, Default)]
pub(super) struct FirstMatches {
    count: AtomicU32,
    backtracker: OnceLock<Option<BoundedBacktracker>>,
}

impl FirstMatches {
    /// Returns whether the pattern matches, or `None` if the pattern is used often or the text is long.
    pub(super) fn is_match(&self, expression: &Hir, text: &str) -> Option<bool> {
        if text.len() > SHORT || self.count.fetch_add(1, Ordering::Relaxed) >= FEW {
            return None;
        }
        let backtracker = self.backtracker.get_or_init(|| {
            let config = Config::new().which_captures(WhichCaptures::None);
            let nfa = Compiler::new().configure(config).build_from_hir(expression).ok()?;
            BoundedBacktracker::new_from_nfa(nfa).ok()
        });
        let backtracker = backtracker.as_ref()?;
        backtracker.try_is_match(&mut backtracker.create_cache(), Input::new(text)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::FEW;
    use crate::regex::Pattern;

    #[test]
    fn all_matches_are_equal() {
        for source in ["^[a-z]+$", "a|^$", "(?i)É.$", r"\bx\b", "^(a|b)*c{2,3}$", "", "[^a]", "(a*)*b"] {
            for text in ["", "abc", "É!", "é\n", "a x", "abcc", "aabbccc", "b", "a", &"a".repeat(300)] {
                let found = Pattern::compile(source).unwrap().find(text).is_some();
                let fresh = Pattern::compile(source).unwrap();
                for _ in 0..FEW + 2 {
                    assert_eq!(fresh.is_match(text), found, "{source} {text}");
                }
            }
        }
    }
}
