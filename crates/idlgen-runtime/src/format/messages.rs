//! Messages of `k8s.io/apimachinery/pkg/util/validation` and `pkg/api/validate/content`.

/// Formats the error for a string that is too long (`MaxLenError` of `util/validation`). Upstream counts bytes, but the
/// message says characters.
pub(super) fn too_many_characters(limit: usize) -> String {
    format!("must be no more than {limit} characters")
}

/// Formats the error for a string that is too long (`MaxLenError` of `validate/content`).
pub(super) fn too_many_bytes(limit: usize) -> String {
    format!("must be no more than {limit} bytes")
}

/// Formats the error for a string that does not match a regular expression (`RegexError`).
pub(super) fn no_match(message: &str, expression: &str, examples: &[&str]) -> String {
    let examples: Vec<String> = examples.iter().map(|example| format!("'{example}', ")).collect();
    format!("{message} (e.g. {}regex used for validation is '{expression}')", examples.join(" or "))
}
