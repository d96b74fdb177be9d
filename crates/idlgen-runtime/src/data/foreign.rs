//! Supports types of other crates that do not implement [`Data`](crate::data::Data).

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

/// A value of a type that only implements serde's traits. It is converted through JSON.
pub trait Foreign {
    /// Converts the value to JSON.
    fn to_json(&self) -> Result<Json, serde_json::Error>;

    /// Sets the value from JSON. `null` sets the default.
    fn set_json(&mut self, value: Json) -> Result<(), serde_json::Error>;

    /// Returns `true` if this is the default of the type, which is treated as zero.
    fn is_default(&self) -> bool;
}

impl<T: Serialize + DeserializeOwned + Default + PartialEq> Foreign for T {
    fn to_json(&self) -> Result<Json, serde_json::Error> {
        serde_json::to_value(self)
    }

    fn set_json(&mut self, value: Json) -> Result<(), serde_json::Error> {
        *self = if value.is_null() { T::default() } else { serde_json::from_value(value)? };
        Ok(())
    }

    fn is_default(&self) -> bool {
        *self == T::default()
    }
}
