//! `k8s:validation:` with a keyword.

use crate::tags::registry::definition::{GoKind, OPENAPI_MARKER, TagDefinition, ValueSyntax};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:validation:minimum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("minimum"),
        reason: Some("Invalid"),
        summary: "The number must be at least this value.",
        example: "+k8s:validation:minimum=1",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:maximum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("maximum"),
        reason: Some("Invalid"),
        summary: "The number must be at most this value.",
        example: "+k8s:validation:maximum=10",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:exclusiveMinimum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("exclusiveMinimum"),
        reason: Some("Invalid"),
        summary: "The minimum itself is not allowed.",
        example: "+k8s:validation:exclusiveMinimum",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:exclusiveMaximum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("exclusiveMaximum"),
        reason: Some("Invalid"),
        summary: "The maximum itself is not allowed.",
        example: "+k8s:validation:exclusiveMaximum",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:multipleOf",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("multipleOf"),
        reason: Some("Invalid"),
        summary: "The number must be an integer multiple of this value.",
        example: "+k8s:validation:multipleOf=2",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:minLength",
        kinds: &[GoKind::String],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("minLength"),
        reason: Some("Invalid"),
        summary: "The string must have at least this many characters.",
        example: "+k8s:validation:minLength=1",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:maxLength",
        kinds: &[GoKind::String],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("maxLength"),
        reason: Some("TooLong"),
        summary: "The string must have at most this many characters.",
        example: "+k8s:validation:maxLength=63",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:pattern",
        kinds: &[GoKind::String],
        form: ValueSyntax::Marker("`=JSON` or `>TEXT`"),
        keyword: Some("pattern"),
        reason: Some("Invalid"),
        summary: "The string must contain a match of this Go regular expression.",
        example: "+k8s:validation:pattern=\"^[a-z]+$\"",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:format",
        kinds: &[GoKind::String, GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "The value must have this format. openapi-gen parses this marker but does not publish it.",
        example: "+k8s:validation:format=\"ipv4\"",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:enum",
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "The allowed values. openapi-gen parses this marker but does not publish it.",
        example: "+k8s:validation:enum=[\"a\",\"b\"]",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:nullable",
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("nullable"),
        summary: "The value may be null. openapi-gen parses this marker but does not publish it.",
        example: "+k8s:validation:nullable",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:minItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("minItems"),
        reason: Some("Invalid"),
        summary: "The list must have at least this many items.",
        example: "+k8s:validation:minItems=1",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:maxItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "The list must have at most this many items.",
        example: "+k8s:validation:maxItems=16",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:uniqueItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("uniqueItems"),
        reason: Some("Invalid"),
        summary: "All items must be distinct.",
        example: "+k8s:validation:uniqueItems",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:minProperties",
        kinds: &[GoKind::Map, GoKind::Struct],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("minProperties"),
        reason: Some("Invalid"),
        summary: "The object must have at least this many entries.",
        example: "+k8s:validation:minProperties=1",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:maxProperties",
        kinds: &[GoKind::Map, GoKind::Struct],
        form: ValueSyntax::Marker("=JSON"),
        keyword: Some("maxProperties"),
        reason: Some("TooMany"),
        summary: "The object must have at most this many entries.",
        example: "+k8s:validation:maxProperties=64",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:cel",
        form: ValueSyntax::Marker("`[N]:KEY=JSON` or `[N]:KEY>TEXT`"),
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        summary: "A CEL rule. Each of `rule`, `message`, `messageExpression`, `reason`, `fieldPath` and \
            `optionalOldSelf` has its own line.",
        example: "+k8s:validation:cel[0]:rule=\"self == oldSelf\"",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:items",
        kinds: &[GoKind::List],
        form: ValueSyntax::Marker(":MARKER"),
        repeatable: true,
        keyword: Some("items"),
        summary: "Applies a marker to the items of the list.",
        example: "+k8s:validation:items:maxLength=63",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:additionalProperties",
        kinds: &[GoKind::Map],
        form: ValueSyntax::Marker(":MARKER"),
        repeatable: true,
        keyword: Some("additionalProperties"),
        summary: "Applies a marker to the values of the map.",
        example: "+k8s:validation:additionalProperties:maxLength=63",
        ..OPENAPI_MARKER
    },
    TagDefinition {
        name: "k8s:validation:properties",
        kinds: &[GoKind::Struct, GoKind::Map],
        form: ValueSyntax::Marker(":NAME:MARKER"),
        repeatable: true,
        keyword: Some("properties"),
        summary: "Applies a marker to a property of the object.",
        example: "+k8s:validation:properties:name:maxLength=63",
        ..OPENAPI_MARKER
    },
];
