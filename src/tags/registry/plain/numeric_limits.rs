//! `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`.

use idlgen_validate::keyword::Keyword;

use crate::tags::{
    Constraint, Meaning,
    registry::definition::{GoKind, PLAIN, TagDefinition, ValueForm},
};

const NUMERIC: TagDefinition =
    TagDefinition { kinds: &[GoKind::Integer, GoKind::Number], reason: Some("Invalid"), ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "minimum",
        form: ValueForm::Number(|limit| Meaning::Constraint(Constraint::bound(Keyword::Minimum, limit))),
        keyword: Some("minimum"),
        summary: "The value is at least this number.",
        example: "+minimum=1",
        ..NUMERIC
    },
    TagDefinition {
        name: "maximum",
        form: ValueForm::Number(|limit| Meaning::Constraint(Constraint::bound(Keyword::Maximum, limit))),
        keyword: Some("maximum"),
        summary: "The value is at most this number.",
        example: "+maximum=65535",
        ..NUMERIC
    },
    TagDefinition {
        name: "exclusiveMinimum",
        form: ValueForm::Exclusive(|limit| Meaning::Constraint(Constraint::Exclusive(Keyword::Minimum, limit))),
        keyword: Some("exclusiveMinimum"),
        summary: "With a number: the value is greater than it. Without, or with `true`: the `+minimum` beside it is \
            itself excluded.",
        example: "+exclusiveMinimum=0",
        ..NUMERIC
    },
    TagDefinition {
        name: "exclusiveMaximum",
        form: ValueForm::Exclusive(|limit| Meaning::Constraint(Constraint::Exclusive(Keyword::Maximum, limit))),
        keyword: Some("exclusiveMaximum"),
        summary: "With a number: the value is less than it. Without, or with `true`: the `+maximum` beside it is \
            itself excluded.",
        example: "+exclusiveMaximum=100",
        ..NUMERIC
    },
    TagDefinition {
        name: "multipleOf",
        form: ValueForm::PositiveNumber(|factor| Meaning::Constraint(Constraint::limit(Keyword::MultipleOf, factor))),
        keyword: Some("multipleOf"),
        summary: "The value is an integer times this number.",
        example: "+multipleOf=5",
        ..NUMERIC
    },
];
