//! Reports problems once that authors repeat all over a repository or a file.

use std::collections::BTreeMap;

use crate::{diag::Diagnostic, resolve::codes::DETACHED_TAG, source::FileId, tags::codes::FOREIGN_TAG};

/// The diagnostics that are reported as one.
type Group = (Option<FileId>, String);

/// Keeps the first of the diagnostics about the same problem, with a note about the number of others:
///
/// - A tag of an unknown tool: generators use their tags all over a repository, and one entry in `allow` of the
///   settings is enough for all of them.
/// - Comments with the same detached tags in a file: authors who write a blank line below their tags do so for
///   every field.
pub(super) fn fold(diagnostics: &mut Vec<Diagnostic>) {
    let mut counts: BTreeMap<Group, usize> = BTreeMap::new();
    let mut is_first = |group: Group| {
        let count = counts.entry(group).or_default();
        *count += 1;
        *count == 1
    };
    diagnostics.retain(|one| group(one).is_none_or(&mut is_first));
    for one in diagnostics {
        let count = group(one).and_then(|group| counts.get(&group)).copied().unwrap_or_default();
        let Some(others @ 1..) = count.checked_sub(1) else { continue };
        one.notes.push(match (one.code == DETACHED_TAG, others) {
            (false, 1) => "the tag is in 1 other place".to_owned(),
            (false, _) => format!("the tag is in {others} other places"),
            (true, 1) => "this file has 1 other such comment".to_owned(),
            (true, _) => format!("this file has {others} other such comments"),
        });
    }
}

/// Returns the group of a diagnostic, unless it is always reported.
fn group(diagnostic: &Diagnostic) -> Option<Group> {
    let file = || diagnostic.primary.as_ref().map(|label| label.span.file);
    let is_known = [FOREIGN_TAG, DETACHED_TAG].contains(&diagnostic.code);
    let file = if diagnostic.code == DETACHED_TAG { file() } else { None };
    is_known.then(|| (file, diagnostic.message.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::codes::MAP_KEY, source::Span};

    fn folded(mut diagnostics: Vec<Diagnostic>) -> Vec<String> {
        fold(&mut diagnostics);
        let told =
            diagnostics.iter().map(|one| format!("{} {}", one.message, one.remarks().collect::<Vec<_>>().join("; ")));
        told.collect()
    }

    #[test]
    fn only_tags_of_unknown_tools_are_folded() {
        let found = |code, message: &str| Diagnostic::new(code, message);
        let told = folded(vec![
            found(FOREIGN_TAG, "a"),
            found(FOREIGN_TAG, "b"),
            found(MAP_KEY, "a"),
            found(FOREIGN_TAG, "a"),
            found(MAP_KEY, "a"),
            found(FOREIGN_TAG, "c"),
            found(FOREIGN_TAG, "a"),
            found(FOREIGN_TAG, "c"),
        ]);
        assert_eq!(told, ["a the tag is in 2 other places", "b ", "a ", "a ", "c the tag is in 1 other place"]);
    }

    #[test]
    fn detached_tags_are_folded_by_file() {
        let found = |file: u32, message: &str| {
            Diagnostic::new(DETACHED_TAG, message).at(Span::new(FileId::from_index(file), 0, 1))
        };
        let told =
            folded(vec![found(0, "a"), found(0, "b"), found(0, "a"), found(1, "a"), found(1, "a"), found(1, "a")]);
        assert_eq!(told, ["a this file has 1 other such comment", "b ", "a this file has 2 other such comments"]);
    }
}
