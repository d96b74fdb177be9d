//! Where a package lies, and the text of its files.

use std::path::PathBuf;

/// Where a Go package lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackageLocation {
    /// The path by which others import it.
    pub import_path: String,
    /// The folder of its files; empty for a package of the standard library, whose files are not read.
    pub directory: PathBuf,
    /// What it belongs to.
    pub origin: PackageOrigin,
}

/// What a package belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PackageOrigin {
    /// The main module, a module of the workspace, or, without a go.mod, the folder that was loaded.
    Main,
    /// A module that the main module depends on.
    Module {
        /// The module's path.
        path: String,
        /// The version in use; `None` for a module given by folder.
        version: Option<String>,
    },
    /// The declarations of Kubernetes' own modules that are built in.
    BuiltIn,
    /// The standard library.
    Standard,
}

impl PackageLocation {
    /// Whether this is a package of the standard library, which has no files here.
    pub fn is_standard(&self) -> bool {
        self.origin == PackageOrigin::Standard
    }
}

/// A Go file that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoSource {
    /// The path as diagnostics shall show it: relative to the folder that was loaded where it lies in it.
    pub path: PathBuf,
    /// The text, byte for byte (a byte order mark and carriage returns are kept, so that positions are those of the
    /// file).
    pub text: String,
    /// Whether this is a generated protobuf file (`*.pb.go`): its types are those of other files of the package, so
    /// that only its methods matter.
    pub is_protobuf: bool,
}
