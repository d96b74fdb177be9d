//! Checks the keyword `required`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
};

/// Reports that the required field at `path` is missing. Returns `false`.
///
/// Pass the path of the missing field, not of the object that should contain it.
pub fn required(path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| Error::of_value(ErrorType::Required, path, BadValue::from(""), "").with_origin("required"));
    false
}

#[cfg(test)]
mod tests {
    use super::required;
    use crate::check::tests::errors;

    #[test]
    fn has_no_detail() {
        assert_eq!(errors(required), ["f.a: Required value"]);
    }
}
