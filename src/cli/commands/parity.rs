//! `idlgen lint --parity`: compares the versions of each kind.

use std::{fmt::Write, path::Path};

use super::{
    counted::count,
    diff_sides::go_side,
    preparation::{exit_of, has_errors, read_text},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    diag::Severity,
    diff::{Exceptions, Options, Parity},
    session::Session,
};

/// Compares the versions of the kinds in the packages of a session, and reports the differences. With `prints_file`,
/// prints a first file with exceptions instead.
pub(super) fn parity(
    session: &mut Session<'_>,
    file: Option<&Path>,
    prints_file: bool,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let mut exceptions = match file {
        Some(path) => exceptions(session, path, terminal)?,
        None => Exceptions::default(),
    };
    // The linter has already reported the problems of the packages.
    let (side, generated) = go_side(session, "crd");
    let options = Options {
        kubernetes_minor: session.settings.kubernetes_minor,
        by_stability: session.settings.diff.by_stability,
    };
    let parity = Parity::new(&side, &options, &mut exceptions);
    let mut diagnostics = generated.without_allowed(parity.diagnostics.clone());
    if prints_file {
        terminal.data(&parity.first_exceptions(&diagnostics));
        return Ok(Exit::Clean);
    }
    let Parity { compared, embedders, accepted, .. } = parity;
    // Report unused exceptions too, so that the list can only become shorter.
    diagnostics.extend(exceptions.stale().into_iter().map(|mut stale| {
        stale.severity = Severity::Error;
        stale
    }));
    for one in &mut diagnostics {
        one.severity = session.settings.severities.of(one.code, one.severity, false);
    }
    terminal.findings(&diagnostics, &session.sources);
    let mut text = format!("compared {} of versions", count(compared, "pair"));
    if embedders > 0 {
        let _ = write!(text, " and {} of structs that embed the same struct", count(embedders, "pair"));
    }
    if accepted > 0 {
        let _ = write!(text, "; {} accepted", count(accepted, "difference"));
    }
    terminal.status(&text);
    Ok(exit_of(&diagnostics))
}

fn exceptions(session: &mut Session<'_>, path: &Path, terminal: &Terminal) -> Result<Exceptions, Exit> {
    let text = read_text(path).map_err(|reason| {
        terminal.fatal(&reason);
        Exit::Environment
    })?;
    let file = session.sources.add(path, text.as_str());
    let (exceptions, problems) = Exceptions::read_permanent(file, &text);
    terminal.diagnostics(&problems, &session.sources);
    if has_errors(&problems) { Err(Exit::Environment) } else { Ok(exceptions) }
}
