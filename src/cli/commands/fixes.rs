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
    diag::{Applicability, Code, Diagnostic, Fix, Severity, apply_fixes},
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

/// Returns the findings that a fix must not cause. A fix may make suggestions possible.
fn findings(diagnostics: &[Diagnostic], origins: &Origins, sources: &SourceMap) -> Vec<Finding> {
    let finding = |diagnostic: &Diagnostic| {
        let (path, line) = match &diagnostic.primary {
            Some(label) => (sources.path(label.span.file).to_owned(), origins.line(label.span, sources)),
            None => (PathBuf::new(), 0),
        };
        (diagnostic.code, path, line, diagnostic.message.clone())
    };
    diagnostics.iter().filter(|diagnostic| diagnostic.severity > Severity::Info).map(finding).collect()
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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests write files that they read")]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        diag::{CodeInfo, Edit},
        source::Span,
    };

    const CODE: Code =
        Code::new(&CodeInfo { number: 0, slug: "word", severity: Severity::Error, summary: "", explanation: "" });

    /// Reports each line that is one of these words, with a fix that replaces the word. `!` after the replacement marks
    /// an unsafe fix; without a replacement, the finding has no fix.
    fn lint(
        paths: &[PathBuf],
        words: &[(&str, &str)],
        files: &dyn FileSystem,
        mut sources: SourceMap,
    ) -> (Linted, SourceMap) {
        let mut linted = Linted::default();
        for path in paths {
            let text = String::from_utf8(files.read(&key(path)).unwrap()).unwrap();
            let file = sources.add(path, text.as_str());
            let mut at = 0;
            for line in text.lines() {
                for (word, replacement) in words.iter().filter(|(word, _)| *word == line) {
                    let span = Span::new(file, at, at + line.len());
                    let mut finding = Diagnostic::new(CODE, format!("found {word}")).at(span);
                    finding.fix = (!replacement.is_empty()).then(|| Fix {
                        title: format!("use {replacement}"),
                        edits: vec![Edit { span, replacement: replacement.trim_end_matches('!').to_owned() }],
                        applicability: if replacement.ends_with('!') {
                            Applicability::Unsafe
                        } else {
                            Applicability::Safe
                        },
                    });
                    linted.diagnostics.push(finding);
                }
                at += line.len() + 1;
            }
        }
        (linted, sources)
    }

    /// A file with these words, one per line, and the words that are findings.
    fn fixed(text: &str, words: &[(&str, &str)], unsafe_fixes: bool) -> (String, Fixed) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.go");
        fs::write(&path, text.replace(' ', "\n")).unwrap();
        let lint = |files: &dyn FileSystem, sources| lint(std::slice::from_ref(&path), words, files, sources);
        let fixed = fix_with(lint, SourceMap::default(), &GoEnvironment::default(), unsafe_fixes);
        let new = fixed.files.iter().next().map_or(text.to_owned(), |(_, text)| text.replace('\n', " "));
        (new, fixed)
    }

    fn messages(fixed: &Fixed) -> Vec<String> {
        let shown = |one: &Diagnostic| [std::slice::from_ref(&one.message), one.notes.as_slice()].concat().join("; ");
        fixed.linted.diagnostics.iter().map(shown).collect()
    }

    #[test]
    fn fixes_are_applied_until_none_remain() {
        let words = [("a", "b"), ("b", "c"), ("x", "y!"), ("z", "")];
        let (text, safe) = fixed("a x z", &words, false);
        assert_eq!((text.as_str(), messages(&safe)), ("c x z", vec!["found x".to_owned(), "found z".to_owned()]));
        let made: Vec<_> = safe.made.iter().map(|made| (made.fix.line, made.column, made.fix.title.as_str())).collect();
        assert_eq!(made, [(1, 1, "use b"), (1, 1, "use c")]);
        let (text, all) = fixed("a x z", &words, true);
        assert_eq!((text.as_str(), messages(&all)), ("c y z", vec!["found z".to_owned()]));
    }

    #[test]
    fn a_fix_that_causes_itself_again_ends() {
        for unsafe_fixes in [false, true] {
            let (_, endless) = fixed("a", &[("a", "b"), ("b", "a")], unsafe_fixes);
            assert_eq!((endless.made.len(), messages(&endless).len()), (MAX_ROUNDS, 1));
        }
    }

    /// Without `--unsafe-fixes`, only the fix on the line of the new finding is not applied.
    #[test]
    fn a_fix_that_causes_a_new_finding_is_not_safe() {
        let words = [("a", "b"), ("c", "d"), ("b", "")];
        let (text, safe) = fixed("a c", &words, false);
        assert_eq!(text, "a d");
        assert_eq!(messages(&safe), ["found a; the fix causes another finding: found b"]);
        assert_eq!(safe.linted.diagnostics[0].fix.as_ref().map(|fix| fix.applicability), Some(Applicability::Unsafe));
        let (text, all) = fixed("a c", &words, true);
        assert_eq!((text.as_str(), messages(&all)), ("b d", vec!["found b".to_owned()]));
    }

    /// Findings without a location are equal if their messages are.
    #[test]
    fn as_many_equal_findings_as_before_are_not_new() {
        for (text, replacement, made) in [("a b", "b", 1), ("a", "b\nb", 0), ("a a a", "b", 3)] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.go");
            fs::write(&path, text.replace(' ', "\n")).unwrap();
            let lint = |files: &dyn FileSystem, sources| {
                let words = [("a", replacement), ("b", "")];
                let (mut linted, sources) = lint(std::slice::from_ref(&path), &words, files, sources);
                for finding in &mut linted.diagnostics {
                    finding.primary = None;
                    finding.message = "a word".to_owned();
                }
                (linted, sources)
            };
            let fixed = fix_with(lint, SourceMap::default(), &GoEnvironment::default(), false);
            assert_eq!(fixed.made.len(), made, "{text}");
        }
    }

    #[test]
    fn the_closest_fixes_caused_a_new_finding() {
        let id = |path: &str, line| FixId { path: path.into(), line, code: CODE, title: String::new() };
        let made = |path: &str, line| Made { fix: id(path, line), column: 1 };
        let fixes = [made("a", 1), made("a", 5), made("a", 9), made("b", 5)];
        let culprits = |path: &str, line| {
            let found = culprits(&fixes, &[(CODE, path.into(), line, "m".to_owned())]);
            assert!(found.values().all(|message| message == "m"));
            found.into_keys().map(|id| format!("{}:{}", id.path.display(), id.line)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(culprits("a", 5), "a:5");
        assert_eq!(culprits("a", 8), "a:9");
        assert_eq!(culprits("a", 3), "a:1 a:5");
        assert_eq!(culprits("c", 5), "a:1 a:5 a:9 b:5");
    }

    /// Every attempt declines the fixes of one line. After the last attempt, no fix is applied.
    #[test]
    fn the_number_of_attempts_is_limited() {
        // Each declined fix makes another one that causes a new finding.
        let names: Vec<String> = (0..20).map(|number| format!("n{number}")).collect();
        let lint = |count: usize| {
            let names = names.clone();
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.go");
            fs::write(&path, "a").unwrap();
            let lint = |files: &dyn FileSystem, mut sources: SourceMap| {
                let text = String::from_utf8(files.read(&key(&path)).unwrap()).unwrap();
                let file = sources.add(&path, text.as_str());
                let mut linted = Linted::default();
                let span = Span::new(file, 0, text.len());
                if text == "a" {
                    for name in &names[..count] {
                        let mut finding = Diagnostic::new(CODE, name.as_str()).at(span);
                        finding.fix = Some(Fix {
                            title: name.clone(),
                            edits: vec![Edit { span, replacement: name.clone() }],
                            applicability: Applicability::Safe,
                        });
                        linted.diagnostics.push(finding);
                    }
                } else {
                    linted.diagnostics.push(Diagnostic::new(CODE, "new").at(span));
                }
                (linted, sources)
            };
            let fixed = fix_with(lint, SourceMap::default(), &GoEnvironment::default(), false);
            let noted = fixed.linted.diagnostics.iter().filter(|finding| !finding.notes.is_empty()).count();
            (fixed.made.len(), fixed.linted.diagnostics.len(), noted)
        };
        assert_eq!(lint(3), (0, 3, 3));
        assert_eq!(lint(MAX_ATTEMPTS), (0, MAX_ATTEMPTS, MAX_ATTEMPTS));
        assert_eq!(lint(12), (0, 12, MAX_ATTEMPTS));
    }

    #[test]
    fn files_of_others_and_outdated_text_are_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = ["a.go", "vendor/b.go", "cache/c.go"].map(|name| folder.path().join(name)).to_vec();
        for path in &paths {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "a\n").unwrap();
        }
        let environment = GoEnvironment { module_cache: Some(folder.path().join("cache")), ..GoEnvironment::default() };
        let own: Vec<bool> = paths.iter().map(|path| is_ours(path, &environment)).collect();
        assert_eq!(own, [true, false, false]);
        assert!(is_ours(&paths[2], &GoEnvironment::default()) && !is_ours(Path::new("<built-in>/d.go"), &environment));
        let words = [("a", "b")];
        let lint = |files: &dyn FileSystem, sources| lint(&paths, &words, files, sources);
        let fixed = fix_with(lint, SourceMap::default(), &environment, false);
        let changed: Vec<_> = fixed.files.iter().map(|(path, text)| (PathBuf::from(path), text.to_owned())).collect();
        assert_eq!(changed, [(paths[0].clone(), "b\n".to_owned())]);
        assert!(is_whole(&paths[0], "a\n", &DiskFileSystem) && !is_whole(&paths[0], "a", &DiskFileSystem));
    }

    #[cfg(unix)]
    #[test]
    fn findings_with_fixes_in_read_only_files_are_counted() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.go");
        fs::write(&path, "a\na\nx\nz\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let words = [("a", "b"), ("x", "y!"), ("z", "")];
        let read_only = |environment: &GoEnvironment, unsafe_fixes| {
            let lint = |files: &dyn FileSystem, sources| lint(std::slice::from_ref(&path), &words, files, sources);
            let fixed = fix_with(lint, SourceMap::default(), environment, unsafe_fixes);
            assert!(fixed.files.iter().next().is_none() && fixed.made.is_empty());
            fixed.read_only.into_values().collect::<Vec<_>>()
        };
        let environment = GoEnvironment::default();
        assert_eq!((read_only(&environment, false), read_only(&environment, true)), (vec![2], vec![3]));
        let cached = GoEnvironment { module_cache: Some(folder.path().to_owned()), ..environment };
        assert_eq!(read_only(&cached, true), Vec::<usize>::new());
    }
}
