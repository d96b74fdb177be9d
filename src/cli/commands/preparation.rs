//! What every command that reads Go packages does first: settings from idlgen.toml and flags, the environment, the
//! session.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use crate::{
    cli::{
        Exit,
        arguments::{GlobalArguments, PackageArguments},
        terminal::Terminal,
    },
    config::{self, codes::NO_PACKAGES},
    diag::{Diagnostic, Severity},
    emit::BACKENDS,
    modules::{GoEnvironment, clean},
    session::Session,
    settings::{Assignment, Form, Settings},
    source::{DiskFileSystem, FileSystem, SourceMap},
};

/// The file system of the command line.
static DISK: DiskFileSystem = DiskFileSystem;

/// A session with the settings of idlgen.toml and of the flags. Problems with them are shown here.
pub(super) fn session(
    global: &GlobalArguments,
    given: &[Assignment],
    packages: &[String],
    terminal: &Terminal,
) -> Result<Session<'static>, Exit> {
    if !DISK.is_directory(&global.directory) {
        terminal.fatal(&format!("-C {}: there is no such folder", global.directory.display()));
        return Err(Exit::Environment);
    }
    let mut sources = SourceMap::default();
    let mut settings = settings(global, &mut sources, terminal)?;
    let folder = absolute(&settings.directory);
    for path in settings.modules.values_mut() {
        *path = folder.join(&*path);
    }
    if !packages.is_empty() {
        // Packages on the command line are relative to -C; what the file says stays relative to the file.
        if folder != absolute(&global.directory) {
            for backend in BACKENDS {
                if let Some(path) = backend.output(&mut settings) {
                    *path = folder.join(&*path);
                }
            }
        }
        settings.directory.clone_from(&global.directory);
        settings.packages = packages.to_vec();
    }
    apply(given, &mut settings, terminal)?;
    Ok(Session::new(settings, go_environment(), &DISK, sources))
}

/// Sets what flags say. Their paths are relative to the current folder, whatever -C is.
pub(super) fn apply(given: &[Assignment], settings: &mut Settings, terminal: &Terminal) -> Result<(), Exit> {
    for assignment in given {
        let mut assignment = assignment.clone();
        if assignment.setting.form == Form::Path {
            let path = absolute(Path::new(&assignment.text));
            assignment.text = path.to_string_lossy().into_owned();
        }
        assignment.apply(settings).map_err(|refusal| {
            terminal.fatal(&refusal.message(assignment.setting, &assignment.setting.key(), &assignment.name));
            Exit::Environment
        })?;
    }
    Ok(())
}

/// A session for the packages of the command line or of idlgen.toml. That there are none is shown here.
pub(super) fn prepared(
    global: &GlobalArguments,
    packages: &PackageArguments,
    terminal: &Terminal,
) -> Result<Session<'static>, Exit> {
    let session = session(global, &packages.reading.given, &packages.packages, terminal)?;
    if session.settings.packages.is_empty() {
        let diagnostic = Diagnostic::new(NO_PACKAGES, "no Go packages were named")
            .note("name them (`./api/...`), or set `packages` in idlgen.toml; `idlgen init` writes that file");
        terminal.diagnostics(&[diagnostic], &SourceMap::default());
        return Err(Exit::Environment);
    }
    Ok(session)
}

/// What the environment says about Go.
#[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
fn go_environment() -> GoEnvironment {
    GoEnvironment::from_variables(|name| std::env::var(name).ok())
}

/// A path of the command line, independent of -C.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
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
    let (settings, diagnostics) = config::read(&file, folder.to_path_buf(), &text, sources);
    terminal.diagnostics(&diagnostics, sources);
    if has_errors(&diagnostics) { Err(Exit::Environment) } else { Ok(settings) }
}

/// The idlgen.toml in `directory` or the nearest folder above it, no further than the repository's top.
pub(super) fn find(directory: &Path) -> Option<PathBuf> {
    let here = directory.join(config::FILE_NAME);
    if DISK.is_file(&here) {
        return Some(here);
    }
    // `..` in the path would have the folder before it count as one above.
    for folder in clean(&absolute(directory)).ancestors() {
        let file = folder.join(config::FILE_NAME);
        if DISK.is_file(&file) {
            return Some(file);
        }
        if DISK.is_directory(&folder.join(".git")) {
            return None;
        }
    }
    None
}

/// The text of a file, or the reason why there is none, as a sentence.
pub(super) fn read_text(path: &Path) -> Result<String, String> {
    let bytes = DISK.read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{}: the file is not UTF-8", path.display()))
}

/// The longest standard input, in bytes, one more than the loader takes.
const MAX_INPUT: u64 = (64 << 20) + 1;

/// The text of standard input, or the reason why there is none, as a sentence.
pub(super) fn standard_input() -> Result<String, String> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(MAX_INPUT)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("standard input: {error}"))?;
    String::from_utf8(bytes).map_err(|_| "standard input is not UTF-8".to_owned())
}

/// Whether any is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The exit status that diagnostics of Go source and configuration call for: files and modules are the environment, the
/// rest findings.
pub(super) fn exit_of(diagnostics: &[Diagnostic]) -> Exit {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .map(
            |error| {
                if matches!(error.code.number(), 100..=199 | 800..=899) { Exit::Environment } else { Exit::Findings }
            },
        )
        .max()
        .unwrap_or(Exit::Clean)
}
