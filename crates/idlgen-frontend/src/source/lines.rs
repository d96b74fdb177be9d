//! Line boundaries. The search processes many bytes at once, because it runs over all bytes of all files.

use std::iter::once;

/// Iterates over the offsets of the first byte of each line. If the file ends with a line break, includes the end of
/// the file.
pub fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|offset| offset + 1))
}

/// Returns the number of bytes before the first line break, or the length.
pub fn line_end(bytes: &[u8]) -> usize {
    memchr::memchr(b'\n', bytes).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_behind_line_breaks() {
        for (text, starts, end) in [("", vec![0], 0), ("a", vec![0], 1), ("ä\n\nb\n", vec![0, 3, 4, 6], 2)] {
            assert_eq!(line_starts(text).collect::<Vec<_>>(), starts, "{text:?}");
            assert_eq!(line_end(text.as_bytes()), end, "{text:?}");
        }
    }
}
