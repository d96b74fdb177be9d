//! Implements [`Data`] for lists.

use serde::Serializer;
use serde_json::Value as Json;

use super::{Data, DecodeError, Encoded, FieldMut, Input, Items, Likeness, object::Known};

impl<T: Data + Default> Data for Vec<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        self.clear();
        decode_list(self, input)
    }

    #[inline]
    fn encoded(&self) -> Encoded<'_> {
        Encoded::List(self)
    }

    fn serialize_data<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Known))
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
        for item in self {
            item.fill_in_defaults();
        }
    }

    fn restore_texts(&mut self, json: &Json) {
        for (item, json) in self.iter_mut().zip(json.as_array().into_iter().flatten()) {
            item.restore_texts(json);
        }
    }

    fn read(&mut self, json: &Json, depth: usize) -> Likeness {
        self.clear();
        // A small document cannot allocate much.
        let count = json.as_array().map_or(0, Vec::len).min(RESERVED_BYTES / size_of::<T>().max(1));
        self.reserve_exact(count);
        read_list(self, json, depth)
    }
}

/// Maximum number of bytes to allocate before the elements of a list are read.
const RESERVED_BYTES: usize = 1 << 14;

impl<T: Data> Items for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Option<&dyn Data> {
        match self.get(index) {
            Some(item) => Some(item),
            None => None,
        }
    }
}

/// A list that is being decoded, for any element type.
trait Growing {
    /// Appends a zero element and returns it.
    fn grow(&mut self) -> Option<&mut dyn Data>;

    /// Removes the last element.
    fn shrink(&mut self);
}

impl<T: Data + Default> Growing for Vec<T> {
    fn grow(&mut self) -> Option<&mut dyn Data> {
        self.push(T::default());
        match self.last_mut() {
            Some(item) => Some(item),
            None => None,
        }
    }

    fn shrink(&mut self) {
        self.truncate(self.len().saturating_sub(1));
    }
}

#[inline]
fn decode_list(list: &mut dyn Growing, input: Input<'_>) -> Result<(), DecodeError> {
    match input {
        Input::Null => Ok(()),
        Input::List(sequence) => {
            while let Some(item) = list.grow() {
                if !sequence.next(FieldMut::Data(item))? {
                    list.shrink();
                    break;
                }
            }
            Ok(())
        }
        _ => Err(DecodeError::expected("a list")),
    }
}

#[inline]
fn read_list(list: &mut dyn Growing, json: &Json, depth: usize) -> Likeness {
    let (Json::Array(items), Some(depth)) = (json, depth.checked_sub(1)) else { return Likeness::Unlike };
    for json in items {
        if list.grow().is_none_or(|item| item.read(json, depth) == Likeness::Unlike) {
            return Likeness::Unlike;
        }
    }
    Likeness::of_zero(items.is_empty())
}
