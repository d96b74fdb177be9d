//! Checks the keyword `format`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    format::find,
};

/// Checks that the string has the format `name`. A format that is unknown, or not enforced under the
/// [options](crate::Options) of the context, allows everything.
pub fn format(value: &str, name: &str, path: &Path<'_>, cx: &mut Context) -> bool {
    let Some(format) = find(name) else { return true };
    if !format.applies(cx.options) || format.accepts(value) {
        return true;
    }
    cx.report(|| {
        let detail = format!("{} in body must be of type {name}: {}", path.dotted(), crate::go::quote(value));
        Error::of_value(ErrorType::TypeInvalid, path, BadValue::from(value), detail)
            .with_origin(format!("format={name}"))
    });
    false
}

#[cfg(test)]
mod tests {
    use super::format;
    use crate::check::tests::errors;

    #[test]
    fn names_the_format_as_written() {
        assert_eq!(errors(|path, cx| format("10.0.0.1", "ipv4", path, cx)), [""; 0]);
        assert_eq!(errors(|path, cx| format("anything", "no-such-format", path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| format("x", "i-pv4", path, cx)),
            ["f.a: Invalid value: \"x\": f.a in body must be of type i-pv4: \"x\""]
        );
    }
}
