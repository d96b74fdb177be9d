//! `idlgen lint --fix`: the changes that findings suggest, made until none is left, then written or shown.

use std::path::{Component, Path, PathBuf};

use super::{output::count, preparation::absolute};
use crate::{
    check::api_rules::Exceptions,
    cli::{Exit, terminal::Terminal},
    diag::mend as mend_texts,
    modules::GoEnvironment,
    out::Files,
    session::{Linted, Session},
    source::{DiskFileSystem, FileSystem, MemoryFileSystem, OverlayFileSystem, SourceMap},
};

/// How often the changes of one run lead to others. A change that calls for itself again must come to an end.
const MAX_ROUNDS: usize = 20;

/// What became of the packages.
pub(super) struct Mending {
    /// What remains to be said.
    pub(super) linted: Linted,
    /// The texts that it points into.
    pub(super) sources: SourceMap,
    /// The files that changed, by the path that people see, with their new texts.
    files: Files,
    changes: usize,
}

/// Judges the packages, makes the changes that the findings carry, and judges what becomes of them, until no change is
/// left. Nothing is written.
pub(super) fn mend(session: Session<'_>, exceptions: Option<&Exceptions>) -> Mending {
    let Session { settings, environment, mut sources, .. } = session;
    // The sources grow from round to round: exceptions point into the first.
    let mut tree = OverlayFileSystem { upper: MemoryFileSystem::default(), lower: DiskFileSystem };
    let mut files = Files::default();
    let mut changes = 0;
    for round in 0.. {
        let mut session = Session::new(settings.clone(), environment.clone(), &tree, sources);
        let linted = session.lint(exceptions);
        sources = session.sources;
        let mended = mend_texts(&linted.diagnostics, &sources, |file| {
            is_ours(sources.path(file), &environment) && is_whole(sources.path(file), sources.text(file), &tree)
        });
        if mended.files.is_empty() || round == MAX_ROUNDS {
            return Mending { linted, sources, files, changes };
        }
        changes += mended.changes;
        for (file, text) in mended.files {
            let path = sources.path(file);
            files.insert(path.to_string_lossy(), text.as_str());
            tree.upper.insert(clean(path), text);
        }
    }
    Mending { linted: Linted::default(), sources, files, changes }
}

/// Writes the files, or shows what would change.
pub(super) fn finish(mending: &Mending, only_show: bool, terminal: &Terminal) -> Result<Exit, String> {
    let here = Path::new("");
    let done = |verb: &str| {
        let (changes, files) = (count(mending.changes, "finding"), count(mending.files.len(), "file"));
        format!("{verb} {changes} in {files}")
    };
    if only_show {
        let stale = mending.files.compare(here).map_err(|error| error.to_string())?;
        terminal.diff(&stale.iter().map(|stale| stale.diff.as_str()).collect::<String>());
        terminal.status(&done("could mend"));
        return Ok(if stale.is_empty() { Exit::Clean } else { Exit::Findings });
    }
    mending.files.write(here, &[]).map_err(|error| error.to_string())?;
    terminal.status(&done("mended"));
    Ok(Exit::Clean)
}

/// Whether a file is the user's to change: what is built in, vendored or in the module cache belongs to others.
fn is_ours(path: &Path, environment: &GoEnvironment) -> bool {
    let path = clean(path);
    let is_cached = environment.module_cache.as_ref().is_some_and(|cache| path.starts_with(clean(cache)));
    let is_foreign = |part: Component<'_>| matches!(part.as_os_str().to_str(), Some("<built-in>" | "vendor"));
    !is_cached && !path.components().any(is_foreign)
}

/// Whether the text is all that the file has, so that it can be written anew.
fn is_whole(path: &Path, text: &str, files: &dyn FileSystem) -> bool {
    files.read(&clean(path)).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// A path as files are looked for: absolute, without `.` and `..`.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in absolute(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}
