//! docs/tags.md, the table of tags, and a page for each tag.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{
    links::{documented, file_of, tags_in, to_code, to_codes_with, to_row},
    page::{Link, Page},
};
use crate::{
    codes,
    tags::{
        Dialect,
        registry::{
            Effect, Output, Parameter as Argument, ParameterKind, TagDefinition, Target, ValueSyntax, all,
            reference::{describe_missing_outputs, facts, kinds, targets},
        },
    },
    templates::{Template, TemplateError},
};

/// Returns docs/tags.md.
pub(super) fn index() -> Result<String, TemplateError> {
    let section = |dialect: Dialect, is_supported: bool| {
        documented()
            .filter(|row| row.dialect == dialect && is_read(row) == is_supported)
            .map(row_of)
            .collect::<Vec<_>>()
    };
    let supported = DIALECTS.iter().map(|(dialect, title)| Section { title, tags: section(*dialect, true) });
    let recognized = DIALECTS.iter().map(|(dialect, title)| Section { title, tags: section(*dialect, false) });
    let is_present = |section: &Section| !section.tags.is_empty();
    Template::Tags.render(Index {
        supported: supported.filter(is_present).collect(),
        recognized: recognized.filter(is_present).collect(),
        foreign: all().filter(|row| row.dialect == Dialect::Foreign).map(row_of).collect(),
    })
}

pub(super) fn pages() -> Result<Vec<Page>, TemplateError> {
    let page = |row| Ok(Page { path: format!("tags/{}.md", file_of(row)), text: Template::Tag.render(entry(row))? });
    documented().map(page).collect()
}

/// Returns the links to the pages.
pub(super) fn links() -> Vec<Link> {
    documented().map(to_row).collect()
}

/// Returns `true` if the value is read by idlgen.
fn is_read(row: &TagDefinition) -> bool {
    !matches!(row.form, ValueSyntax::Chain(_) | ValueSyntax::Unread(_))
}

/// The dialects and their titles.
const DIALECTS: &[(Dialect, &str)] = &[
    (Dialect::Plain, "Tags without a prefix"),
    (Dialect::KubeOpenApi, "kube-openapi: `+k8s:validation:` and other tags"),
    (Dialect::Declarative, "validation-gen: `+k8s:`"),
    (Dialect::Kubebuilder, "controller-gen: `+kubebuilder:`"),
    (Dialect::FeatureGates, "OpenShift: feature gates"),
];

/// The data of `templates/tags.md`.
#[derive(Serialize)]
struct Index {
    supported: Vec<Section>,
    recognized: Vec<Section>,
    foreign: Vec<Row>,
}

/// The tags of a dialect.
#[derive(Serialize)]
struct Section {
    title: &'static str,
    tags: Vec<Row>,
}

/// A row of the table.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    file: String,
    summary: &'static str,
    value: String,
    targets: String,
    kinds: String,
    owner: &'static str,
}

fn row_of(row: &'static TagDefinition) -> Row {
    Row {
        name: row.name,
        file: file_of(row),
        summary: row.summary,
        value: row.form.grammar(),
        targets: targets(row),
        kinds: kinds(row),
        owner: row.owner,
    }
}

/// The data of `templates/tag.md`.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    summary: &'static str,
    example: &'static str,
    /// The last part of the name, which readers search for.
    short_name: Option<&'static str>,
    facts: Vec<(&'static str, String)>,
    parameters: Vec<Parameter>,
    is_recognized_only: bool,
    effects: Vec<(&'static str, String)>,
    lacking: Option<String>,
    reported: Vec<Link>,
    shown: Vec<Link>,
    related: Vec<Link>,
}

/// A parameter of a marker.
#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    kind: &'static str,
    is_required: bool,
}

fn entry(row: &'static TagDefinition) -> Entry {
    let reported = diagnostics_at(row);
    let shown = to_codes_with(|text| tags_in(text).contains(row.name));
    Entry {
        name: row.name,
        summary: row.summary,
        example: row.example,
        short_name: row.name.rsplit_once(':').map(|(_, last)| last),
        facts: facts(row).into_iter().filter(|(label, _)| *label != "Ignored by:").collect(),
        parameters: parameters(row),
        is_recognized_only: !is_read(row),
        effects: effects(row),
        lacking: describe_missing_outputs(row),
        shown: shown.into_iter().filter(|link| !reported.contains(link)).collect(),
        reported,
        related: related(row),
    }
}

fn parameters(row: &TagDefinition) -> Vec<Parameter> {
    let ValueSyntax::Arguments(parameters, _) = row.form else { return Vec::new() };
    let kind = |kind| match kind {
        ParameterKind::Text => "string",
        ParameterKind::List => "strings, `{a,b}` or `a;b`",
        ParameterKind::Integer => "integer of 32 bits",
    };
    let parameter = |one: &Argument| Parameter { name: one.name, kind: kind(one.kind), is_required: one.is_required };
    parameters.iter().map(parameter).collect()
}

/// Describes the effect of a tag on each output.
fn effects(row: &TagDefinition) -> Vec<(&'static str, String)> {
    if row.effect == Effect::NotAboutValues && row.keyword.is_none() || !is_read(row) {
        return Vec::new();
    }
    let ignored: &[Output] = match row.effect {
        Effect::Lacking { outputs, .. } => outputs,
        _ => &[],
    };
    let published = match row.keyword {
        Some("required") if row.name.ends_with("ptional") => "not in `required`".to_owned(),
        Some(keyword) => format!("`{keyword}`"),
        None => "part of the schema".to_owned(),
    };
    let checked = match row.reason {
        Some(reason) if reason.contains('`') => format!("an error whose type is {reason}"),
        Some(reason) => format!("an error of the type `{reason}`"),
        None => "applied".to_owned(),
    };
    let none = || "no effect".to_owned();
    let is_ignored = |output| ignored.contains(&output);
    let of_crd = match row.keyword {
        Some("uniqueItems") => "none: API servers reject the keyword ([IDL0703](../diagnostics/IDL0703.md))".to_owned(),
        _ if row.is_only_of_openapi() || is_ignored(Output::OpenApi) => none(),
        _ => published.clone(),
    };
    let of_openapi = if is_ignored(Output::OpenApi) { none() } else { published };
    let values = |output| match row.effect {
        Effect::NotAboutValues => none(),
        _ if is_ignored(output) => none(),
        _ => checked.clone(),
    };
    vec![
        ("CustomResourceDefinitions", of_crd),
        ("OpenAPI", of_openapi),
        ("Rust validators", values(Output::Rust)),
        ("`idlgen validate`", values(Output::Validation)),
    ]
}

/// Returns the diagnostics that idlgen can report at a tag because of its row.
fn diagnostics_at(row: &TagDefinition) -> Vec<Link> {
    let mut slugs = vec!["misplaced-tag"];
    if !row.kinds.is_empty() && row.targets != [Target::Constant] {
        slugs.push("tag-on-wrong-kind");
    }
    if !row.repeatable && is_read(row) {
        slugs.extend(repetitions(row));
    }
    slugs.extend(match row.form {
        ValueSyntax::Nothing(_) => &["unexpected-value"][..],
        ValueSyntax::Presence(_) => &["ignored-value"],
        ValueSyntax::Flag(_) | ValueSyntax::Exclusive(_) => &["malformed-value"],
        ValueSyntax::Count(_) | ValueSyntax::Number(_) | ValueSyntax::PositiveNumber(_) => {
            &["missing-value", "malformed-value"]
        }
        ValueSyntax::Text(_) | ValueSyntax::Name(_) => &["missing-value"],
        ValueSyntax::Word(..) | ValueSyntax::Words(..) => &["missing-value", "wrong-value"],
        _ => &[],
    });
    if matches!(row.effect, Effect::Lacking { .. } | Effect::NotOn(_)) {
        slugs.push("no-effect-yet");
    }
    let codes = codes::all();
    slugs.into_iter().filter_map(|slug| codes.find(slug)).map(to_code).collect()
}

/// Returns the diagnostics for a repetition of a tag that is allowed once.
fn repetitions(row: &TagDefinition) -> &'static [&'static str] {
    match row.form {
        ValueSyntax::Marker(_) => &["repeated-marker"],
        // The second one applies to the items of the items.
        _ if row.name.starts_with("kubebuilder:validation:items:") => &["conflicting-tag"],
        ValueSyntax::Nothing(_) | ValueSyntax::Presence(_) | ValueSyntax::Arguments(..) => &["repeated-tag"],
        _ => &["repeated-tag", "conflicting-tag"],
    }
}

/// Returns the tags with the same keyword or the same last part of their name.
fn related(row: &'static TagDefinition) -> Vec<Link> {
    let last = |row: &TagDefinition| row.name.rsplit(':').next().unwrap_or_default().to_lowercase();
    let is_related = |other: &&TagDefinition| {
        other.name != row.name && (last(other) == last(row) || other.keyword.is_some() && other.keyword == row.keyword)
    };
    let same: BTreeSet<Link> = documented().filter(is_related).map(to_row).collect();
    same.into_iter().collect()
}
