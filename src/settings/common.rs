//! The settings of every back end: what is read, and how.

use super::{Flag, Form, Method, Refusal, Setting, kubernetes_minor, setting::assign};
use crate::{
    codes,
    diag::Severity,
    tool::{Tool, ToolName},
};

/// What is read, and how it is understood.
pub static READING: &[Setting] = &[
    Setting {
        path: &["packages"],
        form: Form::Texts,
        example: "[\"./api/...\"]",
        doc: "The Go packages to read: patterns as `go list` takes them, relative to this file (`./api/v1`, `./...`) \
              or import paths (`k8s.io/api/apps/v1`, `k8s.io/api/...`). Packages named on the command line replace \
              them.",
        flag: Flag::None("They are the arguments of commands."),
        method: Method::Named("package"),
        set: |settings, given| {
            settings.packages.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["kubernetes-version"],
        form: Form::KubernetesVersion,
        example: "\"1.35\"",
        example_is_default: true,
        doc: "The Kubernetes version whose published forms, formats and texts count, from 1.25 to 1.37.",
        flag: Flag::Named {
            long: "kubernetes-version",
            value: "VERSION",
            help: "The Kubernetes version whose API server, published forms and texts count: 1.25 to 1.37 \
                   [default: 1.35]",
            only_alone: false,
        },
        method: Method::Named("kubernetes_version"),
        set: |settings, given| assign(&mut settings.kubernetes_minor, kubernetes_minor(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["compat"],
        form: Form::OneOf(&Tool::NAMES),
        example: "\"idlgen\"",
        example_is_default: true,
        doc: "The tool whose understanding of comments and tags counts. `idlgen` reads every dialect; `openapi-gen` \
              reads what openapi-gen reads, where it reads it, and publishes the same values, its oddities included \
              (docs/known-differences.md).",
        flag: Flag::Named {
            long: "compat",
            value: "TOOL",
            help: "The tool whose understanding of comments and tags counts: {expected} [default: idlgen]",
            only_alone: false,
        },
        method: Method::Named("compat"),
        set: |settings, given| assign(&mut settings.compatibility, ToolName::from_name(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["cel", "kep-4153-functions"],
        form: Form::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether CEL rules may use the functions that KEP-4153 proposed and no API server has: isFormat, \
              validateFormat, is4, is6, overlaps, utf8.isValid, utf8.isPrint, utf8.isControl, and matches of labels \
              with a label selector. Each use gives a warning.",
        flag: Flag::Named {
            long: "kep-4153-functions",
            value: "",
            help: "Let CEL rules use the functions that KEP-4153 proposed and no API server has (isFormat, is4, \
                   utf8.isPrint and others)",
            only_alone: false,
        },
        method: Method::Named("kep_4153_functions"),
        set: |settings, given| assign(&mut settings.kep_4153_functions, given.text.parse().ok()),
        ..Setting::PLAIN
    },
];

/// Where things lie, and what is said of them.
pub static SURROUNDINGS: &[Setting] = &[
    Setting {
        path: &["modules", "*"],
        sample: "\"k8s.io/api\"",
        form: Form::Path,
        example: "\"../api\"",
        doc: "Where the Go module of this path (the key) lies, relative to this file. Wins over go.mod, go.work, \
              vendor and the module cache.",
        flag: Flag::Named {
            long: "module",
            value: "PATH=DIR",
            help: "Where a Go module lies: PATH=DIR. May be repeated",
            only_alone: false,
        },
        method: Method::Named("module"),
        set: |settings, given| {
            settings.modules.insert(given.name.to_owned(), given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["tags", "allow"],
        form: Form::Texts,
        example: "[\"acme:*\"]",
        doc: "Tags of other tools that idlgen does not know and shall not report; a `*` at the end stands for \
              anything.",
        flag: Flag::None("The tags of a repository are the same in every run."),
        method: Method::Named("allow_tag"),
        set: |settings, given| {
            settings.allowed_tags.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["diagnostics", "*"],
        sample: "unknown-tag",
        form: Form::OneOf(&["off", "info", "warning", "error"]),
        example: "\"warning\"",
        doc: "The severity of a diagnostic, by code (`IDL0301`) or name (`unknown-tag`). While any has the severity \
              `error`, nothing is written.",
        flag: Flag::None("What is an error in a repository is one in every run."),
        set: |settings, given| {
            let codes = codes::all();
            let Some(code) = codes.find(given.name) else {
                return Err(Refusal::UnknownName { of: "diagnostic", nearest: codes.nearest_name(given.name) });
            };
            settings.severities.insert(code, severity(given.text).ok_or(Refusal::Value)?);
            Ok(())
        },
        ..Setting::PLAIN
    },
];

fn severity(name: &str) -> Option<Severity> {
    Some(match name {
        "off" => Severity::Off,
        "info" => Severity::Info,
        "warning" => Severity::Warning,
        "error" => Severity::Error,
        _ => return None,
    })
}
