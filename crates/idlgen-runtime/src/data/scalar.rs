//! Implements [`Data`] for booleans, numbers and strings.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::{Data, DecodeError, Encoded, Input, Likeness};

impl Data for bool {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        *self = match input {
            Input::Null => false,
            Input::Bool(value) => value,
            _ => return Err(DecodeError::expected("a boolean")),
        };
        Ok(())
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        Encoded::Bool(*self)
    }

    #[inline]
    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self)
    }

    #[inline]
    fn is_zero_missing() -> bool {
        true
    }

    #[inline]
    fn read(&mut self, json: &Json, _depth: usize) -> Likeness {
        let Json::Bool(value) = json else { return Likeness::Unlike };
        *self = *value;
        Likeness::of_zero(!value)
    }
}

impl Data for String {
    #[inline]
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        *self = match input {
            Input::Null => String::new(),
            Input::String(value) => value.to_owned(),
            _ => return Err(DecodeError::expected("a string")),
        };
        Ok(())
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        Encoded::String(Cow::Borrowed(self))
    }

    #[inline]
    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }

    #[inline]
    fn is_zero_missing() -> bool {
        true
    }

    #[inline]
    #[expect(clippy::assigning_clones, reason = "the string is empty, so there is no allocation to reuse")]
    fn read(&mut self, json: &Json, _depth: usize) -> Likeness {
        let Json::String(text) = json else { return Likeness::Unlike };
        // Faster than `clone`, which is a function call that returns the string in memory.
        *self = text.as_str().to_owned();
        Likeness::of_zero(text.is_empty())
    }
}

macro_rules! integers {
    ($($integer:ident as $variant:ident($wide:ident), $expected:literal;)*) => {$(
        impl Data for $integer {
            fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
                let (value, text) = match input {
                    Input::Null => (Some(0), String::new()),
                    Input::Int(value) => match $integer::try_from(value) {
                        Ok(value) => (Some(value), String::new()),
                        Err(_) => (None, value.to_string()),
                    },
                    Input::Uint(value) => match $integer::try_from(value) {
                        Ok(value) => (Some(value), String::new()),
                        Err(_) => (None, value.to_string()),
                    },
                    _ => return Err(DecodeError::expected($expected)),
                };
                *self = value.ok_or_else(|| {
                    DecodeError::invalid(format_args!(concat!("invalid value: integer `{}`, \
                        expected ", $expected), text))
                })?;
                Ok(())
            }

            #[inline]
            fn encoded(&self) -> Encoded<'_> {
                Encoded::$variant($wide::from(*self))
            }

            #[inline]
            fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $wide::from(*self).serialize(serializer)
            }

            #[inline]
            fn is_zero_missing() -> bool {
                true
            }

            #[inline]
            fn read(&mut self, json: &Json, _depth: usize) -> Likeness {
                // For a server, a number above the largest i64 is a float.
                match json.as_i64().and_then(|number| $integer::try_from(number).ok()) {
                    Some(value) => {
                        *self = value;
                        Likeness::of_zero(value == 0)
                    }
                    None => Likeness::Unlike,
                }
            }
        }
    )*};
}

integers! {
    i8 as Int(i64), "an 8-bit integer";
    i16 as Int(i64), "a 16-bit integer";
    i32 as Int(i64), "a 32-bit integer";
    i64 as Int(i64), "a 64-bit integer";
    u8 as Uint(u64), "an unsigned 8-bit integer";
    u16 as Uint(u64), "an unsigned 16-bit integer";
    u32 as Uint(u64), "an unsigned 32-bit integer";
    u64 as Uint(u64), "an unsigned 64-bit integer";
}

macro_rules! floats {
    ($($float:ident as $variant:ident;)*) => {$(
        impl Data for $float {
            fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
                *self = match input {
                    Input::Null => 0.0,
                    Input::Int(value) => value as $float,
                    Input::Uint(value) => value as $float,
                    Input::Float(value) => value as $float,
                    _ => return Err(DecodeError::expected("a number")),
                };
                Ok(())
            }

            #[inline]
            fn encoded(&self) -> Encoded<'_> {
                Encoded::$variant(*self)
            }

            #[inline]
            fn is_zero_missing() -> bool {
                true
            }
        }
    )*};
}

floats! {
    f32 as Float32;
    f64 as Float;
}
