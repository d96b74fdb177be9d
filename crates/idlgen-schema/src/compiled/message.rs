//! `x-kubernetes-validation-errors` (KEP-4153): custom errors for keywords.

use std::collections::BTreeMap;

use idlgen_runtime::field::ErrorType;

use crate::{
    merge::Few,
    schema::{Reason, ValidationError},
};

/// A custom error for a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The message that replaces the message of the keyword.
    pub text: String,
    /// The error type, if it differs from the error type of the keyword.
    pub error_type: Option<ErrorType>,
}

/// Merges the custom errors of all parts. For each keyword, the nearest part takes precedence.
pub(super) fn messages(said: &Few<&BTreeMap<String, ValidationError>>) -> BTreeMap<String, Message> {
    let mut messages = BTreeMap::new();
    for (keyword, ValidationError { message, reason }) in said.iter().copied().flatten() {
        messages
            .entry(keyword.clone())
            .or_insert_with(|| Message { text: message.clone(), error_type: reason.as_ref().and_then(error_type) });
    }
    messages
}

fn error_type(reason: &Reason) -> Option<ErrorType> {
    Some(match reason {
        Reason::Invalid => ErrorType::Invalid,
        Reason::Forbidden => ErrorType::Forbidden,
        Reason::Required => ErrorType::Required,
        Reason::Duplicate => ErrorType::Duplicate,
        Reason::Other(name) => match name.strip_prefix("FieldValue").unwrap_or(name) {
            "NotFound" => ErrorType::NotFound,
            "NotSupported" => ErrorType::NotSupported,
            "TooLong" => ErrorType::TooLong,
            "TooMany" => ErrorType::TooMany,
            "TooFew" => ErrorType::TooFew,
            "TooShort" => ErrorType::TooShort,
            "TypeInvalid" => ErrorType::TypeInvalid,
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_error_types() {
        let of = |reason: &str| error_type(&Reason::Other(reason.to_owned()));
        let known = [
            ("NotFound", ErrorType::NotFound),
            ("NotSupported", ErrorType::NotSupported),
            ("TooLong", ErrorType::TooLong),
            ("TooMany", ErrorType::TooMany),
            ("TooFew", ErrorType::TooFew),
            ("TooShort", ErrorType::TooShort),
            ("TypeInvalid", ErrorType::TypeInvalid),
        ];
        for (name, expected) in known {
            assert_eq!((of(name), of(&format!("FieldValue{name}"))), (Some(expected), Some(expected)));
        }
        assert_eq!((of("Odd"), of("")), (None, None));
        let own = [Reason::Invalid, Reason::Forbidden, Reason::Required, Reason::Duplicate];
        assert_eq!(
            own.each_ref().map(error_type),
            [ErrorType::Invalid, ErrorType::Forbidden, ErrorType::Required, ErrorType::Duplicate].map(Some)
        );
    }

    #[test]
    fn the_nearest_error_of_a_keyword_applies() {
        let said = |keywords: &[(&str, &str)]| -> BTreeMap<String, ValidationError> {
            let error = |message: &str| ValidationError { message: message.to_owned(), reason: None };
            keywords.iter().map(|(keyword, message)| ((*keyword).to_owned(), error(message))).collect()
        };
        let (near, far) = (said(&[("maxLength", "near")]), said(&[("maxLength", "far"), ("pattern", "far")]));
        let mut both = Few::default();
        both.extend([&near, &far]);
        let found: Vec<(String, String)> =
            messages(&both).into_iter().map(|(keyword, message)| (keyword, message.text)).collect();
        let expected = [("maxLength", "near"), ("pattern", "far")];
        assert_eq!(found, expected.map(|(keyword, text)| (keyword.to_owned(), text.to_owned())));
    }
}
