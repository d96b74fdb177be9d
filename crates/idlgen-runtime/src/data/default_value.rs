//! Defaults that generated code carries.

use std::cell::OnceCell;

use super::{Data, decode::from_json_text};

/// The default of a field, read from JSON text when it is first looked at: most objects say the field.
///
/// It stands in for the field of an object, and of the object before an update, where that says nothing.
///
/// ```
/// let default = idlgen_runtime::data::DefaultValue::<i32>::new("3");
/// assert_eq!((default.get(), default.get()), (&3, &3));
/// ```
#[derive(Debug)]
pub struct DefaultValue<T> {
    text: &'static str,
    value: OnceCell<T>,
}

impl<T: Data + Default> DefaultValue<T> {
    /// The default that a JSON text says.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        DefaultValue { text, value: OnceCell::new() }
    }

    /// The default; zero if its type cannot hold what the text says.
    pub fn get(&self) -> &T {
        self.value.get_or_init(|| from_json_text(self.text))
    }
}
