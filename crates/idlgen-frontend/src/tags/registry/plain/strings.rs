//! The tags `pattern`, `format`, `nameFormat`, `enum`.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind, enumeration,
    registry::definition::{GoKind, PLAIN, TagDefinition, Target, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "pattern",
        kinds: &[GoKind::String],
        form: ValueSyntax::Text(|pattern| TagKind::Constraint(Constraint::limit(Keyword::Pattern, pattern))),
        keyword: Some("pattern"),
        reason: Some("Invalid"),
        summary: "The string must contain a match of this Go regular expression. To match the entire string, anchor it \
            with `^` and `$`.",
        example: "+pattern=`^[a-z][a-z0-9]*$`",
        ..PLAIN
    },
    TagDefinition {
        name: "format",
        kinds: &[GoKind::String, GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Name(|format| TagKind::Constraint(Constraint::limit(Keyword::Format, format))),
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "The value must have this format.",
        example: "+format=dns1123label",
        ..PLAIN
    },
    TagDefinition {
        name: "nameFormat",
        targets: &[Target::Field, Target::EmbeddedField],
        kinds: &[GoKind::Struct],
        form: ValueSyntax::Name(TagKind::NameFormat),
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "On a field of type ObjectMeta: `name` must have this format, and `generateName` must be the start of \
            a name in this format.",
        example: "+nameFormat=dns1123subdomain",
        ..PLAIN
    },
    TagDefinition {
        name: "enum",
        owner: "KEP-4153, kube-openapi",
        form: enumeration::FORM,
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "Without a value, on a named string type: allows only the constants of the type. With a JSON list or \
            values separated by `;`: allows only these values.",
        example: "+enum",
        since: "Kubernetes 1.23; with values: idlgen",
        ..PLAIN
    },
];
