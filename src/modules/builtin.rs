//! The declarations of `k8s.io/apimachinery` that API packages use everywhere, for machines that do not have the
//! module: its structure, names, tags and constants, without descriptions and function bodies.
//!
//! `cargo xtask builtin` makes the archive from the module. It is a tree of small Go files, read like every other.

mod archive;

use std::sync::OnceLock;

pub use archive::{Archive, MalformedArchive};

/// The folder under which the built-in files appear in diagnostics. No file system has it.
pub const ROOT: &str = "<built-in>";

/// Where the archive lies in the sources of this program.
pub const ARCHIVE_PATH: &str = "src/modules/builtin/apimachinery.bin";

static BYTES: &[u8] = include_bytes!("builtin/apimachinery.bin");

/// The built-in declarations.
pub fn apimachinery() -> &'static Archive {
    static ARCHIVE: OnceLock<Archive> = OnceLock::new();
    // A test sees to it that the archive can be unpacked; an empty one would only mean that modules have to be on disk.
    ARCHIVE.get_or_init(|| Archive::unpack(BYTES).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::{source::SourceMap, syntax};

    fn go_files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in apimachinery().files().list(folder).unwrap() {
            let path = folder.join(entry.name);
            if entry.is_directory { go_files(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn the_archive_unpacks_and_every_file_parses() {
        let archive = Archive::unpack(BYTES).unwrap();
        assert_eq!(archive.module, "k8s.io/apimachinery");
        let mut paths = Vec::new();
        go_files(&archive.root(), &mut paths);
        assert!(paths.contains(&archive.root().join("pkg/apis/meta/v1/types.go")), "{paths:?}");
        let mut sources = SourceMap::default();
        for path in paths {
            let text = String::from_utf8(archive.files().read(&path).unwrap()).unwrap();
            let file = sources.add(path.clone(), text.as_str());
            let (declarations, diagnostics) = syntax::parse(file, &text);
            assert!(declarations.package.is_some() && diagnostics.is_empty(), "{}: {diagnostics:?}", path.display());
        }
    }
}
