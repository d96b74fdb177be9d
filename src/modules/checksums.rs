//! go.sum, and the hash `h1:` (`golang.org/x/mod/sumdb/dirhash.Hash1`).

use std::{collections::BTreeMap, fmt::Write};

use sha2::{Digest, Sha256};

/// The hashes that go.sum files state.
#[derive(Clone, Debug, Default)]
pub struct Checksums {
    /// By path, and version with `/go.mod` behind it for the hash of that file.
    known: BTreeMap<(String, String), Vec<String>>,
}

impl Checksums {
    /// Takes the lines of a go.sum or go.work.sum. Lines of another form say nothing.
    pub fn read(&mut self, text: &str) {
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some(path), Some(version), Some(hash), None) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                continue;
            };
            // Other algorithms may come, and stand beside this one.
            if hash.starts_with("h1:") {
                self.known.entry((path.to_owned(), version.to_owned())).or_default().push(hash.to_owned());
            }
        }
    }

    /// What is stated of a module's version (`v1.0.0`, or `v1.0.0/go.mod` of its go.mod).
    pub(crate) fn of(&self, path: &str, version: &str) -> Option<&[String]> {
        self.known.get(&(path.to_owned(), version.to_owned())).map(Vec::as_slice)
    }
}

/// The hash of a go.mod.
pub(crate) fn of_go_mod(text: &[u8]) -> String {
    of_files(&BTreeMap::from([("go.mod".to_owned(), digest(text))]))
}

/// The hash of files, by name and [`digest`].
pub(crate) fn of_files(files: &BTreeMap<String, [u8; 32]>) -> String {
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

/// The SHA-256 of a file.
pub(crate) fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn base64(bytes: &[u8]) -> String {
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
        // github.com/pkg/errors v0.9.1 has an empty go.mod but for its path.
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
        assert_eq!(sums.of("a.b/c", "v1.0.0"), Some(&["h1:x=".to_owned()][..]));
        assert_eq!(sums.of("a.b/c", "v1.0.0/go.mod"), Some(&["h1:y=".to_owned()][..]));
        assert_eq!(sums.of("a.b/c", "v1.1.0"), None);
    }
}
