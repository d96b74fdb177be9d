//! The settings of the OpenAPI back end.

use idlgen_validate::schema::json::StripZero;

use super::{Choice, Flag, Formats, Layout, Method, OpenApiVersion, Setting, ValueType, setting::assign};

/// The rows of the table `openapi`.
pub static OPENAPI: &[Setting] = &[
    Setting {
        path: &["openapi", "output"],
        form: ValueType::Path,
        example: "\"openapi/definitions.json\"",
        doc: "The file for OpenAPI output, relative to this file; for documents of OpenAPI v3, the directory. If \
              neither this nor `rust.output` is set, `idlgen generate` writes both below its `-o` directory.",
        flag: Flag::Output {
            value: "FILE",
            help: "Write to this file or, for OpenAPI v3 documents, directory; `-` is standard output",
        },
        set: |settings, given| {
            settings.outputs.insert("openapi", given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "layout"],
        form: ValueType::Choices(&[
            Choice {
                name: "definitions",
                meaning: "One JSON object with all schemas by definition name, sorted",
                in_file: true,
            },
            Choice {
                name: "structural",
                meaning: "The schema of one type (--type) with references expanded, as in a CRD",
                in_file: false,
            },
            Choice {
                name: "documents",
                meaning: "The documents that a server publishes: one per group and version for v3, one file for v2",
                in_file: true,
            },
            Choice { name: "discovery", meaning: "The index of the v3 documents, with their hashes", in_file: true },
        ]),
        example: "\"definitions\"",
        example_is_default: true,
        doc: "The content of the output: one JSON object from definition name to schema (`definitions`); the schema of \
              one type with references expanded (`structural`); the documents that a server publishes, for v3 a \
              directory with one per group and version (`api/v1.json`, `apis/GROUP/VERSION.json`), for v2 one file \
              (`documents`); or the index of the v3 documents with their hashes, which a server publishes at \
              `/openapi/v3` (`discovery`).",
        flag: Flag::Named {
            long: "layout",
            value: "LAYOUT",
            help: "Select the content of the output [default: definitions]",
            only_alone: true,
        },
        set: |settings, given| assign(&mut settings.openapi.layout, Layout::from_name(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "type"],
        example: "\"Pod\"",
        doc: "The Go type whose schema is written (Name or import/path.Name), for the layout `structural`.",
        not_in_file: Some("idlgen.toml applies to all types."),
        flag: Flag::Named {
            long: "type",
            value: "NAME",
            help: "With --layout structural, write the schema of this Go type (Name or import/path.Name)",
            only_alone: true,
        },
        needed_by: Some(("layout", "structural")),
        set: |settings, given| {
            settings.openapi.type_name = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "version"],
        form: ValueType::OneOf(&["v3", "v2"]),
        example: "\"v3\"",
        example_is_default: true,
        doc: "The OpenAPI version.",
        flag: Flag::Named {
            long: "openapi",
            value: "VERSION",
            help: "Select the OpenAPI version: {expected} [default: v3]",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.openapi.version, OpenApiVersion::from_name(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "paths"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether documents contain the paths of their resources. Clients such as kubectl need the paths to find \
              the kind of a resource. Names, scope and verbs come from the tags of client-gen and controller-gen.",
        flag: Flag::Named {
            long: "paths",
            value: "",
            help: "Add the paths of resources to documents, for clients such as kubectl",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.openapi.paths, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "strip-zero"],
        form: ValueType::OneOf(&["off", "required", "all"]),
        example: "\"required\"",
        example_is_default: true,
        doc: "Which properties are published with `x-kubernetes-strip-zero: true` (KEP-4153): `off` for none, \
              `required` for required properties whose Go field cannot distinguish zero from absent, `all` for all \
              properties of such fields.",
        flag: Flag::Named {
            long: "strip-zero",
            value: "WHICH",
            help: "Select which properties get x-kubernetes-strip-zero: {expected} [default: required]",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.openapi.strip_zero, StripZero::from_name(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "formats"],
        form: ValueType::OneOf(&["native", "inline-pattern", "inline-cel"]),
        example: "\"native\"",
        example_is_default: true,
        doc: "How formats that API servers do not recognize are published: as `format` (`native`), as a regular \
              expression (`inline-pattern`), or as a CEL rule (`inline-cel`).",
        flag: Flag::Named {
            long: "formats",
            value: "FORMAT",
            help: "Select how formats unknown to API servers are published: {expected} [default: native]",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.openapi.formats, Formats::from_name(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["openapi", "indent"],
        form: ValueType::Integer(0, 8),
        example: "2",
        example_is_default: true,
        doc: "The number of spaces to indent JSON, 0 to 8; 0 writes one line.",
        flag: Flag::Named {
            long: "indent",
            value: "SPACES",
            help: "Indent JSON by this many spaces, 0 to 8; 0 writes one line [default: 2]",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.openapi.indent, given.text.parse().ok()),
        ..Setting::PLAIN
    },
];

/// The feature gates of API servers that affect OpenAPI.
pub static OPENAPI_GATES: &[Setting] = &[
    Setting {
        path: &["feature-gates", "DeclarativeValidationExtensionsInOpenAPI"],
        form: ValueType::Boolean,
        example: "true",
        example_is_default: true,
        doc: "Whether x-kubernetes-validations, x-kubernetes-validation-errors and x-kubernetes-strip-zero are \
              published (KEP-4153).",
        flag: Flag::Gate,
        method: Method::Named("feature_gate"),
        set: |settings, given| assign(&mut settings.declarative_validation_extensions, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["feature-gates", "OpenAPIEnums"],
        form: ValueType::Boolean,
        example: "true",
        example_is_default: true,
        doc: "Whether `enum` and the values in descriptions are published, as by API servers since 1.24.",
        flag: Flag::Gate,
        method: Method::Named("feature_gate"),
        set: |settings, given| assign(&mut settings.openapi_enums, given.text.parse().ok()),
        ..Setting::PLAIN
    },
];
