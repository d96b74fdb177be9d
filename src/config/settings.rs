//! The settings of a run.

use std::{collections::BTreeMap, path::PathBuf};

use crate::{
    diag::{Code, Severity},
    emit::openapi::{Formats, Layout, OpenApiVersion, StripZero},
    tool::{Tool, ToolName},
};

/// The settings of a run, wherever they come from. Paths are relative to [`directory`](Settings::directory).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The folder that patterns and paths are relative to.
    pub directory: PathBuf,
    /// Patterns of the Go packages to read.
    pub packages: Vec<String>,
    /// The minor version of Kubernetes 1.x.
    pub kubernetes_minor: u16,
    /// The tool whose understanding of comments and tags counts.
    pub compatibility: ToolName,
    /// Whether rules may use the functions that KEP-4153 proposed and no API server has.
    pub kep_4153_functions: bool,
    /// OpenAPI output.
    pub openapi: OpenApiSettings,
    /// Rust output.
    pub rust: RustSettings,
    /// Go module path to folder.
    pub modules: BTreeMap<String, PathBuf>,
    /// Tags of others that are not reported.
    pub allowed_tags: Vec<String>,
    /// Severities by code.
    pub severities: BTreeMap<Code, Severity>,
    /// The feature gate DeclarativeValidationExtensionsInOpenAPI.
    pub declarative_validation_extensions: bool,
    /// The feature gate OpenAPIEnums.
    pub openapi_enums: bool,
}

/// Settings of the OpenAPI output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenApiSettings {
    /// The file to write, or, for documents of OpenAPI v3, the folder.
    pub output: Option<PathBuf>,
    /// What is written.
    pub layout: Layout,
    /// The version of OpenAPI.
    pub version: OpenApiVersion,
    /// Whether documents have the paths of their resources.
    pub paths: bool,
    /// The type that the layout `structural` is about: its name, or its import path and name.
    pub type_name: Option<String>,
    /// Which properties carry x-kubernetes-strip-zero.
    pub strip_zero: StripZero,
    /// How formats are published.
    pub formats: Formats,
    /// Spaces of indentation.
    pub indent: usize,
}

/// Settings of the Rust output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RustSettings {
    /// The folder to write.
    pub output: Option<PathBuf>,
    /// Derives to add.
    pub derives: Vec<String>,
    /// Go import path to Rust path.
    pub extern_packages: BTreeMap<String, String>,
    /// Import paths of external packages whose types implement the traits of idlgen-runtime.
    pub extern_validate: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            directory: PathBuf::from("."),
            packages: Vec::new(),
            kubernetes_minor: 35,
            compatibility: ToolName::default(),
            kep_4153_functions: false,
            openapi: OpenApiSettings::default(),
            rust: RustSettings::default(),
            modules: BTreeMap::new(),
            allowed_tags: Vec::new(),
            severities: BTreeMap::new(),
            declarative_validation_extensions: true,
            openapi_enums: true,
        }
    }
}

impl Default for OpenApiSettings {
    fn default() -> Self {
        OpenApiSettings {
            output: None,
            layout: Layout::Definitions,
            version: OpenApiVersion::V3,
            paths: false,
            type_name: None,
            strip_zero: StripZero::Required,
            formats: Formats::Native,
            indent: 2,
        }
    }
}

impl Settings {
    /// The tool whose decisions count, of the version of Kubernetes that counts.
    pub fn tool(&self) -> Tool {
        self.compatibility.of(self.kubernetes_minor)
    }
}

impl OpenApiSettings {
    /// Whether the output is a folder: the documents of OpenAPI v3.
    pub(crate) fn writes_folder(&self) -> bool {
        self.layout == Layout::Documents && self.version == OpenApiVersion::V3
    }

    /// The name of the output where none was chosen.
    pub(crate) fn usual_output(&self) -> &'static str {
        match (self.layout, self.version) {
            (Layout::Definitions | Layout::Structural, _) => "definitions.json",
            (Layout::Documents, OpenApiVersion::V3) => "v3",
            (Layout::Documents, OpenApiVersion::V2) => "v2.json",
            (Layout::Discovery, _) => "v3.json",
        }
    }
}

/// The minor version in `1.35`, if it is one that idlgen knows.
pub(crate) fn kubernetes_minor(version: &str) -> Option<u16> {
    let minor = version.trim_start_matches('v').strip_prefix("1.")?.parse().ok()?;
    (25..=37).contains(&minor).then_some(minor)
}
