//! Built-in declarations of the Kubernetes modules that API packages import, for systems without these modules. For
//! each minor version, contains names, types, JSON names, tags and constants, but no descriptions or function bodies.
//!
//! `cargo xtask builtin` generates the data from the modules. The data represents trees of Go files, which are read
//! like any others. Parts that several versions share are stored once.

mod declarations;
mod package;

use std::sync::OnceLock;

pub use declarations::{Declarations, ROOT};
pub use package::PackageData;

use super::import_path::below;

/// The path of the data in the repository.
pub const ARCHIVE_PATH: &str = "src/modules/builtin/declarations.bin";

/// The modules that are built in.
pub const MODULES: [&str; 3] = ["k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/apimachinery"];

/// Returns the built-in module that contains a package.
pub(super) fn module_of(import_path: &str) -> Option<&'static str> {
    MODULES.into_iter().find(|module| below(import_path, module).is_some())
}

static BYTES: &[u8] = include_bytes!("builtin/declarations.bin");

/// Returns the built-in declarations.
pub fn declarations() -> &'static Declarations {
    static DECLARATIONS: OnceLock<Declarations> = OnceLock::new();
    // A test ensures that the data is readable. If it were not, modules would have to be on disk.
    DECLARATIONS.get_or_init(|| Declarations::read(BYTES).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::{
        source::{FileSystem, SourceMap},
        syntax,
    };

    fn go_files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in declarations().list(folder).unwrap() {
            let path = folder.join(entry.name);
            if entry.is_directory { go_files(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn every_file_of_every_version_parses() {
        let declarations = Declarations::read(BYTES).unwrap();
        for module in MODULES {
            let versions: Vec<&str> = declarations.versions(module).map(|(_, version)| version).collect();
            assert_eq!(versions.len(), 13, "{module}: {versions:?}");
            for version in versions {
                let mut paths = Vec::new();
                let root = declarations.root(module, version);
                go_files(&root, &mut paths);
                assert!(!paths.is_empty(), "{}", root.display());
                let mut sources = SourceMap::default();
                for path in paths {
                    let text = String::from_utf8(declarations.read_up_to(&path, u64::MAX).unwrap()).unwrap();
                    let file = sources.add(path.clone(), text.as_str());
                    let (parsed, diagnostics) = syntax::parse(file, &text);
                    assert!(parsed.package.is_some() && diagnostics.is_empty(), "{}: {diagnostics:?}", path.display());
                }
            }
        }
    }
}
