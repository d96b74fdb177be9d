//! Zero values.

use std::collections::BTreeMap;

/// A type with Go's zero value, which `omitempty` omits: `false`, 0, an empty string, list or map, a nil pointer. A
/// generated struct is zero if all its fields are.
pub trait Zero {
    /// Returns `true` for the zero value.
    fn is_zero(&self) -> bool;
}

impl Zero for bool {
    #[inline]
    fn is_zero(&self) -> bool {
        !*self
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Zero for $number {
            #[inline]
            fn is_zero(&self) -> bool {
                *self == <$number>::default()
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);

impl Zero for String {
    #[inline]
    fn is_zero(&self) -> bool {
        self.is_empty()
    }
}

impl<T> Zero for Vec<T> {
    #[inline]
    fn is_zero(&self) -> bool {
        self.is_empty()
    }
}

impl<K, V> Zero for BTreeMap<K, V> {
    #[inline]
    fn is_zero(&self) -> bool {
        self.is_empty()
    }
}

impl<T> Zero for Option<T> {
    #[inline]
    fn is_zero(&self) -> bool {
        self.is_none()
    }
}

impl<T: Zero + ?Sized> Zero for Box<T> {
    #[inline]
    fn is_zero(&self) -> bool {
        (**self).is_zero()
    }
}

impl Zero for serde_json::Value {
    #[inline]
    fn is_zero(&self) -> bool {
        self.is_null()
    }
}
