//! `idlgen lint --fix`: the fixes of findings, made until none is left, then written or shown. Every fix is judged by
//! reading the result again: a safe one that leads to a new finding is not made.

mod origins;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use super::{output::count, preparation::absolute};
use crate::{
    check::api_rules::Exceptions,
    cli::{Exit, terminal::Terminal},
    diag::{Applicability, Code, Diagnostic, Fix, mend as mend_texts},
    modules::GoEnvironment,
    out::{Files, is_read_only},
    session::{Linted, Session},
    source::{DiskFileSystem, FileSystem, MemoryFileSystem, OverlayFileSystem, SourceMap},
};
use origins::Origins;

/// How often the changes of one run lead to others. A change that calls for itself again must come to an end.
const MAX_ROUNDS: usize = 20;
/// How often fixes are made anew without those that led to new findings.
const MAX_ATTEMPTS: usize = 8;

/// What became of the packages.
pub(super) struct Mending {
    /// What remains to be said.
    pub(super) linted: Linted,
    /// The texts that it points into.
    pub(super) sources: SourceMap,
    /// The files that changed, by the path that people see, with their new texts.
    files: Files,
    /// Each fix that was made.
    made: Vec<Made>,
    /// The lines of before, by those of the texts now.
    origins: Origins,
    /// Files that nobody may write to, with the number of findings that have a fix.
    read_only: BTreeMap<PathBuf, usize>,
}

/// A fix that was made.
struct Made {
    fix: FixId,
    column: u32,
}

/// What tells a fix from others, whatever was changed before: the file, the original line, the code and the change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FixId {
    path: PathBuf,
    line: u32,
    code: Code,
    title: String,
}

/// A finding as it is compared: code, file, original line and message.
type Finding = (Code, PathBuf, u32, String);

/// Judges the packages, makes the fixes that the findings carry, and judges what becomes of them, until no fix is left.
/// Unsafe fixes are made only if asked for. Nothing is written.
pub(super) fn mend(session: Session<'_>, exceptions: Option<&Exceptions>, unsafe_fixes: bool) -> Mending {
    let Session { settings, environment, sources, .. } = session;
    let lint = |files: &dyn FileSystem, sources| {
        // The sources grow from round to round: exceptions point into the first.
        let mut session = Session::new(settings.clone(), environment.clone(), files, sources);
        let linted = session.lint(exceptions);
        (linted, session.sources)
    };
    mend_with(lint, sources, &environment, unsafe_fixes)
}

/// The same for any texts: `lint` judges the files of a tree, and adds their texts to the sources.
pub(super) fn mend_with(
    lint: impl Fn(&dyn FileSystem, SourceMap) -> (Linted, SourceMap),
    mut sources: SourceMap,
    environment: &GoEnvironment,
    unsafe_fixes: bool,
) -> Mending {
    let mut declined: BTreeMap<FixId, String> = BTreeMap::new();
    for attempt in 0.. {
        // Nothing is made in the last attempt.
        let wanted = |id: &FixId, fix: &Fix| {
            attempt < MAX_ATTEMPTS
                && (unsafe_fixes || fix.applicability == Applicability::Safe)
                && !declined.contains_key(id)
        };
        let (mut mending, new) = rounds(&lint, sources, environment, wanted);
        let culprits = if unsafe_fixes { BTreeMap::new() } else { culprits(&mending.made, &new) };
        if culprits.is_empty() {
            explain(&mut mending, &declined);
            return mending;
        }
        declined.extend(culprits);
        sources = mending.sources;
    }
    Mending {
        linted: Linted::default(),
        sources,
        files: Files::default(),
        made: Vec::new(),
        origins: Origins::default(),
        read_only: BTreeMap::new(),
    }
}

/// Makes fixes until none is left, and finds what was not found before.
fn rounds(
    lint: impl Fn(&dyn FileSystem, SourceMap) -> (Linted, SourceMap),
    mut sources: SourceMap,
    environment: &GoEnvironment,
    wanted: impl Fn(&FixId, &Fix) -> bool,
) -> (Mending, Vec<Finding>) {
    let mut tree = OverlayFileSystem { upper: MemoryFileSystem::default(), lower: DiskFileSystem };
    let mut files = Files::default();
    files.keep_names();
    let (mut made, mut read_only) = (Vec::new(), BTreeMap::new());
    let mut origins = Origins::default();
    let mut first: Option<BTreeMap<Finding, usize>> = None;
    let mut round = 0;
    loop {
        let (linted, grown) = lint(&tree, sources);
        sources = grown;
        let present = findings(&linted.diagnostics, &origins, &sources);
        let before = first.get_or_insert_with(|| counted(present.clone()));
        let mended = mend_texts(&linted.diagnostics, &sources, |diagnostic, fix| {
            round < MAX_ROUNDS
                && id_of(diagnostic, fix, &origins, &sources).is_some_and(|id| wanted(&id, fix))
                && fix.edits.iter().all(|edit| {
                    let path = sources.path(edit.span.file);
                    is_ours(path, environment)
                        && !is_read_only(path)
                        && is_whole(path, sources.text(edit.span.file), &tree)
                })
        });
        if round == 0 {
            for (diagnostic, fix) in linted.diagnostics.iter().filter_map(|one| Some((one, one.fix.as_ref()?))) {
                let Some(edit) = fix.edits.first() else { continue };
                let path = sources.path(edit.span.file);
                let id = id_of(diagnostic, fix, &origins, &sources);
                if id.is_some_and(|id| wanted(&id, fix)) && is_ours(path, environment) && is_read_only(path) {
                    *read_only.entry(path.to_owned()).or_default() += 1;
                }
            }
        }
        if mended.files.is_empty() {
            let mut before = before.clone();
            let new = present.into_iter().filter(|finding| match before.get_mut(finding) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            });
            let new = new.collect();
            return (Mending { linted, sources, files, made, origins, read_only }, new);
        }
        for diagnostic in mended.made.iter().filter_map(|index| linted.diagnostics.get(*index)) {
            if let Some(fix) = &diagnostic.fix
                && let (Some(id), Some(edit)) = (id_of(diagnostic, fix, &origins, &sources), fix.edits.first())
            {
                let column = sources.line_column(edit.span.file, edit.span.start).column;
                made.push(Made { fix: id, column });
            }
        }
        origins.replace(&mended.replaced, &sources);
        for (file, text) in mended.files {
            let path = sources.path(file);
            files.insert(path.to_string_lossy(), text.as_str());
            tree.upper.insert(clean(path), text);
        }
        round += 1;
    }
}

fn id_of(diagnostic: &Diagnostic, fix: &Fix, origins: &Origins, sources: &SourceMap) -> Option<FixId> {
    let edit = fix.edits.first()?;
    Some(FixId {
        path: sources.path(edit.span.file).to_owned(),
        line: origins.line(edit.span, sources),
        code: diagnostic.code,
        title: fix.title.clone(),
    })
}

fn findings(diagnostics: &[Diagnostic], origins: &Origins, sources: &SourceMap) -> Vec<Finding> {
    let finding = |diagnostic: &Diagnostic| {
        let (path, line) = match &diagnostic.primary {
            Some(label) => (sources.path(label.span.file).to_owned(), origins.line(label.span, sources)),
            None => (PathBuf::new(), 0),
        };
        (diagnostic.code, path, line, diagnostic.message.clone())
    };
    diagnostics.iter().map(finding).collect()
}

fn counted(findings: Vec<Finding>) -> BTreeMap<Finding, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding).or_default() += 1;
    }
    counts
}

/// The fixes that led to new findings, each with one of these: those on the line of a finding; if there are none, the
/// nearest of its file; if there are none, all.
fn culprits(made: &[Made], new: &[Finding]) -> BTreeMap<FixId, String> {
    let mut culprits = BTreeMap::new();
    for (_, path, line, message) in new {
        let distance = |made: &Made| if made.fix.path == *path { made.fix.line.abs_diff(*line) } else { u32::MAX };
        let Some(least) = made.iter().map(distance).min() else { continue };
        for made in made.iter().filter(|made| distance(made) == least) {
            culprits.entry(made.fix.clone()).or_insert_with(|| message.clone());
        }
    }
    culprits
}

/// Says of fixes that were not made why not.
fn explain(mending: &mut Mending, declined: &BTreeMap<FixId, String>) {
    for diagnostic in &mut mending.linted.diagnostics {
        let id = diagnostic.fix.as_ref().and_then(|fix| id_of(diagnostic, fix, &mending.origins, &mending.sources));
        if let (Some(message), Some(fix)) = (id.and_then(|id| declined.get(&id)), &mut diagnostic.fix) {
            fix.applicability = Applicability::Unsafe;
            diagnostic.notes.push(format!("the fix causes another finding: {message}"));
        }
    }
}

/// Writes the files, or shows what would change.
pub(super) fn finish(mending: &Mending, only_show: bool, terminal: &Terminal) -> Result<Exit, String> {
    let here = Path::new("");
    let verb = if only_show { "would fix" } else { "fixed" };
    let tell = || {
        for Made { fix: FixId { path, line, code, title }, column } in &mending.made {
            terminal.status(&format!("{verb} {}:{line}:{column} {code} {title}", path.display()));
        }
        for (path, findings) in &mending.read_only {
            let findings = count(*findings, "finding");
            terminal.status(&format!("{}: {findings} not fixed: the file is read-only", path.display()));
        }
        let files: BTreeSet<&Path> = mending.made.iter().map(|made| made.fix.path.as_path()).collect();
        let (changes, files) = (count(mending.made.len(), "finding"), count(files.len(), "file"));
        terminal.status(&format!("{verb} {changes} in {files}"));
    };
    if only_show {
        let stale = mending.files.compare(here).map_err(|error| error.to_string())?;
        terminal.diff(&stale.iter().map(|stale| stale.diff.as_str()).collect::<String>());
        tell();
        return Ok(if stale.is_empty() { Exit::Clean } else { Exit::Findings });
    }
    mending.files.write(here, &[]).map_err(|error| error.to_string())?;
    tell();
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
pub(super) fn clean(path: &Path) -> PathBuf {
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
