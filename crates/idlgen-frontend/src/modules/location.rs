//! Package locations and source files.

use std::path::PathBuf;

/// The location of a Go package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackageLocation {
    /// The import path: `k8s.io/api/core/v1`.
    pub import_path: String,
    /// The directory of its files. Empty for a standard library package, which is not read.
    pub directory: PathBuf,
    /// The module that contains the package, which affects how its errors are reported.
    pub origin: PackageOrigin,
}

/// Where the files of a package come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PackageOrigin {
    /// The main module, or a module of the workspace, or if there is no go.mod, the loaded directory.
    Main,
    /// A dependency of the main module.
    Module {
        /// The path in the module's go.mod: `k8s.io/api`.
        path: String,
        /// The version in use. `None` for a module in a local directory.
        version: Option<String>,
    },
    /// The built-in declarations of Kubernetes modules.
    BuiltIn,
    /// The standard library.
    Standard,
}

impl PackageLocation {
    /// Returns `true` for a standard library package, which has no files here.
    pub fn is_standard(&self) -> bool {
        self.origin == PackageOrigin::Standard
    }
}

/// An included Go file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoSource {
    /// The path for diagnostics: relative to the loaded directory if it is inside.
    pub path: PathBuf,
    /// The unchanged content (with a byte order mark and carriage returns, so that positions are those of the file).
    pub text: String,
    /// `true` for a generated protobuf file (`*.pb.go`). Its types are also declared in other files of the package, so
    /// only its methods are relevant.
    pub is_protobuf: bool,
}
