//! Implements [`Data`] for maps.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Serializer, ser::SerializeMap};
use serde_json::Value as Json;

use super::{Data, DecodeError, Encoded, FieldMut, Input, Likeness, Members, object::Known};

/// A type that can be a map key.
pub trait MapKey: Ord + Sized + Send + Sync {
    /// Parses a key. Returns `None` if the string is not a valid key.
    fn from_text(text: &str) -> Option<Self>;

    /// Returns the key as written in JSON, the inverse of [`from_text`](Self::from_text).
    fn to_text(&self) -> Cow<'_, str>;

    /// Returns the value of the key that has this string representation.
    fn find<'a, T>(map: &'a BTreeMap<Self, T>, text: &str) -> Option<&'a T> {
        map.get(&Self::from_text(text)?)
    }
}

impl MapKey for String {
    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    #[inline]
    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn find<'a, T>(map: &'a BTreeMap<Self, T>, text: &str) -> Option<&'a T> {
        map.get(text)
    }
}

macro_rules! integer_keys {
    ($($integer:ty)*) => {$(
        impl MapKey for $integer {
            fn from_text(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn to_text(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }
        }
    )*};
}

integer_keys!(i8 i16 i32 i64 u8 u16 u32 u64);

impl<K: MapKey, T: Data + Default> Data for BTreeMap<K, T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        self.clear();
        match input {
            Input::Null => Ok(()),
            Input::Map(entries) => {
                while entries.advance()? {
                    let text = entries.key();
                    let Some(key) = K::from_text(text) else {
                        return Err(DecodeError::invalid(format_args!("invalid key {text:?}")));
                    };
                    let mut value = T::default();
                    entries.value(Some(FieldMut::Data(&mut value)))?;
                    self.insert(key, value);
                }
                Ok(())
            }
            _ => Err(DecodeError::expected("an object")),
        }
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        Encoded::Map(self)
    }

    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self {
            map.serialize_entry(&*key.to_text(), &Known(value))?;
        }
        map.end()
    }

    #[inline]
    fn is_nil(&self) -> bool {
        self.is_empty()
    }

    #[inline]
    fn is_zero_missing() -> bool {
        true
    }

    fn fill_in_defaults(&mut self) {
        self.values_mut().for_each(Data::fill_in_defaults);
    }

    fn restore_texts(&mut self, json: &Json) {
        for (key, value) in self {
            if let Some(json) = json.get(&*key.to_text()) {
                value.restore_texts(json);
            }
        }
    }

    fn read(&mut self, json: &Json, depth: usize) -> Likeness {
        self.clear();
        let (Json::Object(members), Some(depth)) = (json, depth.checked_sub(1)) else { return Likeness::Unlike };
        for (name, json) in members {
            let mut value = T::default();
            match K::from_text(name) {
                // Two spellings of a number are the same key.
                Some(key) if key.to_text() == name.as_str() && value.read(json, depth) != Likeness::Unlike => {
                    self.insert(key, value);
                }
                _ => return Likeness::Unlike,
            }
        }
        Likeness::of_zero(members.is_empty())
    }
}

impl<K: MapKey, T: Data> Members for BTreeMap<K, T> {
    fn member(&self, key: &str) -> Option<&dyn Data> {
        K::find(self, key).map(|value| value as &dyn Data)
    }

    fn visit_members(&self, each: &mut dyn FnMut(&str, &dyn Data) -> bool) {
        for (key, value) in self {
            if !each(&key.to_text(), value) {
                return;
            }
        }
    }
}
