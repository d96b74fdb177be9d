//! Settings for running test suites.

use super::{Flag, Method, Setting, ValueType};

/// The reason why build scripts do not have these settings.
const NO_SUITES: Method = Method::None("A build script does not run test suites.");

/// The rows of the table `test`.
pub static TEST: &[Setting] = &[
    Setting {
        path: &["test", "coverage-floor"],
        form: ValueType::Path,
        example: "\"coverage-floor.yaml\"",
        doc: "A YAML file that lists the rules, enum values and limits of each kind that suites need not cover. If any \
              other one is uncovered, `idlgen test --coverage` fails. `--update-coverage-floor` writes the \
              file. See docs/testing.md.",
        flag: Flag::Named {
            long: "coverage-floor",
            value: "FILE",
            help: "Exit with 1 if a rule, enum value or limit that this file does not list is uncovered",
            only_alone: true,
        },
        method: NO_SUITES,
        set: |settings, given| {
            settings.test.coverage_floor = Some(given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["test", "rust-directory"],
        form: ValueType::Path,
        example: "\"target/idlgen-test\"",
        doc: "The directory for the crate that `idlgen test --rust` generates and compiles. By default, it is \
              `target/idlgen-test` if the directory of the Go packages has a `Cargo.toml`, otherwise a directory in \
              the user's cache.",
        flag: Flag::Named {
            long: "rust-directory",
            value: "DIR",
            help: "With --rust, write the crate to this directory [default: target/idlgen-test or the user's cache]",
            only_alone: true,
        },
        method: NO_SUITES,
        set: |settings, given| {
            settings.test.rust_directory = Some(given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["test", "rust-crates"],
        form: ValueType::Path,
        example: "\"../idlgen/crates\"",
        doc: "A directory with the crates `idlgen-runtime` and `idlgen-validate`, such as `crates` in a checkout of \
              idlgen. `idlgen test --rust` uses them instead of the released ones.",
        flag: Flag::Named {
            long: "rust-crates",
            value: "DIR",
            help: "With --rust, use the crates idlgen-runtime and idlgen-validate in this directory",
            only_alone: true,
        },
        method: NO_SUITES,
        set: |settings, given| {
            settings.test.rust_crates = Some(given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
];
