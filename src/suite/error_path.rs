//! Compares the field paths of errors. The errors of limits and those of rules format map keys differently:
//! `spec.labels.a` and `spec.labels[a]`.

/// Returns `true` if both paths are those of the same value.
pub(super) fn is_same(field: &str, path: &str) -> bool {
    plain(field) == plain(path)
}

/// Returns `true` if `field` is the path of a value or of a part of it. All values are parts of the object, whose path
/// is empty.
pub(super) fn is_within(field: &str, path: &str) -> bool {
    let is_part = |rest: &str| rest.is_empty() || rest.starts_with('.');
    path.is_empty() || plain(field).strip_prefix(&plain(path)).is_some_and(is_part)
}

fn plain(path: &str) -> String {
    path.replace('[', ".").replace(']', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_keys_have_two_formats() {
        for (field, path, same, within) in [
            ("spec.labels[a]", "spec.labels.a", true, true),
            ("spec.labels.a", "spec.labels[a]", true, true),
            ("spec.list[0].name", "spec.list[0]", false, true),
            ("spec.list[10]", "spec.list[1]", false, false),
            ("spec.names", "spec.name", false, false),
            ("spec", "spec.name", false, false),
            ("<nil>", "", false, true),
            ("spec", "", false, true),
        ] {
            assert_eq!((is_same(field, path), is_within(field, path)), (same, within), "{field} {path}");
        }
    }
}
