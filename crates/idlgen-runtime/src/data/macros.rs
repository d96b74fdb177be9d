//! What generated code lists, and what comes of it.

mod newtype;
mod object;
mod string_enum;

/// Implements serde's traits for a type that implements [`Data`](crate::data::Data) and `Default`.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_through_data {
    ([$($generics:tt)*] [$type:ty]) => {
        impl<$($generics)*> $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::serde::Serialize::serialize(&$crate::data::FieldRef::Data(self), serializer)
            }
        }

        impl<'de, $($generics)*> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::data::deserialize(deserializer)
            }
        }
    };
}
