//! Implements [`Data`] for types with a custom JSON representation.

use serde::{Deserialize, de::value::StrDeserializer};
use serde_json::Value as Json;

use super::{
    Data, DecodeError, Encoded, Input, Likeness,
    json::{is_deeper, is_stored_as_written},
};
use crate::{
    types::{Bytes, Duration, FieldsV1, IntOrString, MicroTime, Quantity, RawExtension, RawMessage, Time, Zero},
    value::{Value, ValueRef},
};

macro_rules! texts {
    ($(
        $known:ident: $is_null:expr, $is_nil:expr, $is_empty:expr, $is_zero_by_method:expr, $is_zero_missing:literal
            $(, $exact:expr)?;
    )*) => {$(
        impl Data for $known {
            fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
                let decoded = match input {
                    Input::String(text) => $known::deserialize(StrDeserializer::<serde_json::Error>::new(text)),
                    input => $known::deserialize(input.into_json()?),
                };
                *self = decoded.map_err(DecodeError::invalid)?;
                Ok(())
            }

            #[inline]
            fn encoded(&self) -> Encoded<'_> {
                match self.as_value() {
                    ValueRef::Bool(value) => Encoded::Bool(value),
                    ValueRef::Int(value) => Encoded::Int(value),
                    ValueRef::Float(value) => Encoded::Float(value),
                    ValueRef::String(value) => Encoded::String(value),
                    ValueRef::Null | ValueRef::List(_) | ValueRef::Map(_) => Encoded::Null,
                }
            }

            #[inline]
            fn is_null(&self) -> bool {
                let is_null: fn(&Self) -> bool = $is_null;
                is_null(self)
            }

            #[inline]
            fn is_nil(&self) -> bool {
                let is_nil: fn(&Self) -> bool = $is_nil;
                is_nil(self)
            }

            #[inline]
            fn is_empty(&self) -> bool {
                let is_empty: fn(&Self) -> bool = $is_empty;
                is_empty(self)
            }

            #[inline]
            fn is_zero_by_method(&self) -> Option<bool> {
                let is_zero_by_method: fn(&Self) -> Option<bool> = $is_zero_by_method;
                is_zero_by_method(self)
            }

            #[inline]
            fn is_zero_missing() -> bool {
                $is_zero_missing
            }

            $(fn read(&mut self, json: &Json, _depth: usize) -> Likeness {
                let exact: fn(&Json) -> Option<Self> = $exact;
                let Some(value) = exact(json) else { return Likeness::Unlike };
                *self = value;
                Likeness::of_zero(self.is_zero())
            }

            fn restore_texts(&mut self, json: &Json) {
                let exact: fn(&Json) -> Option<Self> = $exact;
                if let Some(value) = exact(json) {
                    *self = value;
                }
            })?
        }
    )*};
}

texts! {
    Bytes: |_| false, |bytes| bytes.0.is_empty(), Bytes::is_zero, |_| None, true;
    // In Go, the other types are structs, which are never empty.
    Duration: |_| false, |_| false, |_| false, |_| None, false, |json| Duration::verbatim(json.as_str()?);
    IntOrString: |_| false, |_| false, |_| false, |_| None, false, int_or_string;
    MicroTime: MicroTime::is_zero, MicroTime::is_zero, |_| false, |time| Some(time.is_zero()), true;
    Quantity: |_| false, |_| false, |_| false, |quantity| Some(quantity.signum() == 0), false,
        |json| Quantity::verbatim(json.as_str()?);
    Time: Time::is_zero, Time::is_zero, |_| false, |time| Some(time.is_zero()), true;
}

/// Returns the value that represents this JSON exactly.
fn int_or_string(json: &Json) -> Option<IntOrString> {
    match json {
        Json::Number(number) => Some(i32::try_from(number.as_i64()?).ok()?.into()),
        Json::String(text) => Some(text.as_str().into()),
        _ => None,
    }
}

macro_rules! free_json {
    ($($known:ident: $is_empty:expr;)*) => {$(
        impl Data for $known {
            fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
                self.0.decode(input)
            }

            #[inline]
            fn encoded(&self) -> Encoded<'_> {
                self.0.encoded()
            }

            #[inline]
            fn is_null(&self) -> bool {
                self.0.is_null()
            }

            #[inline]
            fn is_empty(&self) -> bool {
                let is_empty: fn(&Self) -> bool = $is_empty;
                is_empty(self)
            }

            #[inline]
            fn is_zero_missing() -> bool {
                true
            }

            fn read(&mut self, json: &Json, depth: usize) -> Likeness {
                self.0.read(json, depth)
            }
        }
    )*};
}

free_json! {
    FieldsV1: |_| false;
    RawExtension: |_| false;
    RawMessage: RawMessage::is_zero;
}

impl Data for Json {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        *self = input.into_json()?;
        Ok(())
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        Encoded::Json(self)
    }

    #[inline]
    fn is_null(&self) -> bool {
        Json::is_null(self)
    }

    #[inline]
    fn is_zero_missing() -> bool {
        true
    }

    fn read(&mut self, json: &Json, depth: usize) -> Likeness {
        if json.is_null() || is_deeper(json, depth) || !is_stored_as_written(json) {
            return Likeness::Unlike;
        }
        self.clone_from(json);
        Likeness::Same
    }
}
