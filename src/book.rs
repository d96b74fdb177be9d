//! The generated pages of the book: settings, exit codes, formats, a page for each command, diagnostic and tag, and the
//! table of contents.

mod commands;
mod diagnostics;
mod exit_codes;
mod formats;
mod links;
mod page;
mod reporters;
mod schemas;
mod string_formats;
mod tags;

use serde::Serialize;

use page::Link;
pub use page::Page;

use crate::{
    config,
    templates::{Template, TemplateError},
};

/// Returns every generated file of docs.
pub fn pages() -> Result<Vec<Page>, TemplateError> {
    let page = |path: &str, text| Page { path: path.to_owned(), text };
    let mut pages = vec![
        page("SUMMARY.md", contents()?),
        page("configuration.md", config::reference_markdown()?),
        page("diagnostics.md", diagnostics::index()?),
        page("exit-codes.md", exit_codes::page()?),
        page("formats.md", formats::page()?),
        page("string-formats.md", string_formats::page()?),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
}
