//! go.sum, and the hash `h1:` (`golang.org/x/mod/sumdb/dirhash.Hash1`).

use std::{collections::BTreeMap, fmt::Write, sync::Arc};

use sha2::{Digest, Sha256};

use crate::source::{FileId, Span};

/// The hashes in go.sum files.
#[derive(Clone, Debug, Default)]
pub struct Checksums {
    files: Vec<(Option<FileId>, Arc<str>)>,
}

/// A hash in a go.sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedHash<'c> {
    /// `h1:` and the hash.
    pub hash: &'c str,
    /// The span of its line, if the file is known.
    pub span: Option<Span>,
}

impl Checksums {
    /// Adds the lines of a go.sum or go.work.sum. Ignores lines with another format.
    pub fn read(&mut self, text: &str) {
        self.files.push((None, text.into()));
    }

    /// Adds the lines of a file with its id, so that diagnostics can refer to them.
    pub(super) fn add(&mut self, file: FileId, text: Arc<str>) {
        self.files.push((Some(file), text));
    }

    /// Returns the hashes of a module version (`v1.0.0`, or `v1.0.0/go.mod` for its go.mod). Returns only the first
    /// hash in each file, because the Go command ignores others.
    #[doc(hidden)]
    pub fn of<'c>(&'c self, path: &str, version: &str) -> Vec<StatedHash<'c>> {
        let stated = |(file, text): &(Option<FileId>, Arc<str>)| {
            let mut next = 0;
            for line in text.split_inclusive('\n') {
                let start = next;
                next += line.len();
                let Some(rest) = line.strip_prefix(path).filter(|rest| rest.starts_with([' ', '\t'])) else { continue };
                let mut words = rest.split_whitespace();
                // Skip hashes of other algorithms, which may be added to go.sum.
                if words.next() == Some(version) && words.next().is_some_and(|hash| hash.starts_with("h1:")) {
                    let line = start..start + line.trim_end().len();
                    let span = file.map(|file| Span::new(file, line.start, line.end));
                    return Some((line, span));
                }
            }
            None
        };
        let hash = |line: &'c str| line.split_whitespace().nth(2);
        let lines = self.files.iter().filter_map(|file| Some((&file.1, stated(file)?)));
        lines.filter_map(|(text, (line, span))| Some(StatedHash { hash: hash(text.get(line)?)?, span })).collect()
    }
}

/// Returns the hash of a go.mod.
pub fn of_go_mod(text: &[u8]) -> String {
    of_files(&BTreeMap::from([("go.mod".to_owned(), digest(text))]))
}

/// Returns the hash of files, by name and SHA-256.
pub fn of_files(files: &BTreeMap<String, [u8; 32]>) -> String {
    let mut whole = Sha256::new();
    for (name, digest) in files {
        let mut line = String::with_capacity(name.len() + 67);
        for byte in digest {
            let _ = write!(line, "{byte:02x}");
        }
        let _ = writeln!(line, "  {name}");
        whole.update(line.as_bytes());
    }
    format!("h1:{}", base64(&whole.finalize()))
}

/// Returns the SHA-256 of a file.
pub fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The SHA-256 of a file read in chunks.
#[derive(Debug, Default)]
pub struct FileDigest(Sha256);

impl FileDigest {
    /// Adds the next chunk.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the hash of all chunks.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

/// Encodes base64 with padding.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().chain([0, 0].iter()).take(3).fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
        for position in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * position) & 63) as usize).copied().unwrap_or(b'=');
            text.push(if position <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_go_sum() {
        // The go.mod of github.com/pkg/errors v0.9.1 contains only the module path.
        let go_mod = b"module github.com/pkg/errors\n";
        assert_eq!(base64(b"a"), "YQ==");
        assert_eq!(base64(b"abc"), "YWJj");
        assert_eq!(base64(b"ab"), "YWI=");
        assert!(of_go_mod(go_mod).starts_with("h1:"));
        assert_eq!(of_go_mod(go_mod).len(), 47);
    }

    #[test]
    fn go_sum_is_read_line_by_line() {
        let mut sums = Checksums::default();
        sums.read("a.b/c v1.0.0 h1:x=\na.b/c v1.0.0/go.mod h1:y=\nnonsense\na.b/c v1.0.0 h2:z=\n");
        sums.read("a.b/cd v1.0.0 h1:no=\r\na.b/c v1.0.0 h1:w=\r\na.b/c v1.0.0 h1:later=");
        let of = |version: &str| sums.of("a.b/c", version).iter().map(|one| one.hash).collect::<Vec<_>>().join(" ");
        assert_eq!(of("v1.0.0"), "h1:x= h1:w=");
        assert_eq!(of("v1.0.0/go.mod"), "h1:y=");
        assert_eq!(of("v1.1.0"), "");
    }
}
