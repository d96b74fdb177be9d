//! The settings of the CRD back end.

use super::{Flag, Formats, InvalidSetting, Setting, ValueType, setting::assign};

/// The rows of the table `crd`.
pub static CRD: &[Setting] = &[
    Setting {
        path: &["crd", "output"],
        form: ValueType::Path,
        example: "\"config/crd/bases\"",
        doc: "The directory for CustomResourceDefinitions, relative to this file: one file per kind, \
              `GROUP_PLURAL.yaml`. If the path contains `{channel}`, those of every channel are written. `idlgen \
              generate -o DIR` without this setting writes none.",
        flag: Flag::Output {
            value: "DIR",
            help: "Write one file per kind to this directory, GROUP_PLURAL.yaml; `-` is standard output",
        },
        set: |settings, given| {
            settings.outputs.insert("crd", given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "max-description-length"],
        form: ValueType::Integer(0, 1_000_000),
        example: "0",
        doc: "The maximum length of a description in bytes. Longer descriptions end at the last sentence that fits, or \
              at the last word. 0 removes descriptions. By default, descriptions are complete.",
        flag: Flag::Named {
            long: "max-description-length",
            value: "BYTES",
            help: "Shorten descriptions to this many bytes; 0 removes them",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.max_description_length, given.text.parse().ok().map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "embedded-object-meta"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether embedded metadata, such as that of templates, has the fields `name`, `namespace`, `labels`, \
              `annotations` and `finalizers`. Without them, an API server prunes everything in it.",
        flag: Flag::Named {
            long: "embedded-object-meta",
            value: "",
            help: "Add name, namespace, labels, annotations and finalizers to embedded metadata",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.embedded_object_meta, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "descriptions", "*"],
        sample: "\"spec.template\"",
        form: ValueType::Integer(0, 1_000_000),
        example: "0",
        doc: "The maximum length of the descriptions of a field and the fields below it, in bytes. It takes precedence \
              over `crd.max-description-length`. 0 removes the descriptions. The key is a path of field names from the \
              root; `*` matches any field, and list items and map values are not part of the path. If several paths \
              match, the longest path wins.",
        flag: Flag::Named {
            long: "descriptions",
            value: "PATH=BYTES",
            help: "Shorten the descriptions in this field to this many bytes; 0 removes them",
            only_alone: false,
        },
        set: |settings, given| {
            let length = given.text.parse().map_err(|_| InvalidSetting::Value)?;
            settings.crd.description_lengths.insert(given.name.to_owned(), length);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "max-bytes"],
        form: ValueType::Integer(1, 100_000_000),
        example: "262144",
        doc: "The maximum size of a CustomResourceDefinition, in bytes of JSON without spaces. `kubectl apply` stores \
              the CustomResourceDefinition in an annotation, whose limit is 262144 bytes. From a larger one, idlgen \
              removes descriptions, starting with the deepest fields, and reports them in a warning. By default, there \
              is no limit.",
        flag: Flag::Named {
            long: "max-bytes",
            value: "BYTES",
            help: "Remove the deepest descriptions until each CRD has at most this many bytes",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.max_bytes, given.text.parse().ok().map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "formats"],
        form: ValueType::OneOf(&["native", "inline-pattern", "inline-cel"]),
        example: "\"inline-pattern\"",
        doc: "How formats that API servers do not check in custom resources are written: as `format` (`native`), as a \
              regular expression (`inline-pattern`), or as a CEL rule (`inline-cel`). With `native`, the server accepts \
              every string, and idlgen prints a warning. By default, the value of `openapi.formats`.",
        flag: Flag::Named {
            long: "formats",
            value: "FORMAT",
            help: "Select how formats that API servers do not check are written: {expected} [default: native]",
            only_alone: true,
        },
        set: |settings, given| assign(&mut settings.crd.formats, Formats::from_name(given.text).map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "header-file"],
        form: ValueType::Path,
        example: "\"hack/boilerplate.yaml.txt\"",
        doc: "A file whose text, such as a license, precedes every CustomResourceDefinition.",
        flag: Flag::Named {
            long: "header-file",
            value: "FILE",
            help: "Write the text of this file before every CustomResourceDefinition",
            only_alone: false,
        },
        set: |settings, given| {
            settings.crd.header_file = Some(given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "year"],
        form: ValueType::Text,
        example: "\"2026\"",
        doc: "The year that replaces `YEAR` in the header.",
        flag: Flag::Named {
            long: "year",
            value: "YEAR",
            help: "Replace `YEAR` in the header with this year",
            only_alone: false,
        },
        set: |settings, given| {
            settings.crd.year = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "preserve-unknown-fields"],
        form: ValueType::OneOf(&["true", "false"]),
        example: "\"false\"",
        doc: "The value of `spec.preserveUnknownFields`. API servers reject `true` in new CRDs; `\"false\"` \
              overrides the value of an existing v1beta1 CRD. By default, the field is absent.",
        flag: Flag::Named {
            long: "preserve-unknown-fields",
            value: "BOOL",
            help: "Set spec.preserveUnknownFields: {expected}",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.preserve_unknown_fields, given.text.parse().ok().map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "dangerous-types"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether floats are allowed, like `allowDangerousTypes` of controller-gen. It applies with `--compat \
              controller-gen`; otherwise they are always allowed.",
        flag: Flag::Named {
            long: "dangerous-types",
            value: "",
            help: "With --compat controller-gen, allow floats (allowDangerousTypes)",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.dangerous_types, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "ignore-unexported-fields"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether unexported Go fields are ignored, like `ignoreUnexportedFields` of controller-gen. It applies \
              with `--compat controller-gen`; otherwise they are always ignored.",
        flag: Flag::Named {
            long: "ignore-unexported-fields",
            value: "",
            help: "With --compat controller-gen, ignore unexported fields (ignoreUnexportedFields)",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.ignore_unexported_fields, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "no-document-start"],
        form: ValueType::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether files start without `---`.",
        flag: Flag::Named {
            long: "no-document-start",
            value: "",
            help: "Start files without `---`",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.no_document_start, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "controller-gen-version"],
        form: ValueType::Text,
        example: "\"v0.17.2\"",
        doc: "The version in the annotation `controller-gen.kubebuilder.io/version`, with `compat = \
              \"controller-gen\"`. It does not change the rest of the output. By default, it is the last supported \
              release of the emulated version.",
        flag: Flag::Named {
            long: "controller-gen-version",
            value: "VERSION",
            help: "With --compat controller-gen, set the version annotation, such as v0.17.2",
            only_alone: false,
        },
        set: |settings, given| {
            settings.crd.controller_gen_version = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
];
