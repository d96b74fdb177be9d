//! The command `idlgen explain`.

use std::fmt::Write;

use clap::Parser;

use super::command::Run;
use crate::{
    cli::{Exit, arguments::GlobalArguments, terminal::Terminal},
    codes,
    diag::{Code, Codes, nearest},
    tags::registry,
};

/// Explain a diagnostic (IDL0301, unknown-tag) or a tag (+minimum).
#[derive(Debug, Parser)]
#[command(name = "explain")]
pub(super) struct Explain {
    /// The code or name of a diagnostic, or a tag [default: list all].
    #[arg(value_name = "CODE|TAG")]
    subject: Option<String>,
}

impl Run for Explain {
    fn run(self, _global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, terminal)
    }
}

/// Explains a diagnostic or a tag, or lists them.
fn run(arguments: &Explain, terminal: &mut Terminal) -> Exit {
    let Some(subject) = &arguments.subject else {
        terminal.out(&list());
        return Exit::Clean;
    };
    let codes = codes::all();
    if let Some(code) = find(&codes, subject) {
        terminal.out(&explain_code(code));
        return Exit::Clean;
    }
    let tag = subject.trim_start_matches('+');
    if let Some(text) = registry::explain(tag) {
        terminal.out(&text);
        return Exit::Clean;
    }
    let mut message = format!("`{subject}` is not a diagnostic or a tag");
    let known: Vec<&str> =
        codes.iter().map(|code| code.info().slug).chain(registry::all().map(|row| row.name)).collect();
    let ending = tags_ending_in(tag);
    if !ending.is_empty() {
        let _ = write!(message, "; did you mean {}?", ending.join(" or "));
    } else if let Some(near) = nearest(tag, known) {
        let _ = write!(message, "; did you mean `{near}`?");
    }
    terminal.fatal(&message);
    terminal.line("`idlgen explain` lists all.");
    Exit::Environment
}

/// Returns the code with this name, or with this number in any case and without `IDL` or leading zeros (`idl0301`,
/// `IDL301`, `301`).
fn find(codes: &Codes, name: &str) -> Option<Code> {
    let upper = name.to_uppercase();
    let digits = upper.strip_prefix("IDL").unwrap_or(&upper);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<u16>().ok().filter(|_| is_number);
    codes.find(name).or_else(|| codes.iter().find(|code| Some(code.number()) == number))
}

/// Returns the tags whose last part is a name in any case, such as `kubebuilder:printcolumn` for `printcolumn`.
fn tags_ending_in(name: &str) -> Vec<String> {
    let ends = |tag: &&str| tag.rsplit(':').next().is_some_and(|last| last.eq_ignore_ascii_case(name));
    registry::all().map(|row| row.name).filter(ends).map(|tag| format!("`{tag}`")).collect()
}

fn explain_code(code: Code) -> String {
    let info = code.info();
    let (slug, explanation, address) = (info.slug, info.explanation.trim_end(), code.address());
    format!("{code} {slug}\n\n{}\n\n{explanation}\n\n{address}\n", info.summary)
}

fn list() -> String {
    let mut text = String::from("Diagnostics:\n");
    for code in codes::all().iter() {
        let info = code.info();
        let _ = writeln!(text, "  {code} {}: {}", info.slug, info.summary);
    }
    text.push_str("\nTags:\n");
    for row in registry::all() {
        let _ = writeln!(text, "  +{}: {}", row.name, row.summary);
    }
    text
}
