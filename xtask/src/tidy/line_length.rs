//! The maximum line length.

use super::{files::File, source::Source};

/// The maximum number of characters per line.
const MAX_CHARACTERS: usize = 120;

/// Generated pages, their templates, and third-party files.
const SKIPPED: &[&str] =
    &["testdata/", "templates/", "docs/commands/", "docs/configuration.md", "docs/diagnostics", "docs/tags", "LICENSE"];

pub(super) fn check(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    let is_skipped = |file: &File| SKIPPED.iter().any(|skipped| file.path.contains(skipped));
    for file in files.iter().filter(|file| !is_skipped(file)) {
        let lines = if file.is_rust() {
            of_rust(&file.text)
        } else if file.has_extension("md") {
            of_markdown(&file.text)
        } else if file.has_extension("toml") {
            too_long(&file.text).collect()
        } else {
            continue;
        };
        let problem = |line: usize| format!("{}:{}: more than {MAX_CHARACTERS} characters", file.path, line + 1);
        problems.extend(lines.into_iter().map(problem));
    }
    problems
}

/// Returns the lines that are too long, counted from 0. A line that is one word cannot be broken.
fn too_long(text: &str) -> impl Iterator<Item = usize> {
    let is_too_long = |line: &str| {
        line.chars().count() > MAX_CHARACTERS && line.trim_start_matches(['/', '!', '#', '-', ' ']).contains(' ')
    };
    text.lines().enumerate().filter(move |(_, line)| is_too_long(line)).map(|(index, _)| index)
}

/// Checks Rust source. Lines in literals are output.
fn of_rust(text: &str) -> Vec<usize> {
    let source = Source::of(text);
    let is_code = |line: &usize| !source.continues_literal(*line) && !source.is_raw(*line, MAX_CHARACTERS);
    too_long(text).filter(is_code).collect()
}

/// Checks Markdown. Rows of tables cannot be wrapped, and code blocks contain commands and their output.
fn of_markdown(text: &str) -> Vec<usize> {
    let mut is_code = false;
    let mut prose = Vec::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        prose.push(!is_code && !is_fence && !line.trim_start().starts_with('|'));
    }
    too_long(text).filter(|line| prose.get(*line).copied().unwrap_or(false)).collect()
}

#[cfg(test)]
mod tests {
    use super::{of_markdown, of_rust};

    #[test]
    fn lines_that_can_be_broken() {
        let long = "word ".repeat(30);
        let rust =
            format!("// {long}\nlet a = \"{long}\n{long}\";\nlet b = r\"{long}\";\n// {}\n", long.replace(' ', "/"));
        assert_eq!(of_rust(&rust), [0, 1]);
        let markdown = format!("{long}\n| {long} |\n```\n{long}\n```\n- {long}\n");
        assert_eq!(of_markdown(&markdown), [0, 5]);
    }
}
