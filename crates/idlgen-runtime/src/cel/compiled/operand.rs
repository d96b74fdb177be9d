//! Operands whose type is only known at run time, and conversions between Rust's types and CEL values.

use std::{borrow::Cow, cmp::Ordering, collections::BTreeMap};

use super::Cost;
use crate::{
    cel::{
        Text, Value,
        cost::{content_size, equality},
        operators,
        value::{equality::equal as are_equal, ordering},
    },
    data::MapKey,
    value::{self, ValueRef, presence::is_zero},
};

/// Converts a boolean to a CEL value.
#[inline]
pub fn bool(value: bool) -> Value<'static> {
    Value::Bool(value)
}

/// Converts an integer to a CEL value.
#[inline]
pub fn int(value: i64) -> Value<'static> {
    Value::Int(value)
}

/// Converts an unsigned integer to a CEL value.
#[inline]
pub fn uint(value: u64) -> Value<'static> {
    Value::Uint(value)
}

/// Converts a double to a CEL value.
#[inline]
pub fn double(value: f64) -> Value<'static> {
    Value::Double(value)
}

/// Converts a duration in nanoseconds to a CEL value.
#[inline]
pub fn nanoseconds(value: i64) -> Value<'static> {
    Value::Duration(value)
}

/// `list.sum()`. Fails if the sum overflows.
pub fn sum(list: &[i64], cost: &Cost) -> Option<i64> {
    cost.add(list.len() as u64 + 1);
    list.iter().try_fold(0_i64, |sum, item| sum.checked_add(*item))
}

/// Converts values to a CEL list.
pub fn list<'a>(values: impl IntoIterator<Item = Value<'a>>) -> Value<'a> {
    Value::from(values.into_iter().collect::<Vec<_>>())
}

/// Converts data without parts (an integer or string, a quantity) to a CEL value.
pub fn scalar<T: value::Value + ?Sized>(data: &T) -> Option<Value<'_>> {
    Some(match data.as_value() {
        ValueRef::Bool(value) => Value::Bool(value),
        ValueRef::Int(value) => Value::Int(value),
        ValueRef::Float(value) => Value::Double(value),
        ValueRef::String(Cow::Borrowed(text)) => Value::text(text),
        ValueRef::String(Cow::Owned(text)) => Value::String(Text::from(text)),
        ValueRef::Null | ValueRef::List(_) | ValueRef::Map(_) => return None,
    })
}

/// Returns the boolean, or `None` for a value of another type.
#[inline]
pub fn as_bool(value: &Value<'_>) -> Option<bool> {
    if let Value::Bool(value) = value { Some(*value) } else { None }
}

/// Returns the `int`, or `None` for a value of another type, such as `uint`.
#[inline]
pub fn as_int(value: &Value<'_>) -> Option<i64> {
    if let Value::Int(value) = value { Some(*value) } else { None }
}

/// Returns the `double`, or `None` for a value of another type, such as `int`.
#[inline]
pub fn as_double(value: &Value<'_>) -> Option<f64> {
    if let Value::Double(value) = value { Some(*value) } else { None }
}

/// Returns the string, or `None` for a value of another type.
#[inline]
pub fn as_text<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    if let Value::String(text) = value { Some(text.as_str()) } else { None }
}

/// Returns the elements of a list.
pub fn elements<'a>(value: &Value<'a>) -> Option<Vec<Value<'a>>> {
    let Value::List(list) = value else { return None };
    list.iter().collect::<Result<_, _>>().ok()
}

/// Returns the element at an index.
#[inline]
pub fn at<T>(list: &[T], index: i64) -> Option<&T> {
    list.get(usize::try_from(index).ok()?)
}

/// Returns the value of a key.
#[inline]
pub fn entry<'m, K: MapKey, V>(map: &'m BTreeMap<K, V>, key: &str) -> Option<&'m V> {
    K::find(map, key)
}

/// `key in map`
#[inline]
pub fn has_entry<K: MapKey, V>(map: &BTreeMap<K, V>, key: &str, cost: &Cost) -> bool {
    cost.add(map.len() as u64);
    K::find(map, key).is_some()
}

/// `item in list`
#[inline]
pub fn contains_item<T: Copy + PartialEq>(items: impl IntoIterator<Item = T>, sought: T, cost: &Cost) -> bool {
    let mut count = 0;
    let is_found = items.into_iter().any(|item| {
        count += 1;
        item == sought
    });
    cost.add(count);
    is_found
}

/// `has(object.field)` of a field that is always present: only the object matters.
#[inline]
pub fn is_present<T: ?Sized>(_: &T) -> bool {
    true
}

/// `has(object.field)` of a field whose data may not match its schema: takes the value of the field, if the field is
/// present. Fails if the data does not match.
#[inline]
pub fn is_seen(field: Option<Option<Value<'_>>>) -> Option<bool> {
    field.map_or(Some(false), |value| value.map(|_| true))
}

/// `!has(object.field)` of a Go field that is not a pointer, whose value is written as zero if it is absent.
#[inline]
pub fn is_unset<T: value::Value + ?Sized>(data: &T) -> bool {
    is_zero(&data.as_value())
}

/// `list[index]` of a list built by a function.
pub fn element<'a>(value: &Value<'a>, index: i64) -> Option<Value<'a>> {
    let Value::List(list) = value else { return None };
    list.get(usize::try_from(index).ok()?)?.ok()
}

/// `size(value)`
pub fn size_of(value: &Value<'_>) -> Option<i64> {
    match value {
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) => i64::try_from(value.size()?).ok(),
        _ => None,
    }
}

/// `size(list)`: converts the number of elements or an index.
#[inline]
pub fn size(count: usize) -> i64 {
    count as i64
}

/// `left == right`. Fails if the values cannot be compared.
pub fn equal(left: &Value<'_>, right: &Value<'_>, cost: &Cost) -> Option<bool> {
    cost.add(equality(left, right, true).max(1));
    are_equal(left, right).ok()
}

/// Compares two values. Fails if the values have no order.
pub fn compare(left: &Value<'_>, right: &Value<'_>, cost: &Cost) -> Option<Ordering> {
    cost.add(equality(left, right, true).max(1));
    ordering::compare(left, right).ok()
}

/// The largest list, and the longest string in bytes, that an addition builds.
const MAX_SUM: u64 = 1 << 16;

/// `left + right`. Fails if the values have no sum, or a large one.
pub fn add<'a>(left: Value<'a>, right: Value<'a>, cost: &Cost) -> Option<Value<'a>> {
    let size = content_size(&left).saturating_add(content_size(&right));
    cost.add(size.max(1));
    if size > MAX_SUM {
        return None;
    }
    operators::add(left, right).ok()
}

/// `left - right`. Fails if the values have no difference.
pub fn subtract<'a>(left: &Value<'a>, right: &Value<'a>) -> Option<Value<'a>> {
    operators::subtract(left, right).ok()
}

/// `optional.hasValue()`
pub fn has_value(value: &Value<'_>) -> Option<bool> {
    if let Value::Optional(content) = value { Some(content.is_some()) } else { None }
}

/// `item in container`. Fails if the container is neither a list nor a map.
pub fn contains(item: &Value<'_>, container: &Value<'_>, cost: &Cost) -> Option<bool> {
    cost.add(content_size(container));
    match container {
        Value::List(list) => list.contains(item).ok(),
        Value::Map(map) => map.get(item).ok().map(|value| value.is_some()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cel::value::Bytes, types::IntOrString};

    fn list_of(numbers: impl IntoIterator<Item = i64>) -> Value<'static> {
        list(numbers.into_iter().map(int))
    }

    /// Returns a result and its cost.
    fn charged<T>(run: impl FnOnce(&Cost) -> T) -> (T, u64) {
        let cost = Cost::new(1);
        (run(&cost), cost.get() - 1)
    }

    #[test]
    fn a_value_converts_back_to_its_own_type_only() {
        let bytes = Value::Bytes(Bytes::from(vec![1, 2, 3]));
        for (value, boolean, integer, float, text, size) in [
            (bool(true), Some(true), None, None, None, None),
            (bool(false), Some(false), None, None, None, None),
            (int(-7), None, Some(-7), None, None, None),
            (uint(7), None, None, None, None, None),
            (double(1.5), None, None, Some(1.5), None, None),
            (nanoseconds(7), None, None, None, None, None),
            (Value::text("äö"), None, None, None, Some("äö"), Some(2)),
            (list_of([4, 5, 6]), None, None, None, None, Some(3)),
            (bytes, None, None, None, None, Some(3)),
        ] {
            assert_eq!(as_bool(&value), boolean, "{value}");
            assert_eq!(as_int(&value), integer, "{value}");
            assert_eq!(as_double(&value), float, "{value}");
            assert_eq!(as_text(&value), text, "{value}");
            assert_eq!(size_of(&value), size, "{value}");
        }
        assert!(matches!((uint(7), nanoseconds(7)), (Value::Uint(7), Value::Duration(7))));
    }

    #[test]
    fn data_without_parts_is_a_scalar() {
        assert_eq!(scalar(&true).as_ref().and_then(as_bool), Some(true));
        assert_eq!(scalar(&7_i32).as_ref().and_then(as_int), Some(7));
        assert_eq!(scalar(&0.5_f64).as_ref().and_then(as_double), Some(0.5));
        assert_eq!(scalar("a").as_ref().and_then(as_text), Some("a"));
        assert_eq!(scalar(&IntOrString::Int(80)).as_ref().and_then(as_int), Some(80));
        let quantity: crate::types::Quantity = "1024Mi".parse().unwrap();
        assert_eq!(scalar(&quantity).as_ref().and_then(as_text), Some("1Gi"));
        assert!(scalar(&vec![1_i32]).is_none() && scalar(&None::<i32>).is_none());
    }

    #[test]
    fn a_sum_charges_every_element_and_does_not_overflow() {
        assert_eq!(charged(|cost| sum(&[], cost)), (Some(0), 1));
        assert_eq!(charged(|cost| sum(&[5, -2, 4], cost)), (Some(7), 4));
        assert_eq!(charged(|cost| sum(&[i64::MAX, 1], cost)), (None, 3));
    }

    #[test]
    fn elements_are_found_by_index() {
        let numbers = list_of([4, 5]);
        for (index, expected) in [(0, Some(4)), (1, Some(5)), (2, None), (-1, None)] {
            assert_eq!(at(&[4, 5], index).copied(), expected);
            assert_eq!(element(&numbers, index).as_ref().and_then(as_int), expected);
        }
        assert_eq!(elements(&numbers).unwrap().iter().map(as_int).collect::<Vec<_>>(), [Some(4), Some(5)]);
        assert!(elements(&int(1)).is_none() && element(&int(1), 0).is_none());
        assert_eq!([size(0), size(3)], [0, 3]);
    }

    #[test]
    fn entries_are_found_by_the_text_of_their_key() {
        let (by_name, by_number) =
            (BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]), BTreeMap::from([(7_i32, 1)]));
        assert_eq!((entry(&by_name, "b"), entry(&by_name, "c")), (Some(&2), None));
        assert_eq!((entry(&by_number, "7"), entry(&by_number, "x")), (Some(&1), None));
        assert_eq!(charged(|cost| has_entry(&by_name, "a", cost)), (true, 2));
        assert_eq!(charged(|cost| has_entry(&by_name, "c", cost)), (false, 2));
    }

    #[test]
    fn a_search_charges_the_elements_up_to_the_first_match() {
        assert_eq!(charged(|cost| contains_item([4, 5, 6], 5, cost)), (true, 2));
        assert_eq!(charged(|cost| contains_item([4, 5, 6], 7, cost)), (false, 3));
        // `contains` charges the size of the container, as the interpreter does.
        let (numbers, entries) = (list_of([4, 5, 6]), Value::Map(vec![(Value::text("a"), int(1))].into()));
        assert_eq!(charged(|cost| contains(&int(5), &numbers, cost)), (Some(true), 3));
        assert_eq!(charged(|cost| contains(&int(7), &numbers, cost)), (Some(false), 3));
        assert_eq!(charged(|cost| contains(&Value::text("a"), &entries, cost)), (Some(true), 1));
        assert_eq!(charged(|cost| contains(&Value::text("b"), &entries, cost)), (Some(false), 1));
        assert_eq!(charged(|cost| contains(&int(1), &int(1), cost)).0, None);
    }

    #[test]
    fn presence_depends_on_the_field() {
        assert!(is_present(&0));
        assert_eq!([is_seen(None), is_seen(Some(None)), is_seen(Some(Some(int(1))))], [Some(false), None, Some(true)]);
        assert!(is_unset("") && is_unset(&0_i32) && is_unset(&false));
        assert!(!is_unset("a") && !is_unset(&1_i32) && !is_unset(&true));
        assert_eq!(
            [Value::NONE, Value::some(int(1)), int(1)].map(|value| has_value(&value)),
            [Some(false), Some(true), None]
        );
    }

    #[test]
    fn comparisons_charge_the_smaller_operand() {
        let (short, long) = (Value::text("a"), Value::from("b".repeat(25)));
        assert_eq!(charged(|cost| equal(&int(1), &int(1), cost)), (Some(true), 1));
        assert_eq!(charged(|cost| equal(&int(1), &double(1.5), cost)), (Some(false), 1));
        assert_eq!(charged(|cost| equal(&long, &long, cost)), (Some(true), 3));
        assert_eq!(charged(|cost| equal(&Value::text(""), &long, cost)), (Some(false), 1));
        assert_eq!(charged(|cost| compare(&short, &long, cost)), (Some(Ordering::Less), 1));
        assert_eq!(charged(|cost| compare(&long, &long, cost)), (Some(Ordering::Equal), 3));
        assert_eq!(charged(|cost| compare(&int(2), &double(1.5), cost)), (Some(Ordering::Greater), 1));
        assert_eq!(charged(|cost| compare(&int(1), &short, cost)).0, None);
    }

    #[test]
    fn sums_and_differences_fail_where_there_is_none() {
        let sum = |left: Value<'static>, right: Value<'static>| charged(|cost| add(left, right, cost));
        let (total, cost) = sum(int(1), int(2));
        assert_eq!((total.as_ref().and_then(as_int), cost), (Some(3), 2));
        let (text, cost) = sum(Value::text("ab"), Value::text("c"));
        assert_eq!((text.as_ref().and_then(as_text), cost), (Some("abc"), 3));
        assert!(sum(int(1), Value::text("a")).0.is_none() && sum(int(i64::MAX), int(1)).0.is_none());
        let [half, more] = [MAX_SUM / 2, MAX_SUM / 2 + 1].map(|size| Value::from("x".repeat(size as usize)));
        let (text, cost) = sum(half.clone(), half.clone());
        assert_eq!((text.as_ref().and_then(size_of), cost), (Some(MAX_SUM as i64), MAX_SUM));
        let (text, cost) = sum(half, more);
        assert!(text.is_none() && cost == MAX_SUM + 1);
        assert_eq!(subtract(&int(5), &int(2)).as_ref().and_then(as_int), Some(3));
        assert!(subtract(&Value::text("a"), &int(1)).is_none());
    }
}
