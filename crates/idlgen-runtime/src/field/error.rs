//! One thing wrong with one field.

use std::fmt;

use super::{ErrorType, Path, PathBuf};
use crate::{go, value::ValueRef};

/// The value that an error shows.
#[derive(Clone, Debug, PartialEq)]
pub enum BadValue {
    /// No value is shown.
    Omitted,
    /// The value, shown as Go shows it.
    Json(serde_json::Value),
}

/// One thing wrong with one field: type, path, value and detail, printed as `field.Error` prints it.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The kind.
    pub error_type: ErrorType,
    /// Where, step by step, to find the place in a document.
    pub path: PathBuf,
    /// Where, as the API server writes it; value validation, list types and rules spell map keys differently.
    pub field: String,
    /// The offending value.
    pub bad_value: BadValue,
    /// What is wrong and what would be right.
    pub detail: String,
}

impl Error {
    /// An error at `path` whose field text is the path's own (`field.Path.String`).
    pub fn new(error_type: ErrorType, path: PathBuf, bad_value: BadValue, detail: impl Into<String>) -> Self {
        Error { error_type, field: path.to_string(), path, bad_value, detail: detail.into() }
    }

    /// An error of value validation, which spells the field as `k8s.io/kube-openapi` does ([`PathBuf::to_dotted`]).
    pub fn of_value(error_type: ErrorType, path: &Path<'_>, bad_value: BadValue, detail: impl Into<String>) -> Self {
        let path = path.to_path_buf();
        let dotted = path.to_dotted();
        let field = match dotted.strip_prefix('.').unwrap_or(&dotted) {
            "" => path.to_string(),
            field => field.to_owned(),
        };
        Error { error_type, path, field, bad_value, detail: detail.into() }
    }

    /// The text without the field: `Required value`, `Invalid value: 3: must be …` (`field.Error.ErrorBody`).
    pub fn body(&self) -> String {
        let mut text = self.error_type.to_string();
        let shows_value = !matches!(
            self.error_type,
            ErrorType::Required | ErrorType::Forbidden | ErrorType::TooLong | ErrorType::TooShort | ErrorType::Internal
        );
        if let (true, BadValue::Json(value)) = (shows_value, &self.bad_value) {
            text.push_str(": ");
            text.push_str(&go::format_bad_value(value));
        }
        if !self.detail.is_empty() {
            text.push_str(": ");
            text.push_str(&self.detail);
        }
        text
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.body())
    }
}

impl std::error::Error for Error {}

impl From<ValueRef<'_>> for BadValue {
    fn from(value: ValueRef<'_>) -> Self {
        BadValue::Json(value.to_json())
    }
}

impl From<&str> for BadValue {
    fn from(value: &str) -> Self {
        BadValue::Json(value.into())
    }
}

impl From<i64> for BadValue {
    fn from(value: i64) -> Self {
        BadValue::Json(value.into())
    }
}
