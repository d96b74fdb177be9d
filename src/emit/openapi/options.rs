//! Settings of the OpenAPI printer.

/// Settings of the OpenAPI printer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenApiOptions {
    /// Which properties carry x-kubernetes-strip-zero.
    pub strip_zero: StripZero,
    /// How formats are published.
    pub formats: Formats,
    /// Whether the KEP-4153 extensions are published (feature gate DeclarativeValidationExtensionsInOpenAPI).
    pub declarative_validation_extensions: bool,
    /// Spaces of indentation; 0 writes one line.
    pub indent: usize,
}

impl Default for OpenApiOptions {
    fn default() -> Self {
        OpenApiOptions {
            strip_zero: StripZero::Required,
            formats: Formats::Native,
            declarative_validation_extensions: true,
            indent: 2,
        }
    }
}

/// Which properties are published with `x-kubernetes-strip-zero: true`, of those whose Go field cannot tell zero from absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripZero {
    /// None.
    Off,
    /// The required ones.
    #[default]
    Required,
    /// All.
    All,
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

impl StripZero {
    /// The choice of that name: `off`, `required` or `all`.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "off" => StripZero::Off,
            "required" => StripZero::Required,
            "all" => StripZero::All,
            _ => return None,
        })
    }
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
