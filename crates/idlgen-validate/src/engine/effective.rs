//! Determines the effective values of properties.

use idlgen_runtime::{
    check::deep_equal,
    value::{
        Map, Value, ValueRef,
        presence::{self, Content, Declared, Described},
    },
};

use super::{
    node::Compiled,
    node::{Additional, Node, Property},
    walk::Walk,
};

/// A node, with the schema that resolves its references.
#[derive(Clone, Copy)]
struct Among<'v> {
    compiled: &'v Compiled,
    node: &'v Node,
}

impl<'v> Among<'v> {
    fn declared(self, property: &Property) -> Declared<Among<'v>> {
        let node = Among { node: self.compiled.get(property.node), ..self };
        Declared { unless_zero: property.strip_zero, structure: property.structure, node }
    }
}

impl Described for Among<'_> {
    fn property(&self, name: &str) -> Option<Declared<Self>> {
        Some(self.declared(self.node.properties.get(name)?))
    }

    fn default(&self, name: &str) -> Option<ValueRef<'_>> {
        let node = self.compiled.get(self.node.properties.get(name)?.node);
        node.default.as_ref().map(Value::as_value)
    }

    fn takes(&self, value: &ValueRef<'_>) -> bool {
        self.node.schema_types.allow(value)
    }

    fn content(&self) -> Content<Self> {
        let elements = |id| Content::Elements(Among { node: self.compiled.get(id), ..*self });
        match (self.node.items, self.node.additional) {
            _ if !self.node.properties.is_empty() => Content::Properties,
            (Some(id), _) | (None, Additional::Node(id)) => elements(id),
            _ => Content::Unknown,
        }
    }
}

impl<'v> Walk<'v> {
    /// Returns the effective value of a property, if it is present. Borrows defaults instead of copying them.
    pub(super) fn property<'p>(&self, map: &'p dyn Map, name: &str, property: Option<&Property>) -> Option<ValueRef<'p>>
    where
        'v: 'p,
    {
        self.counted(map.get(name), property)
    }

    /// Returns the effective value of a property. `value` is the written value, if any.
    #[inline]
    pub(super) fn counted<'p>(&self, value: Option<ValueRef<'p>>, property: Option<&Property>) -> Option<ValueRef<'p>>
    where
        'v: 'p,
    {
        if !self.is_native() {
            return value;
        }
        let Some(property) = property else { return value.filter(|value| !value.is_null()) };
        let node = self.get(property.node);
        let declared = Among { compiled: self.compiled, node }.declared(property);
        declared.counted(value, || node.default.as_ref().map(Value::as_value))
    }

    /// Returns `true` if two values of a node are equal. Values of a Go type are equal if the type cannot distinguish
    /// them.
    pub(super) fn is_equal(&self, left: &ValueRef<'_>, right: &ValueRef<'_>, node: &Node) -> bool {
        if self.is_native() {
            presence::equal(left, right, &Among { compiled: self.compiled, node })
        } else {
            deep_equal(left, right)
        }
    }

    /// Returns the number of properties that are treated as present.
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
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors_of, json},
    };
    use crate::{
        Definitions, Schema, ZeroMode,
        keyword::Keyword,
        schema::{Default, GoValue, SchemaType, ValidationRule},
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

    /// Returns the schema of a Go struct with required and optional fields, a nested struct and a pointer to a struct.
    fn widget() -> Schema {
        let size = || {
            object(
                vec![("width", zero(of_type(SchemaType::Integer))), ("note", of_type(SchemaType::String))],
                &["width"],
            )
        };
        let mut mode = zero(of_type(SchemaType::String));
        mode.default = Some(Default { value: json(r#""fast""#), implicit: false });
        mode.keywords.set(Keyword::Enum, vec![json(r#""fast""#), json(r#""slow""#)]);
        let mut label = zero(of_type(SchemaType::String));
        label.keywords.set(Keyword::MinLength, 3);
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

    fn errors(schema: &Schema, zero_mode: ZeroMode, value: &str) -> Vec<String> {
        let options = ValidatorOptions { zero_mode, ..ValidatorOptions::default() };
        errors_of(&Validator::with_definitions(&Definitions::default(), schema, options).unwrap(), &json(value), None)
    }

    #[test]
    fn zero_is_absent_where_go_cannot_tell() {
        let cases: [(&str, &[&str]); 9] = [
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
            // An empty optional struct is treated as missing. If the field is a pointer, the struct is present.
            (
                r#"{"name": "a", "size": {"width": 1}, "extra": {"width": 0}, "pointer": {"width": 0}}"#,
                &["pointer.width: Required value"],
            ),
            (r#"{"name": "a", "size": {"width": 1}, "extra": {"note": ""}}"#, &["extra.width: Required value"]),
            (
                r#"{"name": "a", "mode": "odd", "size": {"width": 1}}"#,
                &[r#"mode: Unsupported value: "odd": supported values: "fast", "slow""#],
            ),
            // The zero of another type is an error, as for any value of another type.
            (
                r#"{"name": false, "size": {"width": 1}}"#,
                &[r#"name: Invalid value: "boolean": name in body must be of type string: "boolean""#],
            ),
        ];
        for (value, expected) in cases {
            assert_eq!(errors(&widget(), ZeroMode::Native, value), expected, "{value}");
        }
    }

    #[test]
    fn what_only_one_side_of_an_update_says_equals_its_default() {
        let list = Schema { items: Some(Box::new(widget())), ..of_type(SchemaType::Array) };
        let schema = object(vec![("list", list)], &[]);
        let options =
            ValidatorOptions { zero_mode: ZeroMode::Native, ratcheting: Some(true), ..ValidatorOptions::default() };
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        let old = json(r#"{"list": [{"mode": "fast"}]}"#);
        assert_eq!(errors_of(&validator, &json(r#"{"list": [{}]}"#), Some(&old)), [""; 0]);
        assert_eq!(errors_of(&validator, &json(r#"{"list": [{"mode": "slow"}]}"#), Some(&old)).len(), 2);
    }

    #[test]
    fn what_is_required_in_a_struct_that_is_always_there_is_required() {
        let mut schema = widget();
        schema.properties["extra"].go_value = GoValue::Present;
        let rest = r#""name": "a", "size": {"width": 1}"#;
        for extra in ["", r#", "extra": null"#, r#", "extra": {}"#, r#", "extra": {"width": 0}"#] {
            let value = format!("{{{rest}{extra}}}");
            assert_eq!(errors(&schema, ZeroMode::Native, &value), ["extra.width: Required value"], "{value}");
        }
        assert_eq!(errors(&schema, ZeroMode::Native, &format!(r#"{{{rest}, "extra": {{"width": 2}}}}"#)), [""; 0]);
        // In a custom resource, the values are validated without defaults.
        assert_eq!(errors(&schema, ZeroMode::Crd, &format!("{{{rest}, \"mode\": \"fast\"}}")), [""; 0]);
        schema.properties["extra"].extensions.validations =
            vec![ValidationRule { rule: "self.width > 5".to_owned(), ..ValidationRule::default() }];
        schema.extensions.validations =
            vec![ValidationRule { rule: "!has(self.extra)".to_owned(), ..ValidationRule::default() }];
        assert_eq!(
            errors(&schema, ZeroMode::Native, &format!("{{{rest}, \"extra\": {{\"width\": 2}}}}")),
            [
                "<nil>: Invalid value: failed rule: !has(self.extra)",
                "extra: Invalid value: failed rule: self.width > 5"
            ]
        );
    }

    #[test]
    fn in_custom_resources_zero_is_a_value() {
        assert_eq!(
            errors(&widget(), ZeroMode::Crd, r#"{"name": "", "label": "", "size": {"width": 0}}"#),
            [r#"label: Invalid value: "": label in body should be at least 3 chars long"#, "mode: Required value"]
        );
        assert_eq!(
            errors(&widget(), ZeroMode::Crd, "{}"),
            ["name: Required value", "mode: Required value", "size: Required value"]
        );
    }

    #[test]
    fn branches_see_the_same_properties() {
        let mut schema = widget();
        schema.required.clear();
        schema.any_of = vec![
            object(vec![], &["name"]),
            object(vec![("mode", Schema::of_keyword(Keyword::Enum, vec![json(r#""slow""#)]))], &["mode"]),
        ];
        let texts = errors(&schema, ZeroMode::Native, r#"{"name": ""}"#);
        assert_eq!(
            texts,
            [
                r#"<nil>: Invalid value: "": "" must validate at least one schema (anyOf)"#,
                r#"mode: Unsupported value: "fast": supported values: "slow""#,
            ]
        );
        assert_eq!(errors(&schema, ZeroMode::Native, r#"{"mode": "slow"}"#), [""; 0]);
    }

    #[test]
    fn counts_what_is_present() {
        let mut schema = widget();
        schema.required.clear();
        schema.keywords.set(Keyword::MaxProperties, 1);
        assert_eq!(errors(&schema, ZeroMode::Native, r#"{"name": "", "label": null, "extra": {}}"#), [""; 0]);
        assert_eq!(
            errors(&schema, ZeroMode::Native, r#"{"name": "a"}"#),
            ["<nil>: Too many: 2: must have at most 1 item"]
        );
    }
}
