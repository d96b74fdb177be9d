//! Options of the output.

/// A version of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Draft {
    /// Draft 2020-12, the default.
    #[default]
    Draft202012,
    /// draft-07, which yaml-language-server and many catalogs support.
    Draft7,
}

impl Draft {
    /// Returns the `$schema` of documents.
    pub(super) fn meta_schema(self) -> &'static str {
        match self {
            Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        }
    }

    /// Returns the keyword for definitions.
    pub(super) fn definitions(self) -> &'static str {
        match self {
            Draft::Draft202012 => "$defs",
            Draft::Draft7 => "definitions",
        }
    }
}

/// Output options.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct JsonSchemaOptions {
    /// The version of JSON Schema to write.
    pub draft: Draft,
    /// Allows unknown fields, which a server drops. Otherwise they are rejected, like with `kubectl --validate=strict`.
    pub is_open: bool,
    /// The minor version of Kubernetes 1.x.
    pub kubernetes_minor: u16,
}

/// Formats a reference to a definition.
pub(super) fn reference(name: &str, options: &JsonSchemaOptions) -> String {
    let escaped = name.replace('~', "~0").replace('/', "~1");
    format!("#/{}/{escaped}", options.draft.definitions())
}
