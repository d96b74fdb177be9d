//! Where in an object metadata stands.

use idlgen_runtime::field::{Element, PathBuf};

/// A field below a path.
pub(super) fn child(path: &PathBuf, name: &str) -> PathBuf {
    let mut elements = path.elements.clone();
    elements.push(Element::Field(name.to_owned()));
    PathBuf { elements }
}

/// An element of the list at a path.
pub(super) fn element(path: &PathBuf, index: usize) -> PathBuf {
    let mut elements = path.elements.clone();
    elements.push(Element::Index(index));
    PathBuf { elements }
}

/// One path below another.
pub(in crate::crd) fn join(path: &PathBuf, below: &PathBuf) -> PathBuf {
    PathBuf { elements: path.elements.iter().chain(&below.elements).cloned().collect() }
}
