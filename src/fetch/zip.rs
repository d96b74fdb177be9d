//! Module zip files (<https://go.dev/ref/mod#zip-files>): read through the central directory, within limits.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
};

use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

use super::{
    file_path::{self, Names},
    store,
};
use crate::modules::checksums::{FileDigest, of_files};

/// Maximum number of files in a module. The largest existing modules have about a tenth of this.
const MAX_FILES: u64 = 500_000;
/// Maximum size in bytes of go.mod and LICENSE (`golang.org/x/mod/zip.MaxGoMod`, `MaxLICENSE`).
const MAX_TEXT: u64 = 16 << 20;
/// Maximum size in bytes of the end of central directory record with its comment, and of the locator before it.
const END: u64 = 22 + 65_535 + 20;
/// Maximum size in bytes of a central directory, which is loaded into memory. That of the largest existing modules is
/// about a tenth of this.
const MAX_DIRECTORY: u64 = 32 << 20;
/// The size of a chunk in bytes.
const PIECE: usize = 64 << 10;

/// The files of a zip.
#[derive(Debug)]
pub(super) struct Archive {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    method: u64,
    crc: u64,
    compressed: u64,
    size: u64,
    /// The offset of its local header.
    offset: u64,
}

impl Archive {
    /// Reads the directory of a module zip, in which all names must begin with `prefix`. The total size of the files is
    /// limited to `limit` bytes.
    ///
    /// # Errors
    /// Returns an error message if it is not a module zip.
    pub(super) fn open(file: &mut File, prefix: &str, limit: u64) -> Result<Self, String> {
        let (start, length, count) = directory(file)?;
        if count > MAX_FILES || length > MAX_DIRECTORY {
            return Err(format!("its zip file has more than {MAX_FILES} files"));
        }
        let bytes = read_at(file, start, length)?;
        let mut rest = bytes.as_slice();
        let mut archive = Archive { entries: Vec::new() };
        let mut names = Names::default();
        let mut total: u64 = 0;
        for _ in 0..count {
            let (entry, length) = entry(rest).ok_or_else(damaged)?;
            rest = rest.get(length..).ok_or_else(damaged)?;
            let name = entry.name.strip_prefix(prefix).filter(|_| !entry.name.ends_with('/'));
            let Some(name) = name else {
                // Directory entries are skipped.
                if entry.name.ends_with('/') && entry.name.starts_with(prefix) {
                    continue;
                }
                return Err(format!("its zip file has a file outside the module: {:?}", entry.name));
            };
            if !file_path::is_valid(name) {
                return Err(format!("its zip file has an invalid file name: {name:?}"));
            }
            if !names.add(name) {
                return Err(format!("its zip file has a duplicate file name: {name:?}"));
            }
            total = total.saturating_add(entry.size);
            if total > limit || (matches!(name, "go.mod" | "LICENSE") && entry.size > MAX_TEXT) {
                return Err(format!(
                    "its files are too large: the total exceeds {limit} bytes, or {name} exceeds {MAX_TEXT}"
                ));
            }
            archive.entries.push(entry);
        }
        Ok(archive)
    }

    /// Extracts the files to a directory and returns the hash of all files.
    ///
    /// # Errors
    /// Returns an error message for a file that is corrupt or cannot be written.
    pub(super) fn extract(&self, file: &mut File, folder: &Path, prefix: &str) -> Result<String, String> {
        let mut digests = BTreeMap::new();
        for entry in &self.entries {
            let name = entry.name.strip_prefix(prefix).unwrap_or_default();
            let mut unpacked = Unpacked { entry, size: 0, crc: u32::MAX, digest: FileDigest::default() };
            store::write_new(&folder.join(name), |into| unpacked.copy(file, into))?;
            digests.insert(entry.name.clone(), unpacked.digest.finish());
        }
        Ok(of_files(&digests))
    }
}

fn damaged() -> String {
    "its zip file is corrupt".to_owned()
}

/// Reads a little-endian number with a length in bytes.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn read_at(file: &mut File, start: u64, length: u64) -> Result<Vec<u8>, String> {
    file.seek(SeekFrom::Start(start)).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(damaged()) }
}

/// Returns the offset, the length and the number of entries of the central directory.
fn directory(file: &mut File) -> Result<(u64, u64, u64), String> {
    let whole = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    let length = whole.min(END);
    let tail = read_at(file, whole - length, length)?;
    let end = tail.windows(4).rposition(|bytes| bytes == b"PK\x05\x06").ok_or_else(damaged)?;
    let field = |at, length| number(&tail, end + at, length).ok_or_else(damaged);
    let (mut count, mut size, mut start) = (field(10, 2)?, field(12, 4)?, field(16, 4)?);
    if count == 0xffff || size == 0xffff_ffff || start == 0xffff_ffff {
        // In the Zip64 format, the locator before the record contains the offset of another record with these numbers.
        let locator = end.checked_sub(20).filter(|at| tail.get(*at..*at + 4) == Some(b"PK\x06\x07"));
        let locator = locator.ok_or_else(damaged)?;
        let place = number(&tail, locator + 8, 8).ok_or_else(damaged)?;
        let large = read_at(file, place, 56)?;
        let field = |at| number(&large, at, 8).ok_or_else(damaged);
        (count, size, start) = (field(32)?, field(40)?, field(48)?);
    }
    if start.checked_add(size).is_none_or(|end| end > whole) {
        return Err(damaged());
    }
    Ok((start, size, count))
}

/// Parses the entry at the start of a byte range of the directory. Also returns the length of the entry.
fn entry(bytes: &[u8]) -> Option<(Entry, usize)> {
    if bytes.get(..4)? != b"PK\x01\x02" {
        return None;
    }
    let field = |at, length| number(bytes, at, length);
    let name_length = field(28, 2)? as usize;
    let length = 46 + name_length + field(30, 2)? as usize + field(32, 2)? as usize;
    let name = std::str::from_utf8(bytes.get(46..46 + name_length)?).ok()?.to_owned();
    let entry = Entry {
        name,
        method: field(10, 2)?,
        crc: field(16, 4)?,
        compressed: field(20, 4)?,
        size: field(24, 4)?,
        offset: field(42, 4)?,
    };
    Some((entry, length))
}

/// A file that is being decompressed in chunks.
struct Unpacked<'e> {
    entry: &'e Entry,
    size: u64,
    crc: u32,
    digest: FileDigest,
}

impl Unpacked<'_> {
    /// Writes the decompressed content to `into`.
    fn copy(&mut self, file: &mut File, into: &mut File) -> Result<(), String> {
        let entry = self.entry;
        let header = read_at(file, entry.offset, 30)?;
        let field = |at| number(&header, at, 2).ok_or_else(damaged);
        if header.get(..4) != Some(b"PK\x03\x04") {
            return Err(damaged());
        }
        let start = entry.offset + 30 + field(26)? + field(28)?;
        file.seek(SeekFrom::Start(start)).map_err(unreadable)?;
        let mut packed = file.take(entry.compressed);
        match entry.method {
            0 => self.store(&mut packed, into)?,
            8 => self.inflate(&mut packed, into)?,
            _ => return Err(format!("its zip file stores {:?} with an unsupported method", entry.name)),
        }
        let is_whole = self.size == entry.size && u64::from(!self.crc) == entry.crc;
        if is_whole { Ok(()) } else { Err(damaged()) }
    }

    fn store(&mut self, packed: &mut impl Read, into: &mut File) -> Result<(), String> {
        let mut piece = vec![0; PIECE];
        loop {
            let count = packed.read(&mut piece).map_err(unreadable)?;
            if count == 0 {
                return Ok(());
            }
            self.add(piece.get(..count).unwrap_or_default(), into)?;
        }
    }

    fn inflate(&mut self, packed: &mut impl Read, into: &mut File) -> Result<(), String> {
        let mut state = InflateState::new_boxed(DataFormat::Raw);
        let (mut piece, mut output) = (vec![0; PIECE], vec![0; PIECE]);
        let (mut rest, mut length) = (0, 0);
        loop {
            if rest == length {
                length = packed.read(&mut piece).map_err(unreadable)?;
                rest = 0;
            }
            let is_end = length == 0;
            let input = piece.get(rest..length).unwrap_or_default();
            let result = inflate(&mut state, input, &mut output, MZFlush::None);
            rest += result.bytes_consumed;
            self.add(output.get(..result.bytes_written).unwrap_or_default(), into)?;
            match result.status {
                Ok(MZStatus::StreamEnd) => return Ok(()),
                Ok(_) | Err(MZError::Buf) if !is_end || result.bytes_written > 0 => {}
                _ => return Err(damaged()),
            }
        }
    }

    /// Processes the next bytes of the file.
    fn add(&mut self, bytes: &[u8], into: &mut File) -> Result<(), String> {
        self.size += bytes.len() as u64;
        if self.size > self.entry.size {
            return Err(damaged());
        }
        self.crc = crc32(self.crc, bytes);
        self.digest.add(bytes);
        into.write_all(bytes).map_err(|error| format!("the module cache cannot be used: {error}"))
    }
}

fn unreadable(error: impl std::fmt::Display) -> String {
    format!("its zip file cannot be read: {error}")
}

/// Updates a CRC-32 with these bytes. The initial value has all bits set; the final checksum is the complement of the
/// result.
fn crc32(before: u32, bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    bytes.iter().fold(before, |crc, byte| {
        let index = (crc ^ u32::from(*byte)) & 0xff;
        TABLE.get(index as usize).copied().unwrap_or_default() ^ crc >> 8
    })
}

#[expect(clippy::indexing_slicing, reason = "the index is below 256, and this runs when idlgen is compiled")]
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { 0xedb8_8320 ^ value >> 1 } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn sums_are_those_of_zip() {
        assert_eq!(!crc32(u32::MAX, b"123456789"), 0xcbf4_3926);
        assert_eq!(!crc32(crc32(u32::MAX, b"12345"), b"6789"), 0xcbf4_3926);
        assert_eq!(!crc32(u32::MAX, b""), 0);
    }
}
