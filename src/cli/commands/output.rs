//! Writes the files of back ends, or compares them with existing ones.

use std::{collections::BTreeSet, fmt::Write, path::Path, time::Instant};

use super::{
    counted::count,
    preparation::{exit_of, files_read, has_errors},
};
use crate::{
    check::BAD_DEFAULT,
    cli::{Exit, terminal::Terminal},
    diag::{Code, Diagnostic, Severity},
    modules::codes::NO_DESCRIPTIONS,
    out::{Files, Stale, StaleKind, Written, differ_in_descriptions_alone, has_fewer_descriptions},
    session::{Generated, KeptBack, Outputs, Session},
    source::{DiskFileSystem, FileSystem, SourceMap, without_current_directory},
};

/// Generates files, reports diagnostics, and writes or compares the files.
pub(super) fn finish(
    mut session: Session<'_>,
    outputs: &Outputs,
    check: bool,
    to_stdout: bool,
    terminal: &Terminal,
) -> Exit {
    let start = Instant::now();
    if check && to_stdout {
        terminal.fatal("--check compares with files and cannot be used with `-o -`");
        return Exit::Environment;
    }
    let mut generated = session.generate(outputs);
    if outputs.keeps_others {
        generated.files.keep_files_of_others();
    }
    terminal.diagnostics(&generated.diagnostics, &session.sources);
    // When emulating controller-gen, files are written despite errors.
    if has_errors(&generated.diagnostics) && generated.files.is_empty() {
        let errors = generated.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let way_on = way_on(errors.map(|one| one.code)).map_or_else(String::new, |way| format!("; {way}"));
        terminal.status(&format!("nothing was written{way_on}"));
        return exit_of(&generated.diagnostics);
    }
    terminal.status(&read_summary(&generated));
    say_what_is_kept_back(&generated, &session.sources, terminal);
    if to_stdout {
        for (_, text) in generated.files.iter() {
            terminal.data(text);
        }
        return exit_of(&generated.diagnostics);
    }
    let directory = session.settings.directory.clone();
    let writing = Writing::new(check, &generated.diagnostics);
    let exit = write(&generated.files, &directory, writing, start, terminal);
    if exit == Exit::Clean { exit_of(&generated.diagnostics) } else { exit }
}

/// Returns a hint on how to write files despite the errors, if all errors are about tags that can be ignored.
fn way_on(errors: impl Iterator<Item = Code>) -> Option<String> {
    let codes: BTreeSet<Code> = errors.collect();
    let names: Vec<&str> = codes.iter().map(|code| code.info().slug).collect();
    // An invalid default is not ignored: outputs contain it.
    let is_about_tags =
        |code: &Code| matches!(code.number(), 300..=399 | 410 | 414 | 501..=518) && *code != BAD_DEFAULT;
    let is_of_use = !codes.is_empty() && codes.iter().all(is_about_tags);
    is_of_use.then(|| format!("use --warn {} to ignore such tags", names.join(",")))
}

/// Lists each file that is withheld because of an error, with the error.
fn say_what_is_kept_back(generated: &Generated, sources: &SourceMap, terminal: &Terminal) {
    for KeptBack { path, kind, cause, .. } in &generated.kept_back {
        let kind = kind.as_ref().map(|kind| format!(" ({kind})")).unwrap_or_default();
        let cause = cause.map(|(code, span)| match span {
            Some(span) => {
                let line = sources.line_column(span.file, span.start).line;
                format!(": error[{code}] at {}:{line}", sources.path(span.file).display())
            }
            None => format!(": error[{code}]"),
        });
        terminal.status(&format!("withheld {path}{kind}{}", cause.unwrap_or_default()));
    }
    if !generated.kept_back.is_empty() {
        let causes = generated.kept_back.iter().filter_map(|one| one.cause.map(|(code, _)| code));
        let way_on = way_on(causes).map_or_else(String::new, |way| format!("; {way}"));
        terminal.status(&format!("withheld files are unchanged{way_on}"));
    }
}

/// The mode of writing files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writing {
    /// `true` if files are only compared with existing ones.
    is_check: bool,
    /// `true` if the descriptions of some types were not available. An existing file that differs only in descriptions
    /// may then be up to date, and replacing it may remove descriptions.
    lacks_descriptions: bool,
}

impl Writing {
    /// Determines the mode from the flag `--check` and the diagnostics of the run.
    pub(super) fn new(is_check: bool, diagnostics: &[Diagnostic]) -> Self {
        Writing { is_check, lacks_descriptions: diagnostics.iter().any(|one| one.code == NO_DESCRIPTIONS) }
    }
}

/// Writes files below a directory, or compares them with existing ones.
pub(super) fn write(files: &Files, directory: &Path, writing: Writing, start: Instant, terminal: &Terminal) -> Exit {
    let inputs = files_read();
    if let Some(path) = files.overwritten(directory, &inputs) {
        let shown = without_current_directory(&path).display();
        terminal.fatal(&format!("{shown} is an input of the run; choose another output"));
        return Exit::Environment;
    }
    if writing.is_check {
        return compare(files, directory, writing, terminal);
    }
    let poorer = if writing.lacks_descriptions { poorer(files, directory) } else { Vec::new() };
    match files.write(directory, &inputs) {
        Ok(written) => {
            say_what_became_of_earlier_files(&written, terminal);
            report_lost_descriptions(poorer.iter().filter(|path| written.written.contains(path)), terminal);
            let mut text = format!("wrote {}", count(written.written.len(), "file"));
            let _ = write!(text, " ({} unchanged", written.unchanged);
            if !written.removed.is_empty() {
                let _ = write!(text, ", {} removed", written.removed.len());
            }
            if !written.others.is_empty() {
                let _ = write!(text, ", {} kept", written.others.len());
            }
            let _ = write!(text, ") in {:.2} s", start.elapsed().as_secs_f64());
            terminal.status(&text);
            Exit::Clean
        }
        Err(error) => {
            terminal.fatal(&error.to_string());
            Exit::Environment
        }
    }
}

/// Lists the files of earlier runs that were removed, and those that were unexpectedly kept.
fn say_what_became_of_earlier_files(written: &Written, terminal: &Terminal) {
    for path in &written.removed {
        terminal.status(&format!("removed {path}: it is no longer generated"));
    }
    for path in &written.kept {
        terminal.status(&format!("kept {path}: it is no longer generated but was changed since"));
    }
    for path in &written.others {
        terminal.status(&format!(
            "kept {path}: it differs, but idlgen did not write it (--check shows the difference, --overwrite \
             replaces it)"
        ));
    }
    for path in &written.unclaimed {
        terminal.status(&format!(
            "kept {path}: it was generated by idlgen, but no manifest lists it; remove it if it is stale"
        ));
    }
}

/// Returns the files whose existing versions have more descriptions.
fn poorer(files: &Files, directory: &Path) -> Vec<String> {
    let is_poorer = |(path, text): &(&str, &str)| {
        present(directory, path).is_some_and(|present| has_fewer_descriptions(path, text, &present))
    };
    files.iter().filter(is_poorer).map(|(path, _)| path.to_owned()).collect()
}

/// Warns that files were replaced by ones with fewer descriptions.
fn report_lost_descriptions<'p>(paths: impl Iterator<Item = &'p String>, terminal: &Terminal) {
    let mut number = 0;
    for path in paths {
        number += 1;
        terminal.status(&format!("{path}: has fewer descriptions than before"));
    }
    if number > 0 {
        terminal.line(&format!(
            "warning[{NO_DESCRIPTIONS}]: {} lost descriptions from modules that are not on this machine{}",
            count(number, "file"),
            if cfg!(feature = "fetch") { "; --fetch downloads them" } else { "" }
        ));
    }
}

/// Reads a file before it is replaced.
pub(super) fn present(directory: &Path, path: &str) -> Option<String> {
    DiskFileSystem.read(&directory.join(path)).ok().and_then(|bytes| String::from_utf8(bytes).ok())
}

fn compare(files: &Files, directory: &Path, writing: Writing, terminal: &Terminal) -> Exit {
    let found = match files.compare(directory) {
        Ok(found) => found,
        Err(error) => {
            terminal.fatal(&error.to_string());
            return Exit::Environment;
        }
    };
    // Only the manifest is missing if another program wrote the same files.
    if found.iter().all(Stale::is_missing_manifest) {
        let paths: Vec<&str> = found.iter().map(|stale| stale.path.as_str()).collect();
        let advice = match paths.as_slice() {
            [] => String::new(),
            [path] => format!("; {path} is missing: run the same command without --check to write it"),
            paths => format!("; {} are missing: run the same command without --check to write them", paths.join(", ")),
        };
        terminal.status(&format!("{} up to date{advice}", count(files.len(), "file")));
        return Exit::Clean;
    }
    let is_unjudged = |stale: &Stale| {
        let text = files.iter().find(|(path, _)| *path == stale.path).map(|(_, text)| text);
        let alone = |(present, text): (String, &str)| differ_in_descriptions_alone(&stale.path, &present, text);
        writing.lacks_descriptions && present(directory, &stale.path).zip(text).is_some_and(alone)
    };
    // A missing manifest is not a difference of the outputs.
    let (manifests, found): (Vec<Stale>, Vec<Stale>) = found.into_iter().partition(Stale::is_missing_manifest);
    let (unjudged, stale): (Vec<Stale>, Vec<Stale>) = found.into_iter().partition(is_unjudged);
    for unjudged in &unjudged {
        terminal.line(&format!("{}: differs in descriptions, some of which are missing here", unjudged.path));
    }
    for stale in &stale {
        terminal.line(&format!("{}: {}", stale.path, stale.kind.describe()));
        terminal.out(&stale.diff);
    }
    for manifest in &manifests {
        terminal.line(&format!("{}: is missing; a run without --check writes it", manifest.path));
    }
    if !unjudged.is_empty() {
        terminal.line(&format!(
            "error[{NO_DESCRIPTIONS}]: {} cannot be compared without the modules that contain the descriptions{}",
            count(unjudged.len(), "file"),
            if cfg!(feature = "fetch") { "; --fetch downloads them" } else { "" }
        ));
    }
    if stale.is_empty() {
        return Exit::Environment;
    }
    let of_others = stale.iter().filter(|stale| stale.kind == StaleKind::Others).count();
    terminal.line(&format!(
        "error[{}]: {} stale; run the same command without --check{}",
        crate::config::codes::STALE_OUTPUT,
        if stale.len() == 1 { "1 file is".to_owned() } else { format!("{} files are", stale.len()) },
        if of_others > 0 { ", and with --overwrite to replace files that idlgen did not write" } else { "" }
    ));
    Exit::Findings
}

/// Formats `read 2 packages (and 5 they import): 31 types, 120 fields, 43 rules`.
fn read_summary(generated: &Generated) -> String {
    let summary = &generated.summary;
    let mut text = format!(
        "read {} (and {} they import): {}, {}, {}",
        count(summary.packages, "package"),
        summary.imported_packages,
        count(summary.files, "file"),
        count(summary.types, "type"),
        count(summary.fields, "field"),
    );
    if let Some(rules) = summary.rules {
        let _ = write!(text, ", {}", count(rules, "rule"));
    }
    text
}
