//! Line boundaries. All bytes of all files are searched for them, so the search processes many bytes at once.

use std::iter::once;

/// Returns the offset of the first byte of each line, with an additional one if the file ends with a line break.
pub(crate) fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|offset| offset + 1))
}

/// Returns the number of bytes before the first line break, or the length.
pub(crate) fn line_end(bytes: &[u8]) -> usize {
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
