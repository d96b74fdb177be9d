//! Message styles of field errors.

use super::{Error, ErrorList};

/// The message style of field errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageStyle {
    /// The style of current API servers: `spec.size: Required value`.
    #[default]
    Kubernetes,
    /// The style of the go-openapi validation library. The first API servers with custom resources returned its
    /// messages unchanged: `spec.size in body is required` ([`Error::go_openapi_text`]).
    GoOpenApi,
}

impl Error {
    /// Formats the error in this style.
    ///
    /// ```
    /// use idlgen_runtime::field::{BadValue, Error, ErrorType, MessageStyle, Path};
    ///
    /// let size = Path::root().field("size").to_path_buf();
    /// let error = Error::new(ErrorType::Required, size, BadValue::from(""), "");
    /// assert_eq!(error.text(MessageStyle::Kubernetes), "size: Required value");
    /// assert_eq!(error.text(MessageStyle::GoOpenApi), "size in body is required");
    /// ```
    pub fn text(&self, style: MessageStyle) -> String {
        match style {
            MessageStyle::Kubernetes => self.to_string(),
            MessageStyle::GoOpenApi => self.go_openapi_text(""),
        }
    }
}

impl ErrorList {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{BadValue, ErrorType, Path};

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
}
