//! The generated pages of the book: settings, exit codes, formats, a page for each command, diagnostic and tag, and the
//! table of contents.

mod commands;
mod diagnostics;
mod exit_codes;
mod formats;
mod reporters;
mod schemas;
mod tags;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{
    config,
    tags::registry,
    templates::{Template, TemplateError},
};

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path in docs: `diagnostics/IDL0301.md`.
    pub path: String,
    /// Its contents.
    pub text: String,
}

/// Returns every generated file of docs.
pub fn pages() -> Result<Vec<Page>, TemplateError> {
    let page = |path: &str, text| Page { path: path.to_owned(), text };
    let mut pages = vec![
        page("SUMMARY.md", contents()?),
        page("configuration.md", config::reference_markdown()?),
        page("diagnostics.md", diagnostics::index()?),
        page("exit-codes.md", exit_codes::page()?),
        page("formats.md", formats::page()?),
        page("tags.md", tags::index()?),
        page("idlgen.schema.json", format!("{:#}\n", config::json_schema())),
    ];
    pages.extend(commands::pages()?);
    pages.extend(diagnostics::pages()?);
    pages.extend(schemas::files());
    pages.extend(tags::pages()?);
    Ok(pages)
}

/// The directories that contain only generated pages.
pub const DIRECTORIES: &[&str] = &["commands", "diagnostics", "schemas", "tags"];

/// Returns docs/SUMMARY.md.
fn contents() -> Result<String, TemplateError> {
    Template::Summary.render(Contents {
        commands: commands::links(),
        tags: tags::links(),
        diagnostics: diagnostics::links(),
    })
}

/// The data of `templates/SUMMARY.md`.
#[derive(Serialize)]
struct Contents {
    commands: Vec<Link>,
    tags: Vec<Link>,
    diagnostics: Vec<Link>,
}

/// A link to a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Link {
    /// `IDL0301 unknown-tag`, `+minimum`.
    title: String,
    /// `IDL0301`, `minimum`: the name of the file without its extension.
    file: String,
}

/// Returns the names of the rows of all tags that a text names: a `+` at the beginning of a word, and the name.
fn tags_in(text: &str) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    let mut before = "";
    for part in text.split_inclusive('+') {
        if before.ends_with('+') && !before.trim_end_matches('+').ends_with(char::is_alphanumeric) {
            names.extend(registry::find(registry::name_at(part)).map(|row| row.name));
        }
        before = part;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_valid_on_every_file_system() {
        let mut paths = BTreeSet::new();
        for Page { path, .. } in pages().unwrap() {
            let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
            assert!(path.bytes().all(is_safe), "{path}");
            assert!(paths.insert(path.to_ascii_lowercase()), "{path} differs in case only");
        }
    }

    #[test]
    fn tags_of_a_text() {
        let text =
            "1+size, `+maxLength`: // +kubebuilder:resource:scope=Cluster\n// +k8s:eachVal=+k8s:minimum=1 + optional";
        let expected = ["k8s:eachVal", "k8s:minimum", "kubebuilder:resource", "maxLength"];
        assert_eq!(tags_in(text).into_iter().collect::<Vec<_>>(), expected);
    }
}
