//! The keyword `uniqueItems`.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static UNIQUE_ITEMS: Row = Row {
    name: "uniqueItems",
    kind: Kind::Flag,
    combination: Combination::All,
    rank: 2,
    test: Test::List(check::unique_items),
    call: "unique_items",
};
