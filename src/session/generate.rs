//! From packages to files in memory.

use std::path::PathBuf;

use super::{Reading, Session, documents, structural};
use crate::{
    diag::{Diagnostic, Severity},
    emit::{
        openapi::{self, Layout, OpenApiOptions, StripZero},
        rust::{self, ExternPackage, RustLayout, RustOptions},
    },
    lower::Lowered,
    model::{Field, Model},
    out::Files,
    tags::Meaning,
};

/// Which outputs are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the callers are this crate's own front ends")]
pub struct Outputs {
    /// OpenAPI definitions.
    pub openapi: bool,
    /// Rust modules.
    pub rust: bool,
    /// Rust as one file to `include!`, instead of one a package.
    pub single_file: bool,
}

/// What a generation made.
#[derive(Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The files, relative to the settings' folder; none if there are errors.
    pub files: Files,
    /// What is to be said.
    pub diagnostics: Vec<Diagnostic>,
    /// What was read.
    pub summary: Summary,
    /// Every file that the output depends on, go.mod and its kin included.
    pub inputs: Vec<PathBuf>,
}

/// What was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Packages that were asked for.
    pub packages: usize,
    /// Packages that they import.
    pub imported_packages: usize,
    /// Go files, those of imported packages included.
    pub files: usize,
    /// Types of the packages asked for.
    pub types: usize,
    /// Their fields.
    pub fields: usize,
    /// Tags with a meaning for validation, on all of these.
    pub rules: usize,
}

impl Session<'_> {
    /// Reads the packages and generates the outputs in memory. If any diagnostic is an error there are no files.
    pub fn generate(&mut self, outputs: &Outputs) -> Generated {
        let mut reading = self.read();
        let lowered = self.lower(&mut reading);
        let mut files = Files::default();
        if outputs.openapi {
            self.openapi(&mut reading, &lowered, &mut files);
        }
        if outputs.rust {
            self.rust(&mut reading, &lowered, outputs.single_file, &mut files);
        }
        self.settle(&mut reading);
        if reading.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            files = Files::default();
        }
        let summary = summary(&reading);
        Generated { files, diagnostics: reading.diagnostics, summary, inputs: reading.inputs }
    }

    fn openapi(&self, reading: &mut Reading, lowered: &Lowered, files: &mut Files) {
        let settings = &self.settings.openapi;
        let tool = self.settings.tool();
        let options = OpenApiOptions {
            version: settings.version,
            strip_zero: if tool.strip_zero { settings.strip_zero } else { StripZero::Off },
            formats: settings.formats,
            declarative_validation_extensions: self.settings.declarative_validation_extensions,
            enums: self.settings.openapi_enums,
            paths: settings.paths,
            slashes_in_names: tool.slashes_in_names,
            kubernetes_minor: self.settings.kubernetes_minor,
            indent: settings.indent,
        };
        let path = settings.output.clone().unwrap_or_else(|| PathBuf::from(settings.usual_output()));
        let path = path.to_string_lossy();
        let text = match settings.layout {
            Layout::Definitions => Ok(openapi::definitions(lowered, &options)),
            Layout::Structural => {
                let name = settings.type_name.as_deref().unwrap_or_default();
                structural::schema_text(&reading.model, lowered, name, &options).map_err(|diagnostic| vec![diagnostic])
            }
            Layout::Documents if settings.writes_folder() => match documents::folder(lowered, &options) {
                Ok(folder) => return files.mount(&path, folder),
                Err(diagnostics) => Err(diagnostics),
            },
            Layout::Documents => documents::aggregate(lowered, &options),
            Layout::Discovery => documents::discovery(lowered, &options),
        };
        match text {
            Ok(text) => files.insert(path, text),
            Err(diagnostics) => reading.diagnostics.extend(diagnostics),
        }
    }

    fn rust(&self, reading: &mut Reading, lowered: &Lowered, single_file: bool, files: &mut Files) {
        let settings = &self.settings.rust;
        let mut options = RustOptions {
            derives: settings.derives.clone(),
            kubernetes_minor: self.settings.kubernetes_minor,
            ..RustOptions::default()
        };
        for (package, path) in &settings.extern_packages {
            let has_runtime_traits = settings.extern_validate.contains(package);
            let package = package.clone();
            options.extern_packages.insert(package, ExternPackage { path: path.clone(), has_runtime_traits });
        }
        if single_file {
            options.layout = RustLayout::SingleFile;
        }
        let (mut modules, diagnostics) = rust::emit(&reading.model, lowered, &options);
        reading.diagnostics.extend(diagnostics);
        if single_file {
            files.mount("", modules);
        } else {
            modules.own_folder("");
            let folder = settings.output.as_ref().map_or_else(String::new, |path| path.to_string_lossy().into_owned());
            files.mount(&folder, modules);
        }
    }
}

fn summary(reading: &Reading) -> Summary {
    let model: &Model = &reading.model;
    let mut summary =
        Summary { files: reading.packages.iter().map(|package| package.files.len()).sum(), ..Summary::default() };
    for package in &model.packages {
        if !package.requested {
            summary.imported_packages += 1;
            continue;
        }
        summary.packages += 1;
        for definition in package.types.iter().map(|id| model.type_definition(*id)) {
            let fields: &[Field] = definition.fields();
            summary.types += 1;
            summary.fields += fields.len();
            let tags = definition.tags.iter().chain(fields.iter().flat_map(|field| &field.tags));
            summary.rules += tags.filter(|tag| is_validation(&tag.meaning)).count();
        }
    }
    summary
}

/// Whether a tag says what is valid.
fn is_validation(meaning: &Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Constraint(_)
            | Meaning::Required
            | Meaning::Enum
            | Meaning::ListType(_)
            | Meaning::Rule(_)
            | Meaning::NameFormat(_)
            | Meaning::Immutable
            | Meaning::MutuallyExclusive(_)
            | Meaning::Contextual { .. }
            | Meaning::Override { .. }
            | Meaning::Nested { .. }
    )
}
