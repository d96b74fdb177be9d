//! Channel settings for CRDs: annotations and file names.

use idlgen_validate::crd::CustomResourceDefinition as Document;
use serde_json::{Map, Value as Json};

use crate::{diag::Diagnostic, emit::openapi::codes::REFUSED, settings::Settings};

/// Adds the annotations of the channel, which take precedence over those of tags.
pub(super) fn annotate(document: &mut Document, settings: &Settings) {
    let Some(channel) = settings.chosen_channel().filter(|channel| !channel.annotations.is_empty()) else { return };
    let annotations = document.metadata.entry("annotations").or_insert_with(|| Json::Object(Map::new()));
    if let Json::Object(annotations) = annotations {
        for (key, value) in &channel.annotations {
            annotations.insert(key.clone(), value.as_str().into());
        }
    }
}

/// Returns the file name of a CRD: `GROUP_PLURAL.yaml`, or that of the channel.
pub(super) fn file_name(document: &Document, settings: &Settings) -> String {
    let pattern = settings.chosen_channel().and_then(|channel| channel.file_name.as_deref());
    let names = &document.names;
    pattern
        .unwrap_or("{group}_{plural}.yaml")
        .replace("{group}", &document.group)
        .replace("{plural}", &names.plural)
        .replace("{kind}", &names.kind)
        .replace("{channel}", settings.channel.as_deref().unwrap_or_default())
}

/// Creates the diagnostic for two CRDs with the same file name.
pub(super) fn same_file(name: &str) -> Diagnostic {
    Diagnostic::new(REFUSED, format!("two CRDs have the file name `{name}`"))
        .help("set `file-name` of the channel to a unique name: `{group}_{plural}.yaml`")
}
