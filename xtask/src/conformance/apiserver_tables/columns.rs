//! Tables of objects.

use idlgen_runtime::go::{Instant, Layout, parse_time};
use idlgen_validate::{
    crd::{
        columns::{Cell, Columns},
        document::PrinterColumn,
    },
    jsonpath::Value,
};
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{list, text},
};

/// `Test_cellForJSONValue`: the clock is one hour before the time in the row, because rows have times in the future.
pub(super) fn cell(case: &Json) -> Outcome {
    let value = case.get("value").unwrap_or(&Json::Null);
    let then = value.as_str().and_then(|text| parse_time(Layout::Rfc3339, text).ok()).unwrap_or(Instant::ZERO);
    let now = Instant { seconds: then.seconds - 3600, ..then };
    let cell = Cell::new(text(case, "headerType"), Value::Json(value), now);
    Outcome::compare(case.get("want").unwrap_or(&Json::Null), &cell.to_json())
}

/// `Test_convertor_ConvertToTable`: the cells of each row.
pub(super) fn table(case: &Json) -> Outcome {
    let (Some(fields), Some(object), Some(want)) = (case.get("fields"), case.pointer("/args/obj"), case.get("want"))
    else {
        return Outcome::NotYet;
    };
    // The first header belongs to the column with the name, which is not configurable.
    let headers = list(fields, "headers").into_iter().skip(1);
    let columns: Vec<PrinterColumn> = headers
        .zip(list(fields, "additionalColumns"))
        .map(|(header, column)| {
            let mut printer = PrinterColumn::default();
            text(header, "Name").clone_into(&mut printer.name);
            text(header, "Type").clone_into(&mut printer.column_type);
            let input = column.pointer("/parser/input").and_then(Json::as_str).unwrap_or_default();
            input.trim_matches(['{', '}']).clone_into(&mut printer.json_path);
            printer
        })
        .collect();
    let (table, _) = Columns::new(&columns);
    let objects = match object.get("Items") {
        Some(_) => list(object, "Items"),
        None => vec![object],
    };
    let row = |object: &&Json| {
        // Go types are recorded with the field names of Go; only the object's name is relevant.
        let name = object.pointer("/ObjectMeta/Name").cloned();
        let object = name.map_or_else(|| (*object).clone(), |name| serde_json::json!({"metadata": {"name": name}}));
        let cells = table.row(&object, Instant::ZERO);
        // If a CRD defines no columns, idlgen adds an age column. The converter that the test calls does not.
        cells.iter().take(columns.len() + 1).map(Cell::to_json).collect::<Json>()
    };
    let got: Vec<Json> = objects.iter().map(row).collect();
    let wanted: Vec<Json> = list(want, "Rows").iter().filter_map(|row| row.get("Cells").cloned()).collect();
    Outcome::compare(&wanted, &got)
}
