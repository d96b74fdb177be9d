//! Structs.

/// Implements `serde::Serialize`, `serde::Deserialize`, [`Data`](crate::data::Data), [`Value`](crate::value::Value) and
/// [`Zero`](crate::types::Zero) for a struct, from the JSON names of its fields.
///
/// `omitempty` omits an empty field from documents, `omitzero` a zero one. Without them, an empty list or map is `null`
/// in documents, like a nil one in Go; with `never_null`, it is `[]` or `{}`. `quoted` writes the field as a quoted
/// string (`json:",string"`). `foreign` is for types that only implement serde's traits. `unless_zero` treats a zero
/// field as missing, and `= "JSON"` sets the default of a missing field; both affect the comparison with the old object
/// of an update and [`fill_in_defaults`](crate::data::fill_in_defaults). The struct needs `Default`.
///
/// ```
/// #[derive(Debug, Default, PartialEq)]
/// struct Port {
///     name: String,
///     container_port: i32,
///     host_port: Option<i32>,
/// }
///
/// idlgen_runtime::object! {
///     Port {
///         name: "name" omitempty,
///         container_port: "containerPort",
///         host_port: "hostPort" omitempty,
///     }
/// }
///
/// let port: Port = serde_json::from_str(r#"{"containerPort": 80, "name": null, "unknown": [1]}"#).unwrap();
/// assert_eq!(port, Port { container_port: 80, ..Port::default() });
/// assert_eq!(serde_json::to_string(&port).unwrap(), r#"{"containerPort":80}"#);
///
/// let error = serde_json::from_str::<Port>(r#"{"containerPort": "80"}"#).unwrap_err();
/// assert!(error.to_string().starts_with("containerPort: invalid type: string \"80\", expected a 32-bit integer"));
/// ```
#[macro_export]
macro_rules! object {
    (@ref $kind:ident [quoted $($rest:ident)*] $field:expr) => { $crate::data::$kind::Quoted($field) };
    (@ref $kind:ident [foreign $($rest:ident)*] $field:expr) => { $crate::data::$kind::Foreign($field) };
    (@ref $kind:ident [$first:ident $($rest:ident)*] $field:expr) => { $crate::object!(@ref $kind [$($rest)*] $field) };
    (@ref $kind:ident [] $field:expr) => { $crate::data::$kind::Data($field) };
    (@static [quoted $($rest:ident)*] $field:expr) => { $crate::data::FieldRef::Quoted($field) };
    (@static [foreign $($rest:ident)*] $field:expr) => { $crate::data::FieldRef::Foreign($field) };
    (@static [$first:ident $($rest:ident)*] $field:expr) => { $crate::object!(@static [$($rest)*] $field) };
    (@static [] $field:expr) => { $crate::data::object::Known($field) };
    (@read [quoted $($rest:ident)*] $field:expr, $json:expr, $depth:expr) => { $crate::data::Likeness::Unlike };
    (@read [foreign $($rest:ident)*] $field:expr, $json:expr, $depth:expr) => { $crate::data::Likeness::Unlike };
    (@read [$first:ident $($rest:ident)*] $($arguments:tt)*) => { $crate::object!(@read [$($rest)*] $($arguments)*) };
    (@read [] $field:expr, $json:expr, $depth:expr) => { $crate::data::Data::read($field, $json, $depth) };
    (@implement [$($generics:tt)*] [$type:ty] {
        $($field:ident: $name:literal $($option:ident)* $(= $default:literal)?),* $(,)?
    }) => {
        impl<$($generics)*> $crate::data::Object for $type {
            #[inline]
            fn fields(&self) -> &'static [$crate::data::Field] {
                const { &[$($crate::data::Field::new($name)$(.$option())*$(.default($default))?),*] }
            }

            #[inline]
            fn value(&self, index: ::core::primitive::usize) -> ::core::option::Option<$crate::data::FieldRef<'_>> {
                let at = 0;
                $(
                    if index == at {
                        return ::core::option::Option::Some($crate::object!(@ref FieldRef [$($option)*] &self.$field));
                    }
                    let at = at + 1;
                )*
                let _ = at;
                ::core::option::Option::None
            }

            #[inline]
            fn place(
                &mut self,
                index: ::core::primitive::usize,
            ) -> ::core::option::Option<$crate::data::FieldMut<'_>> {
                let at = 0;
                $(
                    if index == at {
                        let field = &mut self.$field;
                        return ::core::option::Option::Some($crate::object!(@ref FieldMut [$($option)*] field));
                    }
                    let at = at + 1;
                )*
                let _ = at;
                ::core::option::Option::None
            }

            #[inline]
            fn read_field(
                &mut self,
                index: ::core::primitive::usize,
                json: &$crate::data::Json,
                depth: ::core::primitive::usize,
            ) -> $crate::data::Likeness {
                let at = 0;
                $(
                    if index == at {
                        return $crate::object!(@read [$($option)*] &mut self.$field, json, depth);
                    }
                    let at = at + 1;
                )*
                let _ = (at, json, depth);
                $crate::data::Likeness::Unlike
            }

            #[inline]
            fn zero_fields(&self) -> ::core::option::Option<$crate::data::ZeroFields> {
                const FIELDS: &[$crate::data::Field] =
                    &[$($crate::data::Field::new($name)$(.$option())*$(.default($default))?),*];
                let present = 0;
                $(
                    let field = const { $crate::data::Field::new($name)$(.$option())* };
                    let is_missing = $crate::object!(@static [$($option)*] &self.$field).is_missing_if_zero(field);
                    let present =
                        present | if is_missing { 0 } else { const { $crate::data::object::bit_of(FIELDS, $name) } };
                )*
                let with_default = const { $crate::data::object::bits_with_default(FIELDS) };
                const { FIELDS.len() <= 128 }.then_some($crate::data::ZeroFields { present, with_default })
            }
        }

        impl<$($generics)*> $crate::data::Data for $type {
            #[inline]
            fn decode(
                &mut self,
                input: $crate::data::Input<'_>,
            ) -> ::core::result::Result<(), $crate::data::DecodeError> {
                $crate::data::object_type::decode(self, input)
            }

            #[inline]
            fn encoded(&self) -> $crate::data::Encoded<'_> {
                $crate::data::object_type::encoded(self)
            }

            fn serialize_data<GivenSerializer: $crate::serde::Serializer>(
                &self,
                serializer: GivenSerializer,
            ) -> ::core::result::Result<GivenSerializer::Ok, GivenSerializer::Error> {
                let mut map =
                    $crate::serde::Serializer::serialize_map(serializer, ::core::option::Option::None)?;
                $(
                    let field = const { $crate::data::Field::new($name)$(.$option())* };
                    $crate::object!(@static [$($option)*] &self.$field).write(field, &mut map)?;
                )*
                $crate::serde::ser::SerializeMap::end(map)
            }

            #[inline]
            fn is_empty(&self) -> bool {
                false
            }

            #[inline]
            fn fill_in_defaults(&mut self) {
                $crate::data::object_type::fill_in_defaults(self);
            }

            #[inline]
            fn restore_texts(&mut self, json: &$crate::data::Json) {
                $crate::data::object_type::restore_texts(self, json);
            }

            #[inline]
            fn read(
                &mut self,
                json: &$crate::data::Json,
                depth: ::core::primitive::usize,
            ) -> $crate::data::Likeness {
                $crate::data::object_type::read(self, json, depth)
            }
        }

        impl<$($generics)*> $crate::types::Zero for $type {
            #[inline]
            fn is_zero(&self) -> bool {
                $crate::data::object_type::is_zero(self)
            }
        }

        impl<$($generics)*> $crate::value::Value for $type {
            #[inline]
            fn as_value(&self) -> $crate::value::ValueRef<'_> {
                $crate::data::object_type::as_value(self)
            }
        }

        $crate::serde_through_data!([$($generics)*] [$type]);
    };
    ($type:ident<$($parameter:ident),+> { $($fields:tt)* }) => {
        $crate::object!(
            @implement
            [$($parameter: $crate::data::Data + ::core::default::Default),+]
            [$type<$($parameter),+>]
            { $($fields)* }
        );
    };
    ($type:ident { $($fields:tt)* }) => {
        $crate::object!(@implement [] [$type] { $($fields)* });
    };
}
