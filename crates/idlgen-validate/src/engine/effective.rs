//! Which value of a property counts.

use idlgen_runtime::value::{Map, NoEntries, Value, ValueRef};

use super::{
    node::{Node, Property},
    walk::Walk,
};

/// How deep structs may stand in each other for a look whether all is zero. Go cannot nest them without end.
const MAX_STRUCT_DEPTH: usize = 64;

impl<'v> Walk<'v> {
    /// The value of a property that counts, if the property counts as present. Nothing is copied: defaults are looked at where they are.
    pub(super) fn property<'p>(&self, map: &'p dyn Map, name: &str, property: Option<&Property>) -> Option<ValueRef<'p>>
    where
        'v: 'p,
    {
        let value = map.get(name);
        if !self.is_native() {
            return value;
        }
        let value = value.filter(|value| !value.is_null());
        let Some(property) = property else { return value };
        let node = self.get(property.node);
        if let Some(value) = value {
            let counts_as_absent = if property.is_struct {
                !property.is_required && self.is_zero_struct(&value, node, 0)
            } else {
                property.strip_zero && is_zero(&value, node)
            };
            if !counts_as_absent {
                return Some(value);
            }
        }
        if let Some(default) = &node.default {
            return Some(default.as_value());
        }
        (property.is_struct && property.is_required).then_some(ValueRef::Map(&NoEntries))
    }

    /// How many properties count as present.
    pub(super) fn count_properties(&self, map: &dyn Map, shape: &Node) -> usize {
        if !self.is_native() || shape.properties.is_empty() {
            return map.len();
        }
        let mut count = 0;
        map.visit(&mut |name, _| {
            count += usize::from(!shape.properties.contains_key(name));
            true
        });
        for (name, property) in &shape.properties {
            count += usize::from(self.property(map, name, Some(property)).is_some());
        }
        count
    }

    /// Whether a struct holds nothing but zeros, all the way down.
    fn is_zero_struct(&self, value: &ValueRef<'_>, node: &Node, depth: usize) -> bool {
        let ValueRef::Map(map) = value else { return false };
        if depth > MAX_STRUCT_DEPTH {
            return false;
        }
        let mut all_zero = true;
        map.visit(&mut |name, value| {
            if let Some(property) = node.properties.get(name) {
                all_zero = value.is_null()
                    || (property.strip_zero && is_zero(&value, self.get(property.node)))
                    || (property.is_struct && self.is_zero_struct(&value, self.get(property.node), depth + 1));
            }
            all_zero
        });
        all_zero
    }
}

/// Whether this is the zero value of a Go field that is no pointer and no struct. A value of a type that the field cannot hold is
/// none: `false` in a string field is a mistake, not an empty string.
fn is_zero(value: &ValueRef<'_>, node: &Node) -> bool {
    let is_zero = match value {
        ValueRef::Null => true,
        ValueRef::Bool(value) => !value,
        ValueRef::Int(value) => *value == 0,
        ValueRef::Float(value) => *value == 0.0,
        ValueRef::String(value) => value.is_empty(),
        ValueRef::List(list) => list.is_empty(),
        ValueRef::Map(map) => map.is_empty(),
    };
    is_zero && node.schema_types.allow(value)
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions, ZeroMode,
        testing::{errors_of, json},
    };
    use crate::{
        Definitions, Schema,
        schema::{Default, SchemaType},
    };

    fn of_type(schema_type: SchemaType) -> Schema {
        Schema { schema_type: Some(schema_type), ..Schema::default() }
    }

    fn zero(schema: Schema) -> Schema {
        Schema { strip_zero: true, ..schema }
    }

    fn by_value(schema: Schema) -> Schema {
        Schema { default: Some(Default { value: json("{}"), implicit: true }), ..schema }
    }

    fn object(properties: Vec<(&str, Schema)>, required: &[&str]) -> Schema {
        Schema {
            properties: properties.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect(),
            required: required.iter().map(|name| (*name).to_owned()).collect(),
            ..of_type(SchemaType::Object)
        }
    }

    /// The shape of a Go struct with required and optional fields, a struct by value and a pointer to a struct.
    fn widget() -> Schema {
        let size = || {
            object(
                vec![("width", zero(of_type(SchemaType::Integer))), ("note", of_type(SchemaType::String))],
                &["width"],
            )
        };
        let mut mode = zero(of_type(SchemaType::String));
        mode.default = Some(Default { value: json(r#""fast""#), implicit: false });
        mode.enumeration = vec![json(r#""fast""#), json(r#""slow""#)];
        let mut label = zero(of_type(SchemaType::String));
        label.min_length = Some(3);
        object(
            vec![
                ("name", zero(of_type(SchemaType::String))),
                ("label", label),
                ("mode", mode),
                ("size", by_value(size())),
                ("extra", by_value(size())),
                ("pointer", size()),
            ],
            &["name", "mode", "size"],
        )
    }

    fn judge(schema: &Schema, zero_mode: ZeroMode, value: &str) -> Vec<String> {
        let options = ValidatorOptions { zero_mode, ..ValidatorOptions::default() };
        errors_of(&Validator::new(&Definitions::default(), schema, options).unwrap(), &json(value), None)
    }

    #[test]
    fn zero_is_absent_where_go_cannot_tell() {
        let cases: [(&str, &[&str]); 8] = [
            (r#"{"name": "a", "size": {"width": 1}}"#, &[]),
            ("{}", &["size.width: Required value", "name: Required value"]),
            (
                r#"{"name": "", "label": "", "mode": "", "size": {"width": 0}}"#,
                &["size.width: Required value", "name: Required value"],
            ),
            (r#"{"name": null, "mode": null, "size": null}"#, &["size.width: Required value", "name: Required value"]),
            (
                r#"{"name": "a", "size": {"width": 1}, "label": "ab"}"#,
                &[r#"label: Invalid value: "ab": label in body should be at least 3 chars long"#],
            ),
            // An optional struct by value that holds nothing is absent; one behind a pointer is there.
            (
                r#"{"name": "a", "size": {"width": 1}, "extra": {"width": 0}, "pointer": {"width": 0}}"#,
                &["pointer.width: Required value"],
            ),
            (r#"{"name": "a", "size": {"width": 1}, "extra": {"note": ""}}"#, &["extra.width: Required value"]),
            (
                r#"{"name": "a", "mode": "odd", "size": {"width": 1}}"#,
                &[r#"mode: Unsupported value: "odd": supported values: "fast", "slow""#],
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(judge(&widget(), ZeroMode::Native, value), expected, "{value}");
        }
    }

    #[test]
    fn in_custom_resources_zero_is_a_value() {
        assert_eq!(
            judge(&widget(), ZeroMode::Crd, r#"{"name": "", "label": "", "size": {"width": 0}}"#),
            [r#"label: Invalid value: "": label in body should be at least 3 chars long"#, "mode: Required value"]
        );
        assert_eq!(
            judge(&widget(), ZeroMode::Crd, "{}"),
            ["name: Required value", "mode: Required value", "size: Required value"]
        );
    }

    #[test]
    fn branches_see_the_same_properties() {
        let mut schema = widget();
        schema.required.clear();
        schema.any_of = vec![
            object(vec![], &["name"]),
            object(vec![("mode", Schema { enumeration: vec![json(r#""slow""#)], ..Schema::default() })], &["mode"]),
        ];
        let texts = judge(&schema, ZeroMode::Native, r#"{"name": ""}"#);
        assert_eq!(
            texts,
            [
                r#"<nil>: Invalid value: "": "" must validate at least one schema (anyOf)"#,
                r#"mode: Unsupported value: "fast": supported values: "slow""#,
            ]
        );
        assert_eq!(judge(&schema, ZeroMode::Native, r#"{"mode": "slow"}"#), [""; 0]);
    }

    #[test]
    fn counts_what_is_present() {
        let mut schema = widget();
        schema.required.clear();
        schema.max_properties = Some(1);
        assert_eq!(judge(&schema, ZeroMode::Native, r#"{"name": "", "label": null, "extra": {}}"#), [""; 0]);
        assert_eq!(
            judge(&schema, ZeroMode::Native, r#"{"name": "a"}"#),
            ["<nil>: Too many: 2: must have at most 1 item"]
        );
    }
}
