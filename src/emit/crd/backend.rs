//! The back end `crd`: from kinds to files.

use std::{borrow::Cow, path::PathBuf, sync::Arc};

use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition, definition::Judge},
    schema::StructuralError,
};
use idlgen_yaml::Part;
use serde_json::Value as Json;

use super::{
    budget, channel,
    description::{Lengths, shorten},
    embedded::fit_embedded_metadata,
    named::add_named_metadata,
    refused::refused,
};
use crate::{
    diag::Diagnostic,
    emit::{
        backend::{Backend, Input},
        openapi::{
            OpenApiOptions,
            codes::{NOT_STRUCTURAL, UNKNOWN_TYPE},
            nodes, structural,
        },
    },
    lower::{Lowered, codes::NOTHING_SELECTED, custom_resource_definitions},
    model::TypeId,
    out::Files,
    settings::{CRD, CrdSettings, Setting, Settings},
};

/// Custom resource definitions.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "it has no state")]
pub struct Crd;

impl Crd {
    /// Its name.
    pub(crate) const NAME: &'static str = "crd";
}

impl Backend for Crd {
    fn name(&self) -> &'static str {
        Crd::NAME
    }

    fn title(&self) -> &'static str {
        "Custom resource definitions"
    }

    fn summary(&self) -> &'static str {
        "Write CustomResourceDefinitions for Go packages"
    }

    fn product(&self) -> &'static str {
        "custom resource definitions"
    }

    fn settings(&self) -> &'static [Setting] {
        CRD
    }

    fn output<'s>(&self, settings: &'s mut Settings) -> &'s mut Option<PathBuf> {
        &mut settings.crd.output
    }

    fn usual_output(&self, _settings: &Settings) -> &'static str {
        ""
    }

    fn is_usual(&self) -> bool {
        false
    }

    fn emit(&self, input: &Input<'_>) -> (Files, Vec<Diagnostic>) {
        let mut files = Files::default();
        let mut diagnostics = Vec::new();
        let mut all = String::new();
        let written = documents(input, &mut diagnostics);
        if written.is_empty() && diagnostics.is_empty() {
            diagnostics.push(nothing_to_write());
        }
        for (name, text) in written {
            if input.as_one_file {
                all.push_str(&text);
            } else {
                files.insert(name, text);
            }
        }
        if input.as_one_file {
            files.insert("", all);
        } else {
            files.own_folder("", self.name());
        }
        (files, diagnostics)
    }
}

fn nothing_to_write() -> Diagnostic {
    Diagnostic::new(NOTHING_SELECTED, "no kind of the packages makes a custom resource definition").note(
        "kinds are structs that embed metav1.TypeMeta and metav1.ObjectMeta, in packages that say `+groupName` or \
         register their group and version",
    )
}

/// The names of the files, and their texts.
fn documents(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<(String, String)> {
    let native = &input.settings.objects.native_packages;
    let schemas = Schemas::new(input, input.lowered.for_definitions(input.model, native));
    let mut judge = Judge::new(input.settings.kubernetes_minor);
    // Whoever lets rules use them is warned at each rule (`unportable-function`).
    if input.settings.kep_4153_functions {
        judge = judge.with_proposed_functions();
    }
    let mut documents = Vec::new();
    for definition in custom_resource_definitions(input.model) {
        // What is said already, a server would say again.
        let mut is_refused = !definition.diagnostics.is_empty();
        diagnostics.extend(definition.diagnostics);
        let mut document = definition.document;
        channel::annotate(&mut document, input.settings);
        let (mut trees, mut spans) = (Vec::new(), Vec::new());
        for (version, id) in document.versions.iter_mut().zip(&definition.types) {
            spans.push(input.model.type_definition(*id).span);
            match schemas.of(*id) {
                Ok((tree, refusals)) => {
                    version.schema = Some(Arc::new(structural::json(&tree).into_json()));
                    trees.push(tree);
                    is_refused |= !refusals.is_empty();
                    diagnostics.extend(refusals);
                }
                Err(found) => diagnostics.push(found),
            }
        }
        if trees.len() == definition.types.len() {
            if !is_refused {
                diagnostics.extend(refused(&document, &trees, &spans, &judge));
            }
            let span = spans.last().copied();
            if let Some(limit) = input.settings.crd.max_bytes {
                diagnostics.extend(budget::fit(&mut document, &mut trees, limit, span));
            }
            let name = channel::file_name(&document, input.settings);
            if documents.iter().any(|(other, _)| *other == name) {
                diagnostics.push(channel::same_file(&name));
            }
            let kind = document.names.kind.clone();
            let json = json(document, &input.settings.crd);
            let mut writer = Writer::new(&input.settings.crd);
            writer.add(&Part::Json(Cow::Borrowed(&json)));
            let text = writer.into_texts().pop().unwrap_or_default();
            diagnostics.extend(budget::judge(&kind, &json, text.len(), span));
            documents.push((name, text));
        }
    }
    documents
}

/// A definition as it is written.
fn json(document: CustomResourceDefinition, settings: &CrdSettings) -> Json {
    let mut json = document.into_json();
    if let (Some(preserves), Some(spec)) = (settings.preserve_unknown_fields, json.get_mut("spec")) {
        spec["preserveUnknownFields"] = preserves.into();
    }
    json
}

/// What writes the files of definitions.
pub(crate) struct Writer<'a> {
    /// What stands before each definition.
    head: String,
    yaml: idlgen_yaml::Writer<'a>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(settings: &CrdSettings) -> Self {
        let start = if settings.no_document_start { "" } else { "---\n" };
        Writer { head: [settings.header.as_str(), start].concat(), yaml: idlgen_yaml::Writer::default() }
    }

    /// Writes the file of a definition.
    pub(crate) fn add(&mut self, definition: &Part<'a>) {
        self.yaml.document_behind(&self.head, definition);
    }

    /// The texts of the files, in the order in which they were written.
    pub(crate) fn into_texts(self) -> Vec<String> {
        self.yaml.into_documents()
    }
}

/// A pattern or format of a type and another of its field stand side by side, the type's first, as controller-gen has
/// them (`flatten.go`).
fn keep_apart(node: &mut Schema) {
    let [branch] = node.all_of.as_slice() else { return };
    let pattern = Schema { pattern: branch.pattern.clone(), ..Schema::default() };
    let format = Schema { format: branch.format.clone(), ..Schema::default() };
    let own = if node.pattern.is_some() && *branch == pattern {
        Schema { pattern: node.pattern.take(), ..Schema::default() }
    } else if node.format.is_some() && *branch == format {
        Schema { format: node.format.take(), ..Schema::default() }
    } else {
        return;
    };
    node.all_of.push(own);
}

/// What schemas are made of.
struct Schemas<'a> {
    input: &'a Input<'a>,
    /// The schemas as definitions carry them.
    lowered: Lowered,
    options: OpenApiOptions,
}

impl<'a> Schemas<'a> {
    fn new(input: &'a Input<'a>, mut lowered: Lowered) -> Self {
        fit_embedded_metadata(&mut lowered, input.model, input.settings.crd.embedded_object_meta);
        Schemas { input, lowered, options: OpenApiOptions::of(input.settings) }
    }

    /// The schema of a kind, as a definition carries it, and what API servers refuse of it.
    fn of(&self, id: TypeId) -> Result<(Schema, Vec<Diagnostic>), Diagnostic> {
        let definition = self.input.model.type_definition(id);
        let name = &definition.name;
        let schema = self
            .lowered
            .schema_of(id)
            .ok_or_else(|| Diagnostic::new(UNKNOWN_TYPE, format!("`{name}` has no schema")).at(definition.span))?;
        let mut tree = structural::tree(&schema, &self.lowered, &self.options).map_err(|error| {
            let message = format!("`{name}` cannot be written out: {error}");
            let diagnostic = Diagnostic::new(NOT_STRUCTURAL, message).at(definition.span);
            match error {
                StructuralError::Recursive { .. } => {
                    diagnostic.note("custom resource definitions cannot describe types that contain themselves")
                }
                _ => diagnostic,
            }
        })?;
        add_named_metadata(&mut tree);
        let refused = structural::refused(&tree, name);
        nodes::for_each(&mut tree, &mut |node| {
            node.required.sort();
            keep_apart(node);
        });
        let settings = &self.input.settings.crd;
        shorten(&mut tree, Lengths { usual: settings.max_description_length, by_path: &settings.description_lengths });
        Ok((tree, refused))
    }
}
