//! docs/formats.md: what each command reads and writes.

use clap::{Arg, Command};
use serde::Serialize;

use super::schemas::{self, Document};
use crate::{
    cli,
    diag::render::Format,
    templates::{Template, TemplateError},
};

/// Returns docs/formats.md.
pub(super) fn page() -> Result<String, TemplateError> {
    let mut program = cli::definition();
    program.build();
    let diagnostics = Format::NAMES.map(|(name, format)| Value { name, summary: format.summary() }).into();
    let results = ROWS.iter().map(|row| row.entry(&program)).collect();
    Template::Formats.render(Formats { diagnostics, results, documents: schemas::documents() })
}

/// The data of `templates/formats.md`.
#[derive(Serialize)]
struct Formats {
    diagnostics: Vec<Value>,
    results: Vec<Entry>,
    documents: Vec<Document>,
}

/// A value of `--message-format`.
#[derive(Serialize)]
struct Value {
    name: &'static str,
    summary: &'static str,
}

/// The results of a command.
#[derive(Serialize)]
struct Entry {
    command: &'static str,
    /// The name of the command's page.
    file: &'static str,
    result: &'static str,
    /// `--report`. Empty if no option selects a format.
    option: String,
    /// `json`, `junit`.
    values: String,
    stdin: &'static str,
}

/// The results of a command, except for its diagnostics.
struct Row {
    /// The command without `idlgen`.
    command: &'static str,
    /// The result. Can be empty.
    result: &'static str,
    /// The ID of the option that selects the format of the result. Can be empty.
    option: &'static str,
    /// The arguments for which `-` is standard input. Can be empty.
    stdin: &'static str,
}

const fn row(command: &'static str, result: &'static str, option: &'static str, stdin: &'static str) -> Row {
    Row { command, result, option, stdin }
}

const ROWS: &[Row] = &[
    row("generate", "the files that idlgen.toml configures", "", ""),
    row("openapi", "JSON", "layout", ""),
    row("crd", "YAML, one CRD per document", "", ""),
    row("rust", "Rust, or a report about CEL rules", "report", ""),
    row("schemapatch", "the YAML files with new schemas", "", ""),
    row("jsonschema", "JSON Schema", "draft", ""),
    row("lint", "a unified diff with `--diff`; API violations in the format of openapi-gen with `--report`", "", ""),
    row("test", "a report about cases; a suite with `--init`", "report", "`--crd`"),
    row("diff", "a report about changes", "report", "`OLD`, `NEW`, `--samples`"),
    row("cel check", "the type, or errors; `--message-format` is `full`, `short` or `json`", "", "`EXPRESSION`"),
    row("cel cost", "the minimum and maximum cost, or errors, in these formats", "", "`EXPRESSION`"),
    row("cel eval", "the value, type and cost, or errors, in these formats", "", "`EXPRESSION`"),
    row("validate", "a table of kinds with `--summary`", "", "`FILE`, `--old`, `--crd`, `--compare`"),
    row("default", "the objects; a list of changes with `--changes`", "output", "`FILE`, `--crd`"),
    row("prune", "the objects", "output", "`FILE`, `--crd`"),
    row(
        "print",
        "a table; JSON, YAML, names, JSONPath or columns with `--output`, as with `kubectl get`",
        "",
        "`FILE`, `--crd`",
    ),
    row("kubevirt validate", "AdmissionReviews with `--admission-review`, one JSON line each", "", "`FILE`"),
    row("kubevirt lint", "a unified diff with `--diff`", "", "`FILE`"),
    row("kubevirt to-cel", "YAML", "target", "`FILE`"),
    row("explain", "text", "", ""),
    row("dump", "text, for debugging", "stage", ""),
    row("init", "TOML with `--stdout`", "", ""),
    row("completions", "a shell script", "shell", ""),
    row("man", "a man page (roff)", "", ""),
    row("version", "text", "", ""),
];

impl Row {
    fn entry(&self, program: &Command) -> Entry {
        let option = find(program, self.command)
            .and_then(|command| command.get_arguments().find(|argument| argument.get_id() == self.option));
        Entry {
            command: self.command,
            file: self.command.split(' ').next().unwrap_or(self.command),
            result: self.result,
            option: option.map(written).unwrap_or_default(),
            values: option.map(values).unwrap_or_default(),
            stdin: self.stdin,
        }
    }
}

/// Finds a command by its words.
fn find<'c>(program: &'c Command, words: &str) -> Option<&'c Command> {
    words.split(' ').try_fold(program, |command, word| command.find_subcommand(word))
}

fn written(argument: &Arg) -> String {
    match argument.get_long() {
        Some(long) => format!("--{long}"),
        None => argument.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default(),
    }
}

fn values(argument: &Arg) -> String {
    let values = argument.get_possible_values();
    values.iter().map(|value| format!("`{}`", value.get_name())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_with_output_has_a_row_with_its_options() {
        let mut program = cli::definition();
        program.build();
        let all = cli::EXIT_STATUSES.iter().map(|row| row.command).filter(|name| !["", "fetch"].contains(name));
        assert_eq!(ROWS.iter().map(|row| row.command).collect::<Vec<_>>(), all.collect::<Vec<_>>());
        for row in ROWS {
            let command = find(&program, row.command).unwrap();
            let Entry { option, values, .. } = row.entry(&program);
            assert!(row.option.is_empty() || !option.is_empty() && !values.is_empty(), "{} {option}", row.command);
            let flags = [row.result, row.stdin].into_iter().flat_map(|text| text.split('`').skip(1).step_by(2));
            for flag in flags.filter_map(|code| code.strip_prefix("--")) {
                assert!(command.get_arguments().any(|one| one.get_long() == Some(flag)), "{} --{flag}", row.command);
            }
        }
    }
}
