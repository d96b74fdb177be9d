//! The first steps of every command that reads Go packages: settings from idlgen.toml and flags, the environment, the
//! session.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use super::environment::{DISK, go_variable};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments, PackageArguments},
        terminal::Terminal,
    },
    config::{self, codes::NO_PACKAGES},
    diag::{Diagnostic, Severity},
    emit::BACKENDS,
    modules::GoEnvironment,
    session::Session,
    settings::{Assignment, Settings, ValueType},
    source::{self, DiskFileSystem, FileSystem, SourceMap, absolute, without_links},
};

/// Returns the files that the run has read, including idlgen.toml and files named by flags. Outputs must not overwrite
/// them.
pub(super) fn files_read() -> Vec<PathBuf> {
    DISK.files_read()
}

/// Creates a session with the settings of idlgen.toml and of the flags, and reports errors in them. The session
/// downloads modules if requested.
pub(super) fn session<'t>(
    global: &GlobalArguments,
    given: &[Assignment],
    packages: &[String],
    fetching: FetchArguments,
    terminal: &'t Terminal,
) -> Result<Session<'t>, Exit> {
    if !DISK.is_directory(&global.directory) {
        terminal.fatal(&format!("-C {}: no such directory", global.directory.display()));
        return Err(Exit::Environment);
    }
    let mut sources = SourceMap::default();
    let mut settings = settings(global, &mut sources, terminal)?;
    let folder = absolute(&settings.directory);
    config::anchor_modules(&mut settings, &folder);
    if !packages.is_empty() {
        // Packages on the command line are relative to -C; paths in the file remain relative to the file.
        if folder != absolute(&global.directory) {
            for output in settings.outputs.values_mut() {
                *output = folder.join(&*output);
            }
            if let Some(path) = &mut settings.crd.header_file {
                *path = folder.join(&*path);
            }
        }
        settings.directory.clone_from(&global.directory);
        settings.packages = packages.to_vec();
    }
    apply(given, &mut settings, terminal)?;
    let mut session = Session::new(settings, go_environment(), &DISK, sources);
    if fetching.fetch {
        supply(&mut session, terminal)?;
    }
    Ok(session)
}

/// Enables downloads in a session.
#[cfg(feature = "fetch")]
fn supply<'t>(session: &mut Session<'t>, terminal: &'t Terminal) -> Result<(), Exit> {
    match super::fetching::Downloader::for_reading(session, terminal) {
        Ok(downloader) => {
            session.supply_with(downloader);
            Ok(())
        }
        Err(reason) => {
            terminal.fatal(reason);
            Err(Exit::Environment)
        }
    }
}

#[cfg(not(feature = "fetch"))]
fn supply(_: &mut Session<'_>, terminal: &Terminal) -> Result<(), Exit> {
    terminal.fatal(NO_NETWORK);
    Err(Exit::Environment)
}

/// The error message of a build without network support.
#[cfg(not(feature = "fetch"))]
pub(super) const NO_NETWORK: &str = "this idlgen was built without network access (the feature `fetch`); download \
                                     the modules with `go mod download`";

/// Creates a session with the settings in the text of an idlgen.toml, which need not exist as a file. Ignores errors in
/// the text. The session downloads modules if requested.
pub(super) fn session_of_text<'t>(
    directory: &Path,
    text: &str,
    fetching: FetchArguments,
    terminal: &'t Terminal,
) -> Result<Session<'t>, Exit> {
    let mut sources = SourceMap::default();
    let (settings, _) = config::read(&directory.join(config::FILE_NAME), directory.to_owned(), text, &mut sources);
    let mut session = Session::new(settings, go_environment(), &DISK, sources);
    if fetching.fetch {
        supply(&mut session, terminal)?;
    }
    Ok(session)
}

/// Applies the flags. Their paths are relative to the current directory, regardless of -C.
pub(super) fn apply(given: &[Assignment], settings: &mut Settings, terminal: &Terminal) -> Result<(), Exit> {
    for assignment in given {
        let mut assignment = assignment.clone();
        if assignment.setting.form == ValueType::Path {
            let path = absolute(Path::new(&assignment.text));
            assignment.text = path.to_string_lossy().into_owned();
        }
        assignment.apply(settings).map_err(|refusal| {
            terminal.fatal(&refusal.message(assignment.setting, &assignment.setting.key(), &assignment.name));
            Exit::Environment
        })?;
    }
    if settings.severities.leaves_nothing() {
        terminal.fatal("--ignore excludes everything that --select includes, so there is nothing to report");
        return Err(Exit::Environment);
    }
    Ok(())
}

/// Creates a session for the packages of the command line or of idlgen.toml. Reports an error if there are none.
pub(super) fn prepared<'t>(
    global: &GlobalArguments,
    packages: &PackageArguments,
    terminal: &'t Terminal,
) -> Result<Session<'t>, Exit> {
    let session = session(global, &packages.reading.given, &packages.packages, packages.fetching, terminal)?;
    if session.settings.packages.is_empty() {
        let diagnostic = Diagnostic::new(NO_PACKAGES, "no Go packages were specified")
            .help("pass them (`./api/...`), or set `packages` in idlgen.toml, which `idlgen init` writes");
        terminal.diagnostics(&[diagnostic], &SourceMap::default());
        return Err(Exit::Environment);
    }
    Ok(session)
}

fn go_environment() -> GoEnvironment {
    GoEnvironment { fetches: cfg!(feature = "fetch"), ..GoEnvironment::from_variables(go_variable) }
}

fn settings(global: &GlobalArguments, sources: &mut SourceMap, terminal: &Terminal) -> Result<Settings, Exit> {
    let file = match &global.config {
        Some(file) => Some(file.clone()),
        None => find(&global.directory),
    };
    let Some(file) = file else {
        return Ok(Settings { directory: global.directory.clone(), ..Settings::default() });
    };
    let text = match read_text(&file) {
        Ok(text) => text,
        Err(reason) => {
            terminal.fatal(&reason);
            return Err(Exit::Environment);
        }
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (mut settings, diagnostics) = config::read(&file, folder.to_path_buf(), &text, sources);
    if !diagnostics.is_empty() {
        terminal.diagnostics(&diagnostics, sources);
    }
    if has_errors(&diagnostics) {
        return Err(Exit::Environment);
    }
    say_what_leaves_the_repository(&mut settings, folder, terminal);
    Ok(settings)
}

/// Returns the idlgen.toml in `directory` or the nearest parent, up to the root of the repository.
pub(super) fn find(directory: &Path) -> Option<PathBuf> {
    let here = directory.join(config::FILE_NAME);
    if DiskFileSystem.is_taken(&here) {
        return Some(here);
    }
    let directory = DiskFileSystem.real_path(directory).unwrap_or_else(|_| absolute(directory));
    let top = repository(&directory);
    let inside = directory.ancestors().take_while(|folder| folder.starts_with(&top));
    inside.map(|folder| folder.join(config::FILE_NAME)).find(|file| DiskFileSystem.is_taken(file))
}

/// Returns the root of the repository that contains a directory (a real path): the nearest directory with `.git`.
/// Without one, returns the directory of the Go workspace, otherwise that of the Go module, otherwise the directory
/// itself.
pub(super) fn repository(directory: &Path) -> PathBuf {
    let nearest = |name: &str| directory.ancestors().find(|folder| DiskFileSystem.is_taken(&folder.join(name)));
    [".git", "go.work", "go.mod"].into_iter().find_map(nearest).unwrap_or(directory).to_path_buf()
}

/// Warns about paths in idlgen.toml outside of the repository, which users do not expect to be read or written.
fn say_what_leaves_the_repository(settings: &mut Settings, folder: &Path, terminal: &Terminal) {
    let Ok(real) = DiskFileSystem.real_path(folder) else { return };
    let top = repository(&real);
    let mut named: Vec<(String, PathBuf)> =
        settings.modules.iter().map(|(module, path)| (format!("modules.{module}"), path.clone())).collect();
    for name in BACKENDS.iter().map(|backend| backend.name()) {
        named.extend(settings.outputs.get(name).map(|path| (format!("{name}.output"), path.clone())));
    }
    let is_inside = |path: &PathBuf| without_links(&real.join(path)).is_some_and(|path| path.starts_with(&top));
    let outside = named.into_iter().filter(|(_, path)| !is_inside(path));
    for (key, path) in outside {
        terminal.status(&format!("idlgen.toml points outside the repository: {key} is {}", path.display()));
    }
}

/// Reads a file specified by the user. Returns an error message if that fails.
pub(super) fn read_text(path: &Path) -> Result<String, String> {
    source::text(path.display(), DISK.read_named(path))
}

/// Reads a file found in a directory. Returns an error message if that fails.
pub(super) fn read_found(path: &Path) -> Result<String, String> {
    source::text(path.display(), DISK.read(path))
}

/// Reads standard input. Returns an error message if that fails, or if another argument has read it.
pub(super) fn standard_input() -> Result<String, String> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err("standard input was read for another argument: pass `-` only once, and a file instead".to_owned());
    }
    source::text("standard input", DISK.read_standard_input())
}

/// Returns the output path of a flag, independent of -C. If it is not UTF-8, or if `base`, the directory of outputs, is
/// the current directory, it is relative to `base`.
pub(super) fn output_path(path: &Path, base: &Path, terminal: &Terminal) -> Result<PathBuf, Exit> {
    let (path, base) = (absolute(path), absolute(base));
    let is_utf8 = path.to_str().is_some();
    if is_utf8 && base != absolute(Path::new(".")) {
        return Ok(path);
    }
    match path.strip_prefix(&base) {
        Ok(below) if below.to_str().is_some_and(|below| !below.is_empty()) => Ok(below.to_owned()),
        _ if is_utf8 => Ok(path),
        _ => {
            terminal.fatal(&format!("{}: the path of an output must be UTF-8", path.display()));
            Err(Exit::Environment)
        }
    }
}

/// Returns `true` if there is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Returns the exit status for diagnostics of Go source and configuration: file and module errors are environment
/// errors, others are findings.
pub(super) fn exit_of(diagnostics: &[Diagnostic]) -> Exit {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .map(|error| {
            let is_raised = error.code.info().severity < Severity::Error;
            if !is_raised && matches!(error.code.number(), 100..=199 | 800..=899) {
                Exit::Environment
            } else {
                Exit::Findings
            }
        })
        .max()
        .unwrap_or(Exit::Clean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::BAD_ENUM, modules::codes::UNREADABLE};

    #[test]
    fn errors_of_files_are_not_findings() {
        let with = |code: crate::diag::Code, severity: Severity| Diagnostic { severity, ..Diagnostic::new(code, "m") };
        let unreadable = with(UNREADABLE, Severity::Error);
        let finding = with(BAD_ENUM, Severity::Error);
        let warning = with(UNREADABLE, Severity::Warning);
        // The user has made an error of what is usually no error.
        let raised = with(crate::modules::codes::NO_DESCRIPTIONS, Severity::Error);
        for (diagnostics, expected) in [
            (&[][..], Exit::Clean),
            (std::slice::from_ref(&warning), Exit::Clean),
            (&[finding.clone(), warning.clone()], Exit::Findings),
            (&[raised], Exit::Findings),
            (&[unreadable, finding], Exit::Environment),
        ] {
            assert_eq!(exit_of(diagnostics), expected, "{diagnostics:?}");
        }
    }
}
