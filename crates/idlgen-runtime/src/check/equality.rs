//! The three definitions of equality that the API server uses.

use crate::{
    go::{float_to_int, format_json_float},
    value::ValueRef,
};

/// Compares values like `reflect.DeepEqual`: an integer never equals a float.
pub fn deep_equal(left: &ValueRef<'_>, right: &ValueRef<'_>) -> bool {
    equal(left, right, &|left, right| match (left, right) {
        (ValueRef::Int(left), ValueRef::Int(right)) => left == right,
        (ValueRef::Float(left), ValueRef::Float(right)) => left == right,
        _ => false,
    })
}

/// Compares values by JSON text: the integer 1 equals the float 1.0 because Go prints both as `1`.
pub fn json_equal(left: &ValueRef<'_>, right: &ValueRef<'_>) -> bool {
    equal(left, right, &|left, right| match (left, right) {
        (ValueRef::Int(left), ValueRef::Int(right)) => left == right,
        (ValueRef::Float(left), ValueRef::Float(right)) => left.to_bits() == right.to_bits(),
        (ValueRef::Int(integer), ValueRef::Float(float)) | (ValueRef::Float(float), ValueRef::Int(integer)) => {
            float_to_int(*float) == *integer && format_json_float(*float) == integer.to_string()
        }
        _ => false,
    })
}

/// Compares a value with an enum `member`. The value is first converted to the member's type with Go's rules: 1.5
/// becomes the integer 1, and the integer 65 becomes the string `A`. Null does not equal anything.
pub fn convertible_equal(value: &ValueRef<'_>, member: &ValueRef<'_>) -> bool {
    match (value, member) {
        (ValueRef::Null, _) => false,
        (ValueRef::Float(value), ValueRef::Int(member)) => float_to_int(*value) == *member,
        (ValueRef::Int(value), ValueRef::Float(member)) => *value as f64 == *member,
        (ValueRef::Int(value), ValueRef::String(member)) => {
            let character = u32::try_from(*value).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut characters = member.chars();
            characters.next() == Some(character) && characters.next().is_none()
        }
        _ => deep_equal(value, member),
    }
}

fn equal(
    left: &ValueRef<'_>,
    right: &ValueRef<'_>,
    numbers_equal: &dyn Fn(&ValueRef<'_>, &ValueRef<'_>) -> bool,
) -> bool {
    match (left, right) {
        (ValueRef::Null, ValueRef::Null) => true,
        (ValueRef::Bool(left), ValueRef::Bool(right)) => left == right,
        (ValueRef::String(left), ValueRef::String(right)) => left == right,
        (ValueRef::List(left), ValueRef::List(right)) => {
            left.len() == right.len()
                && (0..left.len()).all(|index| match (left.get(index), right.get(index)) {
                    (Some(left), Some(right)) => equal(&left, &right, numbers_equal),
                    _ => false,
                })
        }
        (ValueRef::Map(left), ValueRef::Map(right)) => {
            if left.len() != right.len() {
                return false;
            }
            let mut all = true;
            left.visit(&mut |key, left| {
                all = right.get(key).is_some_and(|right| equal(&left, &right, numbers_equal));
                all
            });
            all
        }
        _ => numbers_equal(left, right),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::value::Value;

    #[test]
    fn three_equalities() {
        let cases = [
            // The operands and the expected results of `deep_equal`, `json_equal` and `convertible_equal`.
            (json!(1), json!(1.0), false, true, true),
            (json!(1.5), json!(1), false, false, true),
            (json!(65), json!("A"), false, false, true),
            (json!(-1), json!("\u{fffd}"), false, false, true),
            (json!("A"), json!(65), false, false, false),
            (json!(null), json!(null), true, true, false),
            (json!(1.5), json!(1.5), true, true, true),
            (json!(1.5), json!(2.5), false, false, false),
            (json!(0.0), json!(-0.0), true, false, true),
            (json!(true), json!(true), true, true, true),
            (json!(true), json!(false), false, false, false),
            (json!("a"), json!("b"), false, false, false),
            (json!("A"), json!("AB"), false, false, false),
            (json!(65), json!("AB"), false, false, false),
            (json!(1), json!(1.5), false, false, false),
            (json!([1, 2]), json!([1]), false, false, false),
            (json!([1, 2]), json!([1, 3]), false, false, false),
            (json!({"a": 1}), json!({"a": 1, "b": 2}), false, false, false),
            (json!({"a": 1, "b": 2}), json!({"a": 2, "b": 2}), false, false, false),
            (json!([]), json!({}), false, false, false),
            (json!([1, {"a": 2}]), json!([1, {"a": 2}]), true, true, true),
            (json!([1, {"a": 2}]), json!([1, {"a": 2.0}]), false, true, false),
            (json!({"a": 1}), json!({"b": 1}), false, false, false),
            (json!(9_223_372_036_854_775_807_i64), json!(9_223_372_036_854_775_807.0), false, false, true),
        ];
        for (left, right, deep, json, convertible) in cases {
            let (a, b) = (left.as_value(), right.as_value());
            assert_eq!(deep_equal(&a, &b), deep, "deep {left} {right}");
            assert_eq!(json_equal(&a, &b), json, "JSON {left} {right}");
            assert_eq!(convertible_equal(&a, &b), convertible, "convertible {left} {right}");
        }
    }
}
