//! Default values of fields in generated code.

use std::sync::OnceLock;

use super::{Data, decode::from_json_text};

/// The default of a field. It is parsed from JSON text on first use, because most objects set the field.
///
/// Checks use it in place of an unset field of an object, or of the old object of an update.
///
/// ```
/// let default = idlgen_runtime::data::DefaultValue::<i32>::new("3");
/// assert_eq!((default.get(), default.get()), (&3, &3));
/// ```
#[derive(Debug)]
pub struct DefaultValue<T> {
    text: &'static str,
    value: OnceLock<T>,
}

impl<T: Data + Default> DefaultValue<T> {
    /// Creates the default from JSON text.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        DefaultValue { text, value: OnceLock::new() }
    }

    /// Returns the default, or the zero value if its type cannot represent it.
    pub fn get(&self) -> &T {
        self.value.get_or_init(|| from_json_text(self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_that_the_type_cannot_represent_is_zero() {
        assert_eq!(DefaultValue::<i32>::new("3").get(), &3);
        assert_eq!(DefaultValue::<i32>::new("\"a\"").get(), &0);
        assert_eq!(DefaultValue::<Vec<String>>::new("[\"a\", \"b\"]").get(), &["a", "b"]);
        assert_eq!(DefaultValue::<Vec<String>>::new("[\"a\", 1]").get(), &Vec::<String>::new());
        assert_eq!(DefaultValue::<Option<i32>>::new("null").get(), &None);
        assert_eq!(DefaultValue::<i32>::new("3 x").get(), &0);
    }
}
