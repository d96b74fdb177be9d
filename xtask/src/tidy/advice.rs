//! Notes of diagnostics that should be help: `note` gives the reason, `help` says what to do.

use super::files::File;

/// The sources of diagnostics.
const SOURCES: &[&str] = &["src/", "crates/idlgen-"];

/// Verbs that begin an instruction. Verbs that also begin statements of facts, such as `list`, are not included.
const VERBS: &[&str] = &[
    "accept", "add", "allow", "break", "call", "check", "choose", "close", "combine", "convert", "correct", "declare",
    "define", "delete", "download", "drop", "enable", "exclude", "export", "fix", "give", "install", "join", "keep",
    "make", "mark", "move", "omit", "pass", "put", "quote", "remove", "rename", "replace", "require", "rewrite", "run",
    "see", "select", "set", "simplify", "specify", "split", "start", "try", "update", "use", "validate", "wrap",
    "write",
];

pub(super) fn check(files: &[File]) -> Vec<String> {
    let is_source = |file: &&File| file.is_rust() && SOURCES.iter().any(|prefix| file.path.starts_with(prefix));
    let mut problems = Vec::new();
    for file in files.iter().filter(is_source) {
        for (line, verb) in instructions(&file.text) {
            problems
                .push(format!("{}:{line}: a note that starts with `{verb}` is an instruction: use `help`", file.path));
        }
    }
    problems
}

/// Returns the lines, counted from 1, of notes that begin with a verb.
fn instructions(text: &str) -> Vec<(usize, &'static str)> {
    let calls = text.match_indices(".note(").map(|(at, call)| at + call.len());
    let pushes = text
        .match_indices(".push(")
        .filter(|(at, _)| text.get(..*at).is_some_and(|before| before.trim_end().ends_with("notes")))
        .map(|(at, call)| at + call.len());
    let mut found: Vec<(usize, &'static str)> = calls
        .chain(pushes)
        .filter_map(|at| {
            let (before, argument) = text.split_at_checked(at)?;
            Some((before.matches('\n').count() + 1, verb(argument)?))
        })
        .collect();
    found.sort_unstable();
    found
}

/// Returns the verb that begins an argument, if it is a string that begins with one, or an `or` and one.
fn verb(argument: &str) -> Option<&'static str> {
    let argument = argument.trim_start();
    let argument = argument.strip_prefix("format!(").map_or(argument, str::trim_start);
    let text = argument.strip_prefix('"')?;
    let text = text.strip_prefix("or ").unwrap_or(text);
    let (first, _) = text.split_once(' ')?;
    VERBS.iter().copied().find(|verb| *verb == first)
}

#[cfg(test)]
mod tests {
    use super::{VERBS, check, instructions};
    use crate::tidy::files::File;

    #[test]
    fn instructions_in_notes_are_found() {
        let text = r#"
            diagnostic.note("add the closing quote");
            diagnostic.note(format!("use `{near}`"));
            diagnostic.note(
                "or set the directory",
            );
            finding.notes.push("write it as a block".to_owned());
            finding
                .notes
                .push(format!("run `{command}`"));
            lines.push("remove it");
            diagnostic.note("additional text is ignored").help("remove it");
            diagnostic.note("list items have keys").note(reason);
        "#;
        let expected = [(2, "add"), (3, "use"), (4, "set"), (7, "write"), (10, "run")];
        assert_eq!(instructions(text), expected);
    }

    #[test]
    fn only_sources_are_checked() {
        let file = |path: &str| File { path: path.to_owned(), text: "x.note(\"add it\")".to_owned() };
        let problems = check(&[file("src/a.rs"), file("xtask/src/a.rs"), file("src/a.md")]);
        assert_eq!(problems, ["src/a.rs:1: a note that starts with `add` is an instruction: use `help`"]);
        assert!(VERBS.is_sorted());
    }
}
