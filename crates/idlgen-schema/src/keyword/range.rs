//! The keywords `maximum` and `minimum`, each with the keyword that makes its limit exclusive.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static MAXIMUM: Row = Row {
    name: "maximum",
    kind: Kind::Bound { flag: "exclusiveMaximum" },
    combination: Combination::Least,
    rank: 2,
    test: Test::Bound("Maximum boundary", check::maximum),
    call: "maximum",
};

pub(super) static MINIMUM: Row = Row {
    name: "minimum",
    kind: Kind::Bound { flag: "exclusiveMinimum" },
    combination: Combination::Greatest,
    rank: 1,
    test: Test::Bound("Minimum boundary", check::minimum),
    call: "minimum",
};
