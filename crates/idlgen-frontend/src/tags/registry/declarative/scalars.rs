//! Strings, numbers and enums.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind,
    registry::definition::{DECLARATIVE, Effect, GoKind, TagDefinition, Target, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:minimum",
        kinds: &[GoKind::Integer],
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Minimum, limit))),
        keyword: Some("minimum"),
        reason: Some("Invalid"),
        summary: "The integer must be at least this value.",
        example: "+k8s:minimum=1",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:maximum",
        kinds: &[GoKind::Integer],
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Maximum, limit))),
        keyword: Some("maximum"),
        reason: Some("Invalid"),
        summary: "The integer must be at most this value.",
        example: "+k8s:maximum=65535",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:minLength",
        kinds: &[GoKind::String],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinLength, count))),
        keyword: Some("minLength"),
        reason: Some("TooShort"),
        summary: "The string must have at least this many characters.",
        example: "+k8s:minLength=1",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:maxLength",
        kinds: &[GoKind::String],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxLength, count))),
        keyword: Some("maxLength"),
        reason: Some("TooLong"),
        summary: "The string must have at most this many characters.",
        example: "+k8s:maxLength=63",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:maxBytes",
        kinds: &[GoKind::String],
        form: ValueSyntax::Unread("=INTEGER"),
        reason: Some("TooLong"),
        effect: Effect::instead(
            "use `+maxLength`, which counts characters, or a CEL rule: `+validationRule=\"size(bytes(self)) <= N\"`",
        ),
        summary: "The string must have at most this many bytes.",
        example: "+k8s:maxBytes=4096",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:neq",
        kinds: &[GoKind::String, GoKind::Integer, GoKind::Boolean],
        form: ValueSyntax::Unread("=VALUE"),
        reason: Some("Invalid"),
        effect: Effect::instead("use `+validationRule=\"self != VALUE\"`"),
        summary: "The value must not equal this one.",
        example: "+k8s:neq=\"none\"",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:format",
        kinds: &[GoKind::String],
        form: ValueSyntax::Name(|format| TagKind::Constraint(Constraint::limit(Keyword::Format, format))),
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "The string must have this format.",
        example: "+k8s:format=k8s-short-name",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:enum",
        targets: &[Target::Type],
        kinds: &[GoKind::String],
        form: ValueSyntax::Nothing(|| TagKind::Enum),
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "Allows only the constants of the type.",
        example: "+k8s:enum",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:enumExclude",
        targets: &[Target::Constant],
        kinds: &[GoKind::String],
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NONE,
        summary: "Excludes the constant from the allowed values of its enum.",
        example: "+k8s:enumExclude",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:monotonic",
        kinds: &[GoKind::Integer],
        form: ValueSyntax::Unread("nothing"),
        reason: Some("Invalid"),
        effect: Effect::instead("use `+validationRule=\"self >= oldSelf\"`"),
        summary: "An update must not decrease the integer.",
        example: "+k8s:monotonic",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
];
