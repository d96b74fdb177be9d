//! The tags `minLength`, `maxLength`, `minItems`, `maxItems`, `uniqueItems`, `minProperties`, `maxProperties`.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind,
    registry::definition::{GoKind, PLAIN, TagDefinition, ValueSyntax},
};

const STRING: TagDefinition = TagDefinition { kinds: &[GoKind::String], ..PLAIN };
const LIST: TagDefinition = TagDefinition { kinds: &[GoKind::List], ..PLAIN };
const OBJECT: TagDefinition = TagDefinition { kinds: &[GoKind::Map, GoKind::Struct], ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "minLength",
        form: ValueSyntax::Count(|limit| TagKind::Constraint(Constraint::limit(Keyword::MinLength, limit))),
        keyword: Some("minLength"),
        reason: Some("Invalid"),
        summary: "The string must have at least this many characters (Unicode code points).",
        example: "+minLength=1",
        ..STRING
    },
    TagDefinition {
        name: "maxLength",
        form: ValueSyntax::Count(|limit| TagKind::Constraint(Constraint::limit(Keyword::MaxLength, limit))),
        keyword: Some("maxLength"),
        reason: Some("TooLong"),
        summary: "The string must have at most this many characters (Unicode code points).",
        example: "+maxLength=63",
        ..STRING
    },
    TagDefinition {
        name: "minItems",
        form: ValueSyntax::Count(|limit| TagKind::Constraint(Constraint::limit(Keyword::MinItems, limit))),
        keyword: Some("minItems"),
        reason: Some("Invalid"),
        summary: "The list must have at least this many items.",
        example: "+minItems=1",
        ..LIST
    },
    TagDefinition {
        name: "maxItems",
        form: ValueSyntax::Count(|limit| TagKind::Constraint(Constraint::limit(Keyword::MaxItems, limit))),
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "The list must have at most this many items.",
        example: "+maxItems=16",
        ..LIST
    },
    TagDefinition {
        name: "uniqueItems",
        form: ValueSyntax::Flag(|unique| TagKind::Constraint(Constraint::limit(Keyword::UniqueItems, unique))),
        keyword: Some("uniqueItems"),
        reason: Some("Invalid"),
        summary: "All items of the list must be distinct. CRDs do not allow this keyword; `+listType=set` works \
            everywhere.",
        example: "+uniqueItems",
        ..LIST
    },
    TagDefinition {
        name: "minProperties",
        form: ValueSyntax::Count(|limit| TagKind::Constraint(Constraint::limit(Keyword::MinProperties, limit))),
        keyword: Some("minProperties"),
        reason: Some("Invalid"),
        summary: "The map or object must have at least this many entries.",
        example: "+minProperties=1",
        ..OBJECT
    },
    TagDefinition {
        name: "maxProperties",
        form: ValueSyntax::Count(|limit| TagKind::Constraint(Constraint::limit(Keyword::MaxProperties, limit))),
        keyword: Some("maxProperties"),
        reason: Some("TooMany"),
        summary: "The map or object must have at most this many entries.",
        example: "+maxProperties=64",
        ..OBJECT
    },
];
