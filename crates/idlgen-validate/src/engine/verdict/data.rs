//! Gives the fast walk access to data: `serde_json` values are accessed directly, all other types through views.

use idlgen_runtime::value::{Number, Value as _, ValueRef};
use serde_json::Value as Json;

use crate::compiled::ValueTypes;

/// A value.
pub(super) trait Data {
    /// A nested value.
    type Part<'p>: Data;

    fn value_type(&self) -> ValueTypes;

    fn view(&self) -> ValueRef<'_>;

    /// Visits all properties of an object until `look` returns an error. Does nothing for other values.
    fn properties<E>(&self, look: impl for<'p> FnMut(&str, &Self::Part<'p>) -> Result<(), E>) -> Result<(), E>;

    /// Visits all elements of a list until `look` returns an error. Does nothing for other values.
    fn elements<E>(&self, look: impl for<'p> FnMut(&Self::Part<'p>) -> Result<(), E>) -> Result<(), E>;
}

impl Data for Json {
    type Part<'p> = Json;

    #[inline]
    fn value_type(&self) -> ValueTypes {
        match self {
            Json::Null => ValueTypes::NULL,
            Json::Bool(_) => ValueTypes::BOOL,
            Json::Number(number) => match Number::from_json(number) {
                Number::Int(_) => ValueTypes::INT,
                Number::Float(_) => ValueTypes::FLOAT,
            },
            Json::String(_) => ValueTypes::STRING,
            Json::Array(_) => ValueTypes::LIST,
            Json::Object(_) => ValueTypes::MAP,
        }
    }

    #[inline]
    fn view(&self) -> ValueRef<'_> {
        self.as_value()
    }

    #[inline]
    fn properties<E>(&self, mut look: impl for<'p> FnMut(&str, &Json) -> Result<(), E>) -> Result<(), E> {
        match self {
            Json::Object(properties) => properties.iter().try_for_each(|(name, part)| look(name, part)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn elements<E>(&self, look: impl for<'p> FnMut(&Json) -> Result<(), E>) -> Result<(), E> {
        match self {
            Json::Array(elements) => elements.iter().try_for_each(look),
            _ => Ok(()),
        }
    }
}

impl Data for ValueRef<'_> {
    type Part<'p> = ValueRef<'p>;

    #[inline]
    fn value_type(&self) -> ValueTypes {
        ValueTypes::of(self)
    }

    #[inline]
    fn view(&self) -> ValueRef<'_> {
        self.clone()
    }

    fn properties<E>(&self, mut look: impl for<'p> FnMut(&str, &ValueRef<'p>) -> Result<(), E>) -> Result<(), E> {
        let mut answer = Ok(());
        if let ValueRef::Map(map) = self {
            map.visit(&mut |name, part| {
                answer = look(name, &part);
                answer.is_ok()
            });
        }
        answer
    }

    fn elements<E>(&self, mut look: impl for<'p> FnMut(&ValueRef<'p>) -> Result<(), E>) -> Result<(), E> {
        if let ValueRef::List(list) = self {
            for index in 0..list.len() {
                if let Some(part) = list.get(index) {
                    look(&part)?;
                }
            }
        }
        Ok(())
    }
}
