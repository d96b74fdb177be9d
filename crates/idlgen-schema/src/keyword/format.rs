//! The keyword `format`. For numbers, and for string formats that no server checks, it is only a hint.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static FORMAT: Row = Row {
    name: "format",
    kind: Kind::Name,
    combination: Combination::All,
    rank: 3,
    test: Test::Format(check::format),
    call: "format",
};
