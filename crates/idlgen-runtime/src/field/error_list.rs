//! Lists of field errors.

use std::{collections::BTreeSet, fmt};

use super::{Error, ErrorType, MessageStyle};

/// The errors in an object, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorList {
    errors: Vec<Error>,
}

impl ErrorList {
    /// Creates an empty list.
    #[inline]
    pub const fn new() -> Self {
        ErrorList { errors: Vec::new() }
    }

    /// Adds an error.
    pub fn push(&mut self, error: Error) {
        self.errors.push(error);
    }

    /// Returns `true` if the list is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns the number of errors.
    #[inline]
    pub fn len(&self) -> usize {
        self.errors.len()
    }

    /// Iterates over the errors in order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Error> {
        self.errors.iter()
    }

    /// Iterates over the errors in order, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Error> {
        self.errors.iter_mut()
    }

    /// Returns the list without errors that repeat an earlier message for the same field
    /// (`k8s.io/kube-openapi/pkg/validation/validate.Result.AddErrors`).
    #[must_use]
    pub fn without_repetitions(self) -> Self {
        if self.errors.len() < 2 {
            return self;
        }
        let mut seen = BTreeSet::new();
        let errors = self.errors.into_iter();
        let errors = errors.filter(|error| {
            // Errors for duplicates in lists only differ in their value. Other errors contain the value in their
            // detail.
            error.error_type == ErrorType::Duplicate
                || seen.insert((error.path.to_dotted(), error.error_type, error.detail.clone()))
        });
        ErrorList { errors: errors.collect() }
    }

    /// Formats all errors in this style. A single error is unchanged, several are formatted as `[a, b]` without
    /// repeated messages, and an empty list is an empty string (`field.ErrorList.ToAggregate().Error()`).
    pub fn text(&self, style: MessageStyle) -> String {
        let mut texts: Vec<String> = Vec::with_capacity(self.len());
        for error in self {
            let text = error.text(style);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match texts.as_slice() {
            [] => String::new(),
            [text] => text.clone(),
            texts => format!("[{}]", texts.join(", ")),
        }
    }

    /// Removes all errors after the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.errors.truncate(count);
    }
}

impl fmt::Display for ErrorList {
    /// Formats like `field.ErrorList.ToAggregate().Error()`: one error unchanged, several as `[a, b]` without repeated
    /// messages, no errors as an empty string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(MessageStyle::Kubernetes))
    }
}

impl std::error::Error for ErrorList {}

impl FromIterator<Error> for ErrorList {
    fn from_iter<I: IntoIterator<Item = Error>>(errors: I) -> Self {
        let mut list = ErrorList::new();
        list.extend(errors);
        list
    }
}

impl IntoIterator for ErrorList {
    type Item = Error;
    type IntoIter = std::vec::IntoIter<Error>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

impl<'a> IntoIterator for &'a ErrorList {
    type Item = &'a Error;
    type IntoIter = std::slice::Iter<'a, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.iter()
    }
}

impl<'a> IntoIterator for &'a mut ErrorList {
    type Item = &'a mut Error;
    type IntoIter = std::slice::IterMut<'a, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.iter_mut()
    }
}

impl Extend<Error> for ErrorList {
    fn extend<T: IntoIterator<Item = Error>>(&mut self, errors: T) {
        self.errors.extend(errors);
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorList;
    use crate::field::{BadValue, Error, ErrorType, MessageStyle, Path, PathBuf};

    #[test]
    fn prints_equal_texts_once() {
        let error = |detail: &str| Error::new(ErrorType::Forbidden, PathBuf::default(), BadValue::Omitted, detail);
        let mut errors = ErrorList::new();
        assert_eq!(errors.to_string(), "");
        errors.push(error("a"));
        assert_eq!(errors.to_string(), "<nil>: Forbidden: a");
        errors.extend([error("a"), error("b")]);
        assert_eq!(errors.to_string(), "[<nil>: Forbidden: a, <nil>: Forbidden: b]");
        assert_eq!(errors.len(), 3);
        errors.truncate(1);
        assert_eq!(errors.iter().count(), 1);
    }

    #[test]
    fn only_duplicates_of_lists_are_repeated() {
        let error = |error_type| Error::new(error_type, PathBuf::default(), BadValue::Omitted, "a");
        for (types, expected) in [
            (&[][..], 0),
            (&[ErrorType::Invalid], 1),
            (&[ErrorType::Invalid, ErrorType::Invalid], 1),
            (&[ErrorType::Invalid, ErrorType::Required, ErrorType::Invalid], 2),
            (&[ErrorType::Duplicate, ErrorType::Invalid, ErrorType::Duplicate], 3),
        ] {
            let mut errors = ErrorList::new();
            errors.extend(types.iter().copied().map(error));
            assert_eq!(errors.without_repetitions().len(), expected, "{types:?}");
        }
    }

    #[test]
    fn lists_speak_one_language() {
        let root = Path::root();
        let error = |name| Error::new(ErrorType::Required, root.field(name).to_path_buf(), BadValue::Omitted, "");
        let mut errors = ErrorList::new();
        assert_eq!(errors.text(MessageStyle::GoOpenApi), "");
        errors.extend([error("a"), error("a"), error("b")]);
        assert_eq!(errors.text(MessageStyle::GoOpenApi), "[a in body is required, b in body is required]");
        assert_eq!(errors.text(MessageStyle::Kubernetes), errors.to_string());
    }

    #[test]
    fn errors_can_be_changed() {
        use crate::field::{BadValue, Error, ErrorType, Path};
        let mut errors = ErrorList::new();
        for detail in ["a", "b"] {
            errors.push(Error::new(ErrorType::Invalid, Path::root().to_path_buf(), BadValue::Omitted, detail));
        }
        for error in &mut errors {
            error.detail.push('!');
        }
        assert_eq!((&errors).into_iter().map(|error| error.detail.as_str()).collect::<Vec<_>>(), ["a!", "b!"]);
    }
}
