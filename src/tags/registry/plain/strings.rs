//! `pattern`, `format`, `nameFormat`, `enum`.

use idlgen_validate::keyword::Keyword;

use crate::tags::{
    Constraint, Meaning, enumeration,
    registry::definition::{GoKind, PLAIN, TagDefinition, Target, ValueForm},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "pattern",
        kinds: &[GoKind::String],
        form: ValueForm::Text(|pattern| Meaning::Constraint(Constraint::limit(Keyword::Pattern, pattern))),
        keyword: Some("pattern"),
        reason: Some("Invalid"),
        summary: "Some part of the string matches this Go regular expression; anchor it with `^` and `$` for all of \
            it.",
        example: "+pattern=`^[a-z][a-z0-9]*$`",
        ..PLAIN
    },
    TagDefinition {
        name: "format",
        kinds: &[GoKind::String, GoKind::Integer, GoKind::Number],
        form: ValueForm::Name(|format| Meaning::Constraint(Constraint::limit(Keyword::Format, format))),
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "The value has this format.",
        example: "+format=dns1123label",
        ..PLAIN
    },
    TagDefinition {
        name: "nameFormat",
        targets: &[Target::Field, Target::EmbeddedField],
        kinds: &[GoKind::Struct],
        form: ValueForm::Name(Meaning::NameFormat),
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "On a field of type ObjectMeta: `name` has this format, and `generateName` is the beginning of one \
            that has it.",
        example: "+nameFormat=dns1123subdomain",
        ..PLAIN
    },
    TagDefinition {
        name: "enum",
        owner: "KEP-4153, kube-openapi",
        form: enumeration::FORM,
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "On a named string type, without a value: its constants are the only values. With a JSON list, or \
            values separated by `;`: these are.",
        example: "+enum",
        since: "Kubernetes 1.23; values: idlgen",
        ..PLAIN
    },
];
