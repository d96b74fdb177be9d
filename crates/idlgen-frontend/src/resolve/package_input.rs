//! Parsed packages, the input of the stage.

use super::unread::Unread;
use crate::syntax::GoFile;

/// A parsed package.
#[derive(Clone, Debug)]
pub struct PackageInput {
    pub import_path: String,
    /// `true` if the user requested it; `false` for packages that others import.
    pub requested: bool,
    /// `true` if its files are built-in declarations, which are only a part of the package.
    pub is_built_in: bool,
    /// Its files, sorted by name.
    pub files: Vec<FileInput>,
    /// Declarations in its files that have not been reached and therefore not been parsed.
    pub unread: Unread,
}

/// A parsed Go file, as input of the stage.
#[derive(Clone, Debug)]
pub struct FileInput {
    /// The file's name without its directory: `types.go`.
    pub name: String,
    pub declarations: GoFile,
}
