//! The keyword `multipleOf`.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static MULTIPLE_OF: Row = Row {
    name: "multipleOf",
    kind: Kind::Factor,
    combination: Combination::All,
    rank: 0,
    test: Test::Number("MultipleOf", check::multiple_of),
    call: "multiple_of",
};
