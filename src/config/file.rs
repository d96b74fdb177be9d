//! Parses idlgen.toml: reports every invalid key and value with its location.

use std::path::{Path, PathBuf};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::table;
use crate::{
    config::codes::{BAD_CONFIGURATION_VALUE, INVALID_TOML, UNKNOWN_KEY},
    diag::{Diagnostic, near},
    settings::{InvalidSetting, Setting, Settings, ValueType},
    source::{FileId, SourceMap, Span},
};

/// Maximum size of an idlgen.toml in bytes, far above any practical one.
const MAX_BYTES: usize = 256 << 10;
/// Maximum number of syntax errors before parsing stops.
const MAX_MISTAKES: usize = 100;

/// Parses an idlgen.toml in `directory`, which is displayed as `path`.
///
/// Applies all valid settings. Every problem is a diagnostic.
pub fn read(path: &Path, directory: PathBuf, text: &str, sources: &mut SourceMap) -> (Settings, Vec<Diagnostic>) {
    let file = sources.add(path, text);
    let mut reader = Reader { file, settings: Settings { directory, ..Settings::default() }, diagnostics: Vec::new() };
    if text.len() > MAX_BYTES {
        let message = format!("idlgen.toml has {} bytes, but the limit is {MAX_BYTES}", text.len());
        reader.diagnostics.push(Diagnostic::new(INVALID_TOML, message).at(reader.span(0..0)));
        return (reader.settings, reader.diagnostics);
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    let count = errors.len();
    for error in errors.into_iter().take(MAX_MISTAKES) {
        let diagnostic = Diagnostic::new(INVALID_TOML, format!("idlgen.toml is not valid TOML: {}", error.message()));
        reader.diagnostics.push(match error.span() {
            Some(span) => diagnostic.at(Span::new(file, span.start, span.end)),
            None => diagnostic,
        });
    }
    if let Some(last) = reader.diagnostics.last_mut().filter(|_| count > MAX_MISTAKES) {
        last.notes.push(format!("{} more syntax errors are not shown", count - MAX_MISTAKES));
    }
    if reader.diagnostics.is_empty() {
        reader.table(document.get_ref(), &mut Vec::new());
        // The table is sorted by key; users read in source order.
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
            if let Some(known) = table::find(path) {
                self.value(known, value, path);
            } else if let (true, DeValue::Table(inner)) = (table::is_table(path), value.get_ref()) {
                if let [table, name] = path.as_slice()
                    && table == "channels"
                {
                    // A channel without settings is valid.
                    self.settings.channels.entry(name.clone()).or_default();
                }
                self.table(inner, path);
            } else {
                let span = self.span(key.span());
                let name = path.join(".");
                let parent = path.get(..path.len() - 1).unwrap_or_default();
                let diagnostic = Diagnostic::new(UNKNOWN_KEY, format!("unknown key `{name}` in idlgen.toml")).at(span);
                let near = near(key.get_ref(), table::names_in(parent));
                self.diagnostics.push(diagnostic.fix_near(near, span));
            }
            path.pop();
        }
    }

    fn value(&mut self, setting: &'static Setting, value: &Spanned<DeValue<'_>>, path: &[String]) {
        let span = self.span(value.span());
        let name = setting.name_in(path);
        let stored = texts(setting, value.get_ref())
            .ok_or(InvalidSetting::Value)
            .and_then(|texts| texts.iter().try_for_each(|text| setting.apply(&mut self.settings, name, text)));
        let Err(refusal) = stored else { return };
        let message = refusal.message(setting, &path.join("."), name);
        self.diagnostics.push(match refusal {
            InvalidSetting::Value | InvalidSetting::Senseless(_) => {
                Diagnostic::new(BAD_CONFIGURATION_VALUE, message).at(span)
            }
            InvalidSetting::UnknownName { nearest, .. } => {
                let diagnostic = Diagnostic::new(UNKNOWN_KEY, message).at(span);
                match nearest {
                    Some(near) => diagnostic.help(format!("use `{near}`")),
                    None => diagnostic,
                }
            }
        });
    }
}

/// Returns the values of a setting as strings: a single one, or those of a list. Returns `None` for other types.
fn texts(setting: &Setting, value: &DeValue<'_>) -> Option<Vec<String>> {
    Some(match (setting.form, value) {
        (ValueType::Texts, DeValue::Array(items)) => {
            items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect::<Option<_>>()?
        }
        (ValueType::Text | ValueType::Path | ValueType::KubernetesVersion, DeValue::String(text)) => {
            vec![text.to_string()]
        }
        (form @ (ValueType::OneOf(_) | ValueType::Choices(_)), DeValue::String(text)) => {
            form.names(true).any(|name| name == text).then(|| vec![text.to_string()])?
        }
        (ValueType::Boolean, DeValue::Boolean(value)) => vec![value.to_string()],
        (ValueType::Integer(..), DeValue::Integer(value)) => vec![value.as_str().to_owned()],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::render::{Escapes, Format, render};

    fn check(text: &str) -> (Settings, Vec<String>) {
        let mut sources = SourceMap::default();
        let (settings, diagnostics) = read(Path::new("idlgen.toml"), PathBuf::from("."), text, &mut sources);
        let rendered = render(&diagnostics, &sources, Format::Short, Escapes::None);
        (settings, rendered.lines().map(str::to_owned).collect())
    }

    #[test]
    fn every_documented_example_is_accepted() {
        for key in table::keys() {
            let path: Vec<&str> = key.path.iter().map(|part| if *part == "*" { "unknown-key" } else { part }).collect();
            let text = format!("{} = {}\n", path.join("."), key.example);
            assert_eq!(check(&text).1, Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn all_problems_are_reported_with_their_places() {
        let (settings, problems) = check(
            "package = [\"./a\"]\npackages = \"./a\"\n[openapi]\nindent = 9\nformats = \"cel\"\n[rust]\n\
             output = \"out\"\n\
             [diagnostics]\nIDL9999 = \"off\"\n",
        );
        assert_eq!(
            problems,
            [
                "idlgen.toml:1:1: error[IDL0802]: unknown key `package` in idlgen.toml",
                "idlgen.toml:2:12: error[IDL0803]: `packages` must be a list of strings",
                "idlgen.toml:4:10: error[IDL0803]: `openapi.indent` must be an integer from 0 to 8",
                "idlgen.toml:5:11: error[IDL0803]: `openapi.formats` must be one of \"native\", \"inline-pattern\", \
                 \"inline-cel\"",
                "idlgen.toml:9:11: error[IDL0802]: unknown diagnostic `IDL9999`",
            ]
        );
        assert_eq!(settings.outputs.get("rust"), Some(&PathBuf::from("out")));
    }

    #[test]
    fn what_is_not_toml_says_where() {
        let (_, problems) = check("packages = [\n");
        assert!(problems[0].starts_with("idlgen.toml:"), "{problems:?}");
        assert!(problems[0].contains("error[IDL0801]"), "{problems:?}");
    }

    #[test]
    fn a_text_that_is_no_configuration_is_not_read_to_its_end() {
        assert_eq!(check(&"---\n".repeat(10_000)).1.len(), MAX_MISTAKES);
        let (_, problems) = check(&"---\n".repeat(1_000_000));
        assert_eq!(
            problems,
            ["idlgen.toml:1:1: error[IDL0801]: idlgen.toml has 4000000 bytes, but the limit is 262144"]
        );
    }
}
