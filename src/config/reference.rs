//! The keys of idlgen.toml as documentation, and as a commented file for `idlgen init`.

use std::fmt::Write;

use super::keys::{KEYS, Key};

/// docs/configuration.md.
pub fn reference_markdown() -> String {
    let mut text = String::from(
        "# idlgen.toml\n\nSettings of a repository. `idlgen` looks for the file in the folder given by `-C` and in its parents. Flags win over it; \
         an unknown key is an error.\n\n<!-- Generated from src/config/keys.rs; a test keeps it current. -->\n",
    );
    for key in KEYS {
        let _ = write!(text, "\n## `{}`\n\n{}\n\nTakes {}.", display(key), key.doc, key.kind.describe());
        if key.example_is_default {
            let _ = write!(text, " Default: `{}`.", key.example);
        }
        let _ = write!(text, "\n\n```toml\n{}\n```\n", assignment(key));
    }
    text
}

/// A commented idlgen.toml for `packages`.
pub fn commented_file(packages: &[String]) -> String {
    let mut text =
        String::from("# Settings of idlgen for this repository. Every key: docs/configuration.md of idlgen.\n");
    let mut table: &[&str] = &[];
    // A table may be opened once, so the keys of each stand together, those of its subtables behind them.
    let mut keys: Vec<&Key> = KEYS.iter().collect();
    let first_of_table = |key: &Key| {
        KEYS.iter().position(|other| {
            other.path.split_last().map(|(_, parents)| parents) == key.path.split_last().map(|(_, parents)| parents)
        })
    };
    keys.sort_by_key(|key| first_of_table(key));
    for key in keys {
        let (last, parents) = key.path.split_last().unwrap_or((&"", &[]));
        if parents != table {
            table = parents;
            let _ = write!(text, "\n[{}]\n", parents.join("."));
        }
        text.push('\n');
        for line in wrap(key.doc, 96) {
            let _ = writeln!(text, "# {line}");
        }
        match key.path {
            ["packages"] => {
                let quoted: Vec<String> = packages.iter().map(|package| format!("{package:?}")).collect();
                let _ = writeln!(text, "packages = [{}]", quoted.join(", "));
            }
            ["openapi" | "rust", "output"] => {
                let _ = writeln!(text, "{last} = {}", key.example);
            }
            _ => {
                let name = if *last == "*" { sample_name(key) } else { last };
                let _ = writeln!(text, "# {name} = {}", key.example);
            }
        }
    }
    text
}

fn display(key: &Key) -> String {
    key.path.iter().map(|part| if *part == "*" { sample_name(key) } else { part }).collect::<Vec<_>>().join(".")
}

/// A name for the `*` of a key.
fn sample_name(key: &Key) -> &'static str {
    match key.path.first() {
        Some(&"modules") => "\"k8s.io/api\"",
        Some(&"rust") => "\"k8s.io/api/core/v1\"",
        _ => "unknown-tag",
    }
}

fn assignment(key: &Key) -> String {
    let (last, parents) = key.path.split_last().unwrap_or((&"", &[]));
    let name = if *last == "*" { sample_name(key) } else { last };
    if parents.is_empty() {
        format!("{name} = {}", key.example)
    } else {
        format!("[{}]\n{name} = {}", parents.join("."), key.example)
    }
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::{config::read, source::SourceMap};

    #[test]
    fn the_commented_file_is_accepted_as_it_is_and_with_every_key_taken_in() {
        let text = commented_file(&["./api/v1".to_owned()]);
        let uncommented: String = text
            .lines()
            .map(|line| {
                line.strip_prefix("# ")
                    .filter(|rest| rest.contains(" = ") && !rest.contains(". "))
                    .unwrap_or(line)
                    .to_owned()
                    + "\n"
            })
            .collect();
        for text in [text, uncommented] {
            let (_, diagnostics) = read(
                Path::new("idlgen.toml"),
                PathBuf::from("."),
                &text,
                &crate::codes::all(),
                &mut SourceMap::default(),
            );
            assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
        }
    }
}
