//! Formats objects like `kubectl get`: tables with printer columns, JSON, YAML, JSONPath templates, custom columns,
//! names.

mod alignment;
mod columns;
mod names;
mod output;
mod table;

pub use columns::KnownColumns;
pub use output::{Output, UnusableOutput};
pub use table::TableOptions;

use idlgen_runtime::go::{Instant, to_indented_json};
use idlgen_validate::jsonpath::EvaluationError;
use serde_json::{Value as Json, json};

use names::name_of;

/// Prints objects.
///
/// # Errors
/// Returns the evaluation error of a template.
pub fn print(
    objects: &[Json],
    columns: &KnownColumns,
    output: &Output,
    options: &TableOptions,
    now: Instant,
) -> Result<String, EvaluationError> {
    Ok(match output {
        Output::Table { wide } => table::print(objects, columns, *wide, options, now),
        Output::Json => to_indented_json(&one(objects), "    ") + "\n",
        Output::Yaml => idlgen_yaml::to_string(&one(objects)),
        Output::JsonPath(template) => template.print(&one(objects))?,
        Output::JsonPathAsJson(template) => template.print_json(&one(objects))?,
        Output::CustomColumns(own) => own.print(objects, options.no_headers)?,
        Output::Name => objects.iter().map(|object| name_of(object) + "\n").collect(),
    })
}

/// Returns a single object unchanged, or a list of several.
fn one(objects: &[Json]) -> Json {
    match objects {
        [object] => object.clone(),
        objects => {
            json!({"apiVersion": "v1", "items": objects, "kind": "List", "metadata": {"resourceVersion": ""}})
        }
    }
}
