//! Converts errors to the messages of older API servers.

use serde_json::Value as Json;

use super::{BadValue, Element, Error, ErrorList, ErrorType};
use crate::go;

/// First minor version with the current messages: details do not repeat the field, nouns agree in number, and values
/// are printed as JSON.
const TODAY: u16 = 34;

impl ErrorList {
    /// Changes the errors to the messages of Kubernetes 1.`minor` (`k8s.io/apimachinery/pkg/util/validation/field` and
    /// `pkg/api/validation` of each version).
    #[inline]
    pub fn use_messages_of(&mut self, minor: u16) {
        if minor < TODAY {
            self.iter_mut().for_each(|error| error.say_as_of(minor));
        }
    }
}

impl Error {
    fn say_as_of(&mut self, minor: u16) {
        let number = |before: &str| {
            let rest = self.detail.strip_prefix(before)?;
            rest.split_once(' ').map(|(number, _)| number.to_owned())
        };
        let is_of_metadata = matches!(self.path.elements.first(), Some(Element::Field(name)) if name == "metadata");
        match self.error_type {
            ErrorType::TooLong => {
                if let Some(limit) = number("may not be more than ") {
                    self.detail = match (minor, is_of_metadata) {
                        (..=31, true) => format!("must have at most {limit} bytes"),
                        (..=31, false) => format!("may not be longer than {limit}"),
                        _ => format!("may not be more than {limit} bytes"),
                    };
                }
            }
            ErrorType::TooMany => {
                if let Some(limit) = number("must have at most ") {
                    self.detail = format!("must have at most {limit} items");
                }
            }
            ErrorType::Invalid if is_of_metadata && self.detail == "must not be empty" => {
                if let Some(Element::Field(name)) = self.path.elements.last() {
                    self.detail = format!("{name} must not be empty");
                }
            }
            _ => {}
        }
        match &self.bad_value {
            BadValue::Json(Json::Null) => self.bad_value = BadValue::from("null"),
            BadValue::Json(value @ (Json::Array(_) | Json::Object(_))) => {
                self.bad_value = BadValue::Verbatim(go::to_go_syntax(value));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::field::Path;

    #[test]
    fn each_version_has_its_words() {
        let root = Path::root();
        let (spec, metadata) = (root.field("spec"), root.field("metadata"));
        let uid = metadata.field("ownerReferences").field("uid").to_path_buf();
        let list = || {
            let mut errors = ErrorList::new();
            let omitted = || BadValue::Omitted;
            errors.push(Error::new(ErrorType::TooLong, spec.to_path_buf(), omitted(), "may not be more than 1 byte"));
            errors.push(Error::new(
                ErrorType::TooLong,
                metadata.field("annotations").to_path_buf(),
                omitted(),
                "may not be more than 9 bytes",
            ));
            errors.push(Error::new(ErrorType::TooMany, spec.to_path_buf(), 2.into(), "must have at most 1 item"));
            errors.push(Error::new(ErrorType::Invalid, uid.clone(), BadValue::from(""), "must not be empty"));
            errors.push(Error::new(ErrorType::Duplicate, spec.to_path_buf(), BadValue::Json(json!({"k": "a"})), ""));
            errors.push(Error::new(ErrorType::Invalid, root.to_path_buf(), BadValue::Json(Json::Null), "not checked"));
            errors
        };
        let texts = |minor| {
            let mut errors = list();
            errors.use_messages_of(minor);
            let once: Vec<String> = errors.iter().map(ToString::to_string).collect();
            errors.use_messages_of(minor);
            assert_eq!(once, errors.iter().map(ToString::to_string).collect::<Vec<_>>(), "twice is once");
            once
        };
        let old = [
            "spec: Too long: may not be longer than 1",
            "metadata.annotations: Too long: must have at most 9 bytes",
            "spec: Too many: 2: must have at most 1 items",
            r#"metadata.ownerReferences.uid: Invalid value: "": uid must not be empty"#,
            r#"spec: Duplicate value: map[string]interface {}{"k":"a"}"#,
            r#"<nil>: Invalid value: "null": not checked"#,
        ];
        assert_eq!(texts(31), old);
        let middle = [
            "spec: Too long: may not be more than 1 bytes",
            "metadata.annotations: Too long: may not be more than 9 bytes",
        ];
        assert_eq!(texts(32), [&middle[..], &old[2..]].concat());
        assert_eq!(texts(34), list().iter().map(ToString::to_string).collect::<Vec<_>>());
    }

    #[test]
    fn only_empty_metadata_is_named() {
        let root = Path::root();
        let (spec, metadata) = (root.field("spec"), root.field("metadata"));
        let mut errors = ErrorList::new();
        for (path, detail) in
            [(&spec, "must not be empty"), (&metadata, "must be so"), (&metadata, "must not be empty")]
        {
            errors.push(Error::new(ErrorType::Invalid, path.field("uid").to_path_buf(), BadValue::from(""), detail));
        }
        errors.use_messages_of(30);
        let details: Vec<&str> = errors.iter().map(|error| error.detail.as_str()).collect();
        assert_eq!(details, ["must not be empty", "must be so", "uid must not be empty"]);
    }
}
