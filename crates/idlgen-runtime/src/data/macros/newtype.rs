//! Newtypes.

/// Implements the traits of the inner type for `struct Name(pub Inner)`: serde's traits, [`Data`](crate::data::Data),
/// [`Value`](crate::value::Value), [`Zero`](crate::types::Zero), `Deref` and `From`. The JSON representation is that of
/// the inner value.
///
/// Add `text` if the inner type is `String`, or `foreign` if it only implements serde's traits.
///
/// ```
/// #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct NodeName(pub String);
///
/// idlgen_runtime::newtype!(NodeName(String) text);
///
/// let name: NodeName = serde_json::from_str("\"node-1\"").unwrap();
/// assert_eq!(name, NodeName::from("node-1"));
/// assert_eq!(name.len(), 6);
/// assert_eq!(serde_json::to_string(&name).unwrap(), "\"node-1\"");
/// ```
#[macro_export]
macro_rules! newtype {
    (@common $type:ident($inner:ty)) => {
        impl ::core::ops::Deref for $type {
            type Target = $inner;

            #[inline]
            fn deref(&self) -> &$inner {
                &self.0
            }
        }

        impl ::core::ops::DerefMut for $type {
            #[inline]
            fn deref_mut(&mut self) -> &mut $inner {
                &mut self.0
            }
        }

        impl ::core::convert::From<$inner> for $type {
            #[inline]
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }

        $crate::serde_through_data!([] [$type]);
    };
    ($type:ident($inner:ty) foreign) => {
        impl $crate::data::Data for $type {
            #[inline]
            fn decode(
                &mut self,
                input: $crate::data::Input<'_>,
            ) -> ::core::result::Result<(), $crate::data::DecodeError> {
                $crate::data::FieldMut::Foreign(&mut self.0).decode(input)
            }

            #[inline]
            fn encoded(&self) -> $crate::data::Encoded<'_> {
                $crate::data::Encoded::Foreign(&self.0)
            }

            #[inline]
            fn is_zero_missing() -> ::core::primitive::bool {
                true
            }
        }

        impl $crate::types::Zero for $type {
            #[inline]
            fn is_zero(&self) -> bool {
                $crate::data::FieldRef::Foreign(&self.0).is_zero()
            }
        }

        impl $crate::value::Value for $type {
            #[inline]
            fn as_value(&self) -> $crate::value::ValueRef<'_> {
                $crate::value::ValueRef::Null
            }
        }

        $crate::newtype!(@common $type($inner));
    };
    ($type:ident($inner:ty)) => {
        impl $crate::data::Data for $type {
            #[inline]
            fn decode(
                &mut self,
                input: $crate::data::Input<'_>,
            ) -> ::core::result::Result<(), $crate::data::DecodeError> {
                $crate::data::Data::decode(&mut self.0, input)
            }

            #[inline]
            fn encoded(&self) -> $crate::data::Encoded<'_> {
                $crate::data::Data::encoded(&self.0)
            }

            #[inline]
            fn serialize_data<GivenSerializer: $crate::serde::Serializer>(
                &self,
                serializer: GivenSerializer,
            ) -> ::core::result::Result<GivenSerializer::Ok, GivenSerializer::Error> {
                $crate::data::Data::serialize_data(&self.0, serializer)
            }

            #[inline]
            fn is_null(&self) -> bool {
                $crate::data::Data::is_null(&self.0)
            }

            #[inline]
            fn is_nil(&self) -> bool {
                $crate::data::Data::is_nil(&self.0)
            }

            #[inline]
            fn is_empty(&self) -> bool {
                $crate::data::Data::is_empty(&self.0)
            }

            #[inline]
            fn is_zero_missing() -> ::core::primitive::bool {
                <$inner as $crate::data::Data>::is_zero_missing()
            }

            #[inline]
            fn fill_in_defaults(&mut self) {
                $crate::data::Data::fill_in_defaults(&mut self.0);
            }

            #[inline]
            fn restore_texts(&mut self, json: &$crate::data::Json) {
                $crate::data::Data::restore_texts(&mut self.0, json);
            }

            #[inline]
            fn read(
                &mut self,
                json: &$crate::data::Json,
                depth: ::core::primitive::usize,
            ) -> $crate::data::Likeness {
                $crate::data::Data::read(&mut self.0, json, depth)
            }
        }

        impl $crate::types::Zero for $type {
            #[inline]
            fn is_zero(&self) -> bool {
                $crate::types::Zero::is_zero(&self.0)
            }
        }

        impl $crate::value::Value for $type {
            #[inline]
            fn as_value(&self) -> $crate::value::ValueRef<'_> {
                $crate::value::Value::as_value(&self.0)
            }
        }

        $crate::newtype!(@common $type($inner));
    };
    ($type:ident($inner:ty) text) => {
        $crate::newtype!($type($inner));

        impl ::core::convert::From<&str> for $type {
            #[inline]
            fn from(value: &str) -> Self {
                Self(::std::borrow::ToOwned::to_owned(value))
            }
        }

        impl ::core::cmp::PartialEq<str> for $type {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                self.0 == *other
            }
        }

        impl ::core::cmp::PartialEq<&str> for $type {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                self.0 == **other
            }
        }

        impl ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl $crate::data::MapKey for $type {
            #[inline]
            fn from_text(text: &str) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self::from(text))
            }

            #[inline]
            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(&self.0)
            }
        }
    };
}
