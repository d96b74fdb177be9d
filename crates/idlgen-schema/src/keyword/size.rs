//! The keywords that limit lengths and numbers of elements: `maxLength`, `minLength`, `maxItems`, `minItems`,
//! `maxProperties` and `minProperties`.

use idlgen_runtime::check;

use super::row::{Combination, Kind, Row, Test};

pub(super) static MAX_LENGTH: Row = Row {
    name: "maxLength",
    kind: Kind::Count,
    combination: Combination::Least,
    rank: 0,
    test: Test::Length(check::max_length),
    call: "max_length",
};

pub(super) static MIN_LENGTH: Row = Row {
    name: "minLength",
    kind: Kind::Count,
    combination: Combination::Greatest,
    rank: 1,
    test: Test::Length(check::min_length),
    call: "min_length",
};

pub(super) static MIN_ITEMS: Row = Row {
    name: "minItems",
    kind: Kind::Count,
    combination: Combination::Greatest,
    rank: 0,
    test: Test::Elements(check::min_items),
    call: "min_items",
};

pub(super) static MAX_ITEMS: Row = Row {
    name: "maxItems",
    kind: Kind::Count,
    combination: Combination::Least,
    rank: 1,
    test: Test::Elements(check::max_items),
    call: "max_items",
};

pub(super) static MIN_PROPERTIES: Row = Row {
    name: "minProperties",
    kind: Kind::Count,
    combination: Combination::Greatest,
    rank: 0,
    test: Test::Properties(check::min_properties),
    call: "min_properties",
};

pub(super) static MAX_PROPERTIES: Row = Row {
    name: "maxProperties",
    kind: Kind::Count,
    combination: Combination::Least,
    rank: 1,
    test: Test::Properties(check::max_properties),
    call: "max_properties",
};
