//! The settings of the Rust back end.

use super::{
    Choice, Flag, HandWrittenFunction, InvalidSetting, Method, ReportFormat, Setting, Settings, ValueType,
    setting::assign,
};

/// Returns the hand-written function with this Rust path.
fn function<'s>(settings: &'s mut Settings, path: &str) -> &'s mut HandWrittenFunction {
    settings.rust.functions.entry(path.to_owned()).or_default()
}

const NO_FLAG: Flag = Flag::None("The function is part of the crate that compiles the generated code.");

/// The rows of the table `rust`.
pub static RUST: &[Setting] = &[
    Setting {
        path: &["rust", "output"],
        form: ValueType::Path,
        example: "\"src/generated\"",
        doc: "The directory for Rust modules, relative to this file: one file per Go package, below a `mod.rs`. Files \
              in it that idlgen wrote in an earlier run and no longer generates are removed.",
        flag: Flag::Output {
            value: "DIR",
            help: "Write one file per Go package to this directory; `-` prints one file to standard output",
        },
        method: Method::None("A build script writes one file to OUT_DIR."),
        set: |settings, given| {
            settings.outputs.insert("rust", given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "derives"],
        form: ValueType::Texts,
        example: "[]",
        example_is_default: true,
        doc: "Derives for every generated type, such as `Eq` or `::arbitrary::Arbitrary`. Generated types have no \
              serde attributes that a derive could read.",
        flag: Flag::Named {
            long: "derive",
            value: "PATH",
            help: "Add a derive to every type. May be repeated",
            only_alone: false,
        },
        method: Method::Named("derive"),
        set: |settings, given| {
            settings.rust.derives.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "extern-packages", "*"],
        sample: "\"k8s.io/api/core/v1\"",
        example: "\"::k8s_openapi::api::core::v1\"",
        doc: "Maps a Go package (the key, an import path) to the path of existing Rust types. Generated types refer to \
              these types by name. Validators do not check their values, unless `rust.extern-validate` lists the \
              package.",
        flag: Flag::Named {
            long: "extern-package",
            value: "PACKAGE=PATH",
            help: "Use existing Rust types for a Go package: IMPORT/PATH=::rust::path. May be repeated",
            only_alone: false,
        },
        method: Method::Named("extern_package"),
        set: |settings, given| {
            settings.rust.extern_packages.insert(given.name.to_owned(), given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "extern-validate"],
        form: ValueType::Texts,
        example: "[]",
        example_is_default: true,
        doc: "Packages of `rust.extern-packages` whose Rust types implement the traits of idlgen-runtime, for example \
              because idlgen generated them in another crate. Validators check values of these types.",
        flag: Flag::Named {
            long: "extern-validate",
            value: "PACKAGE",
            help: "Check values of this --extern-package, whose types implement the traits of idlgen-runtime. May be \
                   repeated",
            only_alone: false,
        },
        set: |settings, given| {
            settings.rust.extern_validate.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "admit"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether the type of each custom resource implements `idlgen_validate::crd::Admit`, which processes \
              requests like an API server: `Widget::admit(&object)`. The generated code then depends on the crate \
              idlgen-validate.",
        flag: Flag::Named {
            long: "admit",
            value: "",
            help: "Implement idlgen_validate::crd::Admit to process requests like an API server",
            only_alone: false,
        },
        method: Method::Named("admit"),
        set: |settings, given| assign(&mut settings.rust.admit, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "report"],
        form: ValueType::Choices(&[
            Choice { name: "text", meaning: "A line per rule, and the counts", in_file: true },
            Choice { name: "json", meaning: "A JSON object", in_file: true },
        ]),
        example: "\"text\"",
        doc: "Reports how generated code evaluates each CEL rule, instead of writing the code: compiled to Rust, or by \
              the interpreter and why. Also lists the fields of custom resources in which `validate` treats zero as a \
              missing value.",
        not_in_file: Some("idlgen.toml describes what is generated."),
        flag: Flag::Named {
            long: "report",
            value: "FORMAT",
            help: "Instead of code, print whether each CEL rule is compiled or interpreted, and why",
            only_alone: true,
        },
        method: Method::None("It prints text for people."),
        set: |settings, given| {
            settings.rust.report = Some(ReportFormat::from_name(given.text).ok_or(InvalidSetting::Value)?);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "functions", "*", "type"],
        sample: "\"crate::rules::sizes_are_ordered\"",
        form: ValueType::Text,
        example: "\"example.com/widgets/api/v1.WidgetSpec\"",
        doc: "The Go type that a hand-written Rust function validates: an import path, a dot and the name of the type. \
              The name of the table is the path of the function. See [functions of your \
              own](rust.md#functions-of-your-own).",
        flag: NO_FLAG,
        set: |settings, given| {
            given.text.clone_into(&mut function(settings, given.name).go_type);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["rust", "functions", "*", "rule"],
        sample: "\"crate::rules::sizes_are_ordered\"",
        form: ValueType::Text,
        example: "\"self.minSize <= self.maxSize\"",
        doc: "The CEL rule of the type that the function replaces. Without a rule, the function is an additional \
              validator of the type.",
        flag: NO_FLAG,
        set: |settings, given| {
            function(settings, given.name).rule = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
];
