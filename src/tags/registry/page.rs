//! Generates the page docs/tags.md.

use serde::Serialize;

use super::{
    TagDefinition, ValueForm, all,
    reference::{facts, kinds, lacking, targets},
};
use crate::{
    tags::Dialect,
    templates::{Template, TemplateError},
};

/// Returns the page docs/tags.md.
pub fn reference_markdown() -> Result<String, TemplateError> {
    let recognised = |dialect: Dialect, title| Section {
        title,
        tags: all().filter(|row| row.dialect == dialect && !is_read(row)).map(entry).collect(),
    };
    Template::Tags.render(Page {
        read: all().filter(|row| is_read(row) && row.dialect != Dialect::Foreign).map(entry).collect(),
        recognised: vec![
            recognised(Dialect::KubeOpenApi, "kube-openapi: `+k8s:validation:` and other tags"),
            recognised(Dialect::Declarative, "validation-gen: `+k8s:`"),
            recognised(Dialect::Kubebuilder, "controller-gen: `+kubebuilder:`"),
        ],
        foreign: all().filter(|row| row.dialect == Dialect::Foreign).map(entry).collect(),
    })
}

/// Returns `true` if idlgen parses the value.
fn is_read(row: &TagDefinition) -> bool {
    !matches!(row.form, ValueForm::Chain(_) | ValueForm::Unread(_))
}

/// The data of `templates/tags.md`.
#[derive(Serialize)]
struct Page {
    read: Vec<Entry>,
    recognised: Vec<Section>,
    foreign: Vec<Entry>,
}

/// The tags of a dialect that idlgen recognizes only by name.
#[derive(Serialize)]
struct Section {
    title: &'static str,
    tags: Vec<Entry>,
}

/// A tag.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    summary: &'static str,
    example: &'static str,
    value: String,
    targets: String,
    kinds: String,
    keyword: Option<&'static str>,
    lacking: Option<String>,
    owner: &'static str,
    facts: Vec<(&'static str, String)>,
}

fn entry(row: &TagDefinition) -> Entry {
    Entry {
        name: row.name,
        summary: row.summary,
        example: row.example,
        value: row.form.grammar(),
        targets: targets(row),
        kinds: kinds(row),
        keyword: row.keyword,
        lacking: lacking(row),
        owner: row.owner,
        facts: facts(row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_tag() {
        let page = reference_markdown().unwrap();
        for row in all() {
            assert!(page.contains(&format!("`+{}`", row.name)), "{}", row.name);
        }
    }
}
