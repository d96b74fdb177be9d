//! The settings of all back ends.

use super::{Flag, InvalidSetting, Method, Setting, ValueType, kubernetes_minor, setting::assign};
use crate::{
    codes,
    diag::{Code, Severity},
    tool::{Tool, ToolName},
};

/// Settings for reading packages.
pub static READING: &[Setting] = &[
    Setting {
        path: &["packages"],
        form: ValueType::Texts,
        example: "[\"./api/...\"]",
        doc: "The Go packages to read: patterns as `go list` accepts them, relative to this file (`./api/v1`, \
              `./...`), or import paths (`k8s.io/api/apps/v1`, `k8s.io/api/...`). Packages on the command line replace \
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
        form: ValueType::KubernetesVersion,
        example: "\"1.35\"",
        example_is_default: true,
        doc: "The Kubernetes version of the API server to match in schemas, formats and messages, from 1.25 to 1.37.",
        flag: Flag::Named {
            long: "kubernetes-version",
            value: "VERSION",
            help: "Match the API server of this Kubernetes version, 1.25 to 1.37 [default: 1.35]",
            only_alone: false,
        },
        method: Method::Named("kubernetes_version"),
        set: |settings, given| assign(&mut settings.kubernetes_minor, kubernetes_minor(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["compat"],
        form: ValueType::OneOf(&Tool::NAMES),
        example: "\"idlgen\"",
        example_is_default: true,
        doc: "The tool to emulate. `idlgen` reads the tags of all supported tools. `openapi-gen` reads only the tags \
              that openapi-gen reads, in the same locations, and publishes the same values, including its bugs. \
              `controller-gen`, or `controller-gen=0.14` to `0.22`, generates CustomResourceDefinitions as that \
              version of controller-gen does (docs/known-differences.md).",
        flag: Flag::Named {
            long: "compat",
            value: "TOOL",
            help: "Emulate a tool: {expected} [default: idlgen]",
            only_alone: false,
        },
        method: Method::Named("compat"),
        set: |settings, given| assign(&mut settings.compatibility, ToolName::from_name(given.text)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["cel", "kep-4153-functions"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether CEL rules can use functions that KEP-4153 proposes and no API server has: isFormat, \
              validateFormat, is4, is6, overlaps, utf8.isValid, utf8.isPrint, utf8.isControl, and matches of labels \
              with a label selector. Each use is a warning.",
        flag: Flag::Named {
            long: "kep-4153-functions",
            value: "",
            help: "Allow CEL functions that only KEP-4153 proposes (isFormat, is4)",
            only_alone: false,
        },
        method: Method::Named("kep_4153_functions"),
        set: |settings, given| assign(&mut settings.kep_4153_functions, given.text.parse().ok()),
        ..Setting::PLAIN
    },
];

/// Settings for the locations of modules and for reports.
pub static ENVIRONMENT: &[Setting] = &[
    Setting {
        path: &["modules", "*"],
        sample: "\"k8s.io/api\"",
        form: ValueType::Path,
        example: "\"../api\"",
        doc: "The directory of the Go module with this path (the key), relative to this file. It takes precedence over \
              go.mod, go.work, vendor directories and the module cache.",
        flag: Flag::Named {
            long: "module",
            value: "PATH=DIR",
            help: "Read a Go module from this directory. May be repeated",
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
        form: ValueType::Texts,
        example: "[\"acme:*\"]",
        doc: "Tags of other tools that idlgen does not report as unknown. A trailing `*` matches any text.",
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
        form: ValueType::OneOf(&["off", "info", "warning", "error"]),
        example: "\"warning\"",
        doc: "The severity of a diagnostic, by code (`IDL0301`) or name (`unknown-tag`). If a type has an \
              error, idlgen does not write the outputs that depend on it. Unreadable input is always reported: its \
              diagnostics cannot be `off`.",
        flag: Flag::None("`--select`, `--ignore` and `--warn` change severities for one run."),
        set: |settings, given| {
            let codes = codes::all();
            let Some(code) = codes.find(given.name) else {
                return Err(InvalidSetting::UnknownName { of: "diagnostic", nearest: codes.nearest_name(given.name) });
            };
            let severity = severity(given.text).ok_or(InvalidSetting::Value)?;
            if severity == Severity::Off && codes::is_about_reading(code) {
                return Err(InvalidSetting::Senseless("cannot be off: unreadable input cannot be checked"));
            }
            settings.severities.by_code.insert(code, severity);
            Ok(())
        },
        ..Setting::PLAIN
    },
];

/// Settings for withholding outputs because of errors.
pub static WRITING: &[Setting] = &[Setting {
    path: &["all-or-nothing"],
    form: ValueType::Boolean,
    example: "false",
    example_is_default: true,
    doc: "Whether any error withholds all outputs. By default, an error withholds only the outputs that depend on \
          it; those files stay unchanged (docs/files.md).",
    flag: Flag::Named {
        long: "all-or-nothing",
        value: "",
        help: "Write nothing if there is any error",
        only_alone: false,
    },
    method: Method::None("A build script always writes all or nothing."),
    set: |settings, given| assign(&mut settings.all_or_nothing, given.text.parse().ok()),
    ..Setting::PLAIN
}];

/// The reason why idlgen.toml does not have the settings for the findings of a single run.
const ONE_RUN: Option<&str> = Some("It applies to one run. `[diagnostics]` sets severities for every run.");
/// The reason why build scripts do not have these settings.
const NO_SCRIPT: Method = Method::None("A build script sets severities with `diagnostics`.");

/// Settings for showing the findings of one run.
pub static FINDINGS: &[Setting] = &[
    Setting {
        path: &["select"],
        form: ValueType::Codes,
        example: "[]",
        doc: "The only diagnostics that are shown and counted, regardless of `[diagnostics]`. Errors that prevent a \
              command from doing its work are always shown: unreadable modules, files and objects and, if the command \
              generates files or validates objects from Go packages, every error in these packages.",
        not_in_file: ONE_RUN,
        flag: Flag::Named {
            long: "select",
            value: "CODES",
            help: "Show only these diagnostics, and errors that block the command: codes (IDL0301), names \
                   (unknown-tag) or prefixes (IDL03), separated by commas. May be repeated; `idlgen explain` lists \
                   them",
            only_alone: false,
        },
        method: NO_SCRIPT,
        set: |settings, given| {
            settings.severities.selected.extend(matching(given.text)?);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["ignore"],
        form: ValueType::Codes,
        example: "[]",
        doc: "Diagnostics that are off in this run. If `--select` and `--ignore` both match a diagnostic, the more \
              specific one wins; on a tie, `--ignore` wins. Unreadable input is never ignored.",
        not_in_file: ONE_RUN,
        flag: Flag::Named {
            long: "ignore",
            value: "CODES",
            help: "Hide these diagnostics, named as for --select. If both match, the more specific flag wins. May be \
                   repeated",
            only_alone: false,
        },
        method: NO_SCRIPT,
        set: |settings, given| {
            let mut ignored = matching(given.text)?;
            ignored.retain(|(code, _)| !codes::is_about_reading(*code));
            if ignored.is_empty() {
                return Err(InvalidSetting::Senseless("cannot be ignored: unreadable input cannot be checked"));
            }
            settings.severities.ignored.extend(ignored);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["warn"],
        form: ValueType::Codes,
        example: "[]",
        doc: "Diagnostics to downgrade from errors to warnings in this run, so that files are written. An invalid tag \
              is then ignored, and the last of two contradicting tags wins, as with controller-gen. Unreadable input \
              stays an error.",
        not_in_file: ONE_RUN,
        flag: Flag::Named {
            long: "warn",
            value: "CODES",
            help: "Downgrade these errors, named as for --select, to warnings: files are written, and invalid tags are \
                   ignored. May be repeated",
            only_alone: false,
        },
        method: NO_SCRIPT,
        set: |settings, given| {
            let found = matching(given.text)?;
            let mut warned = found.into_iter().map(|(code, _)| code).filter(|code| !codes::is_about_reading(*code));
            let Some(first) = warned.next() else {
                return Err(InvalidSetting::Senseless(
                    "stays an error: nothing can be generated from unreadable input",
                ));
            };
            settings.severities.warned.insert(first);
            settings.severities.warned.extend(warned);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["deny-warnings"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether warnings are errors in this run: the exit status is 1, and outputs that depend on them are kept \
              back. Warnings in packages that were not requested stay warnings.",
        not_in_file: ONE_RUN,
        flag: Flag::Named {
            long: "deny-warnings",
            value: "",
            help: "Treat warnings in the requested packages as errors",
            only_alone: false,
        },
        method: NO_SCRIPT,
        set: |settings, given| assign(&mut settings.severities.deny_warnings, given.text.parse().ok()),
        ..Setting::PLAIN
    },
];

/// Returns the codes that a name selects, each with the specificity of the name.
///
/// # Errors
/// Returns an error if the name selects no code.
pub(crate) fn matching(text: &str) -> Result<Vec<(Code, usize)>, InvalidSetting> {
    let codes = codes::all();
    let found = codes.matching(text);
    if found.is_empty() {
        return Err(InvalidSetting::UnknownName { of: "diagnostic", nearest: codes.nearest_name(text) });
    }
    // A complete code, as a number or a name, is the most specific.
    let exact = if found.len() == 1 { usize::MAX } else { text.len() };
    Ok(found.into_iter().map(|code| (code, exact)).collect())
}

fn severity(name: &str) -> Option<Severity> {
    Some(match name {
        "off" => Severity::Off,
        "info" => Severity::Info,
        "warning" => Severity::Warning,
        "error" => Severity::Error,
        _ => return None,
    })
}
