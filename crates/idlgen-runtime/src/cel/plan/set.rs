//! Constant lists that are the right operand of `in`.

use std::collections::HashSet;

use crate::cel::value::{List, Value};

/// Maximum number of strings that are searched linearly.
const FEW: usize = 8;

/// A list of constants, as a set (`maybeOptimizeSetMembership` of cel-go's interpreter).
#[derive(Debug)]
pub(in crate::cel) enum Set {
    /// At most [`FEW`] strings.
    Few(Box<[Box<str>]>),
    /// More than [`FEW`] strings.
    Texts(HashSet<Box<str>>),
    /// Scalars, not all strings.
    Mixed(Box<[Value<'static>]>),
}

impl Set {
    /// Builds the set if all elements are scalars other than bytes.
    pub(super) fn new(list: &List<'static>) -> Option<Self> {
        let elements: Vec<Value<'static>> = list.iter().collect::<Result<_, _>>().ok()?;
        let texts: Option<Vec<Box<str>>> = elements
            .iter()
            .map(|element| if let Value::String(text) = element { Some(Box::from(text.as_str())) } else { None })
            .collect();
        Some(match texts {
            Some(texts) if texts.len() <= FEW => Self::Few(texts.into()),
            Some(texts) => Self::Texts(texts.into_iter().collect()),
            None if elements.iter().all(is_scalar) => Self::Mixed(elements.into()),
            None => return None,
        })
    }

    /// Returns `true` if the set contains the value.
    pub(in crate::cel) fn contains(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Self::Few(texts), Value::String(text)) => texts.iter().any(|known| **known == **text),
            (Self::Texts(texts), Value::String(text)) => texts.contains(text.as_str()),
            (Self::Mixed(elements), value) => elements.iter().any(|element| holds(element, value)),
            _ => false,
        }
    }
}

fn is_scalar(value: &Value<'_>) -> bool {
    matches!(value, Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_))
}

/// Returns `true` if an element equals the value. An integer element equals the double that it rounds to. A double
/// element equals an integer only if it is exact.
fn holds(element: &Value<'_>, value: &Value<'_>) -> bool {
    match (element, value) {
        (Value::String(element), Value::String(value)) => element == value,
        (Value::Bool(element), Value::Bool(value)) => element == value,
        (Value::Int(element), Value::Int(value)) => element == value,
        (Value::Uint(element), Value::Uint(value)) => element == value,
        (Value::Double(element), Value::Double(value)) => element == value,
        (Value::Int(element), Value::Double(value)) => *element as f64 == *value,
        (Value::Uint(element), Value::Double(value)) => *element as f64 == *value,
        (Value::Int(element), Value::Uint(value)) => u64::try_from(*element) == Ok(*value),
        (Value::Uint(element), Value::Int(value)) => i64::try_from(*element) == Ok(*value),
        (Value::Double(element), Value::Int(value)) => whole(*element) == Some(i128::from(*value)),
        (Value::Double(element), Value::Uint(value)) => whole(*element) == Some(i128::from(*value)),
        _ => false,
    }
}

/// Returns the value if it is an integer whose magnitude fits in 64 bits.
fn whole(value: f64) -> Option<i128> {
    (value.trunc() == value && value.abs() < 18_446_744_073_709_551_616.0).then_some(value as i128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_other_types() {
        let set = |elements: Vec<Value<'static>>| Set::new(&List::from(elements)).unwrap();
        for (element, value, expected) in [
            (Value::Int(1), Value::Double(1.0), true),
            (Value::Double(1.5), Value::Int(1), false),
            (Value::Double(2.0), Value::Uint(2), true),
            (Value::Int(-1), Value::Uint(1), false),
            (Value::Int(1), Value::text("1"), false),
            (Value::text("a"), Value::text("a"), true),
        ] {
            assert_eq!(set(vec![element.clone()]).contains(&value), expected, "{element:?} {value:?}");
        }
        let many: Vec<Value<'static>> = (0..20).map(|number| Value::from(number.to_string())).collect();
        assert!(set(many.clone()).contains(&Value::text("19")) && !set(many).contains(&Value::text("20")));
        assert!(Set::new(&List::from(vec![Value::Null])).is_none());
    }

    #[test]
    fn elements_are_equal_as_the_real_library_compares_them() {
        let values = || {
            vec![
                (Value::Int(1), 1.0),
                (Value::Uint(1), 1.0),
                (Value::Double(1.0), 1.0),
                (Value::Int(-1), -1.0),
                (Value::Double(-1.0), -1.0),
                (Value::Int(2), 2.0),
                (Value::Uint(2), 2.0),
                (Value::Double(1.5), 1.5),
                (Value::Double(-0.0), 0.0),
                (Value::Uint(0), 0.0),
            ]
        };
        for (element, number) in values() {
            let set = Set::new(&List::from(vec![element.clone()])).unwrap();
            for (value, other) in values() {
                assert_eq!(set.contains(&value), number == other, "{element:?} {value:?}");
            }
            for other in [Value::Bool(true), Value::text("1"), Value::Null] {
                assert!(!set.contains(&other), "{element:?} {other:?}");
            }
        }
        let two = Set::new(&List::from(vec![Value::Bool(true), Value::text("a")])).unwrap();
        for (value, expected) in [
            (Value::Bool(true), true),
            (Value::Bool(false), false),
            (Value::text("a"), true),
            (Value::text("b"), false),
            (Value::Int(1), false),
        ] {
            assert_eq!(two.contains(&value), expected, "{value:?}");
        }
        let large = Set::new(&List::from(vec![Value::Double(1e300), Value::Double(f64::NAN)])).unwrap();
        assert!(!large.contains(&Value::Uint(u64::MAX)) && !large.contains(&Value::Double(f64::NAN)));
    }
}
