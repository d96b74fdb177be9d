//! Settings for comparing two versions.

use super::{Choice, Flag, InvalidSetting, Method, Setting, ValueType};

/// The reason why build scripts do not have these settings.
const NO_COMPARISON: Method = Method::None("A build script does not compare versions.");

/// The rows of the table `diff`.
pub static DIFF: &[Setting] = &[
    Setting {
        path: &["diff", "exceptions"],
        form: ValueType::Path,
        example: "\"api-exceptions.yaml\"",
        doc: "A YAML file with changes that `idlgen diff` accepts, each with a reason and a date on which the \
              exception expires. idlgen warns about an exception that has expired or that matches no change. See \
              docs/diff.md.",
        flag: Flag::Named {
            long: "exceptions",
            value: "FILE",
            help: "Accept the changes that this file lists with a reason and a date",
            only_alone: true,
        },
        method: NO_COMPARISON,
        set: |settings, given| {
            settings.diff.exceptions = Some(given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["diff", "stability"],
        form: ValueType::Choices(&[
            Choice { name: "ignore", meaning: "Changes of all versions are equally severe", in_file: true },
            Choice {
                name: "by-version",
                meaning: "Breaking changes are `review` in beta versions (v1beta1), and all changes are `ok` in alpha \
                          versions (v1alpha1)",
                in_file: true,
            },
        ]),
        example: "\"ignore\"",
        example_is_default: true,
        doc: "Whether the name of a version decides how severe its changes are for `idlgen diff`. With `by-version`, \
              breaking changes in beta versions are `review`, and all changes in alpha versions are `ok`.",
        flag: Flag::Named {
            long: "stability",
            value: "LEVELS",
            help: "Select how the name of a version affects verdicts [default: ignore]",
            only_alone: true,
        },
        method: NO_COMPARISON,
        set: |settings, given| {
            settings.diff.by_stability = match given.text {
                "ignore" => false,
                "by-version" => true,
                _ => return Err(InvalidSetting::Value),
            };
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["diff", "main-branch"],
        form: ValueType::Text,
        example: "\"origin/main\"",
        doc: "The main branch. Without arguments, `idlgen diff` compares the work tree with its merge base with this \
              branch. By default, it is the first existing branch of `origin/HEAD`, `origin/main`, `origin/master`, \
              `main` and `master`.",
        flag: Flag::Named {
            long: "main-branch",
            value: "BRANCH",
            help: "Without OLD, compare with the merge base of this branch [default: origin/HEAD]",
            only_alone: true,
        },
        method: NO_COMPARISON,
        set: |settings, given| {
            settings.diff.main_branch = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
];
