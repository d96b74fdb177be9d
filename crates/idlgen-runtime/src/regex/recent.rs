//! A cache of compiled patterns. Schemas often repeat the same few patterns, and compiling one takes longer than using
//! it.

use std::{cell::RefCell, collections::BTreeMap};

use super::{Error, Pattern};

/// Maximum number of cached patterns.
const MAX_PATTERNS: usize = 64;

/// Maximum size in bytes of a cached pattern, including its source.
const MAX_BYTES: usize = 64 << 10;

thread_local! {
    static PATTERNS: RefCell<BTreeMap<String, Pattern>> = const { RefCell::new(BTreeMap::new()) };
}

impl Pattern {
    /// Compiles a pattern, or returns it from the cache of this thread. Errors have Go's messages.
    pub fn new(pattern: &str) -> Result<Self, Error> {
        let known = PATTERNS.with_borrow(|patterns| patterns.get(pattern).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let compiled = Pattern::compile(pattern)?;
        if pattern.len() + compiled.bytes() <= MAX_BYTES {
            PATTERNS.with_borrow_mut(|patterns| {
                if patterns.len() >= MAX_PATTERNS {
                    patterns.clear();
                }
                patterns.insert(pattern.to_owned(), compiled.clone());
            });
        }
        Ok(compiled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_matches_as_before_and_is_not_much() {
        for _ in 0..2 {
            for number in 0..=2 * MAX_PATTERNS {
                let pattern = Pattern::new(&format!("^a{{{number}}}$")).unwrap();
                assert!(pattern.is_match(&"a".repeat(number)) && !pattern.is_match(&"a".repeat(number + 1)));
                assert!(PATTERNS.with_borrow(BTreeMap::len) <= MAX_PATTERNS);
            }
        }
        assert!(Pattern::new("(").is_err() && Pattern::new("(").is_err());
        let large = r"\pL{900}";
        assert!(Pattern::new(large).is_ok());
        assert!(!PATTERNS.with_borrow(|patterns| patterns.contains_key(large)));
    }
}
