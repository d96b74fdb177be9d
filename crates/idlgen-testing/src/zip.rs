//! Builds zip files of Go modules for tests: valid ones, and ones with an incorrect directory.

/// A file in a zip archive.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "tests change single fields")]
pub struct ZipEntry {
    /// The file name.
    pub name: String,
    /// The compression method: 0 for stored, 8 for deflate.
    pub method: u16,
    /// The bytes of the file as stored in the archive.
    pub packed: Vec<u8>,
    /// The declared size in bytes.
    pub size: u32,
    /// The declared CRC-32.
    pub crc: u32,
}

impl ZipEntry {
    /// Creates a stored file.
    pub fn stored(name: &str, text: &str) -> Self {
        let packed = text.as_bytes().to_vec();
        ZipEntry { name: name.to_owned(), method: 0, size: packed.len() as u32, crc: crc32(&packed), packed }
    }

    /// Creates a file compressed with deflate.
    pub fn deflated(name: &str, bytes: &[u8], packed: Vec<u8>) -> Self {
        ZipEntry { name: name.to_owned(), method: 8, size: bytes.len() as u32, crc: crc32(bytes), packed }
    }
}

/// Builds the zip archive.
pub fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for ZipEntry { name, method, packed, size, crc } in entries {
        let offset = zip.len() as u32;
        let mut common = vec![20, 0, 0, 0];
        common.extend(method.to_le_bytes());
        common.extend([0, 0, 0, 0]);
        common.extend(crc.to_le_bytes());
        common.extend((packed.len() as u32).to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        zip.extend(b"PK\x03\x04");
        zip.extend(&common);
        zip.extend(name.as_bytes());
        zip.extend(packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = zip.len() as u32;
    zip.extend(&directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend((entries.len() as u16).to_le_bytes());
    zip.extend((entries.len() as u16).to_le_bytes());
    zip.extend((directory.len() as u32).to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend([0, 0]);
    zip
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}
