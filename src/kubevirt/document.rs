//! A document in its file.

use std::ops::Range;

use idlgen_yaml::Node;

use crate::{
    diag::ObjectReference,
    source::{FileId, Span},
};

/// The text that the positions of a document count from, and where it is.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "it is where a document is")]
pub struct DocumentText<'a> {
    /// The file.
    pub file: FileId,
    /// Where in the file the text begins.
    pub offset: usize,
    /// The text.
    pub text: &'a str,
}

impl DocumentText<'_> {
    /// Bytes of the text, in the file.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start + self.offset, range.end + self.offset)
    }
}

/// An object by what it says of itself, and a field of it.
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
