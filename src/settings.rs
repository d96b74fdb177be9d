//! The settings of a run, and the table that defines them. A row of the table determines the flag of a setting, its key
//! in idlgen.toml, its build script method and its section in docs/configuration.md. [`Setting::apply`] stores a value
//! from any of these sources.

mod channels;
mod common;
mod crd;
mod diff;
mod objects;
mod openapi;
mod rust;
mod setting;
mod test;

use std::{collections::BTreeMap, ops::RangeInclusive, path::PathBuf};

pub(crate) use channels::PLACEHOLDER as CHANNEL_PLACEHOLDER;
pub use channels::{CHANNELS, ChannelSettings};
#[cfg(feature = "cli")]
pub(crate) use common::matching as matching_codes;
pub use common::{ENVIRONMENT, FINDINGS, READING, WRITING};
pub use crd::{CRD, CrdSettings};
pub use diff::{DIFF, DiffSettings};
pub use objects::{OBJECTS, ObjectSettings};
pub use openapi::{Formats, Layout, OPENAPI, OPENAPI_GATES, OpenApiSettings, OpenApiVersion};
pub use rust::{RUST, ReportFormat, RustSettings};
pub(crate) use setting::enumerated;
pub use setting::{Assignment, Choice, Flag, InvalidSetting, Method, Setting, SettingValue, ValueType};
pub use test::{TEST, TestSettings};

use crate::{
    diag::Severities,
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
}

/// Returns the minor version in `1.35`, if idlgen supports it.
pub(crate) fn kubernetes_minor(version: &str) -> Option<u16> {
    let minor = version.trim_start_matches('v').strip_prefix("1.")?.parse().ok()?;
    KUBERNETES_MINORS.contains(&minor).then_some(minor)
}

/// Iterates over the Kubernetes versions that idlgen supports.
#[cfg(feature = "cli")]
pub(crate) fn kubernetes_versions() -> impl Iterator<Item = String> {
    KUBERNETES_MINORS.map(|minor| format!("1.{minor}"))
}

const KUBERNETES_MINORS: RangeInclusive<u16> = 25..=37;
