//! xz.

/// Returns the content of an xz file.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    lzma_rs::xz_decompress(&mut &*bytes, &mut content).map_err(|error| format!("cannot be unpacked: {error}"))?;
    Ok(content)
}
