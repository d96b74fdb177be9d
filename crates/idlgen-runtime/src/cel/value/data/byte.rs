//! `format: byte`.

use crate::cel::EvaluationError;
use crate::go::base64;

/// The octets of a text in the URL alphabet of base 64 (`Base64.UnmarshalText` of strfmt).
pub(super) fn parse(text: &str) -> Result<Vec<u8>, EvaluationError> {
    // Characters of the other alphabet are as wrong as any; `!` stands for them.
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
