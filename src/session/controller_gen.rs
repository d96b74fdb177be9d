//! Generates CRDs like controller-gen, directly from declarations, without idlgen's other stages.

use std::collections::BTreeSet;

use super::{
    Generated, KeptBack, Outputs, Session, Summary, descriptions, load::Markers, outputs::below,
    problem_kind::is_about_modules, severity,
};
use crate::{
    channel::codes::UNKNOWN_CHANNEL,
    controller_gen::{self, Made, Options, Problem, TooLarge, WrittenDefinition},
    diag::{Diagnostic, Severity},
    emit::{self, crd::codes::CONTROLLER_GEN},
    lower::is_custom_resource,
    model::Model,
    out::Files,
    resolve::{self, PackageInput, ResolveOptions},
    source::FileId,
    syntax::TypeExpressionKind,
    tool::Definitions,
};

/// The output of controller-gen for packages.
#[derive(Debug)]
#[non_exhaustive]
pub struct EmulatedOutput {
    /// The CRDs.
    pub definitions: Vec<WrittenDefinition>,
    /// The problems that controller-gen reports.
    pub problems: Vec<Problem>,
    /// The diagnostics of modules, packages and Go sources.
    pub diagnostics: Vec<Diagnostic>,
    /// Kinds whose CRDs are too large to write.
    pub too_large: Vec<TooLarge>,
    packages: Vec<PackageInput>,
    module: String,
    inputs: Vec<std::path::PathBuf>,
    folders: Vec<std::path::PathBuf>,
}

impl Session<'_> {
    /// Reads the packages and generates the CRDs of their kinds like controller-gen.
    pub fn emulate_controller_gen(&mut self, options: &Options) -> EmulatedOutput {
        let (modules, mut loaded) = self.load(&[], Markers::All);
        if descriptions::are_missing(&loaded.diagnostics) {
            let (model, _) = resolve::resolve(&loaded.packages, &ResolveOptions::of(&self.settings.tool()));
            descriptions::restrict(&mut loaded.diagnostics, &modules.undescribed(), &packages_of_kinds(&model));
        }
        let Made { definitions, problems, too_large, .. } =
            controller_gen::definitions(&loaded.packages, &self.sources, options);
        EmulatedOutput {
            definitions,
            problems,
            diagnostics: loaded.diagnostics,
            too_large,
            packages: loaded.packages,
            module: modules.main_path().unwrap_or_default().to_owned(),
            inputs: modules.files_read(),
            folders: modules.searched_directories(),
        }
    }

    /// Returns the output of controller-gen, if the settings select it.
    pub(super) fn generate_as_controller_gen(&mut self, outputs: &Outputs) -> Option<Generated> {
        let Definitions::ControllerGen(minor) = self.settings.tool().definitions else { return None };
        let [backend] = outputs.back_ends.as_slice() else { return None };
        if backend.name() != emit::crd::Crd::NAME {
            return None;
        }
        let options = Options {
            minor,
            allow_dangerous_types: self.settings.crd.dangerous_types,
            ignore_unexported_fields: self.settings.crd.ignore_unexported_fields,
            max_description_length: self.settings.crd.max_description_length,
            embedded_object_meta: self.settings.crd.embedded_object_meta,
            version_label: self.settings.crd.controller_gen_version.clone(),
        };
        let mut emulated = self.emulate_controller_gen(&options);
        self.complete_diagnostics(&mut emulated);
        // controller-gen writes as much as possible despite errors. idlgen does not, if it cannot read a part of the
        // input.
        let stops = |one: &Diagnostic| one.severity == Severity::Error && one.code != CONTROLLER_GEN;
        let is_stopped = emulated.diagnostics.iter().any(stops);
        let output = self.settings.outputs.get(backend.name()).cloned();
        let output = output.unwrap_or_else(|| backend.usual_output(&self.settings).into());
        let (mut files, mut kept_back) = self.write_emulated(&mut emulated, &output.to_string_lossy(), outputs);
        if is_stopped {
            files = Files::default();
            kept_back.clear();
        }
        let EmulatedOutput { mut diagnostics, packages, inputs, folders, .. } = emulated;
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
        let summary = summary(&packages);
        Some(Generated { files, kept_back, diagnostics, summary, inputs, folders, ..Generated::default() })
    }

    /// Adds the problems that controller-gen reports to the diagnostics, and sets the severities.
    fn complete_diagnostics(&mut self, emulated: &mut EmulatedOutput) {
        let EmulatedOutput { diagnostics, problems, packages, .. } = emulated;
        let foreign = packages.iter().filter(|package| !package.requested).flat_map(|package| &package.files);
        let foreign: BTreeSet<FileId> = foreign.map(|file| file.declarations.file).collect();
        let is_foreign =
            |one: &Diagnostic| one.primary.as_ref().is_some_and(|label| foreign.contains(&label.span.file));
        diagnostics.iter_mut().filter(|one| is_foreign(one)).for_each(severity::soften);
        diagnostics.extend(self.read_header());
        diagnostics.extend(self.settings.channel.as_deref().map(no_channels));
        // If every type was found, no CRD depends on a missing package. Errors in package patterns have no location.
        if !problems.iter().any(|problem| problem.is_unresolved) {
            let is_import = |one: &&mut Diagnostic| is_about_modules(one.code) && one.primary.is_some();
            diagnostics.iter_mut().filter(is_import).for_each(severity::soften);
        }
        diagnostics.extend(problems.iter().map(Problem::diagnostic));
        severity::apply(diagnostics, &self.settings.severities, true);
    }

    /// Returns the files of the CRDs, and those that are withheld because they are too large. Adds the reasons to the
    /// diagnostics.
    fn write_emulated(&self, emulated: &mut EmulatedOutput, output: &str, outputs: &Outputs) -> (Files, Vec<KeptBack>) {
        let EmulatedOutput { definitions, diagnostics, too_large, module, .. } = emulated;
        let mut kept_back = Vec::new();
        let mut keep_back = |file: &str, kind: &str, why: &Diagnostic| {
            let path = below(output, if outputs.as_one_file { "" } else { file });
            let cause = Some((why.code, why.primary.as_ref().map(|label| label.span)));
            kept_back.push(KeptBack { path, kind: Some(kind.to_owned()), cause });
        };
        for TooLarge { kind, file, diagnostic } in too_large.drain(..) {
            keep_back(&file, &kind, &diagnostic);
            diagnostics.push(diagnostic);
        }
        let mut emitted = Files::default();
        let mut all = String::new();
        let mut writer = emit::crd::Writer::new(&self.settings.crd);
        let (mut sizes, mut of_sizes) = (emit::crd::Sizes::default(), Vec::new());
        for definition in &*definitions {
            let part = definition.part(self.settings.crd.preserve_unknown_fields);
            let bytes = Some(writer.add(&part).len());
            let found = emit::crd::judge_size(definition.kind(), &part, bytes, &mut sizes, definition.location());
            // controller-gen writes it. Some projects remove its descriptions later.
            of_sizes.push(found.map(|found| Diagnostic { severity: found.severity.min(Severity::Warning), ..found }));
        }
        for ((definition, text), found) in definitions.iter().zip(writer.into_contents()).zip(of_sizes) {
            let mut found: Vec<Diagnostic> = found.into_iter().collect();
            severity::apply(&mut found, &self.settings.severities, true);
            match found.iter().find(|one| one.severity == Severity::Error) {
                Some(error) => keep_back(&definition.file, definition.kind(), error),
                None if outputs.as_one_file => all.push_str(&text),
                None => emitted.insert(definition.file.clone(), text),
            }
            diagnostics.extend(found);
        }
        if outputs.as_one_file {
            emitted.insert("", all);
        } else {
            emitted.own_directory("", emit::crd::Crd::NAME);
        }
        let mut files = Files::default();
        files.set_owner(module);
        files.mount(output, emitted);
        if !kept_back.is_empty() {
            files.set_partial();
        }
        (files, kept_back)
    }
}

fn summary(packages: &[PackageInput]) -> Summary {
    let requested = || packages.iter().filter(|package| package.requested);
    let files = requested().flat_map(|package| &package.files);
    let types: Vec<_> = files.flat_map(|file| &file.declarations.types).collect();
    let fields = types.iter().map(|declaration| match &declaration.definition.kind {
        TypeExpressionKind::Struct(fields) => fields.len(),
        _ => 0,
    });
    Summary {
        packages: requested().count(),
        imported_packages: packages.len() - requested().count(),
        files: packages.iter().map(|package| package.files.len()).sum(),
        types: types.len(),
        fields: fields.sum(),
        ..Summary::default()
    }
}

/// Returns the import paths of the packages whose types custom resources contain.
fn packages_of_kinds(model: &Model) -> Vec<&str> {
    let requested = model.types.iter().filter(|definition| model.package(definition.package).requested);
    let kinds = requested.map(|definition| definition.id).filter(|id| is_custom_resource(model, *id));
    let reached = model.reached_by_definitions(kinds);
    let types = model.types.iter().zip(reached).filter(|(_, is_reached)| *is_reached);
    types.map(|(definition, _)| model.package(definition.package).import_path.as_str()).collect()
}

/// Reports a selected channel without configured channels.
fn no_channels(channel: &str) -> Diagnostic {
    let message =
        format!("`--compat controller-gen` does not support the channel `{channel}`: controller-gen has no channels");
    Diagnostic::new(UNKNOWN_CHANNEL, message).help("omit `--compat` or `--channel`")
}
