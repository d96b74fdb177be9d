//! Reports a tag of an unknown tool once. Generators use their tags all over a repository, and one entry in `allow` of
//! the settings is enough for all of them.

use std::collections::BTreeMap;

use crate::{diag::Diagnostic, tags::codes::FOREIGN_TAG};

/// Keeps the first of the diagnostics about the same tag of an unknown tool, with a note about the number of others.
pub(super) fn fold(diagnostics: &mut Vec<Diagnostic>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_first = |one: &Diagnostic| {
        let count = counts.entry(one.message.clone()).or_default();
        *count += 1;
        *count == 1
    };
    diagnostics.retain(|one| one.code != FOREIGN_TAG || is_first(one));
    for one in diagnostics.iter_mut().filter(|one| one.code == FOREIGN_TAG) {
        match counts.get(&one.message) {
            Some(2) => one.notes.push("the tag is in 1 other place".to_owned()),
            Some(count @ 3..) => one.notes.push(format!("the tag is in {} other places", count - 1)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::codes::MAP_KEY;

    #[test]
    fn only_tags_of_unknown_tools_are_folded() {
        let found = |code, message: &str| Diagnostic::new(code, message);
        let mut diagnostics = vec![
            found(FOREIGN_TAG, "a"),
            found(FOREIGN_TAG, "b"),
            found(MAP_KEY, "a"),
            found(FOREIGN_TAG, "a"),
            found(MAP_KEY, "a"),
            found(FOREIGN_TAG, "c"),
            found(FOREIGN_TAG, "a"),
            found(FOREIGN_TAG, "c"),
        ];
        fold(&mut diagnostics);
        let told =
            diagnostics.iter().map(|one| format!("{} {}", one.message, one.remarks().collect::<Vec<_>>().join("; ")));
        assert_eq!(
            told.collect::<Vec<_>>(),
            ["a the tag is in 2 other places", "b ", "a ", "a ", "c the tag is in 1 other place"]
        );
    }
}
