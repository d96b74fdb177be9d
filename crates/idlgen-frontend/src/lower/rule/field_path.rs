//! Field paths in the syntax of API server rules.

use idlgen_cel::quote;

/// Returns one step of a field path: `.name`, or `['na.me']` where a dot would be ambiguous.
pub(in crate::lower) fn field_path(name: &str) -> String {
    let is_plain = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    if is_plain && !name.starts_with(|first: char| first.is_ascii_digit()) {
        format!(".{name}")
    } else {
        format!("[{}]", quote(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_paths_are_quoted_where_needed() {
        assert_eq!(field_path("rollingUpdate"), ".rollingUpdate");
        assert_eq!(field_path("limits.cpu"), "['limits.cpu']");
    }
}
