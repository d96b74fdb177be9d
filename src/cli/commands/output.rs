//! Writing what back ends make, or comparing it with what is there.

use std::{
    collections::BTreeSet,
    fmt::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use super::preparation::{absolute, exit_of, has_errors};
use crate::{
    cli::{Exit, terminal::Terminal},
    out::Files,
    session::{Generated, Outputs, Session},
};

/// Generates, shows what is to be said, and writes or compares.
pub(super) fn finish(
    mut session: Session<'_>,
    outputs: &Outputs,
    check: bool,
    to_stdout: bool,
    terminal: &Terminal,
) -> Exit {
    let start = Instant::now();
    if check && to_stdout {
        terminal.fatal("--check compares with files; there are none with `-o -`");
        return Exit::Environment;
    }
    let generated = session.generate(outputs);
    terminal.diagnostics(&generated.diagnostics, &session.sources);
    if has_errors(&generated.diagnostics) {
        terminal.status("nothing was written");
        return exit_of(&generated.diagnostics);
    }
    terminal.status(&read_summary(&generated));
    if to_stdout {
        for (_, text) in generated.files.iter() {
            terminal.data(text);
        }
        return Exit::Clean;
    }
    let directory = session.settings.directory.clone();
    if let Some(path) = overwritten_input(&generated, &directory) {
        terminal.fatal(&format!("{} is read to make the output; let the output go elsewhere", path.display()));
        return Exit::Environment;
    }
    if check {
        return compare(&generated.files, &directory, terminal);
    }
    match generated.files.write(&directory) {
        Ok(written) => {
            let mut text = format!("wrote {}", count(written.written.len(), "file"));
            let _ = write!(text, " ({} unchanged", written.unchanged);
            if !written.removed.is_empty() {
                let _ = write!(text, ", {} removed", written.removed.len());
            }
            let _ = write!(text, ") in {:.2} s", start.elapsed().as_secs_f64());
            terminal.status(&text);
            exit_of(&generated.diagnostics)
        }
        Err(error) => {
            terminal.fatal(&error.to_string());
            Exit::Environment
        }
    }
}

/// A file that would be written over although the output is made of it.
fn overwritten_input(generated: &Generated, directory: &Path) -> Option<PathBuf> {
    let inputs: BTreeSet<PathBuf> = generated.inputs.iter().map(|input| absolute(input)).collect();
    let mut outputs = generated.files.iter().map(|(path, _)| absolute(&directory.join(path)));
    outputs.find(|output| inputs.contains(output))
}

fn compare(files: &Files, directory: &Path, terminal: &Terminal) -> Exit {
    let stale = files.compare(directory);
    if stale.is_empty() {
        terminal.status(&format!("{} up to date", count(files.len(), "file")));
        return Exit::Clean;
    }
    for stale in &stale {
        terminal.line(&format!("{}: {}", stale.path, stale.kind.describe()));
        terminal.out(&stale.diff);
    }
    terminal.line(&format!(
        "error[{}]: {} stale; run the same command without --check",
        crate::config::codes::STALE_OUTPUT,
        if stale.len() == 1 { "1 file is".to_owned() } else { format!("{} files are", stale.len()) }
    ));
    Exit::Findings
}

/// `read 2 packages (and 5 they import): 31 types, 120 fields, 43 rules`
fn read_summary(generated: &Generated) -> String {
    let summary = &generated.summary;
    format!(
        "read {} (and {} they import): {}, {}, {}, {}",
        count(summary.packages, "package"),
        summary.imported_packages,
        count(summary.files, "file"),
        count(summary.types, "type"),
        count(summary.fields, "field"),
        count(summary.rules, "rule"),
    )
}

/// A number with its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
