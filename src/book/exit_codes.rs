//! docs/exit-codes.md, from the table that also writes the help.

use serde::Serialize;

use crate::{
    cli,
    templates::{Template, TemplateError},
};

/// Returns docs/exit-codes.md.
pub(super) fn page() -> Result<String, TemplateError> {
    let commands = cli::EXIT_STATUSES.iter().filter(|row| !row.command.is_empty()).map(Row::new).collect();
    Template::ExitCodes.render(Page { common: cli::ENVIRONMENT, commands })
}

/// The data of `templates/exit-codes.md`.
#[derive(Serialize)]
struct Page {
    /// The reason for status 2 of every command.
    common: &'static str,
    commands: Vec<Row>,
}

/// A command with the reasons for each status.
#[derive(Serialize)]
struct Row {
    command: &'static str,
    /// The name of the command's page.
    file: &'static str,
    clean: String,
    findings: String,
    environment: String,
}

impl Row {
    fn new(row: &cli::Statuses) -> Self {
        let &cli::Statuses { command, clean, findings, environment } = row;
        Row {
            command,
            file: command.split(' ').next().unwrap_or(command),
            clean: with_code(clean),
            findings: with_code(findings),
            environment: with_code(environment),
        }
    }
}

/// Returns Markdown with flags as code. Outside of code, `--` would become a dash.
fn with_code(text: &str) -> String {
    let word = |word: &str| {
        if !word.starts_with("--") {
            return word.to_owned();
        }
        let flag = word.trim_end_matches(',');
        format!("`{flag}`{}", word.get(flag.len()..).unwrap_or_default())
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_code() {
        assert_eq!(with_code("a fix with --diff, or --fix"), "a fix with `--diff`, or `--fix`");
    }
}
