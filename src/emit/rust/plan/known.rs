//! Go types with an equivalent in `idlgen-runtime`.

use crate::model::json::RustType;

/// A type of `idlgen_runtime::types`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Known {
    Bytes,
    /// `metav1.Duration`.
    Duration,
    /// `metav1.FieldsV1`.
    FieldsV1,
    /// `intstr.IntOrString`.
    IntOrString,
    /// `metav1.MicroTime`.
    MicroTime,
    /// `resource.Quantity`.
    Quantity,
    /// `runtime.RawExtension`.
    RawExtension,
    /// `json.RawMessage`, and other types with arbitrary JSON.
    RawMessage,
    /// `metav1.Time`.
    Time,
}

impl Known {
    /// Returns the name in `idlgen_runtime::types`.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Known::Bytes => "Bytes",
            Known::Duration => "Duration",
            Known::FieldsV1 => "FieldsV1",
            Known::IntOrString => "IntOrString",
            Known::MicroTime => "MicroTime",
            Known::Quantity => "Quantity",
            Known::RawExtension => "RawExtension",
            Known::RawMessage => "RawMessage",
            Known::Time => "Time",
        }
    }

    /// Returns `true` if it may contain arbitrary JSON.
    pub(in super::super) fn is_free_json(self) -> bool {
        matches!(self, Known::FieldsV1 | Known::RawExtension | Known::RawMessage)
    }

    /// Returns the runtime type with this name, if it is one.
    pub(super) fn of(rust: RustType) -> Option<Known> {
        Some(match rust {
            RustType::Bytes => Known::Bytes,
            RustType::Duration => Known::Duration,
            RustType::FieldsV1 => Known::FieldsV1,
            RustType::IntOrString => Known::IntOrString,
            RustType::MicroTime => Known::MicroTime,
            RustType::Quantity => Known::Quantity,
            RustType::RawExtension => Known::RawExtension,
            RustType::RawMessage => Known::RawMessage,
            RustType::Time => Known::Time,
            RustType::I64
            | RustType::U32
            | RustType::U64
            | RustType::String
            | RustType::TextLists
            | RustType::OwnJson => return None,
        })
    }
}
