//! The settings of the back end for custom resource definitions.

use std::{collections::BTreeMap, path::PathBuf};

use super::{Flag, Form, Refusal, Setting, setting::assign};

/// Settings of the output of custom resource definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrdSettings {
    /// How many bytes a description has at the most; 0 leaves descriptions out.
    pub max_description_length: Option<usize>,
    /// Whether objects within objects have the fields of metadata that templates use.
    pub embedded_object_meta: bool,
    /// How many bytes descriptions have at the most at and below paths of fields.
    pub description_lengths: BTreeMap<String, usize>,
    /// How many bytes a definition has at the most, as JSON without spaces.
    pub max_bytes: Option<usize>,
    /// The file with what stands before every definition.
    pub header_file: Option<PathBuf>,
    /// What ` YEAR` in the header becomes.
    pub year: Option<String>,
    /// What stands before every definition; the session reads it.
    pub header: String,
    /// What definitions say as `spec.preserveUnknownFields`.
    pub preserve_unknown_fields: Option<bool>,
    /// Whether controller-gen is imitated with its option `allowDangerousTypes`.
    pub dangerous_types: bool,
    /// Whether controller-gen is imitated with its option `ignoreUnexportedFields`.
    pub ignore_unexported_fields: bool,
    /// Whether files begin without `---`.
    pub no_document_start: bool,
    /// The version that definitions say controller-gen has, where that is imitated.
    pub controller_gen_version: Option<String>,
}

/// The rows of the table `crd`.
pub static CRD: &[Setting] = &[
    Setting {
        path: &["crd", "output"],
        form: Form::Path,
        example: "\"config/crd/bases\"",
        doc: "The folder that the custom resource definitions are written to, relative to this file: one file each, \
              `GROUP_PLURAL.yaml`. With `{channel}` in it, those of every channel are made. `idlgen generate -o DIR` \
              alone writes none.",
        flag: Flag::Output {
            value: "DIR",
            help: "The folder to write, one file each, GROUP_PLURAL.yaml; `-` prints them all on standard output",
        },
        set: |settings, given| {
            settings.outputs.insert("crd", given.text.into());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "max-description-length"],
        form: Form::Integer(0, 1_000_000),
        example: "0",
        doc: "How many bytes a description has at the most: it ends at the last sentence that fits, or at the last \
              word. 0 leaves descriptions out. Without this they are whole.",
        flag: Flag::Named {
            long: "max-description-length",
            value: "BYTES",
            help: "End descriptions at the last sentence or word within so many bytes; 0 leaves them out",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.max_description_length, given.text.parse().ok().map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "embedded-object-meta"],
        form: Form::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether metadata within objects, as templates have it, has the fields `name`, `namespace`, `labels`, \
              `annotations` and `finalizers`. Without them an API server drops everything there.",
        flag: Flag::Named {
            long: "embedded-object-meta",
            value: "",
            help: "Give metadata within objects name, namespace, labels, annotations and finalizers",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.embedded_object_meta, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "descriptions", "*"],
        sample: "\"spec.template\"",
        form: Form::Integer(0, 1_000_000),
        example: "0",
        doc: "How many bytes descriptions have at the most at a field and below it, whatever max-description-length \
            says: \
              0 leaves them out. The path names fields from the root on; `*` is any field, and items of lists and \
              values of maps take no part of it. The longest path counts.",
        flag: Flag::Named {
            long: "descriptions",
            value: "PATH=BYTES",
            help: "End descriptions at a field and below it within so many bytes; 0 leaves them out",
            only_alone: false,
        },
        set: |settings, given| {
            let length = given.text.parse().map_err(|_| Refusal::Value)?;
            settings.crd.description_lengths.insert(given.name.to_owned(), length);
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "max-bytes"],
        form: Form::Integer(1, 100_000_000),
        example: "262144",
        doc: "How many bytes a definition has at the most, as JSON without spaces: what `kubectl apply` keeps in an \
              annotation, where there is room for 262144. A larger one loses descriptions, those of the deepest fields \
              first, and a warning says which. Without this, definitions have any size.",
        flag: Flag::Named {
            long: "max-bytes",
            value: "BYTES",
            help: "Leave out the deepest descriptions of a definition that has more bytes as JSON",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.max_bytes, given.text.parse().ok().map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "header-file"],
        form: Form::Path,
        example: "\"hack/boilerplate.yaml.txt\"",
        doc: "A file whose text stands before every definition, a licence say.",
        flag: Flag::Named {
            long: "header-file",
            value: "FILE",
            help: "Write the text of this file before every definition",
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
        form: Form::Text,
        example: "\"2026\"",
        doc: "What stands in the place of `YEAR` in the header.",
        flag: Flag::Named {
            long: "year",
            value: "YEAR",
            help: "Write this in the place of `YEAR` in the header",
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
        form: Form::OneOf(&["true", "false"]),
        example: "\"false\"",
        doc: "What definitions say as `spec.preserveUnknownFields`. API servers refuse `true` of new definitions; \
              `\"false\"` overrides what a definition of v1beta1 said that is already there. Without this, nothing is \
              said.",
        flag: Flag::Named {
            long: "preserve-unknown-fields",
            value: "BOOL",
            help: "Say spec.preserveUnknownFields: {expected}",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.preserve_unknown_fields, given.text.parse().ok().map(Some)),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "dangerous-types"],
        form: Form::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether floats are allowed, as by controller-gen's `allowDangerousTypes`. It counts with `compat = \
              \"controller-gen\"`; by default they always are.",
        flag: Flag::Named {
            long: "dangerous-types",
            value: "",
            help: "With --compat controller-gen: allow floats (allowDangerousTypes)",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.dangerous_types, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "ignore-unexported-fields"],
        form: Form::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether fields that Go does not export are passed over, as by controller-gen's \
              `ignoreUnexportedFields`. It counts with `compat = \"controller-gen\"`; by default they always are.",
        flag: Flag::Named {
            long: "ignore-unexported-fields",
            value: "",
            help: "With --compat controller-gen: pass over fields that Go does not export (ignoreUnexportedFields)",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.ignore_unexported_fields, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "no-document-start"],
        form: Form::Boolean,
        example: "false",
        example_is_default: true,
        doc: "Whether files begin without `---`.",
        flag: Flag::Named {
            long: "no-document-start",
            value: "",
            help: "Begin files without `---`",
            only_alone: false,
        },
        set: |settings, given| assign(&mut settings.crd.no_document_start, given.text.parse().ok()),
        ..Setting::PLAIN
    },
    Setting {
        path: &["crd", "controller-gen-version"],
        form: Form::Text,
        example: "\"v0.17.2\"",
        doc: "The version in the annotation `controller-gen.kubebuilder.io/version`. It applies with `compat = \
              \"controller-gen=0.17\"`, whose output it does not change otherwise. Without this, it is the last \
              release of that version that idlgen supports.",
        flag: Flag::Named {
            long: "controller-gen-version",
            value: "VERSION",
            help: "With --compat controller-gen: set the version in the annotation, such as v0.17.2",
            only_alone: false,
        },
        set: |settings, given| {
            settings.crd.controller_gen_version = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
];
