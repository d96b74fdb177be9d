//! Settings of the OpenAPI printer.

pub use idlgen_validate::schema::json::StripZero;

use crate::settings::Settings;
pub use crate::settings::{Formats, Layout, OpenApiVersion};

/// Settings of the OpenAPI printer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenApiOptions {
    /// The version of OpenAPI.
    pub version: OpenApiVersion,
    /// Which properties carry x-kubernetes-strip-zero.
    pub strip_zero: StripZero,
    /// How formats are published.
    pub formats: Formats,
    /// Whether the KEP-4153 extensions are published (feature gate DeclarativeValidationExtensionsInOpenAPI).
    pub declarative_validation_extensions: bool,
    /// Whether `enum` is published, and the values in descriptions (feature gate OpenAPIEnums).
    pub enums: bool,
    /// Whether documents have the paths of their resources.
    pub paths: bool,
    /// Whether documents name definitions as servers do even where clients find nothing under such names: those that
    /// hold slashes.
    pub slashes_in_names: bool,
    /// The minor version of Kubernetes 1.x whose server would publish the documents.
    pub kubernetes_minor: u16,
    /// Spaces of indentation; 0 writes one line.
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
    /// What the settings of a run mean for the printer.
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
