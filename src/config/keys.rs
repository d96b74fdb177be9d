//! The one table of the keys of idlgen.toml: what is read, documented and written by `idlgen init`.

use crate::tool::Tool;

/// A key of idlgen.toml.
#[derive(Debug)]
pub struct Key {
    /// The tables on the way and the key: `["openapi", "output"]`. `*` stands for any name.
    pub path: &'static [&'static str],
    /// What it takes.
    pub kind: Kind,
    /// An example, or the default if there is one, as TOML.
    pub example: &'static str,
    /// Whether the example is what counts without the key.
    pub example_is_default: bool,
    /// What it does: full sentences.
    pub doc: &'static str,
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    String,
    /// A list of texts.
    Strings,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// One of these texts.
    OneOf(&'static [&'static str]),
}

impl Kind {
    /// The form in words.
    pub fn describe(self) -> String {
        match self {
            Kind::String => "a string".to_owned(),
            Kind::Strings => "a list of strings".to_owned(),
            Kind::Boolean => "true or false".to_owned(),
            Kind::Integer => "a whole number".to_owned(),
            Kind::OneOf(names) => {
                let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                format!("one of {}", quoted.join(", "))
            }
        }
    }
}

/// All keys, in the order in which they are documented.
pub static KEYS: &[Key] = &[
    Key {
        path: &["packages"],
        kind: Kind::Strings,
        example: "[\"./api/...\"]",
        example_is_default: false,
        doc: "The Go packages to read: patterns as `go list` takes them, relative to this file (`./api/v1`, `./...`) or import paths \
              (`k8s.io/api/apps/v1`, `k8s.io/api/...`). Packages named on the command line replace them.",
    },
    Key {
        path: &["kubernetes-version"],
        kind: Kind::String,
        example: "\"1.35\"",
        example_is_default: true,
        doc: "The Kubernetes version whose published forms, formats and texts count, from 1.25 to 1.37.",
    },
    Key {
        path: &["compat"],
        kind: Kind::OneOf(&Tool::NAMES),
        example: "\"idlgen\"",
        example_is_default: true,
        doc: "The tool whose understanding of comments and tags counts. `idlgen` reads every dialect; `openapi-gen` reads what openapi-gen reads, where it \
              reads it, and publishes the same values, its oddities included (docs/known-differences.md).",
    },
    Key {
        path: &["cel", "kep-4153-functions"],
        kind: Kind::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether CEL rules may use the functions that KEP-4153 proposed and no API server has: isFormat, validateFormat, is4, is6, overlaps, \
              utf8.isValid, utf8.isPrint, utf8.isControl, and matches of labels with a label selector. Each use gives a warning.",
    },
    Key {
        path: &["openapi", "output"],
        kind: Kind::String,
        example: "\"openapi/definitions.json\"",
        example_is_default: false,
        doc: "The file that the OpenAPI output is written to, relative to this file; for documents of OpenAPI v3, the folder. If neither this nor \
              `rust.output` is set, `idlgen generate` writes both under its `-o` folder.",
    },
    Key {
        path: &["openapi", "layout"],
        kind: Kind::OneOf(&["definitions", "documents", "discovery"]),
        example: "\"definitions\"",
        example_is_default: true,
        doc: "What is written: one JSON object from definition name to schema; what a server answers, that is a document for each group and version in a \
              folder (`api/v1.json`, `apis/GROUP/VERSION.json`), or, for OpenAPI v2, one for all; or the index of these documents with the \
              hashes of their texts, as a server answers for `/openapi/v3`.",
    },
    Key {
        path: &["openapi", "version"],
        kind: Kind::OneOf(&["v3", "v2"]),
        example: "\"v3\"",
        example_is_default: true,
        doc: "The version of OpenAPI.",
    },
    Key {
        path: &["openapi", "paths"],
        kind: Kind::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether documents have the paths of their resources, where clients such as kubectl find the kind of a resource. Names, scope and verbs are \
              those that tags of client-gen and controller-gen say.",
    },
    Key {
        path: &["openapi", "strip-zero"],
        kind: Kind::OneOf(&["off", "required", "all"]),
        example: "\"required\"",
        example_is_default: true,
        doc: "Which properties are published with `x-kubernetes-strip-zero: true` (KEP-4153): none, the required ones whose Go field cannot tell zero \
              from absent, or all of those.",
    },
    Key {
        path: &["openapi", "formats"],
        kind: Kind::OneOf(&["native", "inline-pattern", "inline-cel"]),
        example: "\"native\"",
        example_is_default: true,
        doc: "How formats that API servers do not know are published: as `format`, as a regular expression, or as a CEL rule.",
    },
    Key {
        path: &["openapi", "indent"],
        kind: Kind::Integer,
        example: "2",
        example_is_default: true,
        doc: "Spaces of indentation in the JSON, 0 to 8; 0 writes one line.",
    },
    Key {
        path: &["rust", "output"],
        kind: Kind::String,
        example: "\"src/generated\"",
        example_is_default: false,
        doc: "The folder that the Rust modules are written to, relative to this file: one file a Go package, under a `mod.rs`. Files in it that \
              idlgen generated and no longer generates are removed.",
    },
    Key {
        path: &["rust", "derives"],
        kind: Kind::Strings,
        example: "[]",
        example_is_default: true,
        doc: "Derives added to every generated type, such as `Eq` or `::arbitrary::Arbitrary`. They see no serde attributes.",
    },
    Key {
        path: &["rust", "extern-packages", "*"],
        kind: Kind::String,
        example: "\"::k8s_openapi::api::core::v1\"",
        example_is_default: false,
        doc: "Maps a Go package (the key, an import path) to the path of Rust types that exist already. They are used by name; validators do not look \
              into them, unless `rust.extern-validate` says so.",
    },
    Key {
        path: &["rust", "extern-validate"],
        kind: Kind::Strings,
        example: "[]",
        example_is_default: true,
        doc: "Those packages of `rust.extern-packages` whose Rust types implement the traits of idlgen-runtime, as types that idlgen generated in \
              another crate do: validators look into them.",
    },
    Key {
        path: &["modules", "*"],
        kind: Kind::String,
        example: "\"../api\"",
        example_is_default: false,
        doc: "Where the Go module of this path (the key) lies, relative to this file. Wins over go.mod, go.work, vendor and the module cache.",
    },
    Key {
        path: &["tags", "allow"],
        kind: Kind::Strings,
        example: "[\"acme:*\"]",
        example_is_default: false,
        doc: "Tags of other tools that idlgen does not know and shall not report; a `*` at the end stands for anything.",
    },
    Key {
        path: &["diagnostics", "*"],
        kind: Kind::OneOf(&["off", "info", "warning", "error"]),
        example: "\"warning\"",
        example_is_default: false,
        doc: "The severity of a diagnostic, by code (`IDL0301`) or name (`unknown-tag`). While any has the severity `error`, nothing is written.",
    },
    Key {
        path: &["feature-gates", "DeclarativeValidationExtensionsInOpenAPI"],
        kind: Kind::Boolean,
        example: "true",
        example_is_default: true,
        doc: "Whether x-kubernetes-validations, x-kubernetes-validation-errors and x-kubernetes-strip-zero are published (KEP-4153).",
    },
    Key {
        path: &["feature-gates", "OpenAPIEnums"],
        kind: Kind::Boolean,
        example: "true",
        example_is_default: true,
        doc: "Whether `enum` and the values in descriptions are published, as by API servers since 1.24.",
    },
];

/// The key at `path`, if there is one.
pub(super) fn find(path: &[String]) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path.len() == path.len() && begins(key, path))
}

/// Whether a table may stand at `path`.
pub(super) fn is_table(path: &[String]) -> bool {
    KEYS.iter().any(|key| key.path.len() > path.len() && begins(key, path))
}

/// The names that may stand in the table at `path`.
pub(super) fn names_in(path: &[String]) -> impl Iterator<Item = &'static str> + '_ {
    KEYS.iter()
        .filter(move |key| key.path.len() > path.len() && begins(key, path))
        .filter_map(move |key| key.path.get(path.len()).copied())
        .filter(|name| *name != "*")
}

fn begins(key: &Key, path: &[String]) -> bool {
    key.path.iter().zip(path).all(|(known, given)| *known == "*" || known == given)
}
