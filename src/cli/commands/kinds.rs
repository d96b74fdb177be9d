//! The sources of kinds: `--crd`, `--openapi`, `--schema`, `--go`, `--type`.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use clap::{Args, ValueHint};
use idlgen_validate::{ValidatorOptions, ZeroMode, crd::CustomResourceDefinition};
use serde_json::Value as Json;

use super::{
    object_inputs::read_crds,
    preparation::{exit_of, read_text},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, package},
        terminal::Terminal,
    },
    lower::Lowered,
    model::TypeId,
    objects::{
        BuiltInKinds, Catalog, CustomResources, Definitions, GoTypes, JsonSchema, ObjectFile, OpenApi, Source,
        read_value,
    },
    session::{NeedMissingPackages, Purpose, Reading, Session},
};

/// The sources of kinds.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sources of kinds")]
pub(super) struct KindArguments {
    /// Read CustomResourceDefinitions from a file or directory.
    ///
    /// CustomResourceDefinitions among the objects apply too. May be repeated.
    #[arg(long = "crd", value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(super) definitions: Vec<PathBuf>,

    /// Read Go types from a package, by directory, import path or pattern.
    ///
    /// May be repeated.
    #[arg(long = "go", value_name = "PACKAGE", value_parser = package())]
    pub(super) packages: Vec<String>,

    /// Read an OpenAPI v2 or v3 document of an API server, JSON or YAML.
    ///
    /// May be repeated.
    #[arg(long = "openapi", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) documents: Vec<PathBuf>,

    /// Validate every document with this JSON Schema.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) schema: Option<PathBuf>,

    /// Use this type for every object, regardless of apiVersion and kind.
    ///
    /// NAME is a Go type, a type of the OpenAPI documents, or a definition of the JSON Schema.
    #[arg(long = "type", value_name = "NAME")]
    pub(super) type_name: Option<String>,

    #[command(flatten)]
    pub(super) fetching: FetchArguments,

    /// `true` if the kinds are converted to files instead of used for validation: errors in Go types are errors then.
    #[arg(skip)]
    pub(super) makes_files: bool,
}

/// The kinds from all sources.
#[derive(Debug)]
pub(super) struct Kinds {
    /// The Go packages.
    go: Option<Go>,
    definitions: CustomResources,
    documents: OpenApi,
    schema: Option<JsonSchema>,
    /// The CRDs among the objects.
    found: CustomResources,
    /// The CRDs to compare with.
    compared: CustomResources,
    /// The searched directories.
    pub(super) folders: Vec<PathBuf>,
}

/// The result of reading Go packages.
#[derive(Debug)]
struct Go {
    reading: Reading,
    lowered: Lowered,
    unreadable: BTreeSet<TypeId>,
    /// The types that require a missing package.
    lacking: NeedMissingPackages,
}

impl KindArguments {
    /// Reads the sources and reports their errors, except those of Go packages.
    pub(super) fn read(&self, session: &mut Session<'_>, terminal: &Terminal) -> Result<Kinds, Exit> {
        let options = judging(session);
        let mut kinds = Kinds {
            go: None,
            definitions: CustomResources::new(options),
            documents: OpenApi::new(options),
            schema: None,
            found: CustomResources::new(options),
            compared: CustomResources::new(options),
            folders: Vec::new(),
        };
        if !self.packages.is_empty() {
            let purpose = if self.makes_files { Purpose::Outputs } else { Purpose::Objects };
            kinds.go = Some(go(purpose, session, terminal)?);
        }
        for argument in &self.definitions {
            kinds.read_definitions("--crd", argument, session, terminal)?;
        }
        for path in &self.documents {
            let shown = path.display().to_string();
            let json = value(path, terminal)?;
            kinds.documents.add(&json, &shown).map_err(|error| {
                let advice = match DocumentType::of(&json) {
                    Some(DocumentType::Definition) => "; pass CRDs with --crd",
                    _ => "",
                };
                said(&format!("{shown}: {error}{advice}"), terminal)
            })?;
        }
        if let Some(path) = &self.schema {
            let shown = path.display().to_string();
            let json = value(path, terminal)?;
            let reason = DocumentType::of(&json).map(|document_type| match document_type {
                DocumentType::Definition => "it is a CRD, not a JSON Schema; pass it with --crd".to_owned(),
                DocumentType::OpenApi => {
                    "it is an OpenAPI document, not a JSON Schema; pass it with --openapi".to_owned()
                }
                DocumentType::Object(kind) => format!("it is an object of kind {kind}, not a JSON Schema"),
            });
            if let Some(reason) = reason {
                return Err(said(&format!("{shown}: {reason}"), terminal));
            }
            let (schema, unknown) = JsonSchema::new(&json, &shown, options);
            for unknown in unknown {
                terminal.status(&format!("{shown}: {unknown}"));
            }
            kinds.schema = Some(schema);
        }
        Ok(kinds)
    }

    /// Returns the name of the type that validates every object.
    pub(super) fn type_name(&self) -> Option<String> {
        let whole = self.schema.as_ref().map(|_| JsonSchema::ROOT.to_owned());
        self.type_name.clone().or(whole)
    }
}

/// The type of a document that is not a JSON Schema. Any document would be a valid JSON Schema, but its keys would have
/// no effect.
enum DocumentType<'d> {
    /// A CustomResourceDefinition.
    Definition,
    OpenApi,
    /// Another object of Kubernetes, of this kind.
    Object(&'d str),
}

impl<'d> DocumentType<'d> {
    /// Returns the type of a document. `None` if it may be a JSON Schema.
    fn of(json: &'d Json) -> Option<Self> {
        let string = |name: &str| json.get(name).and_then(Json::as_str);
        match (string("apiVersion"), string("kind")) {
            _ if string("$schema").is_some() => None,
            (Some(api_version), Some(kind)) if CustomResourceDefinition::is_kind(api_version, kind) => {
                Some(DocumentType::Definition)
            }
            (Some(_), Some(kind)) => Some(DocumentType::Object(kind)),
            _ if string("openapi").or(string("swagger")).is_some() => Some(DocumentType::OpenApi),
            _ => None,
        }
    }
}

/// Returns the validation options for objects whose types are not Go types.
fn judging(session: &Session<'_>) -> ValidatorOptions {
    let mut options = ValidatorOptions::crd();
    options.kubernetes_minor = session.settings.kubernetes_minor;
    options.zero_mode = session.settings.objects.zero_mode.unwrap_or(ZeroMode::Crd);
    options.rules_in_junctors = session.settings.objects.rules_in_junctors;
    options.kep4153_functions = session.settings.kep_4153_functions;
    options
}

/// Reads the Go packages of the session.
fn go(purpose: Purpose, session: &mut Session<'_>, terminal: &Terminal) -> Result<Go, Exit> {
    let (mut reading, lowered) = session.read_for(purpose);
    let Some(unreadable) = reading.unreadable() else {
        terminal.diagnostics(&reading.diagnostics, &session.sources);
        terminal.status("no object was validated, because the Go packages cannot be read");
        return Err(exit_of(&reading.diagnostics));
    };
    let lacking = if purpose == Purpose::Objects { reading.soften_missing() } else { NeedMissingPackages::default() };
    Ok(Go { reading, lowered, unreadable, lacking })
}

impl Kinds {
    /// Returns the result of reading Go packages.
    pub(super) fn reading(&self) -> Option<&Reading> {
        self.go.as_ref().map(|go| &go.reading)
    }

    /// Reads the CRDs to compare with.
    pub(super) fn read_compared(
        &mut self,
        arguments: &[PathBuf],
        session: &mut Session<'_>,
        terminal: &Terminal,
    ) -> Result<(), Exit> {
        std::mem::swap(&mut self.definitions, &mut self.compared);
        let read =
            arguments.iter().try_for_each(|argument| self.read_definitions("--compare", argument, session, terminal));
        std::mem::swap(&mut self.definitions, &mut self.compared);
        read
    }

    /// Reads the CRDs of a flag's argument.
    fn read_definitions(
        &mut self,
        flag: &str,
        argument: &Path,
        session: &mut Session<'_>,
        terminal: &Terminal,
    ) -> Result<(), Exit> {
        let definitions = &mut self.definitions;
        let add = |json, span, file: &str| definitions.add(json, span, file);
        self.folders.extend(read_crds(flag, argument, &mut session.sources, terminal, add)?);
        Ok(())
    }

    /// Collects the CRDs among the objects.
    pub(super) fn take_definitions_of(&mut self, files: &[ObjectFile], session: &Session<'_>) {
        for file in files.iter().filter(|file| file.mentions(CustomResourceDefinition::KIND)) {
            let shown = session.sources.path(file.file()).display().to_string();
            for (document, span) in file.definitions(|_| {}) {
                if !self.definitions.has(&document) {
                    self.found.add(document, span, &shown);
                }
            }
        }
    }

    /// Returns the types of the Go packages, if any were specified.
    fn go_types(&self, session: &Session<'_>) -> Option<GoTypes<'_>> {
        let go = self.go.as_ref()?;
        let mut types = GoTypes::new(&go.reading.model, &go.lowered);
        types.zero_mode = session.settings.objects.zero_mode;
        types.native_packages.clone_from(&session.settings.objects.native_packages);
        types.kubernetes_minor = session.settings.kubernetes_minor;
        types.kep_4153_functions = session.settings.kep_4153_functions;
        types.unreadable.clone_from(&go.unreadable);
        types.lacking.clone_from(&go.lacking.types);
        types.schemaless.clone_from(&go.lacking.schemaless);
        Some(types)
    }

    /// Returns the sources specified on the command line, in order of precedence.
    pub(super) fn sources(&self, session: &Session<'_>) -> Vec<Box<dyn Source + '_>> {
        let mut given: Vec<Box<dyn Source + '_>> = vec![Box::new(&self.definitions)];
        if let Some(types) = self.go_types(session) {
            given.push(Box::new(types));
        }
        given.push(Box::new(&self.documents));
        given
    }

    /// Returns all kinds in order of precedence.
    pub(super) fn catalog(&self, session: &Session<'_>) -> Catalog<'_> {
        let mut catalog = Catalog::default();
        self.add_all(&mut catalog, session);
        catalog
    }

    /// Returns all kinds with the CRDs to compare with, if there are any.
    pub(super) fn compared_catalog(&self, session: &Session<'_>) -> Option<Catalog<'_>> {
        if self.compared.is_empty() {
            return None;
        }
        let mut catalog = Catalog::default();
        catalog.add(&self.compared);
        self.add_all(&mut catalog, session);
        Some(catalog)
    }

    fn add_all<'k>(&'k self, catalog: &mut Catalog<'k>, session: &Session<'_>) {
        if let Some(schema) = &self.schema {
            catalog.add(schema);
        }
        // For CRDs, a server checks more than their type.
        catalog.add(Definitions::new(session.settings.kubernetes_minor));
        if !self.definitions.is_empty() {
            catalog.add(&self.definitions);
        }
        if let Some(types) = self.go_types(session) {
            catalog.add(types);
        }
        if !self.documents.is_empty() {
            catalog.add(&self.documents);
        }
        if !self.found.is_empty() {
            catalog.add(&self.found);
        }
        catalog.add(BuiltInKinds::new(session.settings.kubernetes_minor));
    }
}

/// Reads the value of a YAML or JSON file.
fn value(path: &Path, terminal: &Terminal) -> Result<Json, Exit> {
    let text = read_text(path).map_err(|reason| said(&reason, terminal))?;
    read_value(&text).map_err(|reason| said(&format!("{}: {reason}", path.display()), terminal))
}

fn said(reason: &str, terminal: &Terminal) -> Exit {
    terminal.fatal(reason);
    Exit::Environment
}
