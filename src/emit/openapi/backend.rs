//! The back end `openapi`: selects the layout and the output.

use std::collections::BTreeMap;

use super::{
    Document, Layout, OpenApiOptions, OpenApiVersion, aggregate, definitions, discovery, documents,
    group_version_problems, structural,
};
use crate::{
    diag::Diagnostic,
    emit::{
        backend::{Backend, Emitted, Input, Needs, Part, Types},
        openapi::codes::UNKNOWN_TYPE,
    },
    model::TypeId,
    objects,
    settings::{OPENAPI, OPENAPI_GATES, OpenApiSettings, Setting, Settings},
};

/// OpenAPI definitions and documents.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "it has no state")]
pub struct OpenApi;

impl OpenApi {
    /// The name of the back end.
    pub(crate) const NAME: &'static str = "openapi";
}

impl Backend for OpenApi {
    fn name(&self) -> &'static str {
        OpenApi::NAME
    }

    fn title(&self) -> &'static str {
        "OpenAPI"
    }

    fn summary(&self) -> &'static str {
        "Write OpenAPI definitions or documents for Go packages"
    }

    fn product(&self) -> &'static str {
        "OpenAPI definitions"
    }

    fn settings(&self) -> &'static [Setting] {
        OPENAPI
    }

    fn gates(&self) -> &'static [Setting] {
        OPENAPI_GATES
    }

    fn usual_output(&self, settings: &Settings) -> &'static str {
        match (settings.openapi.layout, settings.openapi.version) {
            (Layout::Definitions | Layout::Structural, _) => "definitions.json",
            (Layout::Documents, OpenApiVersion::V3) => "v3",
            (Layout::Documents, OpenApiVersion::V2) => "v2.json",
            (Layout::Discovery, _) => "v3.json",
        }
    }

    fn contradiction(&self, settings: &Settings, as_one_text: bool) -> Option<&'static str> {
        let settings = &settings.openapi;
        match (settings.layout, settings.version) {
            (Layout::Discovery, OpenApiVersion::V2) => Some("OpenAPI v2 is a single document without an index"),
            (Layout::Structural, OpenApiVersion::V2) => Some("CRDs have OpenAPI v3 schemas"),
            (Layout::Structural, OpenApiVersion::V3) if settings.type_name.is_none() => {
                Some("the layout `structural` writes one type; specify it with --type NAME")
            }
            _ if as_one_text && writes_folder(settings) => {
                Some("OpenAPI v3 documents are a directory of files; specify it with -o DIR")
            }
            _ => None,
        }
    }

    fn needs(&self, settings: &Settings) -> Needs {
        let layout = settings.openapi.layout;
        Needs {
            documents: matches!(layout, Layout::Documents | Layout::Discovery),
            definition: settings.openapi.type_name.clone().filter(|_| layout == Layout::Structural),
        }
    }

    fn emit(&self, input: &Input<'_>) -> Emitted {
        let parts = parts(input)
            .unwrap_or_else(|diagnostics| vec![Part { diagnostics, path: String::new(), ..Part::default() }]);
        Emitted { parts, owns_folder: writes_folder(&input.settings.openapi), ..Emitted::default() }
    }
}

/// Returns `true` if the output is a directory: the documents of OpenAPI v3.
fn writes_folder(settings: &OpenApiSettings) -> bool {
    settings.layout == Layout::Documents && settings.version == OpenApiVersion::V3
}

/// Returns the files of the layout, or errors. The document of a group and version depends on the types that its
/// resources reference, and the schema of a single type on that type. All other files depend on all types.
fn parts(input: &Input<'_>) -> Result<Vec<Part>, Vec<Diagnostic>> {
    let Input { lowered, settings, .. } = *input;
    let options = OpenApiOptions::of(settings);
    let layout = settings.openapi.layout;
    if matches!(layout, Layout::Documents | Layout::Discovery) {
        let problems = group_version_problems(lowered);
        if !problems.is_empty() {
            return Err(problems);
        }
    }
    let whole = |text| Ok(vec![Part::of_all("", text)]);
    match layout {
        Layout::Definitions => whole(definitions(lowered, &options)),
        Layout::Structural => {
            let id = the_type(input)?;
            let (text, diagnostics) = match schema_of_type(input, id, &options) {
                Ok(text) => (Some(text), Vec::new()),
                Err(diagnostics) => (None, diagnostics),
            };
            let types = Types::Some(vec![id]);
            Ok(vec![Part { path: String::new(), kind: None, text, types, diagnostics }])
        }
        Layout::Documents if writes_folder(&settings.openapi) => {
            let ids: BTreeMap<&String, TypeId> = lowered.names.iter().map(|(id, name)| (name, *id)).collect();
            let part = |document: Document| {
                let types: Option<Vec<TypeId>> = document.roots.iter().map(|name| ids.get(name).copied()).collect();
                let types = types.map_or(Types::All, Types::Some);
                Part { types, ..Part::of_all(format!("{}.json", document.path), document.text) }
            };
            Ok(documents(lowered, &options).into_iter().map(part).collect())
        }
        Layout::Documents => whole(aggregate(lowered, &options)),
        Layout::Discovery => whole(discovery(&documents(lowered, &options), &options)),
    }
}

/// Returns the requested type.
fn the_type(input: &Input<'_>) -> Result<TypeId, Vec<Diagnostic>> {
    let name = input.settings.openapi.type_name.as_deref().unwrap_or_default();
    objects::find_type(input.model, name).map_err(|error| vec![Diagnostic::new(UNKNOWN_TYPE, error.to_string())])
}

/// Returns the schema of a type for a CRD.
fn schema_of_type(input: &Input<'_>, id: TypeId, options: &OpenApiOptions) -> Result<String, Vec<Diagnostic>> {
    let Input { model, lowered, settings, .. } = *input;
    let name = settings.openapi.type_name.as_deref().unwrap_or_default();
    let definition = model.type_definition(id);
    let native = &settings.objects.native_packages;
    let is_native = objects::is_native(model, id, native);
    let other = if is_native { None } else { lowered.for_custom_resources(model, native) };
    let lowered = other.as_ref().unwrap_or(lowered);
    let schema = lowered
        .schema_of(id)
        .ok_or_else(|| vec![Diagnostic::new(UNKNOWN_TYPE, format!("`{name}` has no schema")).at(definition.span)])?;
    let tree = structural::tree(&schema, lowered, options)
        .map_err(|error| vec![structural::not_structural(name, &error).at(definition.span)])?;
    let refused = structural::rejected(&tree, &definition.name);
    if refused.is_empty() { Ok(structural::text(&tree, options)) } else { Err(refused) }
}
