//! Reading idlgen.toml: every wrong key and value is reported, with its place.

use std::path::{Path, PathBuf};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    keys::{self, Kind},
    settings::{Settings, kubernetes_minor},
};
use crate::{
    diag::{
        Code, Diagnostic, Severity,
        codes::config::{BAD_CONFIGURATION_VALUE, INVALID_TOML, UNKNOWN_KEY},
        nearest,
    },
    emit::openapi::{Formats, Layout, OpenApiVersion, StripZero},
    source::{FileId, SourceMap, Span},
    tool::ToolName,
};

/// Reads the text of an idlgen.toml that lies in `directory` and is shown as `path`.
///
/// Whatever is right counts; every problem is a diagnostic.
pub fn read(path: &Path, directory: PathBuf, text: &str, sources: &mut SourceMap) -> (Settings, Vec<Diagnostic>) {
    let file = sources.add(path, text);
    let mut reader = Reader { file, settings: Settings { directory, ..Settings::default() }, diagnostics: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let diagnostic = Diagnostic::new(INVALID_TOML, format!("idlgen.toml is not TOML: {}", error.message()));
        reader.diagnostics.push(match error.span() {
            Some(span) => diagnostic.at(Span::new(file, span.start, span.end)),
            None => diagnostic,
        });
    }
    if reader.diagnostics.is_empty() {
        reader.table(document.get_ref(), &mut Vec::new());
        // The table iterates in order of key; people read in order of place.
        reader.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
    }
    (reader.settings, reader.diagnostics)
}

struct Reader {
    file: FileId,
    settings: Settings,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn table(&mut self, table: &DeTable<'_>, path: &mut Vec<String>) {
        for (key, value) in table {
            path.push(key.get_ref().to_string());
            if let Some(known) = keys::find(path) {
                self.value(known.kind, value, path);
            } else if let (true, DeValue::Table(inner)) = (keys::is_table(path), value.get_ref()) {
                self.table(inner, path);
            } else {
                let span = self.span(key.span());
                let name = path.join(".");
                let parent = path.get(..path.len() - 1).unwrap_or_default();
                let mut diagnostic = Diagnostic::new(UNKNOWN_KEY, format!("idlgen.toml has no key `{name}`")).at(span);
                if let Some(near) = nearest(key.get_ref(), keys::names_in(parent)) {
                    diagnostic = diagnostic.fix(format!("use `{near}`"), span, near);
                }
                self.diagnostics.push(diagnostic);
            }
            path.pop();
        }
    }

    fn value(&mut self, kind: Kind, value: &Spanned<DeValue<'_>>, path: &[String]) {
        let fits = match (kind, value.get_ref()) {
            (Kind::String, DeValue::String(_))
            | (Kind::Boolean, DeValue::Boolean(_))
            | (Kind::Integer, DeValue::Integer(_)) => true,
            (Kind::Strings, DeValue::Array(items)) => items.iter().all(|item| item.get_ref().is_str()),
            (Kind::OneOf(names), DeValue::String(text)) => names.contains(&text.as_ref()),
            _ => false,
        };
        let span = self.span(value.span());
        if !fits || !self.apply(value.get_ref(), path, span) {
            let wanted = match (path.first().map(String::as_str), path.last().map(String::as_str)) {
                (Some("kubernetes-version"), _) => "a version from \"1.25\" to \"1.37\"".to_owned(),
                (_, Some("indent")) => "a whole number from 0 to 8".to_owned(),
                _ => kind.describe(),
            };
            let message = format!("`{}` must be {wanted}", path.join("."));
            self.diagnostics.push(Diagnostic::new(BAD_CONFIGURATION_VALUE, message).at(span));
        }
    }

    /// Stores a value of the right kind. False if its content is not right.
    fn apply(&mut self, value: &DeValue<'_>, path: &[String], span: Span) -> bool {
        let settings = &mut self.settings;
        let text = value.as_str().unwrap_or_default();
        let items = value.as_array().map(|items| items.iter().filter_map(|item| item.get_ref().as_str()));
        let texts: Vec<String> = items.into_iter().flatten().map(str::to_owned).collect();
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        match names.as_slice() {
            ["packages"] => settings.packages = texts,
            ["kubernetes-version"] => match kubernetes_minor(text) {
                Some(minor) => settings.kubernetes_minor = minor,
                None => return false,
            },
            ["compat"] => match ToolName::from_name(text) {
                Some(compatibility) => settings.compatibility = compatibility,
                None => return false,
            },
            ["cel", "kep-4153-functions"] => settings.kep_4153_functions = value.as_bool().unwrap_or(false),
            ["openapi", "output"] => settings.openapi.output = Some(text.into()),
            ["openapi", "layout"] => match Layout::from_name(text) {
                Some(layout) => settings.openapi.layout = layout,
                None => return false,
            },
            ["openapi", "version"] => match OpenApiVersion::from_name(text) {
                Some(version) => settings.openapi.version = version,
                None => return false,
            },
            ["openapi", "paths"] => settings.openapi.paths = value.as_bool().unwrap_or(false),
            ["openapi", "strip-zero"] => match StripZero::from_name(text) {
                Some(strip_zero) => settings.openapi.strip_zero = strip_zero,
                None => return false,
            },
            ["openapi", "formats"] => match Formats::from_name(text) {
                Some(formats) => settings.openapi.formats = formats,
                None => return false,
            },
            ["openapi", "indent"] => {
                match value.as_integer().and_then(|integer| integer.as_str().parse::<usize>().ok()) {
                    Some(indent @ 0..=8) => settings.openapi.indent = indent,
                    _ => return false,
                }
            }
            ["rust", "output"] => settings.rust.output = Some(text.into()),
            ["rust", "derives"] => settings.rust.derives = texts,
            ["rust", "extern-packages", package] => {
                settings.rust.extern_packages.insert((*package).to_owned(), text.to_owned());
            }
            ["rust", "extern-validate"] => settings.rust.extern_validate = texts,
            ["modules", module] => {
                settings.modules.insert((*module).to_owned(), text.into());
            }
            ["tags", "allow"] => settings.allowed_tags = texts,
            ["diagnostics", name] => {
                let severity = match text {
                    "off" => Severity::Off,
                    "info" => Severity::Info,
                    "warning" => Severity::Warning,
                    _ => Severity::Error,
                };
                if let Some(code) = Code::from_name(name) {
                    settings.severities.insert(code, severity);
                } else {
                    let message = format!("there is no diagnostic `{name}`");
                    let mut diagnostic = Diagnostic::new(UNKNOWN_KEY, message).at(span);
                    if let Some(near) = nearest(name, crate::diag::codes::all().map(|info| info.slug)) {
                        diagnostic = diagnostic.note(format!("the nearest is `{near}`"));
                    }
                    self.diagnostics.push(diagnostic);
                }
            }
            ["feature-gates", "DeclarativeValidationExtensionsInOpenAPI"] => {
                settings.declarative_validation_extensions = value.as_bool().unwrap_or(true);
            }
            ["feature-gates", "OpenAPIEnums"] => settings.openapi_enums = value.as_bool().unwrap_or(true),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::render::{Format, render};

    fn check(text: &str) -> (Settings, Vec<String>) {
        let mut sources = SourceMap::default();
        let (settings, diagnostics) = read(Path::new("idlgen.toml"), PathBuf::from("."), text, &mut sources);
        let rendered = render(&diagnostics, &sources, Format::Short, false);
        (settings, rendered.lines().map(str::to_owned).collect())
    }

    #[test]
    fn every_documented_example_is_accepted() {
        for key in keys::KEYS {
            let path: Vec<&str> = key.path.iter().map(|part| if *part == "*" { "unknown-key" } else { part }).collect();
            let text = format!("{} = {}\n", path.join("."), key.example);
            assert_eq!(check(&text).1, Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn all_problems_are_reported_with_their_places() {
        let (settings, problems) = check(
            "package = [\"./a\"]\npackages = \"./a\"\n[openapi]\nindent = 9\nformats = \"cel\"\n[rust]\noutput = \"out\"\n\
             [diagnostics]\nIDL9999 = \"off\"\n",
        );
        assert_eq!(
            problems,
            [
                "idlgen.toml:1:1: error[IDL0802]: idlgen.toml has no key `package`",
                "idlgen.toml:2:12: error[IDL0803]: `packages` must be a list of strings",
                "idlgen.toml:4:10: error[IDL0803]: `openapi.indent` must be a whole number from 0 to 8",
                "idlgen.toml:5:11: error[IDL0803]: `openapi.formats` must be one of \"native\", \"inline-pattern\", \"inline-cel\"",
                "idlgen.toml:9:11: error[IDL0802]: there is no diagnostic `IDL9999`",
            ]
        );
        assert_eq!(settings.rust.output, Some(PathBuf::from("out")));
    }

    #[test]
    fn what_is_not_toml_says_where() {
        let (_, problems) = check("packages = [\n");
        assert!(problems[0].starts_with("idlgen.toml:"), "{problems:?}");
        assert!(problems[0].contains("error[IDL0801]"), "{problems:?}");
    }
}
