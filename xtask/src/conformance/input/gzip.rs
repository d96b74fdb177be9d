//! gzip (RFC 1952).

const HAS_CHECKSUM: u8 = 1 << 1;
const HAS_EXTRA: u8 = 1 << 2;
const HAS_NAME: u8 = 1 << 3;
const HAS_COMMENT: u8 = 1 << 4;

/// Returns the content of a gzip file with one member.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let [0x1f, 0x8b, 8, flags, _, _, _, _, _, _, rest @ ..] = bytes else { return Err("is not gzip".to_owned()) };
    let mut rest = rest;
    if flags & HAS_EXTRA != 0 {
        let [low, high, tail @ ..] = rest else { return Err(truncated()) };
        rest = tail.get(usize::from(u16::from_le_bytes([*low, *high]))..).ok_or_else(truncated)?;
    }
    for flag in [HAS_NAME, HAS_COMMENT] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0).ok_or_else(truncated)?;
            rest = rest.get(end + 1..).unwrap_or_default();
        }
    }
    if flags & HAS_CHECKSUM != 0 {
        rest = rest.get(2..).ok_or_else(truncated)?;
    }
    miniz_oxide::inflate::decompress_to_vec(rest).map_err(|error| format!("cannot be unpacked: {error}"))
}

fn truncated() -> String {
    "ends early".to_owned()
}

#[cfg(test)]
mod tests {
    use super::unpack;

    #[test]
    fn unpacks() {
        let mut packed = vec![0x1f, 0x8b, 8, 1 << 3, 0, 0, 0, 0, 0, 3];
        packed.extend(b"name\0");
        packed.extend(miniz_oxide::deflate::compress_to_vec(b"lorem ipsum", 6));
        packed.extend([0; 8]);
        assert_eq!(unpack(&packed).as_deref(), Ok(b"lorem ipsum".as_slice()));
        assert!(unpack(b"plain").is_err());
        assert!(unpack(&packed[..12]).is_err());
    }
}
