//! Human-readable text: renders the templates in the directory `templates` with data.
//!
//! The templates define the layout. The modules that own the data (`book`, [`crate::config`]) define the contents.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;
use thiserror::Error;

/// A template, which is a file in `templates`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Template {
    /// The template of a page in docs/commands.
    Command,
    /// The template of docs/configuration.md.
    Configuration,
    /// The template of a page in docs/diagnostics.
    Diagnostic,
    /// The template of docs/diagnostics.md.
    Diagnostics,
    /// The template of docs/exit-codes.md.
    ExitCodes,
    /// The template of docs/formats.md.
    Formats,
    /// The template of the idlgen.toml that `idlgen init` writes.
    Settings,
    /// The template of docs/string-formats.md.
    StringFormats,
    /// The template of docs/SUMMARY.md.
    Summary,
    /// The template of a page in docs/tags.
    Tag,
    /// The template of docs/tags.md.
    Tags,
}

impl Template {
    fn name(self) -> &'static str {
        match self {
            Template::Command => "command.md",
            Template::Configuration => "configuration.md",
            Template::Diagnostic => "diagnostic.md",
            Template::Diagnostics => "diagnostics.md",
            Template::ExitCodes => "exit-codes.md",
            Template::Formats => "formats.md",
            Template::Settings => "idlgen.toml",
            Template::StringFormats => "string-formats.md",
            Template::Summary => "SUMMARY.md",
            Template::Tag => "tag.md",
            Template::Tags => "tags.md",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Template::Command => include_str!("../templates/command.md"),
            Template::Configuration => include_str!("../templates/configuration.md"),
            Template::Diagnostic => include_str!("../templates/diagnostic.md"),
            Template::Diagnostics => include_str!("../templates/diagnostics.md"),
            Template::ExitCodes => include_str!("../templates/exit-codes.md"),
            Template::Formats => include_str!("../templates/formats.md"),
            Template::Settings => include_str!("../templates/idlgen.toml"),
            Template::StringFormats => include_str!("../templates/string-formats.md"),
            Template::Summary => include_str!("../templates/SUMMARY.md"),
            Template::Tag => include_str!("../templates/tag.md"),
            Template::Tags => include_str!("../templates/tags.md"),
        }
    }

    /// Renders the template with `data`. A name that the data does not contain is an error.
    pub(crate) fn render(self, data: impl Serialize) -> Result<String, TemplateError> {
        let rendered =
            environment().and_then(|environment| environment.render_named_str(self.name(), self.text(), Serde(data)));
        rendered.map_err(TemplateError)
    }
}

/// A template does not match its data. This is a bug in idlgen, which its tests detect.
#[derive(Debug, Error)]
#[error("{0}; this is a bug in idlgen")]
pub struct TemplateError(minijinja::Error);

/// Creates the template environment. Block tags are removed together with their indentation and their line. Nothing is
/// escaped, except by the filter `cell` for tables.
fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?;
    environment.set_syntax(syntax);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("cell", |text: &str| text.replace('|', "\\|"));
    Ok(environment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Nothing {}

    #[test]
    fn what_is_missing_is_an_error_with_its_place() {
        let templates = [
            Template::Command,
            Template::Configuration,
            Template::Diagnostic,
            Template::Diagnostics,
            Template::ExitCodes,
            Template::Formats,
            Template::Settings,
            Template::Summary,
            Template::Tag,
            Template::Tags,
        ];
        for template in templates {
            let error = template.render(Nothing {}).unwrap_err().to_string();
            assert!(error.contains(template.name()), "{error}");
        }
    }
}
