//! Message styles of field errors.

use super::Error;

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
