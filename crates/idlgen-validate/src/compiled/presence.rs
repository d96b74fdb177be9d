//! What the schemas of a property say of its being absent.

use idlgen_runtime::value::presence::Structure;
use serde_json::{Map, Value as Json};

use crate::{Schema, schema::GoValue};

/// What the schemas of a property of a Go type say of zero and of absence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Presence<'s> {
    /// [`Schema::strip_zero`]: zero counts as absent.
    pub strip_zero: bool,
    /// Whether the Go field is a struct and no pointer to one: openapi-gen documents it by the default `{}`,
    /// unless the author wrote one ([`GoValue::Struct`]).
    pub is_struct: bool,
    /// Whether the property is there whatever the object says ([`GoValue::Present`]).
    pub is_present: bool,
    /// The default that stands for what is absent: the nearest that the author wrote, unless it is `null`.
    pub default: Option<&'s Json>,
    /// The nearest default that the author wrote.
    pub(crate) written: Option<&'s Json>,
}

impl<'s> Presence<'s> {
    /// What these schemas say, the nearest to the property first.
    pub fn of(schemas: impl IntoIterator<Item = &'s Schema>) -> Self {
        let mut presence = Presence::default();
        for schema in schemas {
            presence.add(schema);
        }
        presence
    }

    /// Adds a schema that is farther than those before.
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

    /// Whether the property is a struct by value or the objects of a list, and whether it is always there.
    /// `is_required` says that objects must have it.
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
}
