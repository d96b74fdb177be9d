//! Reference documentation of the idlgen.toml keys, and a commented file for `idlgen init`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::table;
use crate::{
    settings::{Flag, Method, Setting},
    templates::{Template, TemplateError},
};

/// Returns docs/configuration.md.
pub fn reference_markdown() -> Result<String, TemplateError> {
    Template::Configuration.render(Page { keys: table::keys().map(entry).collect() })
}

/// The data of `templates/configuration.md`.
#[derive(Serialize)]
struct Page {
    keys: Vec<Entry>,
}

/// A key.
#[derive(Serialize)]
struct Entry {
    path: String,
    doc: &'static str,
    takes: String,
    default: Option<&'static str>,
    flag: String,
    method: String,
    table: String,
    name: &'static str,
    example: &'static str,
}

fn entry(key: &'static Setting) -> Entry {
    Entry {
        path: path(key),
        doc: key.doc,
        takes: key.form.describe(),
        default: key.example_is_default.then_some(key.example),
        flag: flag(key),
        method: method(key),
        table: table_name(key),
        name: last(key),
        example: key.example,
    }
}

/// Returns a commented idlgen.toml that sets these keys (`crd.output`) to these values (in TOML).
pub fn commented_file(set: &BTreeMap<String, String>) -> Result<String, TemplateError> {
    // A table may only occur once, so the keys of each are together, followed by those of its subtables.
    let mut tables: Vec<Table> = Vec::new();
    for key in table::keys() {
        let name = table_name(key);
        let assignment = assignment(key, set);
        if let Some(table) = tables.iter_mut().find(|table| table.name == name) {
            table.keys.push(assignment);
        } else {
            let is_sample = matches!(parents(key), [.., "*"]) && !key.is_table();
            tables.push(Table { name, keys: vec![assignment], is_sample });
        }
    }
    Template::Settings.render(Settings { tables })
}

/// The data of `templates/idlgen.toml`.
#[derive(Serialize)]
struct Settings {
    tables: Vec<Table>,
}

/// A table of the file. The one without a name is at the start.
#[derive(Serialize)]
struct Table {
    name: String,
    keys: Vec<Assignment>,
    /// `true` if it is commented out: even an empty table has a meaning.
    is_sample: bool,
}

/// A key and its value, commented out unless it is set.
#[derive(Serialize)]
struct Assignment {
    doc: Vec<String>,
    is_set: bool,
    name: &'static str,
    value: String,
}

fn assignment(key: &'static Setting, set: &BTreeMap<String, String>) -> Assignment {
    let value = set.get(&path(key));
    let (is_set, value) = (value.is_some(), value.map_or(key.example, String::as_str).to_owned());
    Assignment { doc: wrap(key.doc, 96), is_set, name: last(key), value }
}

/// Returns the tables that contain a key.
fn parents(key: &'static Setting) -> &'static [&'static str] {
    key.path.split_last().map_or(&[], |(_, parents)| parents)
}

/// Returns the table of a key, with an example for `*`.
fn table_name(key: &'static Setting) -> String {
    parents(key).iter().map(|part| name(key, part)).collect::<Vec<_>>().join(".")
}

/// Returns the key inside its table.
fn last(key: &'static Setting) -> &'static str {
    key.path.last().map_or("", |part| name(key, part))
}

/// Returns the key with its tables.
fn path(key: &'static Setting) -> String {
    key.path.iter().map(|part| name(key, part)).collect::<Vec<_>>().join(".")
}

/// Returns a part of a key's path, with an example for `*`.
fn name(key: &'static Setting, part: &'static str) -> &'static str {
    if part == "*" { key.sample } else { part }
}

/// Describes the command line option of the key in a sentence.
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

/// Describes the build script method of the key in a sentence.
fn method(key: &'static Setting) -> String {
    match key.method {
        Method::Named(name) => format!("Build script: `Config::{name}`."),
        Method::Set => format!("Build script: `Config::set(\"{}\", …)`.", path(key).replace('"', "")),
        Method::None(reason) => format!("Not in build scripts: {}", lower_first(reason)),
    }
}

fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + characters.as_str())
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
        let set = [("packages", "[\"./api/v1\"]"), ("crd.output", "\"crds\""), ("crd.max-bytes", "1000")];
        let text = commented_file(&set.map(|(key, value)| (key.to_owned(), value.to_owned())).into()).unwrap();
        assert!(set.iter().all(|(key, value)| {
            let name = key.rsplit('.').next().unwrap_or_default();
            text.contains(&format!("\n{name} = {value}\n"))
        }));
        let uncommented: String = text
            .lines()
            .map(|line| {
                line.strip_prefix("# ")
                    .filter(|rest| rest.starts_with('[') || rest.contains(" = ") && !rest.contains(". "))
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

    #[test]
    fn lines_are_wrapped_between_words() {
        for (text, width, lines) in
            [("a b c", 3, &["a b", "c"][..]), ("a b c", 5, &["a b c"]), ("abcd e", 3, &["abcd", "e"]), ("", 3, &[""])]
        {
            assert_eq!(wrap(text, width), lines, "{text} at {width}");
        }
    }
}
