//! Settings for validating objects.

use idlgen_runtime::field::MessageStyle;
use idlgen_validate::ZeroMode;

use super::{Choice, Flag, InvalidSetting, Method, Setting, ValueType};
use crate::diag::Severity;

/// The reason why build scripts do not have these settings.
const NO_OBJECTS: Method = Method::None("A build script does not validate objects.");

/// The rows of the table `validate`.
pub static OBJECTS: &[Setting] = &[
    Setting {
        path: &["validate", "zero-mode"],
        form: ValueType::Choices(&[
            Choice {
                name: "auto",
                meaning: "native for types of k8s.io/api and validate.native-packages, else crd",
                in_file: true,
            },
            Choice {
                name: "native",
                meaning: "Zero is treated as absent where a Go field cannot distinguish the two, as in built-in types",
                in_file: true,
            },
            Choice {
                name: "crd",
                meaning: "Zero is a value, as in custom resources: disallowed nulls are dropped, defaults are applied, \
                          and 0, false, \"\" and [] are values",
                in_file: true,
            },
        ]),
        example: "\"auto\"",
        example_is_default: true,
        doc: "How zero values in objects are treated. `native` treats objects as types that API servers serve \
              natively: if a Go field cannot distinguish zero from absent, zero is treated as absent, and the required \
              fields of a struct without a pointer (`spec`) are required even if the object does not contain the \
              struct. `crd` treats objects as custom resources: disallowed nulls are dropped and defaults are applied; \
              after that, `replicas: 0` and `items: []` are values. `auto` uses `native` for types of `k8s.io/api` and \
              `validate.native-packages`, and `crd` for all others.",
        flag: Flag::Named {
            long: "zero-mode",
            value: "MODE",
            help: "Select how zero values are treated [default: auto]",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.zero_mode = match given.text {
                "auto" => None,
                "native" => Some(ZeroMode::Native),
                "crd" => Some(ZeroMode::Crd),
                _ => return Err(InvalidSetting::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "native-packages"],
        form: ValueType::Texts,
        example: "[\"example.com/apis/...\"]",
        doc: "Go packages whose types API servers serve natively, by import path, in addition to `k8s.io/api/...`. For \
              example, an aggregated API server serves its own types natively. A trailing `/...` includes all packages \
              below. The setting decides how zero values in objects are treated; see `validate.zero-mode`.",
        flag: Flag::None("It is a property of the packages."),
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.native_packages.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "exclude"],
        form: ValueType::Texts,
        example: "[\"testdata/invalid/\", \"*.patch.yaml\"]",
        doc: "Files and directories to skip. `*` and `?` match characters of a name, `**` matches any directories, and \
              a trailing `/` matches only directories. A pattern without a `/` inside matches names at any depth; \
              other patterns match paths from the directory on the command line.",
        flag: Flag::Named {
            long: "exclude",
            value: "GLOB",
            help: "Skip files and directories: a name (secret.yaml, *.json, invalid/) or a path from the searched \
                   directory (old/**/*.yaml). May be repeated",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            if given.text.trim_matches(['/', '.']).is_empty() {
                return Err(InvalidSetting::Senseless("matches no file or directory"));
            }
            settings.objects.exclude.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "exclude-kind"],
        form: ValueType::Texts,
        example: "[\"Secret\", \"v1/ConfigMap\"]",
        doc: "Objects to skip, by kind (`Secret`) or by apiVersion and kind (`v1/Secret`, `apps/v1/Deployment`). \
              Commas separate several kinds. The last line of `idlgen validate` prints their number.",
        flag: Flag::Named {
            long: "exclude-kind",
            value: "KIND",
            help: "Skip objects of these kinds: Secret,v1/ConfigMap,apps/v1/Deployment. May be repeated",
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
        form: ValueType::Choices(&[
            Choice { name: "error", meaning: "An error", in_file: true },
            Choice { name: "warn", meaning: "A warning; the object is skipped", in_file: true },
            Choice { name: "ignore", meaning: "None; the object is skipped and counted", in_file: true },
        ]),
        example: "\"error\"",
        example_is_default: true,
        doc: "The severity of objects of unknown kinds. A kind in a Kubernetes group that Kubernetes does not define \
              is always an error, because it was removed or is misspelled. If the kind exists with another apiVersion, \
              the severity is at least a warning.",
        flag: Flag::Named {
            long: "unknown-kinds",
            value: "WHAT",
            help: "Select the severity of objects of unknown kinds [default: error]",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.unknown_kinds = match given.text {
                "error" => Severity::Error,
                "warn" => Severity::Warning,
                "ignore" => Severity::Off,
                _ => return Err(InvalidSetting::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "rules-in-junctors"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether CEL rules in branches of `anyOf`, `oneOf` and `not` run, so that a branch matches only if its \
              rules pass. This applies to CustomResourceDefinitions, OpenAPI documents and JSON Schemas. It is an \
              extension: API servers reject CRDs with such rules, and by default idlgen does not run them. A \
              branch without a `type` has the types of the schema that contains it. If a rule cannot be evaluated, it \
              fails. Rules with `oldSelf` are an error in branches.",
        flag: Flag::Named {
            long: "rules-in-junctors",
            value: "",
            help: "Run CEL rules in branches of anyOf, oneOf and not (API servers never do)",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.rules_in_junctors = given.text.parse().map_err(|_| InvalidSetting::Value)?;
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["validate", "message-style"],
        form: ValueType::Choices(&[
            Choice {
                name: "kubernetes",
                meaning: "Messages of an API server: spec.size: Required value",
                in_file: true,
            },
            Choice {
                name: "go-openapi",
                meaning: "Messages of the API server's validation library: spec.size in body is required",
                in_file: true,
            },
        ]),
        example: "\"kubernetes\"",
        example_is_default: true,
        doc: "The message style of object errors. `go-openapi` uses the messages of the library with which API servers \
              validate values, as tools do that call it directly (`spec.size in body is required`). Errors that the \
              library does not report, such as those of rules and metadata, keep the messages of an API server.",
        flag: Flag::Named {
            long: "message-style",
            value: "STYLE",
            help: "Select the message style of object errors [default: kubernetes]",
            only_alone: true,
        },
        method: NO_OBJECTS,
        set: |settings, given| {
            settings.objects.message_style = match given.text {
                "kubernetes" => MessageStyle::Kubernetes,
                "go-openapi" => MessageStyle::GoOpenApi,
                _ => return Err(InvalidSetting::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
];
