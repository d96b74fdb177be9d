//! The keyword `enum`.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static ENUM: Row = Row {
    name: "enum",
    kind: Kind::Members,
    combination: Combination::All,
    rank: 0,
    test: Test::Members(check::enumeration),
    call: "enumeration",
};
