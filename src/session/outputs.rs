//! Assembles the outputs of the back ends in a run: determines which files are withheld because of errors, and collects
//! the others.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map::Entry},
    path::PathBuf,
};

use super::{
    Purpose, Reading, Session, descriptions, diagnostic_key, severity,
    touched::{self, Concern, Declarations, Reach},
    unserved,
};
use crate::{
    diag::{Code, Diagnostic, Severity},
    emit::{
        Backend, Emitted, Input, Part, Types,
        openapi::{OpenApi, codes::REFUSED},
        rust::codes::OF_GENERATED_CODE,
    },
    lower::{Lowered, codes::NOTHING_SELECTED},
    model::{Model, PackageId, TypeId, is_served_natively},
    out::Files,
    settings::{CHANNEL_PLACEHOLDER, Settings},
    source::Span,
    tags::Tag,
};

/// A file that errors withhold, or the part of a file for one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptBack {
    /// The path of the file, relative to the directory of the settings.
    pub path: String,
    /// The kind, if there is one.
    pub kind: Option<String>,
    /// The first error that it depends on, and its position.
    pub cause: Option<(Code, Option<Span>)>,
}

/// The result of a back end.
pub(super) struct Made {
    backend: &'static dyn Backend,
    path: String,
    emitted: Emitted,
}

impl Session<'_> {
    /// Runs a back end.
    pub(super) fn run(
        &mut self,
        backend: &'static dyn Backend,
        reading: &Reading,
        lowered: &Lowered,
        as_one_file: bool,
    ) -> Made {
        let emitted = backend.emit(&Input::new(&reading.model, lowered, &self.settings, &self.sources, as_one_file));
        let output = self.settings.outputs.get(backend.name()).cloned();
        let output = output.unwrap_or_else(|| PathBuf::from(backend.usual_output(&self.settings)));
        let mut path = output.to_string_lossy().into_owned();
        if let Some(channel) = &self.settings.channel {
            path = path.replace(CHANNEL_PLACEHOLDER, channel);
        }
        Made { backend, path, emitted }
    }

    /// Completes a run of back ends: assigns all problems to the outputs that depend on them, and creates the files
    /// that are not affected by errors.
    pub(super) fn settle_outputs(&self, reading: &mut Reading, made: Vec<Made>) -> (Files, Vec<KeptBack>) {
        if reading.purpose == Purpose::Objects {
            severity::downgrade_errors(&mut reading.diagnostics);
        }
        let declarations = Declarations::new(&reading.model, &reading.missing);
        let mut reaches: Vec<Vec<Reach>> = Vec::new();
        // This is only needed if there are errors or warnings, or if descriptions are missing.
        if descriptions::are_missing(&reading.diagnostics)
            || reading.diagnostics.iter().any(|one| one.severity >= Severity::Warning)
        {
            let mut all = declarations.reach(&Types::Some(Vec::new()));
            for one in &made {
                let of_parts: Vec<Reach> =
                    one.emitted.parts.iter().map(|part| declarations.reach(&part.types)).collect();
                for reach in &of_parts {
                    all.add(reach);
                }
                reaches.push(of_parts);
            }
            touched::downgrade_unaffected(&mut reading.diagnostics, &declarations, &all);
            let packages: Vec<&str> = all.packages(&reading.model).collect();
            descriptions::restrict(&mut reading.diagnostics, &reading.undescribed, &packages);
            if !made.is_empty() && !made.iter().any(|one| one.backend.name() == OpenApi::NAME) {
                severity::soften_unpublished(&mut reading.diagnostics, &reading.model);
            }
        }
        let own: BTreeSet<diagnostic_key::Key> = reading.diagnostics.iter().map(diagnostic_key::key).collect();
        for one in &made {
            diagnostic_key::extend(&mut reading.diagnostics, one.found().cloned().collect());
        }
        // Even if the user is not the author of the types, an error that API servers report remains an error.
        let purpose = reading.purpose;
        let is_writing = purpose != Purpose::Findings;
        if purpose == Purpose::Objects {
            reading.purpose = Purpose::Outputs;
        }
        self.settle(reading);
        reading.purpose = purpose;
        let declarations = Declarations::new(&reading.model, &reading.missing);
        let errors = reading.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        // Errors that back ends find belong to the outputs in which they occur, regardless of the location of their
        // cause.
        let found: BTreeSet<diagnostic_key::Key> = made.iter().flat_map(Made::found).map(diagnostic_key::key).collect();
        let errors: Vec<Error<'_>> = errors
            .map(|error| {
                let key = diagnostic_key::key(error);
                let is_read = own.contains(&key) || !found.contains(&key);
                Error { diagnostic: error, concern: is_read.then(|| declarations.concern(error)), key }
            })
            .collect();
        let repeated = repeated(&made, &reaches, &errors);
        let mut files = Files::default();
        files.set_owner(&reading.module);
        let mut kept_back = Vec::new();
        for (index, Made { backend, path: output, emitted }) in made.into_iter().enumerate() {
            let mut of_output = Files::default();
            if emitted.owns_folder {
                of_output.own_directory("", backend.name());
            }
            let of_all: BTreeSet<diagnostic_key::Key> = emitted.diagnostics.iter().map(diagnostic_key::key).collect();
            let mut texts: BTreeMap<String, String> = BTreeMap::new();
            let cause = |number: usize, part: &Part| {
                let reach = reaches.get(index).and_then(|of_parts| of_parts.get(number));
                let of_part: BTreeSet<diagnostic_key::Key> = part.diagnostics.iter().map(diagnostic_key::key).collect();
                let is_found = |error: &Error<'_>| of_all.contains(&error.key) || of_part.contains(&error.key);
                let mut causes = errors.iter().filter(|error| !repeated.contains(&error.key));
                causes.find(|error| error.keeps_back(reach, is_found(error)))
            };
            let causes: Vec<Option<&Error<'_>>> =
                emitted.parts.iter().enumerate().map(|(number, part)| cause(number, part)).collect();
            let is_wanted: Vec<bool> = causes.iter().map(|cause| cause.is_none() && is_writing).collect();
            for (Part { path, kind, text, .. }, cause) in emitted.into_parts(&is_wanted).into_iter().zip(causes) {
                match text {
                    Some(text) if cause.is_none() => match texts.entry(path) {
                        Entry::Vacant(first) => drop(first.insert(text)),
                        Entry::Occupied(mut before) => before.get_mut().push_str(&text),
                    },
                    _ => {
                        let path = below(&output, &path);
                        kept_back.push(KeptBack { path, kind, cause: cause.map(Error::cause) });
                    }
                }
            }
            for (path, text) in texts {
                of_output.insert(path, text);
            }
            files.mount(&output, of_output);
        }
        if !kept_back.is_empty() || !errors.is_empty() {
            files.set_partial();
        }
        reading.diagnostics.retain(|one| one.code != REFUSED || !repeated.contains(&diagnostic_key::key(one)));
        diagnostic_key::merge_rejected_keys(&mut reading.diagnostics);
        diagnostic_key::merge_rejected_defaults(&mut reading.diagnostics);
        let explained = diagnostic_key::merge_explained_rejections(&mut reading.diagnostics);
        for one in &mut kept_back {
            if let Some((code, Some(span))) = one.cause
                && code == REFUSED
            {
                one.cause = explained.get(&span).copied().or(one.cause);
            }
        }
        (files, kept_back)
    }
}

/// Returns the server errors in CRDs that are already withheld because of other errors.
fn repeated(made: &[Made], reaches: &[Vec<Reach>], errors: &[Error<'_>]) -> BTreeSet<diagnostic_key::Key> {
    let (mut again, mut first) = (BTreeSet::new(), BTreeSet::new());
    for (one, reaches) in made.iter().zip(reaches) {
        for (part, reach) in one.emitted.parts.iter().zip(reaches) {
            let is_kept_back = errors.iter().any(|error| error.touches(Some(reach)));
            let keys = part.diagnostics.iter().filter(|found| found.code == REFUSED).map(diagnostic_key::key);
            if is_kept_back { &mut again } else { &mut first }.extend(keys);
        }
    }
    again.difference(&first).cloned().collect()
}

/// An error of a run.
struct Error<'d> {
    diagnostic: &'d Diagnostic,
    key: diagnostic_key::Key,
    /// The declarations that the error concerns, if it was found before the back ends ran.
    concern: Option<Concern>,
}

impl Error<'_> {
    /// Returns `true` if the error withholds a part that is built from the types in `reach`. `is_found` is `true` if a
    /// back end reported it for this part.
    fn keeps_back(&self, reach: Option<&Reach>, is_found: bool) -> bool {
        self.touches(reach) || self.diagnostic.code.keeps_back() && is_found
    }

    /// Returns `true` if the error was found before the back ends ran and concerns a type from which the part is built.
    fn touches(&self, reach: Option<&Reach>) -> bool {
        let concerns = |concern| reach.is_some_and(|reach| reach.touches(concern));
        self.diagnostic.code.keeps_back() && self.concern.as_ref().is_some_and(concerns)
    }

    fn cause(&self) -> (Code, Option<Span>) {
        (self.diagnostic.code, self.diagnostic.primary.as_ref().map(|label| label.span))
    }
}

impl Made {
    /// Drops problems that are irrelevant because the output was not requested: an empty output, limitations of Rust
    /// types, and problems in CRDs of natively served kinds. For kinds in packages without controller-gen markers,
    /// changes problems to warnings, because their authors may not publish CRDs. Also drops warnings about types that
    /// no output contains: they are not part of any custom resource, and openapi-gen does not read them.
    pub(super) fn downgrade_unrequested(&mut self, model: &Model, settings: &Settings) {
        let is_relevant = |one: &Diagnostic| one.code != NOTHING_SELECTED && !OF_GENERATED_CODE.contains(&one.code);
        self.emitted.diagnostics.retain(is_relevant);
        unserved::drop_unpublished(model, &mut self.emitted.diagnostics);
        let has_markers = |id: PackageId| {
            let definitions = model.package(id).types.iter().map(|id| model.type_definition(*id));
            let fields = definitions.clone().flat_map(|one| one.fields().iter().flat_map(|field| &field.tags));
            definitions.flat_map(|one| &one.tags).chain(fields).any(Tag::is_of_controller_gen)
        };
        let package = |id: &TypeId| model.package(model.type_definition(*id).package);
        let native = &settings.objects.native_packages;
        let is_native = |id: &TypeId| is_served_natively(&package(id).import_path, native);
        self.emitted.parts.retain(|part| match &part.types {
            Types::Some(types) | Types::Defined(types) => !types.iter().any(is_native),
            Types::All => true,
        });
        for part in &mut self.emitted.parts {
            unserved::drop_unpublished(model, &mut part.diagnostics);
            let (Types::Some(types) | Types::Defined(types)) = &part.types else { continue };
            if types.iter().all(|id| has_markers(package(id).id)) {
                continue;
            }
            for one in part.diagnostics.iter_mut().filter(|one| one.severity == Severity::Error) {
                one.severity = Severity::Warning;
                one.notes
                    .push("this is an error in `idlgen crd`, but its package has no controller-gen markers".to_owned());
            }
        }
    }

    /// Returns the diagnostics of the back end.
    fn found(&self) -> impl Iterator<Item = &Diagnostic> {
        self.emitted.diagnostics.iter().chain(self.emitted.parts.iter().flat_map(|part| &part.diagnostics))
    }
}

/// Returns the path of a file in an output.
pub(super) fn below(output: &str, path: &str) -> String {
    match (output.trim_end_matches('/'), path) {
        ("", path) => path.to_owned(),
        (output, "") => output.to_owned(),
        (output, path) => format!("{output}/{path}"),
    }
}
