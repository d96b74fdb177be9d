//! Exit statuses, and the reasons for them: the help of each command and docs/exit-codes.md list these.

/// The result of a command, which is the exit status of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// No findings.
    Clean = 0,
    /// There are findings, or an output is stale.
    Findings = 1,
    /// The command line or the environment has an error: an invalid flag, a missing file or module.
    Environment = 2,
}

/// The reasons for each exit status of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statuses {
    /// The command without `idlgen`: `validate`, `kubevirt lint`. Empty for the program.
    pub(crate) command: &'static str,
    /// The reason for status 0.
    pub(crate) clean: &'static str,
    /// The reasons for status 1. Empty if the command never exits with 1.
    pub(crate) findings: &'static str,
    /// The reasons for status 2, in addition to those of every command. Can be empty.
    pub(crate) environment: &'static str,
}

/// The reason for status 2 of every command.
pub(crate) const ENVIRONMENT: &str = "a usage or environment error (such as a missing file or module)";

const fn statuses(
    command: &'static str,
    clean: &'static str,
    findings: &'static str,
    environment: &'static str,
) -> Statuses {
    Statuses { command, clean, findings, environment }
}

const WRITTEN: &str = "all files written or up to date";
const WRITES: &str = "an error in the Go types, or a stale file with --check";
const NO_PACKAGE: &str = "no Go package, or no output specified";
const NONE: &str = "";

/// All commands. The first row is that of the program, whose help has no room for details.
pub(crate) const ROWS: &[Statuses] = &[
    statuses("", "clean", "findings or stale output", NONE),
    statuses("generate", WRITTEN, WRITES, "no idlgen.toml and no output specified"),
    statuses("openapi", WRITTEN, WRITES, NO_PACKAGE),
    statuses("crd", WRITTEN, WRITES, NO_PACKAGE),
    statuses("rust", WRITTEN, WRITES, NO_PACKAGE),
    statuses("schemapatch", WRITTEN, WRITES, "no CRD defines a kind of the packages"),
    statuses("jsonschema", WRITTEN, WRITES, "no kind with the specified name, or no CRD"),
    statuses("lint", "no errors", "an error, or a fix to make with --diff", "no Go package"),
    statuses(
        "test",
        "every case passed",
        "a failed case, an invalid suite, or coverage below --fail-under or --coverage-floor",
        "no case ran",
    ),
    statuses(
        "diff",
        "no change as severe as --fail-on",
        "a change at least as severe as --fail-on",
        "a version without CRDs, or with an invalid one",
    ),
    statuses("cel check", "the expression compiles", "it does not compile", NONE),
    statuses("cel cost", "the expression compiles", "it does not compile", NONE),
    statuses("cel eval", "the expression has a value", "it does not compile, or its evaluation fails", NONE),
    statuses("validate", "all objects valid", "an invalid object, an unknown kind, or an input without objects", NONE),
    statuses("default", "all objects printed", "an unreadable object, an unknown kind, or no objects", NONE),
    statuses("prune", "all objects printed", "an unreadable object, an unknown kind, or no objects", NONE),
    statuses("print", "all objects printed", "an unreadable object, or no objects", "an invalid template in --output"),
    statuses("kubevirt validate", "all machines valid, or warnings only", "a violated rule, or no machines", NONE),
    statuses("kubevirt lint", "no errors in rules", "an error, or a fix to make with --diff", NONE),
    statuses("kubevirt to-cel", "rules written", "an unreadable rule, or no rules", NONE),
    statuses("explain", "explained", NONE, "an unknown code or tag"),
    statuses("dump", "printed", "an error in the Go types", "no Go package"),
    statuses("init", "written", NONE, "no Go package with API types, or idlgen.toml already exists"),
    statuses("fetch", "all modules are in the module cache", NONE, "no go.mod, or a failed download"),
    statuses("completions", "printed", NONE, NONE),
    statuses("man", "written", NONE, "an unknown command"),
    statuses("version", "printed", NONE, NONE),
];

impl Statuses {
    /// Returns the reason for each status that the command can have.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = (Exit, String)> {
        let environment = match self.environment {
            "" => ENVIRONMENT.to_owned(),
            more => format!("{ENVIRONMENT}; {more}"),
        };
        let all = [
            (Exit::Clean, self.clean.to_owned()),
            (Exit::Findings, self.findings.to_owned()),
            (Exit::Environment, environment),
        ];
        all.into_iter().filter(|(_, reason)| !reason.is_empty())
    }
}

/// Adds the exit statuses to the end of the help of a command and of its commands.
pub(super) fn add(command: clap::Command) -> clap::Command {
    add_to(command, "")
}

fn add_to(command: clap::Command, parent: &str) -> clap::Command {
    let name = format!("{parent} {}", command.get_name()).trim_start().to_owned();
    let command = command.mut_subcommands(|inner| add_to(inner, &name));
    match ROWS.iter().find(|row| row.command == name) {
        Some(row) => end_with(command, row),
        None => command,
    }
}

/// Adds the exit statuses of the program to the end of its help.
pub(super) fn add_to_program(program: clap::Command) -> clap::Command {
    match ROWS.iter().find(|row| row.command.is_empty()) {
        Some(row) => end_with(program, row),
        None => program,
    }
}

fn end_with(command: clap::Command, row: &Statuses) -> clap::Command {
    let header = command.get_styles().get_header();
    let before = command.get_after_help().map(|before| format!("{before}\n\n")).unwrap_or_default();
    let reasons: Vec<String> = row.reasons().map(|(exit, reason)| format!("\n  {}  {reason}", exit as u8)).collect();
    let text = format!("{before}{header}Exit status:{header:#}{}", reasons.concat());
    command.after_help(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of commands without commands of their own.
    fn names(command: &clap::Command, parent: &str) -> Vec<String> {
        let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help");
        inner
            .flat_map(|inner| {
                let name = format!("{parent} {}", inner.get_name()).trim_start().to_owned();
                let own = names(inner, &name);
                if own.is_empty() { vec![name] } else { own }
            })
            .collect()
    }

    #[test]
    fn every_command_has_a_row() {
        let program = super::super::definition();
        let rows: Vec<&str> = ROWS.iter().skip(1).map(|row| row.command).collect();
        assert_eq!(rows, names(&program, ""));
    }
}
