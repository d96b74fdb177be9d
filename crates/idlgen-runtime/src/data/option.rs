//! Implements [`Data`] for `Option`, which represents a Go pointer.

use serde::Serializer;
use serde_json::Value as Json;

use super::{Data, DecodeError, Encoded, Input, Likeness};

impl<T: Data + Default> Data for Option<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        if matches!(input, Input::Null) {
            *self = None;
            return Ok(());
        }
        self.get_or_insert_default().decode(input)
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        match self {
            Some(value) => value.encoded(),
            None => Encoded::Null,
        }
    }

    #[inline]
    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => value.serialize_data(serializer),
            None => serializer.serialize_unit(),
        }
    }

    #[inline]
    fn is_null(&self) -> bool {
        self.is_none()
    }

    #[inline]
    fn is_zero_by_method(&self) -> Option<bool> {
        self.as_ref()?.is_zero_by_method()
    }

    #[inline]
    fn is_zero_missing() -> bool {
        true
    }

    fn fill_in_defaults(&mut self) {
        if let Some(value) = self {
            value.fill_in_defaults();
        }
    }

    fn restore_texts(&mut self, json: &Json) {
        if let Some(value) = self {
            value.restore_texts(json);
        }
    }

    fn read(&mut self, json: &Json, depth: usize) -> Likeness {
        if json.is_null() {
            return Likeness::Unlike;
        }
        match self.get_or_insert_default().read(json, depth) {
            Likeness::Unlike => Likeness::Unlike,
            // A pointer to zero is not zero.
            Likeness::Same | Likeness::Zero => Likeness::Same,
        }
    }
}

impl<T: Data> Data for Box<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        (**self).decode(input)
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        (**self).encoded()
    }

    #[inline]
    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize_data(serializer)
    }

    #[inline]
    fn is_null(&self) -> bool {
        (**self).is_null()
    }

    #[inline]
    fn is_nil(&self) -> bool {
        (**self).is_nil()
    }

    #[inline]
    fn is_zero_by_method(&self) -> Option<bool> {
        (**self).is_zero_by_method()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }

    #[inline]
    fn is_zero_missing() -> bool {
        T::is_zero_missing()
    }

    fn fill_in_defaults(&mut self) {
        (**self).fill_in_defaults();
    }

    #[inline]
    fn restore_texts(&mut self, json: &Json) {
        (**self).restore_texts(json);
    }

    fn read(&mut self, json: &Json, depth: usize) -> Likeness {
        (**self).read(json, depth)
    }
}
