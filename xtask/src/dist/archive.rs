//! A gzipped tar archive whose bytes depend only on its entries.

use flate2::{Compression, GzBuilder};

/// A file of the archive.
pub(super) struct Entry {
    path: String,
    bytes: Vec<u8>,
    mode: u32,
}

impl Entry {
    pub(super) fn file(path: &str, bytes: Vec<u8>) -> Self {
        Entry { path: path.to_owned(), bytes, mode: 0o644 }
    }

    pub(super) fn program(path: &str, bytes: Vec<u8>) -> Self {
        Entry { path: path.to_owned(), bytes, mode: 0o755 }
    }
}

/// Packs the entries below a directory of this name.
pub(super) fn tar_gz(name: &str, mut entries: Vec<Entry>) -> Result<Vec<u8>, String> {
    entries.sort_by(|left, right| left.path.cmp(&right.path));
    let gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let mut archive = tar::Builder::new(gzip);
    for entry in entries {
        let mut header = tar::Header::new_ustar();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(entry.mode);
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        let path = format!("{name}/{}", entry.path);
        archive.append_data(&mut header, path, entry.bytes.as_slice()).map_err(|error| error.to_string())?;
    }
    archive.into_inner().and_then(flate2::write::GzEncoder::finish).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_entries_in_any_order_give_equal_bytes() {
        let entries = |reversed: bool| {
            let mut entries = vec![Entry::program("idlgen", vec![1, 2]), Entry::file("man/idlgen.1", vec![3])];
            if reversed {
                entries.reverse();
            }
            entries
        };
        let archive = tar_gz("idlgen-1", entries(false)).expect("packs");
        assert_eq!(archive, tar_gz("idlgen-1", entries(true)).expect("packs"));
        let mut read = tar::Archive::new(flate2::read::GzDecoder::new(archive.as_slice()));
        let found: Vec<_> = read
            .entries()
            .expect("reads")
            .map(|entry| {
                let entry = entry.expect("reads");
                (entry.path().expect("a path").display().to_string(), entry.header().mode().expect("a mode"))
            })
            .collect();
        assert_eq!(found, [("idlgen-1/idlgen".into(), 0o755), ("idlgen-1/man/idlgen.1".into(), 0o644)]);
    }
}
