//! The format of built-in data: named parts, each compressed separately, so that only the necessary ones are
//! decompressed.
//!
//! ```text
//! idlgen-parts-1\n
//! name ␠ packed length \n …
//! \n
//! deflate(…) …
//! ```

use std::collections::BTreeMap;

use thiserror::Error;

const FORMAT: &str = "idlgen-parts-1";

/// Maximum decompressed size of a part in bytes.
const MAX_BYTES: usize = 16 << 20;

/// A set of compressed named strings.
#[derive(Clone, Debug, Default)]
pub struct Archive<'a> {
    parts: BTreeMap<&'a str, &'a [u8]>,
}

/// The bytes are not a valid archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is not an archive of built-in data")]
pub struct MalformedArchive;

impl<'a> Archive<'a> {
    /// Packs strings by name. Names must not contain spaces. Equal input gives equal bytes.
    pub fn pack(parts: &BTreeMap<String, String>) -> Vec<u8> {
        let packed: Vec<(&String, Vec<u8>)> = parts
            .iter()
            .map(|(name, text)| (name, miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10)))
            .collect();
        let mut bytes = format!("{FORMAT}\n").into_bytes();
        for (name, part) in &packed {
            bytes.extend(format!("{name} {}\n", part.len()).into_bytes());
        }
        bytes.push(b'\n');
        bytes.extend(packed.into_iter().flat_map(|(_, part)| part));
        bytes
    }

    /// Reads an archive built by [`pack`](Self::pack).
    ///
    /// # Errors
    /// Returns an error if the list of parts is corrupt.
    pub fn read(bytes: &'a [u8]) -> Result<Self, MalformedArchive> {
        let mut archive = Archive::default();
        let mut lengths = Vec::new();
        let (line, mut rest) = line(bytes)?;
        if line != FORMAT {
            return Err(MalformedArchive);
        }
        loop {
            let (entry, behind) = self::line(rest)?;
            rest = behind;
            if entry.is_empty() {
                break;
            }
            let (name, length) = entry.rsplit_once(' ').ok_or(MalformedArchive)?;
            lengths.push((name, length.parse::<usize>().map_err(|_| MalformedArchive)?));
        }
        for (name, length) in lengths {
            let (part, behind) = rest.split_at_checked(length).ok_or(MalformedArchive)?;
            archive.parts.insert(name, part);
            rest = behind;
        }
        Ok(archive)
    }

    /// Returns the content of a part.
    pub fn text(&self, name: &str) -> Option<String> {
        let part = self.parts.get(name)?;
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(part, MAX_BYTES).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// Iterates over the names of the parts with their compressed sizes in bytes, sorted.
    pub fn parts(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.parts.iter().map(|(name, part)| (*name, part.len()))
    }
}

fn line(bytes: &[u8]) -> Result<(&str, &[u8]), MalformedArchive> {
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or(MalformedArchive)?;
    let (line, rest) = bytes.split_at_checked(end).ok_or(MalformedArchive)?;
    let line = std::str::from_utf8(line).map_err(|_| MalformedArchive)?;
    Ok((line, rest.get(1..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked_part_by_part() {
        let parts: BTreeMap<String, String> = [("1.35", "table"), ("k8s.io/api/v1", "definitions\n"), ("empty", "")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into();
        let bytes = Archive::pack(&parts);
        let archive = Archive::read(&bytes).unwrap();
        for (name, text) in &parts {
            assert_eq!(archive.text(name).as_deref(), Some(text.as_str()));
        }
        assert_eq!(archive.text("other"), None);
        assert_eq!(bytes, Archive::pack(&parts));
    }

    #[test]
    fn damage_is_an_error() {
        for bytes in [
            b"".as_slice(),
            b"something else\n",
            b"idlgen-parts-1\n",
            b"idlgen-parts-1\na\n\n",
            b"idlgen-parts-1\na x\n\n",
            b"idlgen-parts-1\na 5\n\nabc",
        ] {
            assert!(Archive::read(bytes).is_err());
        }
        let damaged = Archive::read(b"idlgen-parts-1\na 3\n\n\xff\xff\xff").unwrap();
        assert_eq!(damaged.text("a"), None);
    }
}
