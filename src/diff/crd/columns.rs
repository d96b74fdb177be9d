//! Printer columns.

use idlgen_validate::crd::document::{PrinterColumn, Version};

use super::{Definition, VersionPair};
use crate::diff::Verdicts;

pub(super) fn compare(old: &Version, new: &Version, place: VersionPair<'_>, found: &mut Definition) {
    let (old, new) = (&old.printer_columns, &new.printer_columns);
    if old == new {
        return;
    }
    let field = &["additionalPrinterColumns"];
    // Compare everything that tables show: all properties except the description.
    let bare = |columns: &[PrinterColumn]| -> Vec<PrinterColumn> {
        let without = |column: &PrinterColumn| {
            let mut column = column.clone();
            column.description.clear();
            column
        };
        columns.iter().map(without).collect()
    };
    let (bare_old, bare_new) = (bare(old), bare(new));
    if bare_old == bare_new {
        let change =
            found.add_at("column-description-changed", place, field, Verdicts::OK, "column description changed");
        change.is_documentation = true;
        return;
    }
    let names = |columns: &[PrinterColumn]| columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    let (from, to) = (names(old), names(new));
    let effect = "scripts that parse the output of `kubectl get` can fail";
    let text = if from == to {
        format!("printer columns show other values: {effect}")
    } else {
        let shown = |names: &[String]| if names.is_empty() { "Age".to_owned() } else { names.join(", ") };
        format!("printer columns changed from {} to {}: {effect}", shown(&from), shown(&to))
    };
    found.add_at("printer-columns-changed", place, field, Verdicts::WIDENED, text);
}
