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
