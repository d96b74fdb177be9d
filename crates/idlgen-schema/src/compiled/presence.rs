//! Determines from a schema when a property is treated as missing.

use idlgen_runtime::value::presence::Structure;
use serde_json::{Map, Value as Json};

use crate::{Schema, schema::GoValue};

/// The rules for zero and missing values of a property with a Go type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Presence<'s> {
    /// `true` if zero is treated as missing ([`Schema::strip_zero`]).
    pub strip_zero: bool,
    /// `true` if the Go field is a struct and not a pointer ([`GoValue::Struct`]). For such fields, openapi-gen
    /// documents the default `{}` unless the author specified another one.
    pub is_struct: bool,
    /// `true` if the property is always present ([`GoValue::Present`]).
    pub is_present: bool,
    /// The default of a missing property: the nearest one that the author specified, unless it is `null`.
    pub default: Option<&'s Json>,
    /// The nearest default that the author specified, which may be `null`.
    pub(crate) written: Option<&'s Json>,
}

impl<'s> Presence<'s> {
    /// Merges the schemas of a property. The first is the property's own schema.
    pub fn of(schemas: impl IntoIterator<Item = &'s Schema>) -> Self {
        let mut presence = Presence::default();
        for schema in schemas {
            presence.add(schema);
        }
        presence
    }

    pub(crate) fn add(&mut self, schema: &'s Schema) {
        self.strip_zero |= schema.strip_zero;
        self.is_present |= schema.go_value == GoValue::Present;
        self.is_struct |= schema.go_value == GoValue::Struct;
        match &schema.default {
            Some(default) if default.implicit => {
                self.is_struct |= default.value.as_object().is_some_and(Map::is_empty);
            }
            Some(default) if self.written.is_none() => {
                self.written = Some(&default.value);
                self.default = self.written.filter(|value| !value.is_null());
            }
            Some(_) | None => {}
        }
    }

    /// Returns whether the property is a struct that is not a pointer or the `items` of a list object, and whether it
    /// is always present. `is_required` is `true` if objects must have it.
    pub fn structure(&self, is_required: bool) -> Structure {
        match (self.is_struct, is_required || self.is_present) {
            (false, _) if self.is_present => Structure::Objects,
            (false, _) => Structure::None,
            (true, false) => Structure::Optional,
            (true, true) => Structure::Required,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::Default as SchemaDefault;

    #[test]
    fn the_nearest_default_that_is_written_counts() {
        let of = |value: Json, implicit| Schema {
            default: Some(SchemaDefault { value, implicit }),
            strip_zero: implicit,
            ..Schema::default()
        };
        let (structure, near, far, null) =
            (of(json!({}), true), of(json!(1), false), of(json!(2), false), of(Json::Null, false));
        let presence = Presence::of([&structure, &near, &far]);
        let one = json!(1);
        let default = Some(&one);
        let expected = Presence { strip_zero: true, is_struct: true, is_present: false, default, written: default };
        assert_eq!(presence, expected);
        assert_eq!(Presence::of([&null, &far]), Presence { written: Some(&Json::Null), ..Presence::default() });
        let by_value = Schema { go_value: GoValue::Struct, ..near };
        assert_eq!(Presence::of([&by_value]).structure(false), Structure::Optional);
    }

    #[test]
    fn the_structure_depends_on_three_flags() {
        for (is_struct, is_present, is_required, expected) in [
            (false, false, false, Structure::None),
            (false, false, true, Structure::None),
            (false, true, false, Structure::Objects),
            (false, true, true, Structure::Objects),
            (true, false, false, Structure::Optional),
            (true, false, true, Structure::Required),
            (true, true, false, Structure::Required),
            (true, true, true, Structure::Required),
        ] {
            let presence = Presence { is_struct, is_present, ..Presence::default() };
            assert_eq!(presence.structure(is_required), expected, "{presence:?} {is_required}");
        }
        let of = |go_value| Schema { go_value, ..Schema::default() };
        let (present, by_value) = (of(GoValue::Present), of(GoValue::Struct));
        let presence = Presence::of([&present, &by_value]);
        assert_eq!((presence.is_present, presence.is_struct), (true, true));
    }
}
