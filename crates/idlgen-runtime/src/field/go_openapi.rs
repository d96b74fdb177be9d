//! Formats errors with go-openapi messages, which API servers used before errors had types of their own.

use super::{Error, ErrorType};

impl Error {
    /// Formats the error like go-openapi's validation library, with `root` as the name of the entire value: `data.foo
    /// in body is required`, `data.foo in body should be one of [bar baz]`. Errors without a go-openapi message, such
    /// as those of rules, keep their own.
    ///
    /// Errors of `maxProperties` have the message of `maxItems`, as in API servers, because both have the same error
    /// type.
    ///
    /// Source: `errors.Required`, `EnumFail`, `TooLong` and `TooManyItems` of `github.com/go-openapi/errors`.
    ///
    /// ```
    /// use idlgen_runtime::field::{BadValue, Error, ErrorType, Path};
    ///
    /// let root = Path::root();
    /// let error = Error::new(ErrorType::Required, root.field("foo").to_path_buf(), BadValue::from(""), "");
    /// assert_eq!(error.to_string(), "foo: Required value");
    /// assert_eq!(error.go_openapi_text("data"), "data.foo in body is required");
    /// ```
    pub fn go_openapi_text(&self, root: &str) -> String {
        let named = |path: &str| match (root.is_empty(), path.is_empty()) {
            (false, false) => format!("{root}.{path}"),
            _ => format!("{root}{path}"),
        };
        let detail = &self.detail;
        if let Some((path, rest)) = detail.split_once(" in body ") {
            return format!("{} in body {rest}", named(path.trim_start_matches('.')));
        }
        if let Some((path, rest)) = detail.strip_prefix('"').and_then(|rest| rest.split_once("\" must ")) {
            // The error of an `anyOf`, `allOf`, `oneOf` or `not`.
            return format!("\"{}\" must {rest}", named(path));
        }
        let place = named(&self.path.to_dotted());
        let limit = |before: &str| detail.strip_prefix(before)?.split(' ').next();
        match self.error_type {
            ErrorType::Required if detail.is_empty() => format!("{place} in body is required"),
            ErrorType::NotSupported => match detail.strip_prefix("supported values: ").map(members) {
                Some(members) => format!("{place} in body should be one of [{}]", members.join(" ")),
                None => self.to_string(),
            },
            ErrorType::TooLong => match limit("may not be more than ").or_else(|| limit("may not be longer than ")) {
                Some(limit) => format!("{place} in body should be at most {limit} chars long"),
                None => self.to_string(),
            },
            ErrorType::TooMany => match limit("must have at most ") {
                Some(limit) => format!("{place} in body should have at most {limit} items"),
                None => self.to_string(),
            },
            _ => self.to_string(),
        }
    }
}

/// Parses a list of quoted strings.
fn members(list: &str) -> Vec<String> {
    let mut members = Vec::new();
    let (mut start, mut is_escaped) = (None, false);
    for (position, character) in list.char_indices() {
        match (start, character) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(first), '"') => {
                let quoted = list.get(first..=position).unwrap_or_default();
                // A string with a Go escape that JSON does not have is kept unchanged.
                members.push(serde_json::from_str(quoted).unwrap_or_else(|_| quoted.trim_matches('"').to_owned()));
                start = None;
            }
            (None, '"') => start = Some(position),
            _ => {}
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{
        check,
        context::{Context, Mode, Options},
        field::{BadValue, Error, ErrorType, Path},
        regex::LazyPattern,
        value::Value,
    };

    /// Returns the go-openapi messages of the errors that a check reports at `foo`.
    fn texts(check: impl Fn(&Path<'_>, &mut Context) -> bool) -> Vec<String> {
        let (root, mut cx) = (Path::root(), Context::new(Mode::AllErrors, Options::default()));
        check(&root.field("foo"), &mut cx);
        cx.errors().iter().map(|error| error.go_openapi_text("data")).collect()
    }

    #[test]
    fn speaks_as_go_openapi_did() {
        static WORD: LazyPattern = LazyPattern::new("^[a-zA-Z0-9_]*$");
        let text = json!("string");
        assert_eq!(
            texts(|path, cx| check::min_length("abc", 4, path, cx)),
            ["data.foo in body should be at least 4 chars long"]
        );
        assert_eq!(
            texts(|path, cx| check::minimum(9, 10, false, path, cx)),
            ["data.foo in body should be greater than or equal to 10"]
        );
        assert_eq!(
            texts(|path, cx| check::enumeration_strings("x", &["bar", "b\"z"], path, cx)),
            ["data.foo in body should be one of [bar b\"z]"]
        );
        assert_eq!(
            texts(|path, cx| check::schema_type(&text.as_value(), &["integer"], "", false, path, cx)),
            ["data.foo in body must be of type integer: \"string\""]
        );
        assert_eq!(
            texts(|path, cx| check::pattern("!", &WORD, path, cx)),
            ["data.foo in body should match '^[a-zA-Z0-9_]*$'"]
        );
        assert_eq!(texts(check::required), ["data.foo in body is required"]);
        assert_eq!(
            texts(|path, cx| check::all_of(2, path, cx, |branch, path, cx| {
                let _ = check::multiple_of(1, [5, 3][branch % 2], path, cx);
            })),
            [
                "data.foo in body should be a multiple of 5",
                "data.foo in body should be a multiple of 3",
                "\"data.foo\" must validate all the schemas (allOf). None validated",
            ]
        );
        assert_eq!(
            texts(|path, cx| check::max_length("abc", 1, path, cx)),
            ["data.foo in body should be at most 1 chars long"]
        );
        assert_eq!(
            texts(|path, cx| check::max_items(3, 2, path, cx)),
            ["data.foo in body should have at most 2 items"]
        );
    }

    #[test]
    fn words_of_older_servers_are_understood() {
        let path = Path::root().field("a").to_path_buf();
        for detail in ["may not be longer than 3", "may not be more than 3 bytes"] {
            let error = Error::new(ErrorType::TooLong, path.clone(), BadValue::Omitted, detail);
            assert_eq!(error.go_openapi_text(""), "a in body should be at most 3 chars long");
        }
    }

    #[test]
    fn what_it_has_no_words_for_stays() {
        let rule = Error::new(ErrorType::Invalid, Path::root().to_path_buf(), BadValue::Omitted, "failed rule: true");
        assert_eq!(rule.go_openapi_text("data"), rule.to_string());
        let missing = Error::new(ErrorType::Required, Path::root().field("a").to_path_buf(), BadValue::from(""), "");
        assert_eq!(missing.go_openapi_text(""), "a in body is required");
    }

    #[test]
    fn other_errors_are_written_as_they_are() {
        let path = Path::root().field("foo").to_path_buf();
        for (error_type, detail, expected) in [
            (ErrorType::Required, "", "data.foo in body is required"),
            (ErrorType::Required, "must be set", "foo: Required value: must be set"),
            (ErrorType::TooMany, "must have at most 3 items", "data.foo in body should have at most 3 items"),
            (ErrorType::TooLong, "may not be more than 3 bytes", "data.foo in body should be at most 3 chars long"),
        ] {
            let error = Error::new(error_type, path.clone(), BadValue::Omitted, detail);
            assert_eq!(error.go_openapi_text("data"), expected);
        }
    }
}
