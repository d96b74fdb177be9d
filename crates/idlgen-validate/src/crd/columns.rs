//! Builds table rows from printer columns, like API servers do for `kubectl get`
//! (`k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor`).

mod age;
mod cell;

use idlgen_runtime::go::{Instant, quote};
use serde_json::Value as Json;
use thiserror::Error;

pub use self::{age::age, cell::Cell};
use super::document::PrinterColumn;
use crate::jsonpath::{Template, Value};

/// The columns of a table.
///
/// ```
/// use idlgen_runtime::go::{Layout, parse_time};
/// use idlgen_validate::crd::columns::Columns;
/// use serde_json::json;
///
/// let (columns, _) = Columns::new(&[]);
/// let object = json!({"metadata": {"name": "w", "creationTimestamp": "2024-05-01T00:00:00Z"}});
/// let now = parse_time(Layout::Rfc3339, "2024-05-04T12:00:00Z")?;
/// let row: Vec<String> = columns.row(&object, now).iter().map(ToString::to_string).collect();
/// assert_eq!(row, ["w", "3d12h"]);
/// # Ok::<(), idlgen_runtime::go::ParseTimeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Columns {
    headers: Vec<Header>,
    /// The templates of all columns except the first, which is the name.
    templates: Vec<Template>,
}

/// A column of the table that a server sends to `kubectl get` (`TableColumnDefinition`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The name in the source spelling. `kubectl` prints it in uppercase.
    pub name: String,
    /// The type: `boolean`, `date`, `integer`, `number` or `string`.
    pub column_type: String,
    /// The format: `name` for the first column, otherwise as specified in the CRD.
    pub format: String,
    /// The description as specified in the CRD. If there is none, it states the source of the values.
    pub description: String,
    /// The priority. Columns with priority 0 are always printed, others only in wide tables.
    pub priority: i32,
}

/// A column whose path is malformed. This column and all columns after it are omitted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unrecognized column definition {}", quote(.json_path))]
pub struct UnrecognizedColumn {
    /// The malformed path.
    pub json_path: String,
}

impl Columns {
    /// Builds the columns of a version (`tableconvertor.New`). The first is the name of the object. If the version
    /// specifies no columns, the second is its age. If a path is malformed, the table ends before that column.
    pub fn new(columns: &[PrinterColumn]) -> (Self, Option<UnrecognizedColumn>) {
        let name = Header {
            name: "Name".to_owned(),
            column_type: "string".to_owned(),
            format: "name".to_owned(),
            description: "The name of the object, unique in its namespace".to_owned(),
            priority: 0,
        };
        let mut table = Columns { headers: vec![name], templates: Vec::new() };
        let default = [PrinterColumn {
            name: "Age".to_owned(),
            column_type: "date".to_owned(),
            description: "The time since the object was created".to_owned(),
            json_path: ".metadata.creationTimestamp".to_owned(),
            ..PrinterColumn::default()
        }];
        for column in if columns.is_empty() { &default } else { columns } {
            let PrinterColumn { name, column_type, format, description, priority, json_path } = column;
            let Ok(template) = Template::parse(&format!("{{{json_path}}}")) else {
                return (table, Some(UnrecognizedColumn { json_path: json_path.clone() }));
            };
            table.templates.push(template.allow_missing_keys(true));
            table.headers.push(Header {
                name: name.clone(),
                column_type: column_type.clone(),
                format: format.clone(),
                description: match description.as_str() {
                    "" => format!("Custom resource definition column (in JSONPath format): {json_path}"),
                    written => written.to_owned(),
                },
                priority: *priority,
            });
        }
        (table, None)
    }

    /// Returns the columns in order: the name, then those of the CRD or the age.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// Returns the row of an object, with one cell per column. Ages are relative to `now`. If a path matches several
    /// values, the cell contains the first.
    pub fn row(&self, object: &Json, now: Instant) -> Vec<Cell> {
        let name = object.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default();
        let mut cells = vec![Cell::Text(name.to_owned())];
        let columns = self.headers.iter().skip(1).zip(&self.templates);
        cells.extend(columns.map(|(header, template)| {
            let found = template.find(object).unwrap_or_default();
            let first = found.first().and_then(|results| results.first());
            first.map_or(Cell::Nothing, |value| match header.column_type.as_str() {
                "string" => Cell::Text(printed(*value)),
                column_type => Cell::new(column_type, *value, now),
            })
        }));
        cells
    }
}

/// Formats a value in a string column. Objects and lists are formatted as JSON.
fn printed(value: Value<'_>) -> String {
    match value {
        // client-go unwraps the value first, after which it is missing.
        Value::Json(Json::Null) => Value::Missing.print(),
        other => other.print(),
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::go::{Layout, parse_time};
    use serde_json::json;

    use super::*;

    fn column(column_type: &str, json_path: &str) -> PrinterColumn {
        PrinterColumn {
            name: json_path.to_owned(),
            column_type: column_type.to_owned(),
            json_path: json_path.to_owned(),
            ..PrinterColumn::default()
        }
    }

    /// Compares cells with those of an API server (v0.35.0).
    #[test]
    fn cells_are_strict_about_types_but_for_strings() {
        let object = json!({
            "metadata": {"name": "x"},
            "s": null, "n": 42, "f": 12_345_678, "o": {"a": [1, "<"]}, "d": "2020-01-01T00:00:00Z", "e": "",
            "b": true, "r": 2.75, "later": "2030-01-01T00:00:00Z"
        });
        let now = parse_time(Layout::Rfc3339, "2026-11-22T00:00:00Z").unwrap();
        for (column_type, path, cell) in [
            ("string", ".s", "<no value>"),
            ("string", ".o", r#"{"a":[1,"\u003c"]}"#),
            ("string", ".o.a", r#"[1,"\u003c"]"#),
            ("string", ".o.a[*]", "1"),
            ("string", ".n", "42"),
            ("string", ".missing", ""),
            ("string", ".o.a[5]", ""),
            ("number", ".n", "42"),
            ("number", ".r", "2.75"),
            ("number", ".b", ""),
            ("integer", ".f", "12345678"),
            ("integer", ".r", "2"),
            ("integer", ".d", ""),
            ("integer", ".s", ""),
            ("boolean", ".b", "true"),
            ("boolean", ".n", ""),
            ("date", ".d", "6y327d"),
            ("date", ".e", "<unknown>"),
            ("date", ".o.a[1]", "<invalid>"),
            ("date", ".later", "<invalid>"),
            ("date", ".n", ""),
        ] {
            let (columns, error) = Columns::new(&[column(column_type, path)]);
            assert_eq!(error, None);
            let row = columns.row(&object, now);
            assert_eq!(row[1].to_string(), cell, "{column_type} {path}");
        }
    }

    #[test]
    fn columns_end_before_a_path_that_cannot_be_read() {
        let (columns, error) = Columns::new(&[column("string", ".a"), column("string", ".b["), column("string", ".c")]);
        assert_eq!(error.unwrap().to_string(), r#"unrecognized column definition ".b[""#);
        let names: Vec<&str> = columns.headers().iter().map(|header| header.name.as_str()).collect();
        assert_eq!(names, ["Name", ".a"]);
        assert_eq!(columns.headers()[1].description, "Custom resource definition column (in JSONPath format): .a");
    }
}
