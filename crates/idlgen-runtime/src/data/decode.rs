//! Decodes the input of any serde format to [`Input`].

use std::fmt;

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor},
};

use super::{
    Data, FieldMut,
    input::{DecodeError, Entries, Input, Reason, Sequence},
};
use crate::field::Path;

/// Deserializes a value from any self-describing format. Generated types call it in `Deserialize::deserialize`.
pub fn deserialize<'de, D: Deserializer<'de>, T: Data + Default>(deserializer: D) -> Result<T, D::Error> {
    let mut value = T::default();
    deserializer.deserialize_any(Slot { field: FieldMut::Data(&mut value), path: &Path::root() })?;
    Ok(value)
}

/// Decodes a value from JSON text. Returns the zero value if the type cannot represent it.
pub(super) fn from_json_text<T: Data + Default>(text: &str) -> T {
    let mut value = T::default();
    let json = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    match json.deserialize_any(Slot { field: FieldMut::Data(&mut value), path: &Path::root() }) {
        Ok(()) => value,
        Err(_) => T::default(),
    }
}

/// A field to decode into, and its path for errors.
struct Slot<'v, 'p> {
    field: FieldMut<'v>,
    path: &'p Path<'p>,
}

impl Slot<'_, '_> {
    fn take<E: de::Error>(self, input: Input<'_>, found: Unexpected<'_>) -> Result<(), E> {
        let result = self.field.decode(input);
        finish(result, found, self.path, || E::custom("the value could not be read"))
    }
}

/// Converts a decoding error to the error type of the format.
fn finish<E: de::Error>(
    result: Result<(), DecodeError>,
    found: Unexpected<'_>,
    path: &Path<'_>,
    of_format: impl FnOnce() -> E,
) -> Result<(), E> {
    let Err(DecodeError(reason)) = result else { return Ok(()) };
    Err(match reason {
        Reason::Format => of_format(),
        Reason::Expected(expected) if path.is_root() => E::invalid_type(found, &expected),
        Reason::Expected(expected) => E::custom(format_args!("{path}: invalid type: {found}, expected {expected}")),
        Reason::Invalid(reason) if path.is_root() => E::custom(reason),
        Reason::Invalid(reason) => E::custom(format_args!("{path}: {reason}")),
    })
}

impl<'de> DeserializeSeed<'de> for Slot<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Slot<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.take(Input::Null, Unexpected::Unit)
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.take(Input::Bool(value), Unexpected::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.take(Input::Int(value), Unexpected::Signed(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.take(i64::try_from(value).map_or(Input::Uint(value), Input::Int), Unexpected::Unsigned(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.take(Input::Float(value), Unexpected::Float(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        self.take(Input::String(value), Unexpected::Str(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let mut elements = SeqElements { access, index: 0, path: self.path, error: None };
        let result = self.field.decode(Input::List(&mut elements));
        let error = elements.error;
        finish(result, Unexpected::Seq, self.path, || error.unwrap_or_else(|| de::Error::custom("a broken list")))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let mut entries = MapEntries { access, key: Key::default(), path: self.path, error: None };
        let result = self.field.decode(Input::Map(&mut entries));
        let error = entries.error;
        finish(result, Unexpected::Map, self.path, || error.unwrap_or_else(|| de::Error::custom("a broken object")))
    }
}

struct SeqElements<'a, A, E> {
    access: A,
    index: usize,
    path: &'a Path<'a>,
    error: Option<E>,
}

impl<'de, A: SeqAccess<'de>> Sequence for SeqElements<'_, A, A::Error> {
    fn next(&mut self, field: FieldMut<'_>) -> Result<bool, DecodeError> {
        let path = self.path.index(self.index);
        self.index += 1;
        match self.access.next_element_seed(Slot { field, path: &path }) {
            Ok(element) => Ok(element.is_some()),
            Err(error) => {
                self.error = Some(error);
                Err(DecodeError(Reason::Format))
            }
        }
    }
}

struct MapEntries<'a, 'de, A, E> {
    access: A,
    key: Key<'de>,
    path: &'a Path<'a>,
    error: Option<E>,
}

impl<'de, A: MapAccess<'de>> MapEntries<'_, 'de, A, A::Error> {
    fn keep<T>(&mut self, result: Result<T, A::Error>) -> Result<T, DecodeError> {
        result.map_err(|error| {
            self.error = Some(error);
            DecodeError(Reason::Format)
        })
    }
}

impl<'de, A: MapAccess<'de>> Entries for MapEntries<'_, 'de, A, A::Error> {
    fn advance(&mut self) -> Result<bool, DecodeError> {
        let key = self.access.next_key_seed(&mut self.key);
        self.keep(key).map(|key| key.is_some())
    }

    fn key(&self) -> &str {
        self.key.as_str()
    }

    fn value(&mut self, slot: Option<FieldMut<'_>>) -> Result<(), DecodeError> {
        let value = match slot {
            Some(field) => {
                let path = self.path.field(self.key.as_str());
                self.access.next_value_seed(Slot { field, path: &path })
            }
            None => self.access.next_value::<IgnoredAny>().map(drop),
        };
        self.keep(value)
    }
}

/// A map key, borrowed from the document or read into a reusable buffer.
#[derive(Default)]
struct Key<'de> {
    borrowed: Option<&'de str>,
    buffer: String,
}

impl Key<'_> {
    fn as_str(&self) -> &str {
        self.borrowed.unwrap_or(&self.buffer)
    }
}

impl<'de> DeserializeSeed<'de> for &mut Key<'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for &mut Key<'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<(), E> {
        self.borrowed = Some(key);
        Ok(())
    }

    fn visit_str<E>(self, key: &str) -> Result<(), E> {
        self.borrowed = None;
        self.buffer.clear();
        self.buffer.push_str(key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::{
        Deserialize, Deserializer,
        de::{
            IntoDeserializer, Visitor,
            value::{Error, I64Deserializer, MapDeserializer},
        },
        forward_to_deserialize_any,
    };

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Sizes {
        least: i64,
        most: Option<i64>,
    }
    crate::object! { Sizes { least: "least" omitempty, most: "most" omitempty } }

    /// A value of a format in which numbers are optional, such as RON.
    #[derive(Clone, Copy)]
    struct Optional(Option<i64>);

    impl<'de> Deserializer<'de> for Optional {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0 {
                Some(number) => visitor.visit_some(I64Deserializer::new(number)),
                None => visitor.visit_none(),
            }
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    impl IntoDeserializer<'_, Error> for Optional {
        type Deserializer = Self;

        fn into_deserializer(self) -> Self {
            self
        }
    }

    #[test]
    fn the_options_of_a_format_are_values_or_null() {
        let decode = |members: &[(&'static str, Option<i64>)]| {
            let members = members.iter().map(|(name, number)| (*name, Optional(*number)));
            Sizes::deserialize(MapDeserializer::new(members)).unwrap()
        };
        assert_eq!(decode(&[("least", Some(1)), ("most", Some(0))]), Sizes { least: 1, most: Some(0) });
        assert_eq!(decode(&[("least", None), ("most", None)]), Sizes::default());
        // The last of two members with the same name wins.
        let twice = [("least", Some(1)), ("most", Some(2)), ("least", None), ("most", None)];
        assert_eq!(decode(&twice), Sizes::default());
    }

    #[test]
    fn names_of_members_are_strings() {
        let members = MapDeserializer::<_, Error>::new(std::iter::once((1_i64, 2_i64)));
        let error = Sizes::deserialize(members).unwrap_err().to_string();
        assert_eq!(error, "invalid type: integer `1`, expected a name");
    }
}
