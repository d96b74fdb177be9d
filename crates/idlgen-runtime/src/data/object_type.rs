//! The functions of a generated struct that [`object!`](crate::object) implements.
//!
//! The compiler builds generic and inline functions in the crates that use them. A crate of generated types therefore
//! builds none of them, and a program builds only those of its types.

use std::borrow::Cow;

use super::{DecodeError, Encoded, Input, Json, Likeness, Object, object};
use crate::value::{Map, ValueRef};

/// Returns the trait object of a struct. This function is never inlined: each part of a program that converts a struct
/// to a trait object itself contains a copy of the struct's functions.
#[inline(never)]
fn dynamic<T: Object>(this: &T) -> &dyn Object {
    this
}

/// Returns the mutable trait object of a struct: see [`dynamic`].
#[inline(never)]
fn dynamic_mut<T: Object>(this: &mut T) -> &mut dyn Object {
    this
}

/// Decodes the members of an object into its fields and skips unknown members. `null` sets all fields to zero.
#[inline]
pub fn decode<T: Object>(this: &mut T, input: Input<'_>) -> Result<(), DecodeError> {
    object::decode(dynamic_mut(this), input)
}

/// Returns the encoded form.
#[inline]
pub fn encoded<T: Object>(this: &T) -> Encoded<'_> {
    Encoded::Object(dynamic(this))
}

/// Applies the defaults of missing fields, also in the values of other fields.
#[inline]
pub fn fill_in_defaults<T: Object>(this: &mut T) {
    object::fill_in_defaults(dynamic_mut(this));
}

/// Gives the quantities and durations in an object the text that they have in the JSON that it was decoded from.
#[inline]
pub fn restore_texts<T: Object>(this: &mut T, json: &Json) {
    object::restore_texts(dynamic_mut(this), json);
}

/// Reads an object into a zero value.
#[inline]
pub fn read<T: Object>(this: &mut T, json: &Json, depth: usize) -> Likeness {
    object::read(dynamic_mut(this), json, depth)
}

/// Returns `true` if all fields are zero.
#[inline]
pub fn is_zero<T: Object>(this: &T) -> bool {
    object::is_zero(dynamic(this))
}

/// Returns the object that rules see.
#[inline]
pub fn as_value<T: Object>(this: &T) -> ValueRef<'_> {
    ValueRef::Map(this)
}

/// The object that rules see, without the fields that documents omit.
impl<T: Object> Map for T {
    fn len(&self) -> usize {
        object::len(dynamic(self))
    }

    fn get(&self, key: &str) -> Option<ValueRef<'_>> {
        object::get(dynamic(self), key)
    }

    fn contains_key(&self, key: &str) -> bool {
        object::get(dynamic(self), key).is_some()
    }

    fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
        object::visit_members(dynamic(self), visit);
    }

    fn visit_keys<'a>(&'a self, visit: &mut dyn FnMut(Cow<'a, str>) -> bool) {
        object::visit_keys(dynamic(self), visit);
    }
}
