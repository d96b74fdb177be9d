//! Checks the keyword `additionalProperties: false`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
};

/// Reports that the object at `path` has a property `key` that the schema does not allow. Returns `false`.
pub fn additional_property(key: &str, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let detail = format!("{}.{key} in body is a forbidden property", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::from(key), detail).with_origin("additionalProperties")
    });
    false
}

#[cfg(test)]
mod tests {
    use super::additional_property;
    use crate::check::tests::errors;

    #[test]
    fn stands_at_the_parent() {
        assert_eq!(
            errors(|path, cx| additional_property("b", path, cx)),
            ["f.a: Invalid value: \"b\": f.a.b in body is a forbidden property"]
        );
    }
}
