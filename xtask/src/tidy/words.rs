//! Words that must not remain in the source.

use super::files::File;

/// Words that begin a comment about unfinished work, split in two so that this file does not contain them.
const UNFINISHED: &[(&str, &str)] = &[("TO", "DO"), ("FIX", "ME"), ("XX", "X"), ("HA", "CK")];

/// Paths of one machine, split for the same reason.
const PATHS: &[(&str, &str)] =
    &[("/ro", "ot/"), ("/wor", "k/main"), ("/wor", "k/shared"), ("/tmp/w", "t/"), ("/Us", "ers/")];

/// The starts of comments in the languages of the project.
const COMMENTS: &[&str] = &["///", "//!", "//", "#", "<!--", "*"];

/// Test data can contain any words. Cargo.lock is generated.
const SKIPPED: &[&str] = &["testdata/", "Cargo.lock"];

pub(super) fn check(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| !SKIPPED.iter().any(|skipped| file.path.contains(skipped))) {
        for (index, line) in file.text.lines().enumerate() {
            let place = format!("{}:{}", file.path, index + 1);
            if let Some(word) = unfinished(line) {
                problems.push(format!("{place}: `{word}`: do it or drop it"));
            }
            if let Some(path) = machine_path(line) {
                problems.push(format!("{place}: `{path}` is a path of one machine"));
            }
        }
    }
    problems
}

/// Returns the word that begins a comment about unfinished work on this line, if there is one.
fn unfinished(line: &str) -> Option<String> {
    UNFINISHED.iter().map(|(head, tail)| format!("{head}{tail}")).find(|word| {
        line.match_indices(word.as_str()).any(|(at, _)| {
            let before = line.get(..at).unwrap_or_default().trim_end();
            let after = line.get(at + word.len()..).unwrap_or_default();
            COMMENTS.iter().any(|comment| before.ends_with(comment)) && !after.starts_with(char::is_alphanumeric)
        })
    })
}

fn machine_path(line: &str) -> Option<String> {
    PATHS.iter().map(|(head, tail)| format!("{head}{tail}")).find(|path| {
        line.match_indices(path.as_str()).any(|(at, _)| {
            let before = line.get(..at).unwrap_or_default();
            !before.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '.' | '}' | '*' | '-' | '_'))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{machine_path, unfinished};

    #[test]
    fn comments_about_work_left_undone() {
        let word = ["TO", "DO"].concat();
        for line in [format!("// {word}: x"), format!("x(); //{word}(me)"), format!("# {word}")] {
            assert!(unfinished(&line).is_some(), "{line}");
        }
        for line in
            [format!("// drops {word} lines"), format!("if line.starts_with(\"{word}\")"), format!("// {word}LIST")]
        {
            assert!(unfinished(&line).is_none(), "{line}");
        }
    }

    #[test]
    fn paths_of_one_machine() {
        let path = ["/ro", "ot/"].concat();
        assert!(machine_path(&format!("read {path}x")).is_some());
        assert!(machine_path(&format!("read ..{path}x and a{path}x")).is_none());
    }
}
