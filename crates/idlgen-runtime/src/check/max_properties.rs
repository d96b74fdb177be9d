//! Checks the keyword `maxProperties`.

use super::too_many;
use crate::{context::Context, field::Path};

/// Checks that there are at most `limit` entries. The error message says items, like that of the API server.
#[inline]
pub fn max_properties(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    count as u64 <= limit || has_too_many(count, limit, path, cx)
}

#[cold]
fn has_too_many(count: usize, limit: u64, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| too_many(count, limit, path).with_origin("maxProperties"));
    false
}

#[cfg(test)]
mod tests {
    use super::max_properties;
    use crate::check::tests::errors;

    #[test]
    fn counts() {
        assert_eq!(errors(|path, cx| max_properties(1, 1, path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| max_properties(2, 1, path, cx)), ["f.a: Too many: 2: must have at most 1 item"]);
    }
}
