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

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    #[test]
    fn the_zero_value_is_that_of_go() {
        assert!(false.is_zero() && 0_u8.is_zero() && (-0.0_f64).is_zero() && String::new().is_zero());
        assert!(!true.is_zero() && !(-1_i64).is_zero() && !0.5_f32.is_zero() && !" ".to_owned().is_zero());
        assert!(Vec::<i32>::new().is_zero() && BTreeMap::<String, i32>::new().is_zero() && None::<i32>.is_zero());
        assert!(!vec![0].is_zero() && !BTreeMap::from([("", 0)]).is_zero() && !Some(0).is_zero());
        assert!(Box::new(0).is_zero() && !Box::new(1).is_zero());
        assert!(Json::Null.is_zero());
        assert!(![json!(0), json!(""), json!([]), json!({})].iter().any(Zero::is_zero), "only null is zero");
    }
}
