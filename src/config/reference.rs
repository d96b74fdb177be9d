//! The keys of idlgen.toml as documentation, and as a commented file for `idlgen init`.

use std::fmt::Write;

use super::table;
use crate::settings::{Flag, Method, Setting};

/// docs/configuration.md.
pub fn reference_markdown() -> String {
    let mut text = String::from(
        "# idlgen.toml\n\nSettings of a repository. `idlgen` looks for the file in the folder given by `-C` and in its parents. Flags win over it; \
         an unknown key is an error.\n\n<!-- Generated from src/settings/; a test keeps it current. -->\n",
    );
    for key in table::keys() {
        let _ = write!(text, "\n## `{}`\n\n{}\n\nTakes {}.", display(key), key.doc, key.form.describe());
        if key.example_is_default {
            let _ = write!(text, " Default: `{}`.", key.example);
        }
        let _ = write!(text, " {} {}", flag(key), method(key));
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
    let mut keys: Vec<&Setting> = table::keys().collect();
    let first_of_table = |key: &Setting| {
        table::keys().position(|other| {
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
            _ if matches!(key.flag, Flag::Output { .. }) => {
                let _ = writeln!(text, "{last} = {}", key.example);
            }
            _ => {
                let name = if *last == "*" { key.sample } else { last };
                let _ = writeln!(text, "# {name} = {}", key.example);
            }
        }
    }
    text
}

fn display(key: &Setting) -> String {
    key.path.iter().map(|part| if *part == "*" { key.sample } else { part }).collect::<Vec<_>>().join(".")
}

/// How the command line sets it, in a sentence.
fn flag(key: &Setting) -> String {
    match key.flag {
        Flag::Named { long, value: "", .. } => format!("Flag: `--{long}`."),
        Flag::Named { long, value, .. } => format!("Flag: `--{long} {value}`."),
        Flag::Output { value, .. } => {
            let command = key.path.first().copied().unwrap_or_default();
            format!("Flag: `-o {value}` of `idlgen {command}`.")
        }
        Flag::Gate => format!("Flag: `--feature-gates {}=BOOL`.", key.path.last().copied().unwrap_or_default()),
        Flag::None(reason) => format!("No flag: {}", lower_first(reason)),
    }
}

/// How a build script sets it, in a sentence.
fn method(key: &Setting) -> String {
    match key.method {
        Method::Named(name) => format!("Build script: `Config::{name}`."),
        Method::Set => format!("Build script: `Config::set(\"{}\", …)`.", display(key).replace('"', "")),
        Method::None(reason) => format!("Not in build scripts: {}", lower_first(reason)),
    }
}

fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + characters.as_str())
}

fn assignment(key: &Setting) -> String {
    let (last, parents) = key.path.split_last().unwrap_or((&"", &[]));
    let name = if *last == "*" { key.sample } else { last };
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
            let (_, diagnostics) = read(Path::new("idlgen.toml"), PathBuf::from("."), &text, &mut SourceMap::default());
            assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
        }
    }
}
