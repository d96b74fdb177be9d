//! The command `idlgen init`.

mod command_lines;
mod existing;
mod language;
mod packages;
mod proposal;
mod repository;
mod trial;
mod variables;

use std::path::{Path, PathBuf};

use clap::Parser;

use self::{
    existing::ExistingDefinition,
    packages::{KindPackage, kind_packages},
    proposal::Proposal,
    repository::Repository,
    trial::Trial,
};
use super::{
    command::Run,
    counted::count,
    preparation::{files_read, session_of_text},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        terminal::Terminal,
    },
    config::{self, FILE_NAME},
    out::Files,
    source::{DiskFileSystem, FileSystem, without_current_directory},
};

/// Write an idlgen.toml for this repository.
///
/// If idlgen finds the Cargo.toml of a crate, it configures Rust. If it finds the PROJECT file of kubebuilder, a
/// controller-gen command or its output, it configures CustomResourceDefinitions with the same options. Otherwise, it
/// configures OpenAPI definitions. The file lists the packages that contain kinds, except tests, commands and internal
/// packages. If CustomResourceDefinitions exist, idlgen prints how the output differs from them.
#[derive(Debug, Parser)]
#[command(name = "init")]
pub(super) struct Init {
    /// Print the file instead of writing it.
    #[arg(long)]
    stdout: bool,
    #[command(flatten)]
    fetching: FetchArguments,
}

impl Run for Init {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, global, terminal)
    }
}

/// Maximum number of listed names.
const MAX_LISTED: usize = 20;

/// Writes a commented idlgen.toml for the packages below -C that declare kinds. Never overwrites an existing file.
fn run(arguments: &Init, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = arguments.stdout;
    let directory = global.directory.as_path();
    let target = directory.join(FILE_NAME);
    if !arguments.stdout && DiskFileSystem.is_taken(&target) {
        let shown = without_current_directory(&target).display();
        terminal.fatal(&format!("{shown} already exists; --stdout prints a new one"));
        return Exit::Environment;
    }
    if !DiskFileSystem.is_directory(directory) {
        terminal.fatal(&format!("-C {}: no such directory", directory.display()));
        return Exit::Environment;
    }
    let repository = Repository::read(directory);
    let packages = match read_packages(directory, &repository, terminal) {
        Ok(packages) => packages,
        Err(exit) => return exit,
    };
    let is_elsewhere = !repository.nested_modules.is_empty() && !packages.iter().any(|package| package.is_declared);
    if packages.is_empty() || is_elsewhere {
        terminal.fatal(&without_packages(directory, &packages, &repository));
        return Exit::Environment;
    }
    let proposal = Proposal::new(&repository, &packages, directory);
    let (proposal, text, trial) = match tried(proposal, directory, arguments.fetching, terminal) {
        Ok(tried) => tried,
        Err(exit) => return exit,
    };
    if arguments.stdout {
        terminal.data(&text);
    } else {
        let mut files = Files::default();
        files.insert(FILE_NAME, text);
        if let Err(error) = files.write(directory, &files_read()) {
            terminal.fatal(&error.to_string());
            return Exit::Environment;
        }
        let shown = without_current_directory(&target).display();
        terminal.status(&format!("wrote {shown} for {}", count(proposal.packages, "package")));
    }
    tell(&proposal, &trial, &repository, terminal);
    Exit::Clean
}

/// Reads the packages with kinds, ignoring any idlgen.toml above.
fn read_packages(directory: &Path, repository: &Repository, terminal: &Terminal) -> Result<Vec<KindPackage>, Exit> {
    let mut session = session_of_text(directory, "", FetchArguments::default(), terminal)?;
    let pattern = |folder: &PathBuf| format!("./{}", folder.to_string_lossy().replace('\\', "/"));
    session.settings.packages = repository.with_kinds.iter().map(pattern).collect();
    if session.settings.packages.is_empty() {
        return Ok(Vec::new());
    }
    let reading = session.read();
    Ok(kind_packages(&reading.model, &session.sources, directory))
}

/// Returns the error that there are no packages with API types. `others` have structs that resemble kinds.
fn without_packages(directory: &Path, others: &[KindPackage], repository: &Repository) -> String {
    let mut message = format!(
        "no Go package with API types below {}: structs that embed metav1.TypeMeta, or that are registered as kinds",
        directory.display()
    );
    if !others.is_empty() {
        let patterns: Vec<&str> = others.iter().map(|package| package.pattern.as_str()).collect();
        message = format!("{message} (the structs of {} have no API group)", patterns.join(", "));
    }
    let modules: Vec<String> =
        repository.nested_modules.iter().map(|module| format!("`-C {}`", directory.join(module).display())).collect();
    if !modules.is_empty() {
        message = format!("{message}; these Go modules below it have some: {}", modules.join(", "));
    }
    message
}

/// Returns the proposal, its content as TOML, and its trial. Of controller-gen's parsing and idlgen's own, selects the
/// one whose output is closer to the existing files. If modules are missing, selects the tool that generated these
/// files.
fn tried(
    mut proposal: Proposal,
    directory: &Path,
    fetching: FetchArguments,
    terminal: &Terminal,
) -> Result<(Proposal, String, Trial), Exit> {
    let text_of = |proposal: &Proposal| {
        config::commented_file(&proposal.settings).map_err(|error| {
            terminal.fatal(&error.to_string());
            Exit::Environment
        })
    };
    let try_it = |proposal: &Proposal, text: &str| {
        Trial::new(directory, text, proposal.definitions.as_deref(), fetching, terminal)
    };
    let text = text_of(&proposal)?;
    let trial = try_it(&proposal, &text)?;
    let Some((tool, version)) = proposal.compatibility.clone() else { return Ok((proposal, text, trial)) };
    let mut imitating = proposal.clone();
    imitating.settings.insert("compat".to_owned(), format!("{tool:?}"));
    imitating.settings.insert("crd.controller-gen-version".to_owned(), format!("{version:?}"));
    let mut imitating_text = text_of(&imitating)?;
    let mut imitated = try_it(&imitating, &imitating_text)?;
    // controller-gen generated the existing files from these types. If it rejects them, it may have allowed floats.
    if imitated.errors > 0 {
        let mut allowing = imitating.clone();
        allowing.settings.insert("crd.dangerous-types".to_owned(), "true".to_owned());
        let allowing_text = text_of(&allowing)?;
        let allowed = try_it(&allowing, &allowing_text)?;
        if allowed.errors < imitated.errors {
            (imitating, imitating_text, imitated) = (allowing, allowing_text, allowed);
        }
    }
    if imitated.is_incomplete || trial.is_incomplete || imitated.distance() <= trial.distance() {
        return Ok((imitating, imitating_text, imitated));
    }
    proposal.compatibility = None;
    Ok((proposal, text, trial))
}

/// Reports the proposal, and what `generate` will find.
fn tell(proposal: &Proposal, trial: &Trial, repository: &Repository, terminal: &Terminal) {
    let mut outputs = proposal.outputs.join("; ");
    if let Some((tool, version)) = &proposal.compatibility {
        outputs =
            format!("{outputs}; compat = {tool:?}, because controller-gen {version} generated the existing files");
    }
    terminal.status(&format!("it writes {outputs}"));
    if let Some(folder) = &proposal.definitions {
        let none: Vec<ExistingDefinition> = Vec::new();
        let present = repository.definitions.get(folder).unwrap_or(&none);
        if !present.is_empty() && trial.is_incomplete {
            terminal.status(&format!(
                "{}: {} cannot be compared yet: modules that the packages import are not on this machine; `idlgen \
                 fetch` downloads them, then `idlgen generate --check` shows what differs",
                folder.display(),
                count(present.len(), "file")
            ));
        } else if !present.is_empty() {
            tell_of_differences(folder, trial, present, terminal);
        }
    }
    for remark in &proposal.remarks {
        terminal.status(remark);
    }
    if trial.errors > 0 && !trial.is_incomplete {
        terminal.status(&format!(
            "the packages have {}: `idlgen lint` and `idlgen generate` show where",
            count(trial.errors, "error")
        ));
    }
}

/// Lists the differences from the existing CRDs.
fn tell_of_differences(folder: &Path, trial: &Trial, present: &[ExistingDefinition], terminal: &Terminal) {
    let unmade: Vec<&str> = present
        .iter()
        .map(|one| one.file.as_str())
        .filter(|file| !trial.made.iter().chain(&trial.kept_back).any(|known| known == file))
        .collect();
    let undescribed = trial.undescribed.len();
    terminal.status(&format!(
        "{}: {} unchanged, {} would differ, {} would be new, {} not generated from these packages{}",
        folder.display(),
        count(trial.same, "file"),
        trial.differing.len() + trial.reformatted.len(),
        trial.new.len(),
        unmade.len(),
        if undescribed > 0 { format!(", {undescribed} cannot be compared yet") } else { String::new() }
    ));
    let mut lines: Vec<String> = Vec::new();
    lines.extend(trial.differing.iter().map(|(name, added, removed)| format!("  {name}: +{added} -{removed} lines")));
    lines.extend(trial.reformatted.iter().map(|name| format!("  {name}: same content, other YAML layout")));
    lines.extend(
        trial
            .undescribed
            .iter()
            .map(|name| format!("  {name}: differs in descriptions, some of which are missing here")),
    );
    lines.extend(trial.kept_back.iter().map(|name| format!("  {name}: withheld because of an error")));
    lines.extend(trial.new.iter().map(|name| format!("  {name}: new")));
    lines.extend(unmade.iter().map(|name| format!("  {name}: not generated from these packages; unchanged")));
    for line in lines.iter().take(MAX_LISTED) {
        terminal.status(line);
    }
    if lines.len() > MAX_LISTED {
        terminal.status(&format!("  and {} more", lines.len() - MAX_LISTED));
    }
    if undescribed > 0 {
        terminal.status(
            "the missing descriptions are in modules that are not on this machine; `idlgen fetch` downloads them, then \
             `idlgen generate --check` shows what differs",
        );
    }
    if !trial.differing.is_empty() || !trial.reformatted.is_empty() {
        terminal.status(
            "`idlgen generate` keeps files that it did not write: `--check` shows how they differ, `--overwrite` \
             replaces them",
        );
    }
}
