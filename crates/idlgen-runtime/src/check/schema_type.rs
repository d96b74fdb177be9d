//! Checks the keywords `type` and `nullable`.

use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    go::{is_json_integer, quote},
    value::ValueRef,
};

/// Checks that the value has one of the `types`. An empty list allows every type. Pass the schema's `format` if the API
/// server enforces it, otherwise an empty string.
///
/// A float is accepted as an integer if it is integral up to 2^53, or differs from an integer by at most one part in a
/// billion. Every integer is a number. If the schema has a format and a type other than `number`, strings and arrays
/// pass whatever the type, as in the API server.
pub fn schema_type(
    value: &ValueRef<'_>,
    types: &[&str],
    format: &str,
    nullable: bool,
    path: &Path<'_>,
    cx: &mut Context,
) -> bool {
    if types.is_empty() && format.is_empty() {
        return true;
    }
    let found = value.type_name();
    let is_listed = match value {
        ValueRef::Null => types.is_empty() || nullable || types.contains(&found),
        ValueRef::Int(_) => types.contains(&found) || types.contains(&"number"),
        ValueRef::Float(value) => types.contains(&found) || (types.contains(&"integer") && is_json_integer(*value)),
        _ => types.contains(&found),
    };
    if is_listed {
        return true;
    }
    if !format.is_empty() {
        // The OpenAPI format names that the API server assigns to its value types.
        let own_format = match value {
            ValueRef::Int(_) => Some("int64"),
            ValueRef::Float(_) => Some("float64"),
            ValueRef::Bool(_) | ValueRef::Map(_) => Some(""),
            ValueRef::String(_) | ValueRef::List(_) | ValueRef::Null => None,
        };
        match own_format {
            Some(own_format) if own_format != format => return mismatch(format, own_format, path, cx),
            None if !value.is_null() && !types.contains(&"number") && !types.contains(&"integer") => return true,
            _ => {}
        }
    }
    let mut wanted = String::new();
    if cx.wants_text() {
        wanted = types.join(",");
    }
    mismatch(&wanted, found, path, cx)
}

/// Reports a null value in a list or map of pointers whose schema requires one of the `types`.
pub fn not_null(types: &[&str], path: &Path<'_>, cx: &mut Context) -> bool {
    schema_type(&ValueRef::Null, types, "", false, path, cx)
}

fn mismatch(wanted: &str, found: &str, path: &Path<'_>, cx: &mut Context) -> bool {
    cx.report(|| {
        let detail = format!("{} in body must be of type {wanted}: {}", path.dotted(), quote(found));
        Error::of_value(ErrorType::TypeInvalid, path, BadValue::from(found), detail).with_origin("type")
    });
    false
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{not_null, schema_type};
    use crate::{check::tests::errors, value::Value};

    #[test]
    fn names_the_type_found() {
        let cases: &[(Json, &[&str], &str, bool, &str)] = &[
            (json!(1), &[], "", false, ""),
            (json!("x"), &["string"], "", false, ""),
            (json!(1), &["string"], "", false, "\"integer\": f.a in body must be of type string: \"integer\""),
            (json!(1), &["number"], "", false, ""),
            (json!(1.5), &["integer"], "", false, "\"number\": f.a in body must be of type integer: \"number\""),
            (json!(1.0), &["integer"], "", false, ""),
            (json!(1.000_000_000_1), &["integer"], "", false, ""),
            (json!(1e16), &["integer"], "", false, "\"number\": f.a in body must be of type integer: \"number\""),
            (json!(null), &["string"], "", false, "\"null\": f.a in body must be of type string: \"null\""),
            (json!(null), &["string"], "", true, ""),
            (json!(null), &[], "uri", false, ""),
            (
                json!(1.5),
                &["integer", "string"],
                "",
                false,
                "\"number\": f.a in body must be of type integer,string: \"number\"",
            ),
        ];
        for (value, types, format, nullable, text) in cases {
            let got = errors(|path, cx| schema_type(&value.as_value(), types, format, *nullable, path, cx));
            let wanted: Vec<String> =
                if text.is_empty() { vec![] } else { vec![format!("f.a: Invalid value: {text}")] };
            assert_eq!(got, wanted, "{value} {types:?}");
        }
    }

    #[test]
    fn a_format_opens_a_hole() {
        let cases: &[(Json, &[&str], &str, &str)] = &[
            (json!(["x"]), &["string"], "uri", ""),
            (json!("x"), &["object"], "uri", ""),
            (json!(1), &["string"], "uri", "\"int64\": f.a in body must be of type uri: \"int64\""),
            (json!(1.5), &["string"], "uri", "\"float64\": f.a in body must be of type uri: \"float64\""),
            (json!({}), &["string"], "uri", "\"\": f.a in body must be of type uri: \"\""),
            (json!(true), &[], "uri", "\"\": f.a in body must be of type uri: \"\""),
            (json!("x"), &["integer"], "uri", "\"string\": f.a in body must be of type integer: \"string\""),
        ];
        for (value, types, format, text) in cases {
            let got = errors(|path, cx| schema_type(&value.as_value(), types, format, false, path, cx));
            let wanted: Vec<String> =
                if text.is_empty() { vec![] } else { vec![format!("f.a: Invalid value: {text}")] };
            assert_eq!(got, wanted, "{value} {types:?} {format}");
        }
    }

    #[test]
    fn null_is_reported_where_the_type_forbids_it() {
        assert_eq!(errors(|path, cx| not_null(&["null"], path, cx)), [""; 0]);
        assert_eq!(
            errors(|path, cx| not_null(&["object"], path, cx)),
            ["f.a: Invalid value: \"null\": f.a in body must be of type object: \"null\""]
        );
    }
}
