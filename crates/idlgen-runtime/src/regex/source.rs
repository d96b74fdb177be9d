//! Parts of the source of a pattern.

/// Returns `text` without its first `count` bytes.
pub(super) fn after(text: &str, count: usize) -> &str {
    text.get(count..).unwrap_or_default()
}

/// Returns the text consumed between `before` and its suffix `rest`.
pub(super) fn consumed<'p>(before: &'p str, rest: &str) -> &'p str {
    before.len().checked_sub(rest.len()).and_then(|length| before.get(..length)).unwrap_or(before)
}
