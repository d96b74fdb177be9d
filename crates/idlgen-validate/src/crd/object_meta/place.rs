//! Helpers for paths in metadata.

use idlgen_runtime::field::{Element, PathBuf};

/// Returns the path of a field.
pub(super) fn child(path: &PathBuf, name: &str) -> PathBuf {
    let mut elements = path.elements.clone();
    elements.push(Element::Field(name.to_owned()));
    PathBuf { elements }
}

/// Returns the path of a list element.
pub(super) fn element(path: &PathBuf, index: usize) -> PathBuf {
    let mut elements = path.elements.clone();
    elements.push(Element::Index(index));
    PathBuf { elements }
}

/// Concatenates two paths.
pub(in crate::crd) fn join(path: &PathBuf, below: &PathBuf) -> PathBuf {
    PathBuf { elements: path.elements.iter().chain(&below.elements).cloned().collect() }
}
