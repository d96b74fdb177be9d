//! The command `idlgen lint`.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use clap::{Parser, ValueHint};

use super::{
    command::Run,
    counted::count,
    fixes::{self, FixArguments},
    parity,
    preparation::{exit_of, files_read, has_errors, prepared, read_text},
    unmatched::warn_of_codes,
};
use crate::{
    check::api_rules::{self, Exceptions},
    cli::{
        Exit,
        arguments::{GlobalArguments, PackageArguments},
        terminal::Terminal,
    },
    diag::{Diagnostic, Severity},
    out::Files,
    session::Linted,
    source::{SourceMap, absolute},
};

/// Check Go packages and their tags without writing files.
#[derive(Debug, Parser)]
#[command(name = "lint")]
pub(super) struct Lint {
    #[command(flatten)]
    packages: PackageArguments,

    #[command(flatten)]
    fixing: FixArguments,

    /// Check the API rules of openapi-gen (names_match, list_type_missing).
    #[arg(long)]
    api_rules: bool,

    /// Ignore the API rule violations in this file.
    ///
    /// The file has the format of --report. An entry that no longer matches is a finding.
    #[arg(long, value_name = "FILE", requires = "api_rules", value_hint = ValueHint::FilePath)]
    exceptions: Option<PathBuf>,

    /// Compare the versions of each kind, and the structs that embed the same struct.
    ///
    /// Reports different rules, limits, enums, defaults and required fields, and fields that conversion between the
    /// versions drops.
    #[arg(long, conflicts_with = "changes")]
    parity: bool,

    /// Ignore the differences in this YAML file, each with its reason.
    ///
    /// An entry that no longer matches is a finding.
    #[arg(long, value_name = "FILE", requires = "parity", value_hint = ValueHint::FilePath)]
    parity_exceptions: Option<PathBuf>,

    /// Print a file for --parity-exceptions with all differences. Replace its reasons.
    #[arg(long, requires = "parity", conflicts_with = "parity_exceptions")]
    init_parity_exceptions: bool,

    /// Write all API rule violations to FILE, as openapi-gen does.
    ///
    /// Known violations are included; `-` is standard output.
    #[arg(short, long, value_name = "FILE", requires = "api_rules", value_hint = ValueHint::FilePath)]
    report: Option<PathBuf>,
}

impl Run for Lint {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, global, terminal)
    }
}

/// Lints packages and reports the findings.
fn run(arguments: &Lint, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = arguments.fixing.diff
        || arguments.init_parity_exceptions
        || arguments.report.as_deref() == Some(Path::new("-"));
    let mut session = match prepared(global, &arguments.packages, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let selected = &session.settings.severities.selected;
    if !arguments.api_rules && !selected.is_empty() && selected.keys().all(|code| api_rules::is_api_rule(*code)) {
        terminal.fatal("--select names only API rules, which require --api-rules");
        return Exit::Environment;
    }
    let exceptions = match read_exceptions(arguments.exceptions.as_deref(), &mut session.sources, terminal) {
        Ok(exceptions) => exceptions,
        Err(exit) => return exit,
    };
    let exceptions = arguments.api_rules.then_some(&exceptions);
    let mut changed = Exit::Clean;
    let linted = if arguments.fixing.is_set() {
        if arguments.packages.fetching.fetch {
            // Download the modules first: the sessions that apply fixes only read files on disk.
            session.lint(exceptions);
        }
        let fixed = fixes::fix(session, exceptions, arguments.fixing.unsafe_fixes);
        terminal.findings(&fixed.linted.diagnostics, &fixed.sources);
        changed = match fixes::finish(&fixed, arguments.fixing.diff, terminal) {
            Ok(exit) => exit,
            Err(message) => {
                terminal.fatal(&message);
                return Exit::Environment;
            }
        };
        fixed.linted
    } else {
        let linted = session.lint(exceptions);
        terminal.findings(&linted.diagnostics, &session.sources);
        if arguments.parity {
            let file = arguments.parity_exceptions.as_deref();
            changed = match parity::parity(&mut session, file, arguments.init_parity_exceptions, terminal) {
                Ok(exit) | Err(exit) => exit,
            };
        }
        linted
    };
    let exit = exit_of(&linted.diagnostics).max(changed);
    if let Some(path) = &arguments.report {
        if !was_read(&linted.diagnostics) {
            terminal.status("no report was written, because not everything could be read");
            return exit;
        }
        if let Err(message) = write_report(path, &linted, terminal) {
            terminal.fatal(&message);
            return Exit::Environment;
        }
    }
    warn_of_codes(&arguments.packages.reading.given, &linted.found, terminal);
    terminal.status(&summary(&linted, arguments.api_rules));
    exit
}

fn read_exceptions(path: Option<&Path>, sources: &mut SourceMap, terminal: &Terminal) -> Result<Exceptions, Exit> {
    let Some(path) = path else { return Ok(Exceptions::default()) };
    let text = read_text(path).map_err(|message| {
        terminal.fatal(&message);
        Exit::Environment
    })?;
    let file = sources.add(path, text.as_str());
    let (exceptions, diagnostics) = Exceptions::parse(file, &text);
    terminal.findings(&diagnostics, sources);
    if has_errors(&diagnostics) { Err(Exit::Findings) } else { Ok(exceptions) }
}

/// Returns `true` if every file could be read and parsed, so that the report is complete. Tag errors are allowed.
fn was_read(diagnostics: &[Diagnostic]) -> bool {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    !errors.any(|error| matches!(error.code.number(), 100..=299))
}

fn write_report(path: &Path, linted: &Linted, terminal: &Terminal) -> Result<(), String> {
    let report = api_rules::report(&linted.violations);
    if path == Path::new("-") {
        terminal.data(&report);
        return Ok(());
    }
    let path = absolute(path);
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Err(format!("{}: expected a file path", path.display()));
    };
    let mut files = Files::default();
    files.insert(name, report);
    files.write(folder, &files_read()).map(drop).map_err(|error| error.to_string())
}

/// Formats `checked 2 packages: 3 errors, 1 warning; 7 violations of API rules, 5 known`.
fn summary(linted: &Linted, api_rules: bool) -> String {
    let of = |severity: Severity| linted.diagnostics.iter().filter(|one| one.severity == severity).count();
    let mut text = format!(
        "checked {}: {}, {}",
        count(linted.packages, "package"),
        count(of(Severity::Error), "error"),
        count(of(Severity::Warning), "warning")
    );
    if linted.judged_no_api_rule {
        text.push_str("; no API rule was checked");
    } else if api_rules {
        // A suppressed diagnostic is not a finding and does not count as a violation.
        let new = linted.diagnostics.iter().filter(|one| api_rules::is_api_rule(one.code)).count();
        let violations = count(new.min(linted.violations.len() - linted.known) + linted.known, "violation");
        let _ = write!(text, "; {violations} of API rules, {} known", linted.known);
    }
    text
}
