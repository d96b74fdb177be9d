//! How objects are judged.

use idlgen_runtime::field::MessageStyle;
use idlgen_validate::engine::ZeroMode;

use super::{Choice, Flag, Form, Method, Refusal, Setting};
use crate::diag::Severity;

/// How objects are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectSettings {
    /// What zero means in all objects; without it, the package of the type decides.
    pub zero_mode: Option<ZeroMode>,
    /// Packages whose types API servers serve natively, besides those of Kubernetes.
    pub native_packages: Vec<String>,
    /// Patterns of the files and folders that are left out.
    pub exclude: Vec<String>,
    /// The kinds of objects that are left out.
    pub exclude_kinds: Vec<String>,
    /// What an object means whose kind nothing knows.
    pub unknown_kinds: Severity,
    /// Whether rules in branches of `anyOf`, `oneOf` and `not` are run.
    pub rules_in_junctors: bool,
    /// In whose words errors of objects are told.
    pub message_style: MessageStyle,
}

impl Default for ObjectSettings {
    fn default() -> Self {
        ObjectSettings {
            zero_mode: None,
            native_packages: Vec::new(),
            exclude: Vec::new(),
            exclude_kinds: Vec::new(),
            unknown_kinds: Severity::Error,
            rules_in_junctors: false,
            message_style: MessageStyle::Kubernetes,
        }
    }
}

/// Why build scripts do not set these.
const NO_OBJECTS: Method = Method::None("A build script judges no objects.");

/// The rows of the table `validate`.
pub static OBJECTS: &[Setting] = &[
    Setting {
        path: &["validate", "zero-mode"],
        form: Form::Choices(&[
            Choice {
                name: "auto",
                meaning: "native for the types of k8s.io/api and of validate.native-packages, else crd",
                in_file: true,
            },
            Choice {
                name: "native",
                meaning: "Zero counts as absent where a Go field cannot tell the two apart, as in types that API \
                          servers serve natively",
                in_file: true,
            },
            Choice {
                name: "crd",
                meaning: "What is written counts as it is written, as in custom resources: nulls are dropped, then \
                          defaults are filled in, and 0, false, \"\" and [] are values",
                in_file: true,
            },
        ]),
        example: "\"auto\"",
        example_is_default: true,
        doc: "What a zero value means in objects. In types that API servers serve natively (`native`) zero counts as \
              absent where the Go field cannot tell the two apart, and what is required in a struct that is no pointer \
              (`spec`) is, whether or not the struct is written. In custom resources (`crd`) nulls that may not be \
              are dropped, defaults are filled in, and then what is written counts: `replicas: 0` and `items: []` are \
              values. `auto` takes the types of `k8s.io/api` and of `validate.native-packages` for the former, all \
              others for the latter.",
        flag: Flag::Named {
            long: "zero-mode",
            value: "MODE",
            help: "What a zero value means [default: auto]",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.zero_mode = match given.text {
                "auto" => None,
                "native" => Some(ZeroMode::Native),
                "crd" => Some(ZeroMode::Crd),
                _ => return Err(Refusal::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "native-packages"],
        form: Form::Texts,
        example: "[\"example.com/apis/...\"]",
        doc: "Go packages whose types API servers serve natively, by import path (`/...` behind it: and all below), \
              besides `k8s.io/api/...`: an aggregated API server's, say. It decides what zero means in their objects; \
              see `validate.zero-mode`.",
        flag: Flag::None("How the types of a package are served is the same in every run."),
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.native_packages.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "exclude"],
        form: Form::Texts,
        example: "[\"testdata/invalid/\", \"*.patch.yaml\"]",
        doc: "Files and folders that are left out. `*` and `?` stand for characters of a name, `**` for any folders; a \
              `/` at the end means folders. A pattern without a `/` inside is about names at any depth, another one \
              about the path from the folder that was named on the command line.",
        flag: Flag::Named {
            long: "exclude",
            value: "GLOB",
            help: "Leave out files and folders: a name (secret.yaml, *.json, invalid/), or a path from the folder that \
                   is searched (old/**/*.yaml). May be repeated",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            if given.text.trim_matches(['/', '.']).is_empty() {
                return Err(Refusal::Senseless("names no file and no folder"));
            }
            settings.objects.exclude.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "exclude-kind"],
        form: Form::Texts,
        example: "[\"Secret\", \"v1/ConfigMap\"]",
        doc: "Objects that are left out, by kind (`Secret`) or by apiVersion and kind (`v1/Secret`, \
              `apps/v1/Deployment`), also several with commas between. The last line of `idlgen validate` counts them.",
        flag: Flag::Named {
            long: "exclude-kind",
            value: "KIND",
            help: "Leave out objects of these kinds: Secret,v1/ConfigMap,apps/v1/Deployment. May be repeated",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.exclude_kinds.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "unknown-kinds"],
        form: Form::Choices(&[
            Choice { name: "error", meaning: "An error", in_file: true },
            Choice { name: "warn", meaning: "A warning; the object is left out", in_file: true },
            Choice { name: "ignore", meaning: "Nothing; the object is left out, and counted as such", in_file: true },
        ]),
        example: "\"error\"",
        example_is_default: true,
        doc: "What an object means whose kind nothing knows that was given. Two are errors all the same: a kind that \
              Go packages lack under an apiVersion that they have, because it is misspelled, and one that Kubernetes does \
              not have in its own groups, because it was removed or is misspelled.",
        flag: Flag::Named {
            long: "unknown-kinds",
            value: "WHAT",
            help: "What an object means whose kind nothing knows [default: error]",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.unknown_kinds = match given.text {
                "error" => Severity::Error,
                "warn" => Severity::Warning,
                "ignore" => Severity::Off,
                _ => return Err(Refusal::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "rules-in-junctors"],
        form: Form::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether CEL rules in branches of `anyOf`, `oneOf` and `not` are run too, so that a branch holds only if \
              its rules do (in definitions, OpenAPI documents and JSON Schemas). It is an extension: API servers \
              refuse definitions with such rules, and without this nothing runs them. A branch without a `type` has \
              the types of the schema that it belongs to. A rule that cannot be evaluated does not hold; rules with \
              `oldSelf` are an error there.",
        flag: Flag::Named {
            long: "rules-in-junctors",
            value: "",
            help: "Run CEL rules in branches of anyOf, oneOf and not as well, which no API server does",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.rules_in_junctors = given.text.parse().map_err(|_| Refusal::Value)?;
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "message-style"],
        form: Form::Choices(&[
            Choice { name: "kubernetes", meaning: "Those of an API server: spec.size: Required value", in_file: true },
            Choice {
                name: "go-openapi",
                meaning: "Those of the validation library below it, which the first API servers with custom resources \
                          passed on: spec.size in body is required",
                in_file: true,
            },
        ]),
        example: "\"kubernetes\"",
        example_is_default: true,
        doc: "In whose words the errors of objects are told. `go-openapi` has those of the library that judges values, \
              as tools have them that use it by itself (`spec.size in body is required`). What it has no words for, as \
              rules and metadata, keeps those of an API server.",
        flag: Flag::Named {
            long: "message-style",
            value: "STYLE",
            help: "In whose words errors of objects are told [default: kubernetes]",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.message_style = match given.text {
                "kubernetes" => MessageStyle::Kubernetes,
                "go-openapi" => MessageStyle::GoOpenApi,
                _ => return Err(Refusal::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
];
