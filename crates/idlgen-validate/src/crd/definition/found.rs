//! Collects errors.

use idlgen_runtime::field::{BadValue, Error, ErrorType, Path};

/// The errors so far, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) errors: Vec<Error>,
}

impl Found {
    pub(super) fn add(&mut self, error_type: ErrorType, path: &Path<'_>, value: BadValue, detail: impl Into<String>) {
        self.errors.push(Error::new(error_type, path.to_path_buf(), value, detail));
    }

    pub(super) fn required(&mut self, path: &Path<'_>, detail: impl Into<String>) {
        self.add(ErrorType::Required, path, BadValue::Omitted, detail);
    }

    pub(super) fn forbidden(&mut self, path: &Path<'_>, detail: impl Into<String>) {
        self.add(ErrorType::Forbidden, path, BadValue::Omitted, detail);
    }

    pub(super) fn invalid(&mut self, path: &Path<'_>, value: impl Into<BadValue>, detail: impl Into<String>) {
        self.add(ErrorType::Invalid, path, value.into(), detail);
    }

    pub(super) fn not_supported(&mut self, path: &Path<'_>, value: &str, supported: &[&str]) {
        let supported: Vec<String> = supported.iter().map(|value| format!("\"{value}\"")).collect();
        let detail = format!("supported values: {}", supported.join(", "));
        self.add(ErrorType::NotSupported, path, value.into(), detail);
    }

    pub(super) fn append(&mut self, mut other: Found) {
        self.errors.append(&mut other.errors);
    }

    /// Sorts the errors from index `start` on by message, like the API server does for the entries of maps.
    pub(super) fn sort_from(&mut self, start: usize) {
        if let Some(errors) = self.errors.get_mut(start..) {
            errors.sort_by_cached_key(ToString::to_string);
        }
    }
}
