//! Checks the keyword `maxItems`.

use super::too_many;
use crate::{context::Context, field::Path};

/// Checks that there are at most `limit` elements.
#[inline]
pub fn max_items(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    count as u64 <= limit || has_too_many(count, limit, path, cx)
}

#[cold]
fn has_too_many(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| too_many(count, limit, path).with_origin("maxItems"));
    false
}

#[cfg(test)]
mod tests {
    use super::max_items;
    use crate::check::tests::errors;

    #[test]
    fn counts() {
        assert_eq!(errors(|path, cx| max_items(2, 2, path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| max_items(3, 2, path, cx)), ["f.a: Too many: 3: must have at most 2 items"]);
        assert_eq!(errors(|path, cx| max_items(3, 1, path, cx)), ["f.a: Too many: 3: must have at most 1 item"]);
    }
}
