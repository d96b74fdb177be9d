//! Types of field errors.

use std::fmt;

/// The type of a field error. Its [`reason`](ErrorType::reason) is the value of `StatusCause.reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ErrorType {
    /// A referenced object does not exist.
    NotFound,
    /// A required value is missing.
    Required,
    /// Two values that must differ are equal.
    Duplicate,
    /// The value violates a constraint.
    Invalid,
    /// The value is not in the enum.
    NotSupported,
    /// The value must not be set here.
    Forbidden,
    /// The string is too long.
    TooLong,
    /// The list or map has too many entries.
    TooMany,
    /// The list or map has too few entries.
    TooFew,
    /// The string is too short.
    TooShort,
    /// The value is of the wrong type.
    TypeInvalid,
    /// The validation itself failed.
    Internal,
}

impl ErrorType {
    /// Returns the value of `StatusCause.reason`, such as `FieldValueRequired`.
    pub const fn reason(self) -> &'static str {
        match self {
            ErrorType::NotFound => "FieldValueNotFound",
            ErrorType::Required => "FieldValueRequired",
            ErrorType::Duplicate => "FieldValueDuplicate",
            ErrorType::Invalid => "FieldValueInvalid",
            ErrorType::NotSupported => "FieldValueNotSupported",
            ErrorType::Forbidden => "FieldValueForbidden",
            ErrorType::TooLong => "FieldValueTooLong",
            ErrorType::TooMany => "FieldValueTooMany",
            ErrorType::TooFew => "FieldValueTooFew",
            ErrorType::TooShort => "FieldValueTooShort",
            ErrorType::TypeInvalid => "FieldValueTypeInvalid",
            ErrorType::Internal => "InternalError",
        }
    }
}

impl fmt::Display for ErrorType {
    /// Formats the start of an error message, such as `Required value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorType::NotFound => "Not found",
            ErrorType::Required => "Required value",
            ErrorType::Duplicate => "Duplicate value",
            ErrorType::Invalid | ErrorType::TypeInvalid => "Invalid value",
            ErrorType::NotSupported => "Unsupported value",
            ErrorType::Forbidden => "Forbidden",
            ErrorType::TooLong => "Too long",
            ErrorType::TooMany => "Too many",
            ErrorType::TooFew => "Too few",
            ErrorType::TooShort => "Too short",
            ErrorType::Internal => "Internal error",
        })
    }
}
