//! Checks the keyword `enum`.

use std::sync::OnceLock;

use serde_json::Value as Json;

use super::equality::convertible_equal;
use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    go::{quote, to_json},
    value::{Value, ValueRef},
};

/// Checks that the value is in `allowed`. An empty list allows everything. Numbers are compared after conversion
/// ([`convertible_equal`]).
pub fn enumeration(value: &ValueRef<'_>, allowed: &[Json], path: &Path<'_>, cx: &mut Context) -> bool {
    if allowed.is_empty() || allowed.iter().any(|member| convertible_equal(value, &member.as_value())) {
        return true;
    }
    cx.report(|| {
        let members = allowed.iter().map(|member| match member {
            Json::String(text) => quote(text),
            other => quote(&to_json(other)),
        });
        not_supported(BadValue::from(value.clone()), members, path)
    });
    false
}

/// Checks that the string is in `allowed`. An empty list allows everything.
#[inline]
pub fn enumeration_strings(value: &str, allowed: &[&str], path: &Path<'_>, cx: &mut Context) -> bool {
    allowed.is_empty() || allowed.contains(&value) || is_another_string(value, allowed, path, cx)
}

#[cold]
fn is_another_string(value: &str, allowed: &[&str], path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| not_supported(BadValue::from(value), allowed.iter().map(|member| quote(member)), path));
    false
}

/// Checks that the integer is in `allowed`. An empty list allows everything.
pub fn enumeration_integers(value: i64, allowed: &[i64], path: &Path<'_>, cx: &mut Context) -> bool {
    if allowed.is_empty() || allowed.contains(&value) {
        return true;
    }
    cx.report(|| not_supported(BadValue::from(value), allowed.iter().map(|member| quote(&member.to_string())), path));
    false
}

/// Enum members as JSON, parsed on first use, for a `static` in generated code.
///
/// ```
/// use idlgen_runtime::{check::{self, LazyMembers}, field::Path, value::Value, Context, Mode, Options};
///
/// static ALLOWED: LazyMembers = LazyMembers::new("[0.5, true]");
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// assert!(check::enumeration(&0.5.as_value(), ALLOWED.members(), &Path::root(), &mut cx));
/// ```
#[derive(Debug)]
pub struct LazyMembers {
    text: &'static str,
    members: OnceLock<Vec<Json>>,
}

impl LazyMembers {
    /// Creates the members from the text of a JSON list.
    pub const fn new(text: &'static str) -> Self {
        LazyMembers { text, members: OnceLock::new() }
    }

    /// Returns the members, or an empty slice if the text is not a JSON list.
    pub fn members(&self) -> &[Json] {
        self.members.get_or_init(|| serde_json::from_str(self.text).unwrap_or_default())
    }
}

fn not_supported(value: BadValue, members: impl Iterator<Item = String>, path: &Path<'_>) -> Error {
    let detail = format!("supported values: {}", members.collect::<Vec<_>>().join(", "));
    Error::of_value(ErrorType::NotSupported, path, value, detail).with_origin("enum")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::tests::errors;

    #[test]
    fn lists_the_members() {
        assert_eq!(errors(|path, cx| enumeration_strings("b", &["a", "b"], path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| enumeration_strings("b", &[], path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| enumeration_strings("c", &["b", "a"], path, cx)),
            ["f.a: Unsupported value: \"c\": supported values: \"b\", \"a\""]
        );
        let allowed = [json!("a"), json!(1), json!({"a": "<"}), json!(null)];
        assert_eq!(
            errors(|path, cx| enumeration(&json!(null).as_value(), &allowed, path, cx)),
            ["f.a: Unsupported value: null: supported values: \"a\", \"1\", \"{\\\"a\\\":\\\"\\\\u003c\\\"}\", \
                 \"null\""]
        );
        assert_eq!(errors(|path, cx| enumeration(&json!(1.9).as_value(), &allowed, path, cx)), [""; 0]);
    }

    #[test]
    fn lists_the_integers() {
        assert_eq!(errors(|path, cx| enumeration_integers(2, &[1, 2], path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| enumeration_integers(2, &[], path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| enumeration_integers(3, &[2, 1], path, cx)),
            ["f.a: Unsupported value: 3: supported values: \"2\", \"1\""]
        );
    }

    #[test]
    fn members_are_a_list() {
        assert_eq!(LazyMembers::new("[1, \"a\"]").members(), [json!(1), json!("a")]);
        assert_eq!(LazyMembers::new("1").members(), [Json::Null; 0]);
    }
}
