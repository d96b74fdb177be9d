//! A YAML or JSON document and its position in a file.

use std::ops::Range;

use idlgen_yaml::Node;

use crate::{
    diag::ObjectReference,
    source::{FileId, Span},
};

/// The text of a document, its file and its offset.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct DocumentText<'a> {
    /// The file that contains the text.
    pub file: FileId,
    /// Byte offset of the text in the file.
    pub offset: usize,
    /// The text to which node positions refer.
    pub text: &'a str,
}

impl DocumentText<'_> {
    /// Converts a byte range of the text into a file location.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start + self.offset, range.end + self.offset)
    }
}

/// Describes an object by its kind, name and namespace, with an optional field path.
pub(super) fn reference(object: &Node, field: Option<String>) -> ObjectReference {
    let text = |node: Option<&Node>| node.and_then(Node::as_str).unwrap_or_default().to_owned();
    let metadata = object.get("metadata");
    ObjectReference {
        api_version: text(object.get("apiVersion")),
        kind: text(object.get("kind")),
        namespace: text(metadata.and_then(|metadata| metadata.get("namespace"))),
        name: text(metadata.and_then(|metadata| metadata.get("name"))),
        field,
        ..ObjectReference::default()
    }
}
