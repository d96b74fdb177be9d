//! `idlgen test --rust`: generates a test harness and compiles it.

use super::super::preparation::files_read;
use crate::{
    cli::{
        Exit,
        harness::{Harness, HarnessCrate, NotBuilt, default_directory},
        terminal::Terminal,
    },
    diag::{Diagnostic, Severity},
    emit::rust::Rust,
    session::{Outputs, Purpose, Session},
    settings::RustSettings,
    source::absolute,
    suite::{CaseResult, DecidedBy, RunOptions},
};

/// Generates, compiles and starts the test harness for the packages of a session.
pub(super) fn harness(
    session: &mut Session<'_>,
    options: &RunOptions,
    may_download: bool,
    reported: &[Diagnostic],
    terminal: &Terminal,
) -> Result<Harness, Exit> {
    let fatal = |message: &str| {
        terminal.fatal(message);
        Exit::Environment
    };
    let packages = absolute(&session.settings.directory);
    let settings = session.settings.test.clone();
    let directory = match settings.rust_directory {
        Some(directory) => packages.join(directory),
        None => default_directory(&packages)
            .ok_or_else(|| fatal("--rust: there is no cache directory; choose a directory with --rust-directory"))?,
    };
    let crates = settings.rust_crates.map(|crates| packages.join(crates));
    // Derives and mapped packages would need other crates.
    session.settings.rust = RustSettings { admit: true, harness: true, ..RustSettings::default() };
    session.settings.outputs.insert("rust", "src".into());
    session.purpose = Purpose::Objects;
    let generated = session.generate(&Outputs::of(&Rust));
    let new: Vec<Diagnostic> = generated.diagnostics.iter().filter(|one| !reported.contains(one)).cloned().collect();
    terminal.diagnostics(&new, &session.sources);
    if generated.files.is_empty() {
        let has_errors = generated.diagnostics.iter().any(|one| one.severity == Severity::Error);
        let because = if has_errors { ", because of errors in the Go types" } else { "" };
        terminal.fatal(&format!("--rust: no Rust was generated{because}"));
        return Err(if has_errors { Exit::Findings } else { Exit::Environment });
    }
    let harness = HarnessCrate::new(directory, crates, may_download);
    let program = harness.write(generated.files, &files_read()).and_then(|()| harness.build());
    let program = program.map_err(|reason| match reason {
        NotBuilt::Environment(message) => fatal(&message),
        NotBuilt::Broken(diagnostic) => {
            terminal.diagnostics(&[*diagnostic], &session.sources);
            Exit::Findings
        }
    })?;
    Harness::start(&program, &options.validator, options.message_style).map_err(|reason| fatal(&reason))
}

/// Formats which part of the generated code decided the cases: `generated Rust: 5 by the type alone (3 accepted, 2
/// rejected), 1 with the schema`.
pub(super) fn decisions(results: &[CaseResult]) -> String {
    let by = |part: DecidedBy| results.iter().filter(|result| result.decided_by == Some(part)).count();
    let (accepted, rejected) = (by(DecidedBy::Type), by(DecidedBy::Validators));
    let with_schema = results.iter().filter(|result| result.target == Some("rust")).count() - accepted - rejected;
    let by_type = accepted + rejected;
    format!(
        "generated Rust: {by_type} by the type alone ({accepted} accepted, {rejected} rejected), \
         {with_schema} with the schema"
    )
}
