//! Converts strings with `format: byte` to CEL values.

use crate::cel::EvaluationError;
use crate::go::base64;

/// Decodes base64 with the URL alphabet (`Base64.UnmarshalText` of strfmt).
pub(super) fn parse(text: &str) -> Result<Vec<u8>, EvaluationError> {
    // The characters that only exist in the standard alphabet are invalid, so they are replaced with `!`.
    let standard: String = text
        .chars()
        .map(|character| match character {
            '-' => '+',
            '_' => '/',
            '+' | '/' => '!',
            other => other,
        })
        .collect();
    base64::decode(&standard)
        .map_err(|error| EvaluationError::message(format!("Invalid byte formatted string {text}: {error}")))
}
