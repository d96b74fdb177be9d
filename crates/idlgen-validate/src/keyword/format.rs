//! `format`. Of numbers, and of texts that no server checks, it is a hint.

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
