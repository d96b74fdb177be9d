//! Validates printer columns (`ValidateCustomResourceColumnDefinition`).

use idlgen_runtime::field::Path;

use super::{found::Found, subresources::is_simple_path};
use crate::crd::document::PrinterColumn;

const TYPES: &str = "must be one of boolean,date,integer,number,string";
const FORMATS: &str = "byte,date,date-time,double,float,int32,int64,password";

pub(super) fn validate(columns: &[PrinterColumn], path: &Path<'_>, found: &mut Found) {
    for (index, column) in columns.iter().enumerate() {
        one(column, &path.index(index), found);
    }
}

fn one(column: &PrinterColumn, path: &Path<'_>, found: &mut Found) {
    let PrinterColumn { name, column_type, format, description: _, priority: _, json_path } = column;
    if name.is_empty() {
        found.required(&path.field("name"), "");
    }
    if column_type.is_empty() {
        found.required(&path.field("type"), TYPES);
    } else if !matches!(column_type.as_str(), "boolean" | "date" | "integer" | "number" | "string") {
        found.invalid(&path.field("type"), column_type.as_str(), TYPES);
    }
    if !format.is_empty() && !FORMATS.split(',').any(|known| known == format) {
        found.invalid(&path.field("format"), format.as_str(), format!("must be one of {FORMATS}"));
    }
    if json_path.is_empty() {
        found.required(&path.field("JSONPath"), "");
    } else {
        is_simple_path(json_path, &path.field("JSONPath"), found);
    }
}
