//! Checks that the declarations here and the implementations in the runtime have the same overloads.

use std::collections::BTreeSet;

use idlgen_cel::{declarations, proposed_declarations};
use idlgen_runtime::cel::library::overloads;

type Rows = BTreeSet<(&'static str, &'static str)>;

#[test]
fn what_is_declared_is_implemented() {
    let declared: Vec<_> =
        declarations().chain(proposed_declarations()).map(|row| (row.function, row.overload)).collect();
    let implemented: Vec<_> = overloads().collect();
    let (declared_rows, implemented_rows): (Rows, Rows) =
        (declared.iter().copied().collect(), implemented.iter().copied().collect());
    let difference = |left: &Rows, right: &Rows| left.difference(right).copied().collect::<Vec<_>>();
    assert_eq!(difference(&declared_rows, &implemented_rows), [], "declared, but in no table of the runtime");
    assert_eq!(difference(&implemented_rows, &declared_rows), [], "in a table of the runtime, but not declared");
    assert_eq!(declared.len(), declared_rows.len(), "an overload is declared twice");
    assert_eq!(implemented.len(), implemented_rows.len(), "an overload is in two rows of the runtime");
}
