//! Lists.

use super::{Data, DecodeError, Encoded, FieldMut, Input, Items};

impl<T: Data + Default> Data for Vec<T> {
    fn decode(&mut self, input: Input<'_>) -> Result<(), DecodeError> {
        self.clear();
        match input {
            Input::Null => Ok(()),
            Input::List(sequence) => loop {
                let mut item = T::default();
                if !sequence.next(FieldMut::Data(&mut item))? {
                    return Ok(());
                }
                self.push(item);
            },
            _ => Err(DecodeError::expected("a list")),
        }
    }

    fn encoded(&self) -> Encoded<'_> {
        Encoded::List(self)
    }
}

impl<T: Data> Items for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Option<&dyn Data> {
        self.get(index).map(|item| item as &dyn Data)
    }
}
