//! Lists of names in messages.

use crate::diag;

/// Formats names as a list: `a`, `b` and `c`.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    diag::listed(&names, "and")
}
