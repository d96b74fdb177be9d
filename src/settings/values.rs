//! The values of all settings.

use std::{collections::BTreeMap, path::PathBuf};

use idlgen_runtime::field::MessageStyle;
use idlgen_validate::{ZeroMode, schema::json::StripZero};

use crate::{
    diag::{Severities, Severity},
    tool::{Tool, ToolName},
};

/// The settings of a run from all sources. Paths are relative to [`directory`](Settings::directory).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The directory to which patterns and paths are relative.
    pub directory: PathBuf,
    /// Patterns of the Go packages to read.
    pub packages: Vec<String>,
    /// The minor version of Kubernetes 1.x.
    pub kubernetes_minor: u16,
    /// The tool whose interpretation of comments and tags applies.
    pub compatibility: ToolName,
    /// `true` if rules may use the functions that KEP-4153 proposed and no API server supports.
    pub kep_4153_functions: bool,
    /// The settings for validating objects.
    pub objects: ObjectSettings,
    /// The settings for comparing two versions.
    pub diff: DiffSettings,
    /// The settings for running test suites.
    pub test: TestSettings,
    /// The output files or directories, by the name of their back end.
    pub outputs: BTreeMap<&'static str, PathBuf>,
    /// OpenAPI output.
    pub openapi: OpenApiSettings,
    /// Settings for CRD output.
    pub crd: CrdSettings,
    /// Rust output.
    pub rust: RustSettings,
    /// The selected channel, if any.
    pub channel: Option<String>,
    /// The channels in idlgen.toml.
    pub channels: BTreeMap<String, ChannelSettings>,
    /// Module directories by Go module path.
    pub modules: BTreeMap<String, PathBuf>,
    /// Names of tags of other tools, which are not reported as unknown.
    pub allowed_tags: Vec<String>,
    /// The severities of diagnostics, including disabled ones.
    pub severities: Severities,
    /// `true` if any error withholds all outputs rather than only the affected ones.
    pub all_or_nothing: bool,
    /// The feature gate DeclarativeValidationExtensionsInOpenAPI.
    pub declarative_validation_extensions: bool,
    /// The feature gate OpenAPIEnums.
    pub openapi_enums: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            directory: PathBuf::from("."),
            packages: Vec::new(),
            kubernetes_minor: 35,
            compatibility: ToolName::default(),
            kep_4153_functions: false,
            objects: ObjectSettings::default(),
            diff: DiffSettings::default(),
            test: TestSettings::default(),
            outputs: BTreeMap::new(),
            openapi: OpenApiSettings::default(),
            crd: CrdSettings::default(),
            rust: RustSettings::default(),
            channel: None,
            channels: BTreeMap::new(),
            modules: BTreeMap::new(),
            allowed_tags: Vec::new(),
            severities: Severities::default(),
            all_or_nothing: false,
            declarative_validation_extensions: true,
            openapi_enums: true,
        }
    }
}

impl Settings {
    /// Returns the selected tool for the selected Kubernetes version.
    pub fn tool(&self) -> Tool {
        self.compatibility.of(self.kubernetes_minor)
    }

    /// Returns the settings of the selected channel, if it is a channel in idlgen.toml.
    pub fn chosen_channel(&self) -> Option<&ChannelSettings> {
        self.channels.get(self.channel.as_deref()?)
    }
}

/// A channel of idlgen.toml.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChannelSettings {
    /// The enabled feature gates, in addition to the one with the name of the channel.
    pub gates: Vec<String>,
    /// The kinds of the channel. Empty for all kinds.
    pub kinds: Vec<String>,
    /// Patterns of versions that are not served.
    pub unserved_versions: Vec<String>,
    /// Keys and values of CRD annotations.
    pub annotations: Vec<(String, String)>,
    /// The pattern for the names of CRD files.
    pub file_name: Option<String>,
}

/// Settings for CRD output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrdSettings {
    /// Maximum length of descriptions in bytes. 0 omits descriptions.
    pub max_description_length: Option<usize>,
    /// `true` if embedded objects include the metadata fields that templates use.
    pub embedded_object_meta: bool,
    /// Maximum length of descriptions in bytes at and below field paths.
    pub description_lengths: BTreeMap<String, usize>,
    /// Maximum size of a CRD in bytes, as JSON without whitespace.
    pub max_bytes: Option<usize>,
    /// The path of the file whose content precedes every CRD.
    pub header_file: Option<PathBuf>,
    /// The replacement for ` YEAR` in the header.
    pub year: Option<String>,
    /// The content of the header file, which the session reads.
    pub header: String,
    /// The value of `spec.preserveUnknownFields` in CRDs.
    pub preserve_unknown_fields: Option<bool>,
    /// `true` to emulate controller-gen's option `allowDangerousTypes`.
    pub dangerous_types: bool,
    /// `true` to emulate controller-gen's option `ignoreUnexportedFields`.
    pub ignore_unexported_fields: bool,
    /// `true` to omit the `---` at the start of files.
    pub no_document_start: bool,
    /// The version of controller-gen in CRD annotations when emulating controller-gen.
    pub controller_gen_version: Option<String>,
    /// Selects how formats are written. If `None`, as in OpenAPI.
    pub formats: Option<Formats>,
}

/// Settings for comparing two versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffSettings {
    /// The file with accepted changes.
    pub exceptions: Option<PathBuf>,
    /// `true` if the stability in a version name limits the severity of its changes.
    pub by_stability: bool,
    /// The main branch. By default, the old side is its merge base with the work tree. `None` selects the first
    /// existing branch of `origin/HEAD` and others.
    pub main_branch: Option<String>,
}

/// Settings for validating objects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectSettings {
    /// The treatment of zero values in all objects. If `None`, it depends on the package of the type.
    pub zero_mode: Option<ZeroMode>,
    /// Packages with types that API servers serve natively, in addition to those of Kubernetes.
    pub native_packages: Vec<String>,
    /// Patterns of excluded files and directories.
    pub exclude: Vec<String>,
    /// Kinds of objects to skip: `Secret`, `v1/ConfigMap` or `apps/v1/Deployment`.
    pub exclude_kinds: Vec<String>,
    /// The severity of `unknown-kind` (IDL0904).
    pub unknown_kinds: Severity,
    /// `true` to evaluate rules inside branches of `anyOf`, `oneOf` and `not`.
    pub rules_in_junctors: bool,
    /// The style of error messages for objects.
    pub message_style: MessageStyle,
}

impl Default for ObjectSettings {
    fn default() -> Self {
        ObjectSettings {
            zero_mode: None,
            native_packages: Vec::new(),
            exclude: Vec::new(),
            exclude_kinds: Vec::new(),
            unknown_kinds: Severity::Error,
            rules_in_junctors: false,
            message_style: MessageStyle::Kubernetes,
        }
    }
}

/// Settings of the OpenAPI output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenApiSettings {
    /// The layout of the output.
    pub layout: Layout,
    /// The OpenAPI version of the output: v2 or v3.
    pub version: OpenApiVersion,
    /// `true` if documents include the paths of their resources.
    pub paths: bool,
    /// The type for the layout `structural`: its name, or its import path and name.
    pub type_name: Option<String>,
    /// Selects the properties for which x-kubernetes-strip-zero is published.
    pub strip_zero: StripZero,
    /// Selects how formats are published.
    pub formats: Formats,
    /// The number of spaces for indentation.
    pub indent: usize,
}

impl Default for OpenApiSettings {
    fn default() -> Self {
        OpenApiSettings {
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

/// The layout of an OpenAPI file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// A JSON object from definition names to schemas, with sorted keys.
    #[default]
    Definitions,
    /// The schema of one type without references, as in a CRD.
    Structural,
    /// Documents like those of a server: one for each group and version (OpenAPI v3), or one for all (OpenAPI v2).
    Documents,
    /// The index of the documents of OpenAPI v3, with the hashes of their contents.
    Discovery,
}

impl Layout {
    /// Returns the value with this name: `definitions`, `structural`, `documents` or `discovery`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "definitions" => Layout::Definitions,
            "structural" => Layout::Structural,
            "documents" => Layout::Documents,
            "discovery" => Layout::Discovery,
            _ => return None,
        })
    }
}

/// An OpenAPI version that API servers publish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenApiVersion {
    /// OpenAPI 3.0, a document for each group and version: `/openapi/v3`.
    #[default]
    V3,
    /// OpenAPI 2.0, one document: `/openapi/v2`.
    V2,
}

impl OpenApiVersion {
    /// Returns the value with this name: `v3` or `v2`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "v3" => OpenApiVersion::V3,
            "v2" => OpenApiVersion::V2,
            _ => return None,
        })
    }
}

/// The representation of formats that API servers do not support.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Formats {
    /// `format`.
    #[default]
    Native,
    /// `pattern` and `maxLength`.
    InlinePattern,
    /// A CEL rule.
    InlineCel,
}

impl Formats {
    /// Returns the value with this name: `native`, `inline-pattern` or `inline-cel`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "native" => Formats::Native,
            "inline-pattern" => Formats::InlinePattern,
            "inline-cel" => Formats::InlineCel,
            _ => return None,
        })
    }
}

/// Settings of the Rust output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RustSettings {
    /// Additional derives for every type.
    pub derives: Vec<String>,
    /// Rust paths of existing modules, by Go import path.
    pub extern_packages: BTreeMap<String, String>,
    /// Import paths of external packages whose types implement the traits of idlgen-runtime.
    pub extern_validate: Vec<String>,
    /// `true` if kinds implement `idlgen_validate::crd::Admit`.
    pub admit: bool,
    /// `true` to add the `main.rs` of a test harness for the kinds. Only `idlgen test --rust` sets it.
    pub harness: bool,
    /// The format of the report of rules, if it is generated instead of the modules.
    pub report: Option<ReportFormat>,
    /// Hand-written functions that generated code calls, by their Rust paths.
    pub functions: BTreeMap<String, HandWrittenFunction>,
}

/// A hand-written function that generated code calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HandWrittenFunction {
    /// The Go type whose values the function validates, as `import/path.Name`. Empty if the setting is missing.
    pub go_type: String,
    /// The CEL rule of the type that the function replaces. If `None`, the function is a validator of its own.
    pub rule: Option<String>,
}

/// The format of the report of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportFormat {
    /// A line per rule, like a diagnostic.
    Text,
    /// A JSON object.
    Json,
}

impl ReportFormat {
    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "text" => Some(ReportFormat::Text),
            "json" => Some(ReportFormat::Json),
            _ => None,
        }
    }
}

/// Settings for running test suites.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestSettings {
    /// The file with the coverage that suites must not fall below.
    pub coverage_floor: Option<PathBuf>,
    /// The directory of the crate of `--rust`.
    pub rust_directory: Option<PathBuf>,
    /// The directory with the crates that generated Rust needs. `None` for those of crates.io.
    pub rust_crates: Option<PathBuf>,
}
