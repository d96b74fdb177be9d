//! How objects are judged.

use idlgen_validate::engine::ZeroMode;

use super::{Choice, Flag, Form, Method, Refusal, Setting};

/// How objects are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectSettings {
    /// What zero means in all objects; without it, the package of the type decides.
    pub zero_mode: Option<ZeroMode>,
    /// Packages whose types API servers serve natively, besides those of Kubernetes.
    pub native_packages: Vec<String>,
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
              absent where the Go field cannot tell the two apart. In custom resources (`crd`) nulls that may not be \
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
];
