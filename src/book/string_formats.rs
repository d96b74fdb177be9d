//! docs/string-formats.md: the formats of strings, who checks them, and examples.

use idlgen_runtime::format::{self, Family, Format};
use serde::Serialize;

use crate::{
    lower::format_table::{self, Cel},
    templates::{Template, TemplateError},
};

/// Returns docs/string-formats.md.
pub(super) fn page() -> Result<String, TemplateError> {
    let of = |is_checked: bool| {
        let is_in = |format: &&&Format| (format.family != Family::Kep4153) == is_checked;
        format::ALL.iter().filter(is_in).map(|format| Row::new(format)).collect()
    };
    Template::StringFormats.render(Formats { checked: of(true), unchecked: of(false) })
}

/// The data of `templates/string-formats.md`.
#[derive(Serialize)]
struct Formats {
    /// The formats that API servers check in custom resources.
    checked: Vec<Row>,
    unchecked: Vec<Row>,
}

/// A format.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    doc: &'static str,
    /// `all`, or the first version that checks the format: `1.35`.
    since: String,
    examples: String,
    counterexamples: String,
    /// The CEL expression for the format. Empty if no expression is known.
    cel: String,
}

impl Row {
    fn new(format: &Format) -> Self {
        Row {
            name: format.name,
            doc: format.doc,
            since: if format.since == 0 { "all".to_owned() } else { format!("1.{}", format.since) },
            examples: listed(format.examples),
            counterexamples: listed(format.counterexamples),
            cel: format_table::find(format.name).map(|found| expression(found.cel)).unwrap_or_default(),
        }
    }
}

/// Returns at most two strings as code. The empty string has no code.
fn listed(texts: &[&str]) -> String {
    let shown = texts.iter().filter(|text| !text.is_empty()).take(2);
    shown.map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
}

fn expression(cel: Cel) -> String {
    match cel {
        Cel::Library { function, .. } => format!("`!format.{function}().validate(self).hasValue()`"),
        Cel::LibraryAnd(function, more) => format!("`!format.{function}().validate(self).hasValue() && {more}`"),
        Cel::Expression(expression) if expression.contains("matches(") => String::new(),
        Cel::Expression(expression) => format!("`{expression}`"),
    }
}
