//! The settings of the back end for custom resource definitions.

use std::path::PathBuf;

use super::{Flag, Form, Setting, setting::assign};

/// Settings of the output of custom resource definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrdSettings {
    /// The folder to write.
    pub output: Option<PathBuf>,
    /// How many bytes a description has at the most; 0 leaves descriptions out.
    pub max_description_length: Option<usize>,
    /// Whether objects within objects have the fields of metadata that templates use.
    pub embedded_object_meta: bool,
    /// Whether files begin without `---`.
    pub no_document_start: bool,
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
            settings.crd.output = Some(given.text.into());
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
];
