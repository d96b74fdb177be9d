//! Type arguments of other crates that do not implement [`Data`].

use std::ops::{Deref, DerefMut};

use super::{Data, DecodeError, Encoded, FieldMut, FieldRef, Foreign, Input};
use crate::{
    types::Zero,
    value::{Value, ValueRef},
};

/// A type argument of a generated struct, if the argument only implements serde's traits: the fields of such a struct
/// need [`Data`]. The JSON representation is that of the inner value.
///
/// ```
/// use idlgen_runtime::data::ForeignValue;
///
/// /// A type of another crate.
/// type Place = (String, i32);
///
/// #[derive(Debug, Default, PartialEq)]
/// struct Items<T> {
///     items: Vec<T>,
/// }
///
/// idlgen_runtime::object! { Items<T> { items: "items" omitempty } }
///
/// let read: Items<ForeignValue<Place>> = serde_json::from_str(r#"{"items": [["a", 1]]}"#).unwrap();
/// assert_eq!(read.items[0].0, ("a".to_owned(), 1));
/// assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"items":[["a",1]]}"#);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_structs, reason = "generated code and its users create values")]
pub struct ForeignValue<T>(pub T);

impl<T> Deref for ForeignValue<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for ForeignValue<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> From<T> for ForeignValue<T> {
    #[inline]
    fn from(value: T) -> Self {
        ForeignValue(value)
    }
}

impl<T: Foreign + Send + Sync> Data for ForeignValue<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        FieldMut::Foreign(&mut self.0).decode(input)
    }

    fn encoded(&self) -> Encoded<'_> {
        Encoded::Foreign(&self.0)
    }

    fn is_zero_missing() -> bool {
        true
    }
}

impl<T: Foreign + Send + Sync> Zero for ForeignValue<T> {
    fn is_zero(&self) -> bool {
        FieldRef::Foreign(&self.0).is_zero()
    }
}

/// Rules cannot access the value.
impl<T: Foreign + Send + Sync> Value for ForeignValue<T> {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::Null
    }
}

crate::serde_through_data!([T: Foreign + Default + Send + Sync] [ForeignValue<T>]);
