//! `idlgen test --coverage-floor`: compares the coverage of a run with that in a file, and updates the file.

use std::path::Path;

use super::super::{
    counted::count,
    preparation::{files_read, has_errors, read_text},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    diag::Diagnostic,
    out::Files,
    session::Session,
    source::{DiskFileSystem, absolute},
    suite::Floor,
};

/// The arguments that concern the floor.
pub(super) struct FloorOptions {
    /// `true` if only some cases run.
    pub(super) is_filtered: bool,
    /// `true` to write the coverage to the file.
    pub(super) updates: bool,
    /// `true` to write it even if something is newly uncovered.
    pub(super) lowers: bool,
}

/// Compares the coverage of a run with the floor of the settings, if there is one, and writes the file if requested.
/// Returns the findings.
pub(super) fn check(
    options: &FloorOptions,
    run: &Floor,
    session: &mut Session<'_>,
    terminal: &Terminal,
) -> Result<Vec<Diagnostic>, Exit> {
    let Some(path) = session.settings.test.coverage_floor.clone() else { return Ok(Vec::new()) };
    let path = session.settings.directory.join(path);
    if options.is_filtered {
        terminal.status("the coverage floor was not checked, because --filter selects cases");
        return Ok(Vec::new());
    }
    if !DiskFileSystem.is_taken(&path) {
        if options.updates {
            return write(run, &path, terminal).map(|()| Vec::new());
        }
        terminal.fatal(&format!("{}: no such file; --update-coverage-floor writes it", path.display()));
        return Err(Exit::Environment);
    }
    let text = read_text(&path).map_err(|reason| {
        terminal.fatal(&reason);
        Exit::Environment
    })?;
    let file = session.sources.add(&path, text.as_str());
    let (floor, problems) = Floor::read(file, &text);
    if has_errors(&problems) {
        terminal.findings(&problems, &session.sources);
        return Err(Exit::Environment);
    }
    let findings = floor.compare(run);
    if options.updates && (findings.is_empty() || options.lowers) {
        write(run, &path, terminal)?;
        return Ok(Vec::new());
    }
    if options.updates {
        terminal.status("the coverage floor was not updated, because --lower is required to lower it");
    } else if findings.is_empty()
        && let more @ 1.. = floor.surplus(run)
    {
        let more = if more == 1 { "1 entry is".to_owned() } else { format!("{more} entries are") };
        terminal.status(&format!("{more} above the coverage floor; raise it with --update-coverage-floor"));
    }
    Ok(findings)
}

fn write(run: &Floor, path: &Path, terminal: &Terminal) -> Result<(), Exit> {
    let path = absolute(path);
    let written = match (path.parent(), path.file_name().and_then(|name| name.to_str())) {
        (Some(directory), Some(name)) => {
            let mut files = Files::default();
            files.insert(name, run.text());
            // The floor itself was read.
            let inputs: Vec<_> = files_read().into_iter().filter(|input| absolute(input) != path).collect();
            files.write(directory, &inputs).map_err(|error| error.to_string())
        }
        _ => Err(format!("{}: expected a file path", path.display())),
    };
    match written {
        Ok(written) => {
            terminal.status(&format!(
                "wrote {} ({} unchanged)",
                count(written.written.len(), "file"),
                written.unchanged
            ));
            Ok(())
        }
        Err(reason) => {
            terminal.fatal(&reason);
            Err(Exit::Environment)
        }
    }
}
