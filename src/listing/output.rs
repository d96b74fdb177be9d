//! The output formats of `kubectl get -o`.

use std::str::FromStr;

use idlgen_validate::jsonpath::{EvaluationError, ParseError, Template, UnexpectedPath, relaxed};
use serde_json::Value as Json;
use thiserror::Error;

use super::alignment::align;

/// An output format.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Output {
    /// A table with printer columns.
    Table {
        /// `true` to show columns with a priority.
        wide: bool,
    },
    /// JSON, indented with four spaces.
    Json,
    Yaml,
    /// A JSONPath template.
    JsonPath(Template),
    /// The results of a JSONPath template as JSON lists.
    JsonPathAsJson(Template),
    /// A table with custom columns.
    CustomColumns(CustomColumns),
    /// `widget.example.com/name`
    Name,
}

/// Custom columns: `NAME:.metadata.name,SIZE:.spec.size`.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomColumns {
    headers: Vec<String>,
    templates: Vec<Template>,
}

/// An invalid output format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnusableOutput {
    #[error(
        "unknown format `{0}`; use wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE or \
         custom-columns=NAME:PATH,…"
    )]
    Unknown(String),
    /// A format that requires a value after `=`.
    #[error("{0} requires a {1}: {0}=…")]
    Empty(&'static str, &'static str),
    /// A malformed template.
    #[error("cannot parse the template at character {}: {error}", column(.text, .error))]
    Template {
        /// The template.
        text: String,
        error: ParseError,
    },
    /// A column without a path.
    #[error("unexpected custom-columns spec: {0}, expected <header>:<json-path-expr>")]
    Column(String),
    /// A malformed path.
    #[error(transparent)]
    Path(#[from] UnexpectedPath),
}

fn column(text: &str, error: &ParseError) -> usize {
    text.get(..error.at).map_or(text.len(), |before| before.chars().count()) + 1
}

impl Output {
    /// Returns `true` for human-readable formats.
    pub fn is_human_readable(&self) -> bool {
        matches!(self, Output::Table { .. } | Output::CustomColumns(_) | Output::Name)
    }

    /// Returns `true` for JSON formats, which can escape any character.
    pub fn is_json(&self) -> bool {
        matches!(self, Output::Json | Output::JsonPathAsJson(_))
    }
}

impl FromStr for Output {
    type Err = UnusableOutput;

    fn from_str(form: &str) -> Result<Self, Self::Err> {
        let (name, argument) = form.split_once('=').map_or((form, None), |(name, argument)| (name, Some(argument)));
        let template = |name| {
            let text = argument.filter(|text| !text.is_empty()).ok_or(UnusableOutput::Empty(name, "template"))?;
            // As in kubectl, a missing value is not an error.
            template(text).map(|template| template.allow_missing_keys(true))
        };
        match (name, argument) {
            ("wide", None) => Ok(Output::Table { wide: true }),
            ("json", None) => Ok(Output::Json),
            ("yaml", None) => Ok(Output::Yaml),
            ("name", None) => Ok(Output::Name),
            ("jsonpath", _) => template("jsonpath").map(Output::JsonPath),
            ("jsonpath-as-json", _) => template("jsonpath-as-json").map(Output::JsonPathAsJson),
            ("custom-columns", Some(columns)) if !columns.is_empty() => columns.parse().map(Output::CustomColumns),
            ("custom-columns", _) => Err(UnusableOutput::Empty("custom-columns", "list of columns")),
            _ => Err(UnusableOutput::Unknown(form.to_owned())),
        }
    }
}

fn template(text: &str) -> Result<Template, UnusableOutput> {
    Template::parse(text).map_err(|error| UnusableOutput::Template { text: text.to_owned(), error })
}

impl FromStr for CustomColumns {
    type Err = UnusableOutput;

    fn from_str(columns: &str) -> Result<Self, Self::Err> {
        let mut own = CustomColumns { headers: Vec::new(), templates: Vec::new() };
        for column in columns.split(',') {
            let (header, path) = column.split_once(':').ok_or_else(|| UnusableOutput::Column(column.to_owned()))?;
            own.headers.push(header.to_owned());
            own.templates.push(template(&relaxed(path)?)?.allow_missing_keys(true));
        }
        Ok(own)
    }
}

impl CustomColumns {
    pub(super) fn print(&self, objects: &[Json], no_headers: bool) -> Result<String, EvaluationError> {
        let mut rows = Vec::new();
        if !no_headers {
            rows.push(self.headers.clone());
        }
        for object in objects {
            let cell = |template: &Template| {
                let found = template.find(object)?;
                let mut texts: Vec<String> = Vec::new();
                if found.first().is_none_or(Vec::is_empty) {
                    texts.push("<none>".to_owned());
                }
                texts.extend(found.iter().flatten().map(|value| value.to_string().replace('\u{1b}', "^[")));
                Ok(texts.join(","))
            };
            rows.push(self.templates.iter().map(cell).collect::<Result<_, EvaluationError>>()?);
        }
        Ok(align(&rows))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn formats_have_names_and_arguments() {
        let error = |form: &str| form.parse::<Output>().unwrap_err().to_string();
        assert_eq!("wide".parse(), Ok(Output::Table { wide: true }));
        assert_eq!("json".parse(), Ok(Output::Json));
        assert_eq!("yaml".parse(), Ok(Output::Yaml));
        assert_eq!("name".parse(), Ok(Output::Name));
        for form in ["", "xml", "json=", "wide=1"] {
            assert!(error(form).starts_with(&format!("unknown format `{form}`; use wide, json, yaml")), "{form}");
        }
        for (form, message) in [
            ("jsonpath", "jsonpath requires a template: jsonpath=…"),
            ("jsonpath=", "jsonpath requires a template: jsonpath=…"),
            ("jsonpath-as-json", "jsonpath-as-json requires a template: jsonpath-as-json=…"),
            ("custom-columns", "custom-columns requires a list of columns: custom-columns=…"),
            ("custom-columns=", "custom-columns requires a list of columns: custom-columns=…"),
            ("custom-columns=A", "unexpected custom-columns spec: A, expected <header>:<json-path-expr>"),
        ] {
            assert_eq!(error(form), message, "{form}");
        }
        // The position is counted in characters.
        let message = error("jsonpath=é{.a[}");
        assert!(message.starts_with("cannot parse the template at character 5: "), "{message}");
        let printed = |form: &str| form.parse::<Output>().map(|output| (output.is_human_readable(), output.is_json()));
        for (form, expected) in [
            ("wide", (true, false)),
            ("name", (true, false)),
            ("custom-columns=A:.a", (true, false)),
            ("json", (false, true)),
            ("jsonpath-as-json={.a}", (false, true)),
            ("jsonpath={.a}", (false, false)),
            ("yaml", (false, false)),
        ] {
            assert_eq!(printed(form), Ok(expected), "{form}");
        }
    }

    #[test]
    fn columns_have_the_values_of_their_paths() {
        let columns: CustomColumns = "NAME:.metadata.name,ALL:.list[*],NONE:.none".parse().unwrap();
        let object = json!({"metadata": {"name": "a\u{1b}b"}, "list": [1, "x"]});
        let print = |no_headers| columns.print(std::slice::from_ref(&object), no_headers).unwrap();
        assert_eq!(print(true), "a^[b   1,x   <none>\n");
        assert_eq!(print(false), "NAME   ALL   NONE\na^[b   1,x   <none>\n");
    }
}
