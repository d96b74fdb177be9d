//! Number comparisons for tags.

use std::cmp::Ordering;

use idlgen_schema::schema::Number;

/// Compares two numbers: exactly between integers, otherwise as floats.
pub(super) fn compare(left: Number, right: Number) -> Ordering {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => left.cmp(&right),
        _ => left.as_f64().partial_cmp(&right.as_f64()).unwrap_or(Ordering::Equal),
    }
}

/// Converts a count to a number.
pub(super) fn of_count(count: u64) -> Number {
    i64::try_from(count).map_or(Number::Float(count as f64), Number::Int)
}
