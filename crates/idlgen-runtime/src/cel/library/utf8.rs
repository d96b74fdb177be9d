//! `utf8`: character checks for strings. KEP-4153 proposed the functions; no API server has them.

use super::{Binding, CallCost, by_name};
use crate::cel::{EvaluationError, Value};
use crate::go;

/// `utf8.isValid(bytes)`: `true` if the bytes are valid UTF-8. Strings always are.
pub fn is_valid(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok()
}

/// `utf8.isPrint(text)`: `true` if there are only letters, marks, numbers, punctuation, symbols and the ASCII space
/// (Go's `unicode.IsPrint`).
pub fn is_print(text: &str) -> bool {
    text.chars().all(go::is_printable)
}

/// `utf8.isControl(text)`: `true` if there is a control character (Go's `unicode.IsControl`).
pub fn is_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name(
        "utf8.isValid",
        &["utf8_is_valid_bytes", "utf8_is_valid_string"],
        CallCost::Characters(1),
        |arguments, _| match arguments {
            [Value::String(_)] => Ok(true.into()),
            [Value::Bytes(bytes)] => Ok(is_valid(bytes).into()),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name("utf8.isPrint", &["utf8_is_print"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => Ok(is_print(text).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("utf8.isControl", &["utf8_is_control"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => Ok(is_control(text).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        assert!(is_valid(b"a\xc3\xa9") && !is_valid(b"a\xc3"));
        for (text, print, control) in [
            ("", true, false),
            ("a é日😀", true, false),
            ("a\u{a0}", false, false),
            ("a\n", false, true),
            ("\u{85}", false, true),
            ("\u{feff}", false, false),
        ] {
            assert_eq!((is_print(text), is_control(text)), (print, control), "{text:?}");
        }
    }
}
