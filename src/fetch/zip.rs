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
    use std::{fs, io::Write};

    use idlgen_testing::{ZipEntry, zip};

    use super::*;

    const PREFIX: &str = "m@v1/";

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    /// Returns the names of the files in an archive.
    fn names(bytes: &[u8], limit: u64) -> Result<Vec<String>, String> {
        let archive = Archive::open(&mut file_of(bytes), PREFIX, limit)?;
        Ok(archive.entries.into_iter().map(|entry| entry.name).collect())
    }

    fn stored(names: &[&str]) -> Vec<u8> {
        let entries: Vec<ZipEntry> = names.iter().map(|name| ZipEntry::stored(name, "text")).collect();
        zip(&entries)
    }

    /// Replaces bytes of the end of central directory record.
    fn with_end(mut zip: Vec<u8>, at: usize, bytes: &[u8]) -> Vec<u8> {
        let at = zip.len() - 22 + at;
        zip.splice(at..at + bytes.len(), bytes.iter().copied());
        zip
    }

    /// Adds the records of the Zip64 format, with the number of files, the size and the offset of the directory.
    fn with_zip64(mut zip: Vec<u8>, [count, size, start]: [u64; 3]) -> Vec<u8> {
        let end = zip.split_off(zip.len() - 22);
        let record = zip.len() as u64;
        zip.extend(b"PK\x06\x06");
        zip.extend([0; 28]);
        zip.extend([count, size, start].iter().flat_map(|number| number.to_le_bytes()));
        zip.extend(b"PK\x06\x07\0\0\0\0");
        zip.extend(record.to_le_bytes());
        zip.extend(1u32.to_le_bytes());
        zip.extend(end);
        zip
    }

    #[test]
    fn sums_are_those_of_zip() {
        assert_eq!(!crc32(u32::MAX, b"123456789"), 0xcbf4_3926);
        assert_eq!(!crc32(crc32(u32::MAX, b"12345"), b"6789"), 0xcbf4_3926);
        assert_eq!(!crc32(u32::MAX, b""), 0);
    }

    #[test]
    fn names_of_files_are_checked() {
        let all = u64::MAX;
        assert_eq!(names(&stored(&["m@v1/a", "m@v1/b/", "m@v1/b/c"]), all).unwrap(), ["m@v1/a", "m@v1/b/c"]);
        for (name, expected) in [
            ("other/b", "its zip file has a file outside the module: \"other/b\""),
            ("other/", "its zip file has a file outside the module: \"other/\""),
            ("m@v1/../b", "its zip file has an invalid file name: \"../b\""),
            ("m@v1/A", "its zip file has a duplicate file name: \"A\""),
        ] {
            assert_eq!(names(&stored(&["m@v1/a", name]), all).unwrap_err(), expected);
        }
    }

    #[test]
    fn sizes_of_files_are_limited() {
        let two = stored(&["m@v1/a", "m@v1/b"]);
        assert!(names(&two, 8).is_ok());
        assert!(names(&two, 7).unwrap_err().starts_with("its files are too large: the total exceeds 7 bytes"));
        let most = 16 << 20;
        for (name, size, is_valid) in [
            ("m@v1/go.mod", most, true),
            ("m@v1/go.mod", most + 1, false),
            ("m@v1/LICENSE", most + 1, false),
            ("m@v1/b/LICENSE", most + 1, true),
        ] {
            let zip = zip(&[ZipEntry { size, ..ZipEntry::stored(name, "text") }]);
            assert_eq!(names(&zip, u64::MAX).is_ok(), is_valid, "{name} {size}");
        }
    }

    #[test]
    fn the_directory_is_found_from_the_end() {
        let (all, damaged) = (u64::MAX, "its zip file is corrupt");
        let one = stored(&["m@v1/a"]);
        let size = 46 + PREFIX.len() as u64 + 1;
        let start = one.len() as u64 - 22 - size;
        let comment = b"a comment, and PK\x05";
        let mut with_comment = with_end(one.clone(), 20, &[comment.len() as u8, 0]);
        with_comment.extend(comment);
        assert_eq!(names(&with_comment, all).unwrap(), ["m@v1/a"]);
        for bytes in [b"".to_vec(), b"PK".to_vec(), one[..one.len() - 22].to_vec(), one[..one.len() - 3].to_vec()] {
            assert_eq!(names(&bytes, all).unwrap_err(), damaged, "{} bytes", bytes.len());
        }
        // The directory may end at the end of the file, but not after it.
        let whole = one.len() as u64;
        assert_eq!(names(&with_end(one.clone(), 16, &(whole as u32).to_le_bytes()), all).unwrap_err(), damaged);
        // One more file than the directory has.
        assert_eq!(names(&with_end(one.clone(), 10, &[2, 0]), all).unwrap_err(), damaged);
        // Each of the fields can refer to the Zip64 record.
        for (at, bytes) in [(10, &[0xff; 2][..]), (12, &[0xff; 4]), (16, &[0xff; 4])] {
            let large = with_end(with_zip64(one.clone(), [1, size, start]), at, bytes);
            assert_eq!(names(&large, all).unwrap(), ["m@v1/a"], "{at}");
            assert_eq!(names(&with_end(one.clone(), at, bytes), all).unwrap_err(), damaged, "{at}");
        }
        // Without such a field, the record is not read.
        assert_eq!(names(&with_zip64(one.clone(), [9, 9, 9]), all).unwrap(), ["m@v1/a"]);
        let many = |count: u64| with_end(with_zip64(one.clone(), [count, size, start]), 10, &[0xff; 2]);
        assert_eq!(names(&many(500_001), all).unwrap_err(), "its zip file has more than 500000 files");
        assert_eq!(names(&many(500_000), all).unwrap_err(), damaged);
        let mut long = vec![0; (32 << 20) + 1];
        long.extend(with_end(one, 16, &[0; 4]));
        let with_size = |size: u32| with_end(long.clone(), 12, &size.to_le_bytes());
        assert_eq!(names(&with_size((32 << 20) + 1), all).unwrap_err(), "its zip file has more than 500000 files");
        assert_eq!(names(&with_size(32 << 20), all).unwrap_err(), damaged);
    }

    #[test]
    fn entries_have_additional_fields_and_comments() {
        let mut entries = b"PK\x01\x02".to_vec();
        entries.extend([0; 6]);
        entries.extend(8u16.to_le_bytes());
        entries.extend([0; 4]);
        entries.extend([0x0a0b_0c0d_u32, 70_000, 80_000].iter().flat_map(|number| number.to_le_bytes()));
        entries.extend([2u16, 3, 4].iter().flat_map(|length| length.to_le_bytes()));
        entries.extend([0; 8]);
        entries.extend(0x0102_0304_u32.to_le_bytes());
        entries.extend(b"ab+++----rest");
        let (found, length) = entry(&entries).unwrap();
        assert_eq!(length, entries.len() - 4);
        let numbers = (found.method, found.crc, found.compressed, found.size, found.offset);
        assert_eq!((found.name.as_str(), numbers), ("ab", (8, 0x0a0b_0c0d, 70_000, 80_000, 0x0102_0304)));
        assert!(entry(&entries[..48]).is_some());
        assert!(entry(&entries[..47]).is_none());
        entries[3] = 0;
        assert!(entry(&entries).is_none());
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test reads the output")]
    fn content_is_as_declared() {
        let extract = |entry: ZipEntry, change: &dyn Fn(&mut Vec<u8>)| -> Result<String, String> {
            let mut bytes = zip(&[entry]);
            change(&mut bytes);
            let (mut file, folder) = (file_of(&bytes), tempfile::tempdir().unwrap());
            let archive = Archive::open(&mut file, PREFIX, u64::MAX)?;
            archive.extract(&mut file, folder.path(), PREFIX)?;
            Ok(fs::read_to_string(folder.path().join("a")).unwrap())
        };
        let text = "0123456789".repeat(20_000);
        let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6);
        let (plain, deflated) =
            (ZipEntry::stored("m@v1/a", &text), ZipEntry::deflated("m@v1/a", text.as_bytes(), packed));
        for entry in [&plain, &deflated] {
            assert_eq!(extract(entry.clone(), &|_| ()), Ok(text.clone()));
            let damaged = Err("its zip file is corrupt".to_owned());
            let size = entry.size;
            assert_eq!(extract(ZipEntry { size: size + 1, ..entry.clone() }, &|_| ()), damaged);
            assert_eq!(extract(ZipEntry { size: size - 1, ..entry.clone() }, &|_| ()), damaged);
            assert_eq!(extract(ZipEntry { crc: entry.crc + 1, ..entry.clone() }, &|_| ()), damaged);
            // The local header has another signature.
            assert_eq!(extract(entry.clone(), &|bytes| bytes[2] = 0), damaged);
            // Two bytes of additional fields in the local header come before the content: here, its first bytes.
            assert_eq!(extract(entry.clone(), &|bytes| bytes[28] = 2), damaged);
            let unsupported = Err("its zip file stores \"m@v1/a\" with an unsupported method".to_owned());
            assert_eq!(extract(ZipEntry { method: 9, ..entry.clone() }, &|_| ()), unsupported);
        }
        let cut = |mut entry: ZipEntry| {
            entry.packed.truncate(entry.packed.len() - 1);
            entry
        };
        assert!(extract(cut(plain), &|_| ()).is_err() && extract(cut(deflated), &|_| ()).is_err());
    }
}
