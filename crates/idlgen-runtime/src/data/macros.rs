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

#[cfg(test)]
mod tests {
    /// The compiler builds functions that are neither inline nor generic in the crate of the generated types, although
    /// few programs use all types.
    #[test]
    fn functions_are_built_where_they_are_used() {
        let mut count = 0;
        for text in
            [include_str!("macros/newtype.rs"), include_str!("macros/object.rs"), include_str!("macros/string_enum.rs")]
        {
            let mut before = "";
            for line in text.lines().map(str::trim) {
                let signature = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("fn ");
                if let Some((name, _)) = signature.and_then(|signature| signature.split_once('(')) {
                    assert!(name.contains('<') || before == "#[inline]", "{line}");
                    count += 1;
                }
                before = line;
            }
        }
        assert!(count > 50, "{count}");
    }
}
