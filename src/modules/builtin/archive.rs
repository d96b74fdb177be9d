//! The format of the archive: a line that names module and version, then the files, deflated.
//!
//! ```text
//! idlgen-archive-1 k8s.io/apimachinery v0.35.0\n
//! deflate( path ␠ length \n bytes … )
//! ```

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::source::{FileSystem, MemoryFileSystem};

const FORMAT: &str = "idlgen-archive-1";

/// No archive unpacks to more.
const MAX_BYTES: usize = 16 << 20;

/// Files of one module at one version.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// The module's path.
    pub module: String,
    /// The version that the files were made from.
    pub version: String,
    files: MemoryFileSystem,
}

/// Why bytes are no archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MalformedArchive {
    /// The first line is another.
    #[error("it does not begin with the line of an archive")]
    Header,
    /// The rest cannot be unpacked, or is too large.
    #[error("it cannot be unpacked")]
    Compression,
    /// A file's path or length cannot be read.
    #[error("the list of files is damaged")]
    Entry,
}

impl Archive {
    /// Packs files, given by path below the module's root with `/` between parts. Equal input gives equal bytes.
    pub fn pack<'a>(module: &str, version: &str, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
        let entries: Vec<String> =
            files.into_iter().map(|(path, text)| format!("{path} {}\n{text}", text.len())).collect();
        let content = entries.concat();
        let mut bytes = format!("{FORMAT} {module} {version}\n").into_bytes();
        bytes.extend(miniz_oxide::deflate::compress_to_vec(content.as_bytes(), 10));
        bytes
    }

    /// Unpacks what [`pack`](Self::pack) made.
    pub fn unpack(bytes: &[u8]) -> Result<Self, MalformedArchive> {
        let end = bytes.iter().position(|byte| *byte == b'\n').ok_or(MalformedArchive::Header)?;
        let (header, packed) = bytes.split_at_checked(end + 1).ok_or(MalformedArchive::Header)?;
        let header = std::str::from_utf8(header).map_err(|_| MalformedArchive::Header)?;
        let [FORMAT, module, version] = *header.split_whitespace().collect::<Vec<_>>() else {
            return Err(MalformedArchive::Header);
        };
        let content = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MAX_BYTES)
            .map_err(|_| MalformedArchive::Compression)?;
        let mut archive =
            Archive { module: module.to_owned(), version: version.to_owned(), files: MemoryFileSystem::default() };
        let mut rest = content.as_slice();
        while !rest.is_empty() {
            let (path, text, behind) = entry(rest).ok_or(MalformedArchive::Entry)?;
            archive.files.insert(archive.root().join(path), text);
            rest = behind;
        }
        Ok(archive)
    }

    /// The module's folder in [`files`](Self::files).
    pub fn root(&self) -> PathBuf {
        Path::new(super::ROOT).join(&self.module)
    }

    /// The files.
    pub fn files(&self) -> &dyn FileSystem {
        &self.files
    }
}

fn entry(bytes: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    let (path, length) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
    let (text, rest) = rest.get(1..)?.split_at_checked(length.parse().ok()?)?;
    Some((path, text, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let bytes = Archive::pack("k8s.io/x", "v1.0.0", [("a/b.go", "package b\n"), ("empty.go", "")]);
        let archive = Archive::unpack(&bytes).unwrap();
        assert_eq!((archive.module.as_str(), archive.version.as_str()), ("k8s.io/x", "v1.0.0"));
        assert_eq!(archive.root(), Path::new("<built-in>/k8s.io/x"));
        let read = |path: &str| archive.files().read(&archive.root().join(path)).ok();
        assert_eq!(read("a/b.go"), Some(b"package b\n".to_vec()));
        assert_eq!(read("empty.go"), Some(Vec::new()));
        assert_eq!(read("b.go"), None);
        assert_eq!(bytes, Archive::pack("k8s.io/x", "v1.0.0", [("a/b.go", "package b\n"), ("empty.go", "")]));
    }

    #[test]
    fn damage_is_an_error() {
        let packed = |content: &[u8]| {
            let mut bytes = b"idlgen-archive-1 m v1\n".to_vec();
            bytes.extend(miniz_oxide::deflate::compress_to_vec(content, 6));
            Archive::unpack(&bytes).map(|_| ())
        };
        assert_eq!(packed(b"a.go 1\nx"), Ok(()));
        for content in [b"a.go".as_slice(), b"a.go x\n", b"a.go 2\nx", b"\xff 1\nx"] {
            assert_eq!(packed(content), Err(MalformedArchive::Entry));
        }
        let unpacked = |bytes: &[u8]| Archive::unpack(bytes).map(|_| ());
        assert_eq!(unpacked(b""), Err(MalformedArchive::Header));
        assert_eq!(unpacked(b"something else\n"), Err(MalformedArchive::Header));
        assert_eq!(unpacked(b"idlgen-archive-1 m v1\n\xff\xff\xff"), Err(MalformedArchive::Compression));
    }
}
