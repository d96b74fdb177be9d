//! Reports problems once that authors repeat all over a repository or a file.

use std::collections::BTreeMap;

use crate::{
    diag::{Diagnostic, Severity, listed},
    resolve::codes::DETACHED_TAG,
    source::{FileId, Span},
    tags::codes::FOREIGN_TAG,
};

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

/// The number of missing packages that a diagnostic names. It counts the others.
const MAX_NAMED: usize = 3;

/// Missing packages and the locations that need them, each package once.
type NeededPackages = Vec<(String, Option<Span>)>;

/// The diagnostics about packages of one missing module.
struct MissingModule {
    /// The index and the severity of the diagnostic to keep.
    kept: (usize, Severity),
    packages: NeededPackages,
}

/// Keeps one diagnostic for each module that is not on this machine, which names the packages that the run needs: one
/// action gets all of them. It is the first one with the highest severity. The individual diagnostics determine the
/// outputs and downloads of a run, so they are only combined afterwards.
pub(crate) fn fold_missing_modules(diagnostics: &mut Vec<Diagnostic>) {
    let mut modules: BTreeMap<String, MissingModule> = BTreeMap::new();
    for (index, one) in diagnostics.iter().enumerate() {
        let Some(missing) = &one.missing_package else { continue };
        let package = &missing.import_path;
        let found = modules
            .entry(missing.module.clone())
            .or_insert_with(|| MissingModule { kept: (index, one.severity), packages: Vec::new() });
        if one.severity > found.kept.1 {
            found.kept = (index, one.severity);
        }
        if found.packages.iter().all(|(known, _)| known != package) {
            found.packages.push((package.clone(), one.primary.as_ref().map(|label| label.span)));
        }
    }
    let mut kept: BTreeMap<usize, (String, NeededPackages)> =
        modules.into_iter().map(|(module, found)| (found.kept.0, (module, found.packages))).collect();
    let mut index = 0;
    diagnostics.retain_mut(|one| {
        let folded = kept.remove(&index);
        index += 1;
        let Some(missing) = &one.missing_package else { return true };
        let Some((module, mut packages)) = folded else { return false };
        if packages.len() > 1 {
            // The label is at the package that comes first.
            packages.sort_by_key(|(package, _)| *package != missing.import_path);
            one.message = format!("packages {} are in module {module}, which is not on this machine", names(&packages));
            for (package, span) in packages.iter().take(MAX_NAMED).skip(1) {
                if let Some(span) = *span {
                    *one = one.clone().and(span, format!("needs `{package}`"));
                }
            }
        }
        true
    });
}

/// Lists packages: "`a`, `b`, `c` and 2 others".
fn names(packages: &[(String, Option<Span>)]) -> String {
    let mut named: Vec<String> = packages.iter().take(MAX_NAMED).map(|(package, _)| format!("`{package}`")).collect();
    match packages.len().saturating_sub(MAX_NAMED) {
        0 => {}
        1 => named.push("1 other".to_owned()),
        others => named.push(format!("{others} others")),
    }
    listed(&named, "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diag::MissingPackage, lower::codes::MAP_KEY, modules::codes::MISSING_MODULE};

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

    #[test]
    fn missing_packages_are_folded_by_module() {
        let found = |severity, package: &str, module: &str, at: usize| {
            let message = format!("package `{package}` is in module {module}, which is not on this machine");
            let one = Diagnostic::new(MISSING_MODULE, message).at(Span::new(FileId::from_index(0), at, at + 1));
            let missing = MissingPackage { import_path: package.to_owned(), module: module.to_owned() };
            Diagnostic { severity, missing_package: Some(Box::new(missing)), ..one }
        };
        let (error, warning) = (Severity::Error, Severity::Warning);
        let mut diagnostics = vec![
            found(warning, "m/a", "m v1", 1),
            found(error, "n/a", "n v1", 2),
            found(error, "m/b", "m v1", 3),
            found(error, "m/b", "m v1", 4),
            Diagnostic::new(MAP_KEY, "a"),
            found(error, "o/a", "o v1", 5),
            found(error, "o/b", "o v1", 6),
            found(warning, "o/c", "o v1", 7),
            found(error, "o/d", "o v1", 8),
        ];
        let mut five = diagnostics.clone();
        fold_missing_modules(&mut diagnostics);
        let shown = |diagnostics: &[Diagnostic]| -> Vec<String> {
            let show = |one: &Diagnostic| {
                let start = one.primary.as_ref().map_or(0, |label| label.span.start);
                let labels: Vec<&str> = one.secondary.iter().map(|label| label.text.as_str()).collect();
                format!("{start} {:?} {} [{}]", one.severity, one.message, labels.join(", "))
            };
            diagnostics.iter().map(show).collect()
        };
        assert_eq!(
            shown(&diagnostics),
            [
                "2 Error package `n/a` is in module n v1, which is not on this machine []",
                "3 Error packages `m/b` and `m/a` are in module m v1, which is not on this machine [needs `m/a`]",
                "0 Error a []",
                "5 Error packages `o/a`, `o/b`, `o/c` and 1 other are in module o v1, which is not on this machine \
                 [needs `o/b`, needs `o/c`]",
            ]
        );
        five.push(found(error, "o/e", "o v1", 9));
        fold_missing_modules(&mut five);
        let last = shown(&five).pop().unwrap_or_default();
        assert!(last.contains("packages `o/a`, `o/b`, `o/c` and 2 others are in module o v1"), "{last}");
    }
}
