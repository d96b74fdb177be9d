//! Settings of the OpenAPI printer.

pub use idlgen_validate::schema::json::StripZero;

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
    /// Whether documents name definitions as servers do even where clients find nothing under such names: those that hold slashes.
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

/// What an OpenAPI file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// One JSON object from definition name to schema, keys sorted.
    #[default]
    Definitions,
    /// The schema of one type with references written out, as a custom resource definition carries it.
    Structural,
    /// What a server answers: a document for each group and version (OpenAPI v3), or one for all (OpenAPI v2).
    Documents,
    /// The index of the documents of OpenAPI v3, with the hashes of their texts.
    Discovery,
}

/// The version of OpenAPI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenApiVersion {
    /// OpenAPI 3.0.
    #[default]
    V3,
    /// OpenAPI 2.0.
    V2,
}

/// How formats that API servers do not know are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// As `format`.
    #[default]
    Native,
    /// As `pattern` and `maxLength`.
    InlinePattern,
    /// As a CEL rule.
    InlineCel,
}

impl Formats {
    /// The choice of that name: `native`, `inline-pattern` or `inline-cel`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "native" => Formats::Native,
            "inline-pattern" => Formats::InlinePattern,
            "inline-cel" => Formats::InlineCel,
            _ => return None,
        })
    }
}

impl Layout {
    /// The choice of that name: `definitions`, `documents` or `discovery`. (`structural` needs a type's name too.)
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "definitions" => Layout::Definitions,
            "documents" => Layout::Documents,
            "discovery" => Layout::Discovery,
            _ => return None,
        })
    }
}

impl OpenApiVersion {
    /// The choice of that name: `v3` or `v2`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "v3" => OpenApiVersion::V3,
            "v2" => OpenApiVersion::V2,
            _ => return None,
        })
    }
}
