//! Options of the OpenAPI printer.

pub use idlgen_validate::schema::json::StripZero;

use crate::settings::Settings;
pub use crate::settings::{Formats, Layout, OpenApiVersion};

/// Options of the OpenAPI printer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenApiOptions {
    /// The OpenAPI version to write: v2 or v3.
    pub version: OpenApiVersion,
    /// Selects the properties for which x-kubernetes-strip-zero is published.
    pub strip_zero: StripZero,
    /// Selects how formats are published.
    pub formats: Formats,
    /// Publishes the KEP-4153 extensions (feature gate DeclarativeValidationExtensionsInOpenAPI).
    pub declarative_validation_extensions: bool,
    /// Publishes `enum`, and the values in descriptions (feature gate OpenAPIEnums).
    pub enums: bool,
    /// Adds the paths of resources to documents.
    pub paths: bool,
    /// Keeps definition names with slashes, as servers do, although clients cannot resolve them.
    pub slashes_in_names: bool,
    /// The minor version of Kubernetes 1.x whose server to emulate.
    pub kubernetes_minor: u16,
    /// Number of spaces for indentation. 0 writes a single line.
    pub indent: usize,
}

impl Default for OpenApiOptions {
    fn default() -> Self {
        OpenApiOptions {
            version: OpenApiVersion::V3,
            strip_zero: StripZero::Required,
            formats: Formats::Native,
            declarative_validation_extensions: true,
            enums: true,
            paths: false,
            slashes_in_names: false,
            kubernetes_minor: 35,
            indent: 2,
        }
    }
}

impl OpenApiOptions {
    /// Converts the settings of a run.
    pub fn of(settings: &Settings) -> Self {
        let openapi = &settings.openapi;
        let tool = settings.tool();
        OpenApiOptions {
            version: openapi.version,
            strip_zero: if tool.strip_zero { openapi.strip_zero } else { StripZero::Off },
            formats: openapi.formats,
            declarative_validation_extensions: settings.declarative_validation_extensions,
            enums: settings.openapi_enums,
            paths: openapi.paths,
            slashes_in_names: tool.slashes_in_names,
            kubernetes_minor: settings.kubernetes_minor,
            indent: openapi.indent,
        }
    }
}
