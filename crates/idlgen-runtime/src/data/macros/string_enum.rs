//! String enums.

/// Implements a string enum: each variant except the last represents one string, and the last variant contains any
/// other string. Provides `as_str`, serde's traits, [`Data`](crate::data::Data), [`Value`](crate::value::Value),
/// [`Zero`](crate::types::Zero), conversions and comparisons (by string). The default is the empty string.
///
/// ```
/// #[derive(Clone, Debug)]
/// enum Protocol {
///     Tcp,
///     Udp,
///     Other(String),
/// }
///
/// idlgen_runtime::string_enum! {
///     Protocol {
///         Tcp = "TCP",
///         Udp = "UDP",
///     } else Other
/// }
///
/// let protocols: Vec<Protocol> = serde_json::from_str(r#"["TCP", "SCTP"]"#).unwrap();
/// assert_eq!(protocols, [Protocol::Tcp, Protocol::Other("SCTP".to_owned())]);
/// assert_eq!(serde_json::to_string(&protocols).unwrap(), r#"["TCP","SCTP"]"#);
/// assert_eq!(Protocol::default().as_str(), "");
/// ```
#[macro_export]
macro_rules! string_enum {
    ($type:ident { $($variant:ident = $text:literal),* $(,)? } else $other:ident) => {
        impl $type {
            /// Returns the string of the variant in JSON.
            #[inline]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::$other(text) => text,
                }
            }

            #[inline]
            fn known(text: &str) -> ::core::option::Option<Self> {
                match text {
                    $($text => ::core::option::Option::Some(Self::$variant),)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        impl ::core::convert::From<&str> for $type {
            #[inline]
            fn from(text: &str) -> Self {
                match Self::known(text) {
                    ::core::option::Option::Some(known) => known,
                    ::core::option::Option::None => Self::$other(::std::borrow::ToOwned::to_owned(text)),
                }
            }
        }

        impl ::core::convert::From<::std::string::String> for $type {
            #[inline]
            fn from(text: ::std::string::String) -> Self {
                match Self::known(&text) {
                    ::core::option::Option::Some(known) => known,
                    ::core::option::Option::None => Self::$other(text),
                }
            }
        }

        impl ::core::default::Default for $type {
            #[inline]
            fn default() -> Self {
                Self::from("")
            }
        }

        impl ::core::cmp::PartialEq for $type {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl ::core::cmp::PartialEq<str> for $type {
            #[inline]
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl ::core::cmp::PartialEq<&str> for $type {
            #[inline]
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl ::core::cmp::Eq for $type {}

        impl ::core::cmp::PartialOrd for $type {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl ::core::cmp::Ord for $type {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                ::core::cmp::Ord::cmp(self.as_str(), other.as_str())
            }
        }

        impl ::core::hash::Hash for $type {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                ::core::hash::Hash::hash(self.as_str(), state);
            }
        }

        impl ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::data::MapKey for $type {
            #[inline]
            fn from_text(text: &str) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self::from(text))
            }

            #[inline]
            fn to_text(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(self.as_str())
            }
        }

        impl $crate::data::Data for $type {
            #[inline]
            fn decode(
                &mut self,
                input: $crate::data::Input<'_>,
            ) -> ::core::result::Result<(), $crate::data::DecodeError> {
                *self = match input {
                    $crate::data::Input::Null => Self::from(""),
                    $crate::data::Input::String(text) => Self::from(text),
                    _ => {
                        return ::core::result::Result::Err($crate::data::DecodeError::expected("a string"));
                    }
                };
                ::core::result::Result::Ok(())
            }

            #[inline]
            fn encoded(&self) -> $crate::data::Encoded<'_> {
                $crate::data::Encoded::String(::std::borrow::Cow::Borrowed(self.as_str()))
            }

            #[inline]
            fn serialize_data<GivenSerializer: $crate::serde::Serializer>(
                &self,
                serializer: GivenSerializer,
            ) -> ::core::result::Result<GivenSerializer::Ok, GivenSerializer::Error> {
                $crate::serde::Serializer::serialize_str(serializer, self.as_str())
            }

            #[inline]
            fn is_zero_missing() -> ::core::primitive::bool {
                true
            }

            #[inline]
            fn read(
                &mut self,
                json: &$crate::data::Json,
                _depth: ::core::primitive::usize,
            ) -> $crate::data::Likeness {
                let $crate::data::Json::String(text) = json else {
                    return $crate::data::Likeness::Unlike;
                };
                *self = Self::from(text.as_str());
                $crate::data::Likeness::of_zero(text.is_empty())
            }
        }

        impl $crate::types::Zero for $type {
            #[inline]
            fn is_zero(&self) -> bool {
                self.as_str().is_empty()
            }
        }

        impl $crate::value::Value for $type {
            #[inline]
            fn as_value(&self) -> $crate::value::ValueRef<'_> {
                $crate::value::ValueRef::String(::std::borrow::Cow::Borrowed(self.as_str()))
            }
        }

        $crate::serde_through_data!([] [$type]);
    };
}
