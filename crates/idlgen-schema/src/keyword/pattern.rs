//! The keyword `pattern`.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static PATTERN: Row = Row {
    name: "pattern",
    kind: Kind::Pattern,
    combination: Combination::All,
    rank: 2,
    test: Test::Pattern(check::pattern),
    call: "pattern",
};
