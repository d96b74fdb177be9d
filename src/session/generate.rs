//! Generates files in memory from packages.

use std::{mem, path::PathBuf};

use super::{KeptBack, Reading, Session, repeated};
use crate::{
    channel::codes::UNKNOWN_CHANNEL,
    diag::{Diagnostic, Severity},
    emit::{
        Backend,
        crd::{Crd, codes::HEADER},
    },
    model::{Field, Model},
    out::Files,
    resolve::{Allowance, PackageInput, apply_allowances},
    settings::CHANNEL_PLACEHOLDER,
    tags::TagKind,
};

/// The selected outputs.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "the callers are this crate's own front ends")]
pub struct Outputs {
    /// The back ends that generate the outputs.
    pub back_ends: Vec<&'static dyn Backend>,
    /// `true` to write a single file instead of a directory of files.
    pub as_one_file: bool,
    /// `true` to preserve files in output directories that are not listed in a manifest, because another program wrote
    /// them.
    pub keeps_others: bool,
}

impl Outputs {
    /// Selects the output of one back end.
    pub fn of(backend: &'static dyn Backend) -> Self {
        Outputs { back_ends: vec![backend], as_one_file: false, keeps_others: false }
    }
}

/// The result of a generation.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Generated {
    /// The files that are not affected by errors, relative to the directory of the settings. Empty if there are errors
    /// and the settings withhold all outputs.
    pub files: Files,
    /// The files withheld because of errors.
    pub kept_back: Vec<KeptBack>,
    /// The diagnostics of all stages, with their effective severities.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of packages and files read.
    pub summary: Summary,
    /// Every file that the output depends on, including go.mod and similar files.
    pub inputs: Vec<PathBuf>,
    /// All directories in which a new file could change the output.
    pub folders: Vec<PathBuf>,
    /// The model, of the first channel if there are several. `None` when emulating controller-gen.
    pub model: Option<Model>,
    /// The differences between versions that comments in the source allow.
    pub(super) version_allowances: Vec<Allowance>,
}

/// The number of packages and files read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Number of requested packages.
    pub packages: usize,
    /// Number of packages that they import.
    pub imported_packages: usize,
    /// Number of Go files, including those of imported packages.
    pub files: usize,
    /// Number of types in requested packages.
    pub types: usize,
    /// Number of fields of these types.
    pub fields: usize,
    /// Number of validation tags in all of these files. `None` when emulating controller-gen.
    pub rules: Option<usize>,
}

impl Session<'_> {
    /// Reads the packages and generates the outputs in memory. An error withholds the files that depend on the
    /// declaration with the error, or with `all-or-nothing` every file.
    ///
    /// If the path of an output contains `{channel}`, the output is generated for every channel in the settings, unless
    /// one is selected.
    pub fn generate(&mut self, outputs: &Outputs) -> Generated {
        self.matches_nested = outputs.back_ends.iter().any(|back_end| back_end.name() == Crd::NAME);
        let mut generated = self.supplied(|session| session.generate_once(outputs), |generated| &generated.diagnostics);
        repeated::fold_missing_modules(&mut generated.diagnostics);
        generated
    }

    fn generate_once(&mut self, outputs: &Outputs) -> Generated {
        let mut generated = match self.generate_as_controller_gen(outputs) {
            Some(generated) => generated,
            None => self.generate_as_idlgen(outputs),
        };
        if self.settings.all_or_nothing && has_errors(&generated.diagnostics) {
            generated.files = Files::default();
        }
        generated
    }

    /// Returns the outputs of idlgen's own back ends.
    fn generate_as_idlgen(&mut self, outputs: &Outputs) -> Generated {
        let base = self.resolve();
        let mut generated: Option<Generated> = None;
        self.for_each_run(base, &outputs.back_ends, |session, reading, back_ends| {
            let made = session.make(reading, back_ends, outputs.as_one_file);
            match &mut generated {
                Some(generated) => generated.add(made),
                None => generated = Some(made),
            }
        });
        generated.unwrap_or_default()
    }

    /// Calls `run` with the model for the back ends. If output paths contain `{channel}`, calls it once for each
    /// channel, otherwise once.
    pub(super) fn for_each_run(
        &mut self,
        base: Reading,
        back_ends: &[&'static dyn Backend],
        mut run: impl FnMut(&mut Self, Reading, &[&'static dyn Backend]),
    ) {
        let chosen = self.settings.channel.clone();
        let (by_channel, once): (Vec<_>, Vec<_>) =
            back_ends.iter().copied().partition(|backend| self.is_by_channel(*backend));
        if chosen.is_some() || by_channel.is_empty() {
            let mut reading = base;
            self.view(&mut reading);
            run(self, reading, back_ends);
            return;
        }
        let mut runs: Vec<(Option<String>, &[&'static dyn Backend])> = Vec::new();
        if !once.is_empty() {
            runs.push((None, &once));
        }
        let channels: Vec<String> = self.settings.channels.keys().cloned().collect();
        runs.extend(channels.into_iter().map(|channel| (Some(channel), &*by_channel)));
        if runs.is_empty() {
            let mut reading = base;
            reading.diagnostics.push(no_channel());
            run(self, reading, &[]);
            return;
        }
        for (channel, back_ends) in runs {
            self.settings.channel = channel;
            let mut reading = base.clone();
            self.view(&mut reading);
            run(self, reading, back_ends);
        }
        self.settings.channel = chosen;
    }

    /// Returns `true` if the path of a back end's output contains the channel.
    fn is_by_channel(&self, backend: &dyn Backend) -> bool {
        let output = self.settings.outputs.get(backend.name());
        output.is_some_and(|output| output.to_string_lossy().contains(CHANNEL_PLACEHOLDER))
    }

    /// Creates the outputs of the packages.
    fn make(&mut self, mut reading: Reading, back_ends: &[&'static dyn Backend], as_one_file: bool) -> Generated {
        // The model contains all necessary information, so release the comments, which may have millions of lines.
        let read = files_of(&mem::take(&mut reading.packages));
        let only_definitions = back_ends.iter().all(|backend| backend.name() == Crd::NAME);
        let lowered = self.lower_for(&mut reading, only_definitions);
        reading.diagnostics.extend(self.read_header());
        let made = back_ends.iter().map(|backend| self.run(*backend, &reading, &lowered, as_one_file)).collect();
        let (files, kept_back) = self.settle_outputs(&mut reading, made);
        let summary = summary(&reading, read);
        let Reading { diagnostics, inputs, folders, model, version_allowances, .. } = reading;
        Generated { files, kept_back, diagnostics, summary, inputs, folders, model: Some(model), version_allowances }
    }
}

impl Session<'_> {
    /// Reads the header file for CRDs.
    pub(super) fn read_header(&mut self) -> Option<Diagnostic> {
        let settings = &mut self.settings.crd;
        let file = self.settings.directory.join(settings.header_file.as_ref()?);
        match self.files.read(&file) {
            Ok(text) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                settings.header = match &settings.year {
                    Some(year) => text.replace(" YEAR", &format!(" {year}")),
                    None => text,
                };
                None
            }
            Err(error) => Some(Diagnostic::new(HEADER, format!("{}: {error}", file.display()))),
        }
    }
}

impl Generated {
    /// Removes the differences between versions that comments in the source allow, and adds a diagnostic for each
    /// comment that allows none.
    pub fn without_allowed(&self, differences: Vec<Diagnostic>) -> Vec<Diagnostic> {
        apply_allowances(differences, &self.version_allowances)
    }

    /// Adds the results for another channel of the same packages.
    fn add(&mut self, other: Generated) {
        self.files.mount("", other.files);
        self.kept_back.extend(other.kept_back);
        let is_said = |one: &Diagnostic, known: &[Diagnostic]| known.contains(one);
        for diagnostic in other.diagnostics {
            if !is_said(&diagnostic, &self.diagnostics) {
                self.diagnostics.push(diagnostic);
            }
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
    }
}

/// Creates the diagnostic for outputs by channel without any channel in the settings.
fn no_channel() -> Diagnostic {
    let message =
        format!("the path of an output contains `{CHANNEL_PLACEHOLDER}`, but no channel is configured or selected");
    Diagnostic::new(UNKNOWN_CHANNEL, message)
        .help("add channels to idlgen.toml (`[channels.standard]`) or select one with `--channel`")
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Returns the number of files in packages.
fn files_of(packages: &[PackageInput]) -> usize {
    packages.iter().map(|package| package.files.len()).sum()
}

fn summary(reading: &Reading, files: usize) -> Summary {
    let model: &Model = &reading.model;
    let mut summary = Summary { files, rules: Some(0), ..Summary::default() };
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
            *summary.rules.get_or_insert(0) += tags.filter(|tag| is_validation(&tag.meaning)).count();
        }
    }
    summary
}

/// Returns `true` for validation tags.
fn is_validation(meaning: &TagKind) -> bool {
    matches!(
        meaning,
        TagKind::Constraint(_)
            | TagKind::Required
            | TagKind::Enum
            | TagKind::ListType(_)
            | TagKind::Rule(_)
            | TagKind::NameFormat(_)
            | TagKind::Immutable
            | TagKind::MutuallyExclusive(_)
            | TagKind::OneOf(..)
            | TagKind::SchemaType(_)
            | TagKind::Schemaless
            | TagKind::Contextual { .. }
            | TagKind::Override { .. }
            | TagKind::Nested { .. }
    )
}
