//! tar (POSIX ustar, with GNU long names).

const BLOCK: usize = 512;

/// Returns the regular files of an archive: path and content, in the order of the archive.
pub(super) fn files(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::new();
    let mut long_name = None;
    let mut rest = archive;
    while let Some((header, tail)) = rest.split_at_checked(BLOCK) {
        if header.iter().all(|byte| *byte == 0) {
            break;
        }
        let size = octal(header.get(124..136).unwrap_or_default()).ok_or("has a damaged header")?;
        let content = tail.get(..size).ok_or("ends early")?;
        rest = tail.get(size.div_ceil(BLOCK) * BLOCK..).unwrap_or_default();
        match header.get(156) {
            Some(b'L') => long_name = Some(text(content)),
            Some(b'0' | 0) => {
                let name = long_name.take().unwrap_or_else(|| {
                    let (name, prefix) =
                        (text(header.get(..100).unwrap_or_default()), text(header.get(345..500).unwrap_or_default()));
                    if prefix.is_empty() { name } else { format!("{prefix}/{name}") }
                });
                files.push((name, content.to_vec()));
            }
            _ => long_name = None,
        }
    }
    Ok(files)
}

fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(field.get(..end).unwrap_or_default()).into_owned()
}

fn octal(field: &[u8]) -> Option<usize> {
    usize::from_str_radix(text(field).trim(), 8).ok()
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, files};

    #[test]
    fn reads_files() {
        let mut archive = Vec::new();
        for (name, kind, content) in [("d/", b'5', ""), ("d/a.json", b'0', "{}"), ("d/b", b'0', "")] {
            let mut header = vec![0_u8; BLOCK];
            header[..name.len()].copy_from_slice(name.as_bytes());
            header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
            header[156] = kind;
            archive.extend(header);
            archive.extend(content.as_bytes());
            archive.resize(archive.len().div_ceil(BLOCK) * BLOCK, 0);
        }
        archive.resize(archive.len() + 2 * BLOCK, 0);
        assert_eq!(files(&archive), Ok(vec![("d/a.json".to_owned(), b"{}".to_vec()), ("d/b".to_owned(), Vec::new())]));
        assert!(files(&archive[..BLOCK + 100]).is_ok());
        assert!(files(&archive[..=2 * BLOCK]).is_err());
    }
}
