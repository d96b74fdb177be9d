//! Mutants that do not change what the program does, so that no test can notice them.

use std::collections::BTreeMap;

/// The list: `FILE: MUTATION # REASON` per line, without the position, which other changes of the file move.
#[derive(Debug)]
pub(super) struct Equivalents(BTreeMap<String, String>);

impl Equivalents {
    /// Reads the list of this repository.
    pub(super) fn ours() -> Self {
        Self::read(include_str!("equivalent.txt"))
    }

    pub(super) fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let entries = lines.filter_map(|line| line.split_once(" # "));
        Equivalents(entries.map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect())
    }

    /// Returns the reason of a mutant in the list.
    pub(super) fn reason(&self, name: &str) -> Option<&str> {
        self.0.get(&without_position(name)).map(String::as_str)
    }
}

/// Returns the `a.rs: delete ! in f` of `a.rs:1:2: delete ! in f`.
fn without_position(name: &str) -> String {
    let Some((place, mutation)) = name.split_once(": ") else { return name.to_owned() };
    let file = place.split(':').next().unwrap_or(place);
    format!("{file}: {mutation}")
}

#[cfg(test)]
mod tests {
    use super::{Equivalents, without_position};

    #[test]
    fn every_line_of_the_list_has_a_reason() {
        for line in include_str!("equivalent.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (name, reason) = line.split_once(" # ").unwrap_or_else(|| panic!("{line}: no reason"));
            assert_eq!(without_position(name), name);
            assert!(!reason.is_empty(), "{line}");
            assert_eq!(Equivalents::ours().reason(name), Some(reason));
        }
    }
}
