//! A generated page, and links to pages.

use serde::Serialize;

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path in docs: `diagnostics/IDL0301.md`.
    pub path: String,
    /// Its contents.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Link {
    /// `IDL0301 unknown-tag`, `+minimum`.
    pub(super) title: String,
    /// `IDL0301`, `minimum`: the name of the file without its extension.
    pub(super) file: String,
}
