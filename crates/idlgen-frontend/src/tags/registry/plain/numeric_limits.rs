//! The tags `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind,
    registry::definition::{GoKind, PLAIN, TagDefinition, ValueSyntax},
};

const NUMERIC: TagDefinition =
    TagDefinition { kinds: &[GoKind::Integer, GoKind::Number], reason: Some("Invalid"), ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "minimum",
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Minimum, limit))),
        keyword: Some("minimum"),
        summary: "The value must be at least this number.",
        example: "+minimum=1",
        ..NUMERIC
    },
    TagDefinition {
        name: "maximum",
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Maximum, limit))),
        keyword: Some("maximum"),
        summary: "The value must be at most this number.",
        example: "+maximum=65535",
        ..NUMERIC
    },
    TagDefinition {
        name: "exclusiveMinimum",
        form: ValueSyntax::Exclusive(|limit| TagKind::Constraint(Constraint::Exclusive(Keyword::Minimum, limit))),
        keyword: Some("exclusiveMinimum"),
        summary: "With a number, the value must be greater than it. With `true` or no value, the bound of `+minimum` \
            on the same declaration is exclusive.",
        example: "+exclusiveMinimum=0",
        ..NUMERIC
    },
    TagDefinition {
        name: "exclusiveMaximum",
        form: ValueSyntax::Exclusive(|limit| TagKind::Constraint(Constraint::Exclusive(Keyword::Maximum, limit))),
        keyword: Some("exclusiveMaximum"),
        summary: "With a number, the value must be less than it. With `true` or no value, the bound of `+maximum` on \
            the same declaration is exclusive.",
        example: "+exclusiveMaximum=100",
        ..NUMERIC
    },
    TagDefinition {
        name: "multipleOf",
        form: ValueSyntax::PositiveNumber(|factor| TagKind::Constraint(Constraint::limit(Keyword::MultipleOf, factor))),
        keyword: Some("multipleOf"),
        summary: "The value must be an integer multiple of this number.",
        example: "+multipleOf=5",
        ..NUMERIC
    },
];
