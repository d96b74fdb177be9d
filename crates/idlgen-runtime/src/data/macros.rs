//! Macros that generated code calls.

mod newtype;
mod object;
mod string_enum;

/// Implements serde's traits for a type that implements [`Data`](crate::data::Data) and `Default`.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_through_data {
    ([$($generics:tt)*] [$type:ty]) => {
        impl<$($generics)*> $crate::serde::Serialize for $type {
            // The name of this parameter must differ from the type parameters of the type.
            fn serialize<GivenSerializer: $crate::serde::Serializer>(
                &self,
                serializer: GivenSerializer,
            ) -> ::core::result::Result<GivenSerializer::Ok, GivenSerializer::Error> {
                $crate::data::Data::serialize_data(self, serializer)
            }
        }

        impl<'de, $($generics)*> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<GivenDeserializer: $crate::serde::Deserializer<'de>>(
                deserializer: GivenDeserializer,
            ) -> ::core::result::Result<Self, GivenDeserializer::Error> {
                $crate::data::deserialize(deserializer)
            }
        }
    };
}
