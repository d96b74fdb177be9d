//! Types of Go's standard library that API types use. openapi-gen sees what each is underneath; nothing of the library has to be read for that.

use super::usage::Ground;
use crate::model::{Builtin, Type};

/// What a type of the standard library is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) enum Standard {
    /// Another spelling of a type that a schema can say.
    Underlying(Ground),
    /// `time.Time`: text, `date-time`.
    Time,
    /// `encoding/json.RawMessage`: any JSON.
    RawMessage,
}

/// What the type `name` of `package` is, if it is one that is known.
pub(in crate::lower) fn find(package: &str, name: &str) -> Option<Standard> {
    let underlying = match (package, name) {
        ("time", "Time") => return Some(Standard::Time),
        ("encoding/json", "RawMessage") => return Some(Standard::RawMessage),
        ("encoding/json", "Number") => Ground::Builtin(Builtin::String),
        ("time", "Duration") => Ground::Builtin(Builtin::Int64),
        ("time", "Month" | "Weekday") => Ground::Builtin(Builtin::Int),
        ("os" | "io/fs", "FileMode") => Ground::Builtin(Builtin::Uint32),
        ("reflect", "Kind") => Ground::Builtin(Builtin::Uint),
        ("net", "IP" | "IPMask" | "HardwareAddr") => Ground::Bytes,
        ("net/url", "Values") | ("net/http", "Header") => {
            let text = || Type::Builtin(Builtin::String);
            Ground::Map(text(), Type::Slice(Box::new(text())))
        }
        _ => return None,
    };
    Some(Standard::Underlying(underlying))
}

/// Whether the import path is of the standard library: its first part has no dot.
pub(in crate::lower) fn is_standard(package: &str) -> bool {
    !package.split('/').next().unwrap_or("").contains('.')
}
