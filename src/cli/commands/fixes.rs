//! `idlgen lint --fix`: applies fixes until none remain, then writes or shows the result. Verifies every fix by linting
//! the result again: a safe fix that causes a new finding is not applied.

mod origins;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
};

use clap::{ArgGroup, Args};

use super::counted::count;
use crate::{
    check::api_rules::Exceptions,
    cli::{Exit, terminal::Terminal},
    diag::{Applicability, Code, Diagnostic, Fix, apply_fixes},
    modules::GoEnvironment,
    out::{Files, is_read_only},
    session::{Linted, Session},
    source::{DiskFileSystem, FileSystem, MemoryFileSystem, OverlayFileSystem, SourceMap, absolute, clean},
};
use origins::Origins;

/// The flags of commands that fix findings.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("changes").args(["fix", "diff"]).multiple(true))]
pub(super) struct FixArguments {
    /// Apply safe fixes, list them, and report what remains.
    ///
    /// A fix is safe if it cannot change the intended meaning.
    #[arg(long)]
    fix: bool,

    /// With --fix or --diff, apply unsafe fixes too. Review their changes.
    #[arg(long, requires = "changes")]
    pub(super) unsafe_fixes: bool,

    /// Print what --fix would change as a unified diff; write nothing.
    ///
    /// The exit status is 1 if --fix would change a file.
    #[arg(long)]
    pub(super) diff: bool,
}

impl FixArguments {
    /// Returns `true` if fixes are applied or shown.
    pub(super) fn is_set(&self) -> bool {
        self.fix || self.diff
    }
}

/// Maximum number of rounds per run. A fix that triggers itself again must not loop forever.
const MAX_ROUNDS: usize = 20;
/// Maximum number of attempts without the fixes that caused new findings.
const MAX_ATTEMPTS: usize = 8;

/// The result of fixing packages.
pub(super) struct Fixed {
    /// The remaining findings.
    pub(super) linted: Linted,
    /// The source files of the findings.
    pub(super) sources: SourceMap,
    /// The changed files by displayed path, with their new content.
    files: Files,
    /// The applied fixes.
    made: Vec<Made>,
    /// The original line of each current line.
    origins: Origins,
    /// Read-only files, with the number of findings that have a fix.
    read_only: BTreeMap<PathBuf, usize>,
}

/// An applied fix.
struct Made {
    fix: FixId,
    column: u32,
}

/// The identity of a fix, independent of earlier changes: the file, the original line, the code and the replacement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FixId {
    path: PathBuf,
    line: u32,
    code: Code,
    title: String,
}

/// The identity of a finding: code, file, original line and message.
type Finding = (Code, PathBuf, u32, String);

/// Lints the packages, applies fixes, and lints the result, until no fix remains. Applies unsafe fixes only if
/// requested. Writes nothing.
pub(super) fn fix(session: Session<'_>, exceptions: Option<&Exceptions>, unsafe_fixes: bool) -> Fixed {
    let Session { settings, environment, sources, .. } = session;
    let lint = |files: &dyn FileSystem, sources| {
        // The sources grow in every round: exceptions refer to the first.
        let mut session = Session::new(settings.clone(), environment.clone(), files, sources);
        let linted = session.lint(exceptions);
        (linted, session.sources)
    };
    fix_with(lint, sources, &environment, unsafe_fixes)
}

/// Fixes any files: `lint` lints the files of a tree and adds them to the sources.
pub(super) fn fix_with(
    lint: impl Fn(&dyn FileSystem, SourceMap) -> (Linted, SourceMap),
    mut sources: SourceMap,
    environment: &GoEnvironment,
    unsafe_fixes: bool,
) -> Fixed {
    let mut declined: BTreeMap<FixId, String> = BTreeMap::new();
    for attempt in 0.. {
        // After `MAX_ATTEMPTS`, apply no fixes.
        let wanted = |id: &FixId, fix: &Fix| {
            attempt < MAX_ATTEMPTS
                && (unsafe_fixes || fix.applicability == Applicability::Safe)
                && !declined.contains_key(id)
        };
        let (mut fixed, new) = rounds(&lint, sources, environment, wanted);
        let culprits = if unsafe_fixes { BTreeMap::new() } else { culprits(&fixed.made, &new) };
        if culprits.is_empty() {
            explain(&mut fixed, &declined);
            return fixed;
        }
        declined.extend(culprits);
        sources = fixed.sources;
    }
    Fixed {
        linted: Linted::default(),
        sources,
        files: Files::default(),
        made: Vec::new(),
        origins: Origins::default(),
        read_only: BTreeMap::new(),
    }
}

/// Applies fixes until none remain, and returns the new findings.
fn rounds(
    lint: impl Fn(&dyn FileSystem, SourceMap) -> (Linted, SourceMap),
    mut sources: SourceMap,
    environment: &GoEnvironment,
    wanted: impl Fn(&FixId, &Fix) -> bool,
) -> (Fixed, Vec<Finding>) {
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
        let applied = apply_fixes(&linted.diagnostics, &sources, |diagnostic, fix| {
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
        if applied.files.is_empty() {
            let mut before = before.clone();
            let new = present.into_iter().filter(|finding| match before.get_mut(finding) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            });
            let new = new.collect();
            return (Fixed { linted, sources, files, made, origins, read_only }, new);
        }
        for diagnostic in applied.made.iter().filter_map(|index| linted.diagnostics.get(*index)) {
            if let Some(fix) = &diagnostic.fix
                && let (Some(id), Some(edit)) = (id_of(diagnostic, fix, &origins, &sources), fix.edits.first())
            {
                let column = sources.line_column(edit.span.file, edit.span.start).column;
                made.push(Made { fix: id, column });
            }
        }
        origins.replace(&applied.replaced, &sources);
        for (file, text) in applied.files {
            let path = sources.path(file);
            files.insert(path.to_string_lossy(), text.as_str());
            tree.upper.insert(key(path), text);
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

/// Returns the fixes that probably caused the new findings, each with the message of one of these. For each finding,
/// these are the fixes on its line, otherwise the closest ones in its file, otherwise all.
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

/// Explains why fixes were not applied.
fn explain(fixed: &mut Fixed, declined: &BTreeMap<FixId, String>) {
    for diagnostic in &mut fixed.linted.diagnostics {
        let id = diagnostic.fix.as_ref().and_then(|fix| id_of(diagnostic, fix, &fixed.origins, &fixed.sources));
        if let (Some(message), Some(fix)) = (id.and_then(|id| declined.get(&id)), &mut diagnostic.fix) {
            fix.applicability = Applicability::Unsafe;
            diagnostic.notes.push(format!("the fix causes another finding: {message}"));
        }
    }
}

/// Writes the files, or shows the changes.
pub(super) fn finish(fixed: &Fixed, only_show: bool, terminal: &Terminal) -> Result<Exit, String> {
    let here = Path::new("");
    let verb = if only_show { "would fix" } else { "fixed" };
    let tell = || {
        for Made { fix: FixId { path, line, code, title }, column } in &fixed.made {
            terminal.status(&format!("{verb} {}:{line}:{column} {code} {title}", path.display()));
        }
        for (path, findings) in &fixed.read_only {
            let findings = count(*findings, "finding");
            terminal.status(&format!("{}: {findings} not fixed: the file is read-only", path.display()));
        }
        let files: BTreeSet<&Path> = fixed.made.iter().map(|made| made.fix.path.as_path()).collect();
        let (changes, files) = (count(fixed.made.len(), "finding"), count(files.len(), "file"));
        terminal.status(&format!("{verb} {changes} in {files}"));
    };
    if only_show {
        let stale = fixed.files.compare(here).map_err(|error| error.to_string())?;
        terminal.diff(&stale.iter().map(|stale| stale.diff.as_str()).collect::<String>());
        tell();
        return Ok(if stale.is_empty() { Exit::Clean } else { Exit::Findings });
    }
    fixed.files.write(here, &[]).map_err(|error| error.to_string())?;
    tell();
    Ok(Exit::Clean)
}

/// Returns `true` if the user may change a file. Returns `false` for files of Go itself, vendored files and files in
/// the module cache.
fn is_ours(path: &Path, environment: &GoEnvironment) -> bool {
    let path = key(path);
    let is_cached = environment.module_cache.as_ref().is_some_and(|cache| path.starts_with(key(cache)));
    let is_foreign = |part: Component<'_>| matches!(part.as_os_str().to_str(), Some("<built-in>" | "vendor"));
    !is_cached && !path.components().any(is_foreign)
}

/// Returns `true` if the text is the entire content of the file, so that it can be rewritten.
fn is_whole(path: &Path, text: &str, files: &dyn FileSystem) -> bool {
    files.read(&key(path)).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// Returns the path by which the file is looked up in the changed files.
pub(super) fn key(path: &Path) -> PathBuf {
    clean(&absolute(path))
}
