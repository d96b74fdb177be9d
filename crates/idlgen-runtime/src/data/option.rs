//! Pointers.

use super::{Data, DecodeError, Encoded, Input};

impl<T: Data + Default> Data for Option<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        if matches!(input, Input::Null) {
            *self = None;
            return Ok(());
        }
        self.get_or_insert_with(T::default).decode(input)
    }

    fn encoded(&self) -> Encoded<'_> {
        self.as_ref().map_or(Encoded::Null, Data::encoded)
    }

    fn is_null(&self) -> bool {
        self.is_none()
    }
}

impl<T: Data> Data for Box<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        (**self).decode(input)
    }

    fn encoded(&self) -> Encoded<'_> {
        (**self).encoded()
    }

    fn is_null(&self) -> bool {
        (**self).is_null()
    }
}
