//! Field errors.

use std::{borrow::Cow, fmt};

use super::{ErrorType, Origin, Path, PathBuf};
use crate::{go, value::ValueRef};

/// The value that an error message contains.
#[derive(Clone, Debug, PartialEq)]
pub enum BadValue {
    /// The message contains no value.
    Omitted,
    /// A value that is formatted like Go formats it.
    Json(serde_json::Value),
    /// Text for a value that the API server does not print as JSON: for example, a Go struct with its own field names.
    Verbatim(String),
}

/// A field error: type, path, value and detail, formatted like `field.Error`.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The type (`field.ErrorType`), which begins the message: `Invalid value`.
    pub error_type: ErrorType,
    /// The location in the document, as path elements.
    pub path: PathBuf,
    /// The path as the API server prints it. Value validation, checks of list types, and rules print map keys
    /// differently.
    pub field: String,
    /// The invalid value.
    pub bad_value: BadValue,
    /// The detail, such as the reason or the expected value.
    pub detail: String,
    /// The check that reported the error.
    pub origin: Origin,
}

impl Error {
    /// Creates an error at `path` with the field in the standard notation (`field.Path.String`).
    pub fn new(error_type: ErrorType, path: PathBuf, bad_value: BadValue, detail: impl Into<String>) -> Self {
        let origin = Origin::default();
        Error { error_type, field: path.to_string(), path, bad_value, detail: detail.into(), origin }
    }

    /// Creates an error for an invalid value (`field.Invalid`).
    ///
    /// ```
    /// use idlgen_runtime::field::{Error, Path};
    ///
    /// let root = Path::root();
    /// let error = Error::invalid(&root.field("size"), 3_i64, "must be even");
    /// assert_eq!(error.to_string(), "size: Invalid value: 3: must be even");
    /// ```
    pub fn invalid(path: &Path<'_>, bad_value: impl Into<BadValue>, detail: impl Into<String>) -> Self {
        Error::new(ErrorType::Invalid, path.to_path_buf(), bad_value.into(), detail)
    }

    /// Creates an error for a missing value (`field.Required`). The detail may be empty.
    ///
    /// ```
    /// use idlgen_runtime::field::{Error, Path};
    ///
    /// let root = Path::root();
    /// let error = Error::required(&root.field("size"), "a box has a size");
    /// assert_eq!(error.to_string(), "size: Required value: a box has a size");
    /// ```
    pub fn required(path: &Path<'_>, detail: impl Into<String>) -> Self {
        Error::new(ErrorType::Required, path.to_path_buf(), BadValue::Omitted, detail)
    }

    /// Creates an error for a value that is not allowed here, whatever it is (`field.Forbidden`).
    ///
    /// ```
    /// use idlgen_runtime::field::{Error, Path};
    ///
    /// let root = Path::root();
    /// let error = Error::forbidden(&root.field("size"), "may not change");
    /// assert_eq!(error.to_string(), "size: Forbidden: may not change");
    /// ```
    pub fn forbidden(path: &Path<'_>, detail: impl Into<String>) -> Self {
        Error::new(ErrorType::Forbidden, path.to_path_buf(), BadValue::Omitted, detail)
    }

    /// Creates an error of value validation, with the field in the notation of `k8s.io/kube-openapi`
    /// ([`PathBuf::to_dotted`]).
    pub fn of_value(error_type: ErrorType, path: &Path<'_>, bad_value: BadValue, detail: impl Into<String>) -> Self {
        let path = path.to_path_buf();
        let dotted = path.to_dotted();
        let field = match dotted.strip_prefix('.').unwrap_or(&dotted) {
            "" => path.to_string(),
            field => field.to_owned(),
        };
        Error { error_type, path, field, bad_value, detail: detail.into(), origin: Origin::default() }
    }

    /// Sets the check that reported the error.
    #[must_use]
    pub fn with_origin(self, check: impl Into<Cow<'static, str>>) -> Self {
        Error { origin: Origin { check: check.into(), ..Origin::default() }, ..self }
    }

    /// Sets the CEL rule that reported the error.
    #[must_use]
    pub fn with_rule(self, rule: &str) -> Self {
        let check = Cow::Borrowed("x-kubernetes-validations");
        Error { origin: Origin { check, rule: Some(rule.trim().into()), message_problem: None }, ..self }
    }

    /// Returns the message without the field: `Required value`, `Invalid value: 3: must be …`
    /// (`field.Error.ErrorBody`).
    pub fn body(&self) -> String {
        let mut text = self.error_type.to_string();
        let shows_value = !matches!(
            self.error_type,
            ErrorType::Required | ErrorType::Forbidden | ErrorType::TooLong | ErrorType::TooShort | ErrorType::Internal
        );
        let value = match &self.bad_value {
            BadValue::Json(value) if shows_value => Some(go::format_bad_value(value)),
            BadValue::Verbatim(value) if shows_value => Some(value.clone()),
            _ => None,
        };
        if let Some(value) = value {
            text.push_str(": ");
            text.push_str(&value);
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn shows_values_as_go_does() {
        let cases = [
            (ErrorType::Invalid, json!(1e7), "no", "Invalid value: 1e+07: no"),
            (ErrorType::Invalid, json!(true), "", "Invalid value: true"),
            (ErrorType::Invalid, json!("a\u{7}"), "", r#"Invalid value: "a\a""#),
            (ErrorType::Duplicate, json!({"b": "<", "a": [1.0]}), "", r#"Duplicate value: {"a":[1],"b":"\u003c"}"#),
            (ErrorType::NotSupported, json!(null), "x", "Unsupported value: null: x"),
            (ErrorType::Required, json!(""), "", "Required value"),
            (ErrorType::Forbidden, json!(1), "no", "Forbidden: no"),
            (ErrorType::TooLong, json!("<value omitted>"), "x", "Too long: x"),
            (ErrorType::Internal, json!(1), "x", "Internal error: x"),
        ];
        let root = Path::root();
        for (error_type, value, detail, body) in cases {
            let error = Error::new(error_type, root.field("f").to_path_buf(), BadValue::Json(value), detail);
            assert_eq!(error.body(), body);
            assert_eq!(error.to_string(), format!("f: {body}"));
        }
        let omitted = Error::new(ErrorType::TooMany, root.to_path_buf(), BadValue::Omitted, "has too many items");
        assert_eq!(omitted.to_string(), "<nil>: Too many: has too many items");
    }

    #[test]
    fn errors_say_which_check_reported_them() {
        let error = Error::new(ErrorType::Invalid, Path::root().to_path_buf(), BadValue::Omitted, "");
        assert_eq!((error.origin.check.as_ref(), &error.origin.rule), ("", &None));
        let checked = error.clone().with_origin("maximum");
        assert_eq!((checked.origin.check.as_ref(), checked.origin.rule), ("maximum", None));
        let ruled = error.with_rule(" self > 1\n");
        assert_eq!(ruled.origin.check, "x-kubernetes-validations");
        assert_eq!(ruled.origin.rule.as_deref(), Some("self > 1"));
    }

    #[test]
    fn value_validation_writes_dots() {
        let root = Path::root();
        let field = |path: &Path<'_>| Error::of_value(ErrorType::Required, path, BadValue::from(""), "").field;
        assert_eq!(field(&root), "<nil>");
        assert_eq!(field(&root.key("k")), "k");
        assert_eq!(field(&root.field("m").key("k")), "m.k");
        assert_eq!(field(&root.index(1)), "[1]");
    }
}
