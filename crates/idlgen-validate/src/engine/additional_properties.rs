//! Evaluates `additionalProperties`.

use idlgen_runtime::{
    Context, Mode, check,
    value::{Map, ValueRef},
};

use super::{
    node::{Additional, Node, NodeId},
    sorted_keys::sorted_keys,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    /// Applies the schema to every undeclared property, or rejects the property. Visits the properties in the order of
    /// their names.
    pub(super) fn additional_properties(&self, map: &dyn Map, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        let node = place.node;
        if cx.mode == Mode::Verdict {
            map.visit(&mut |key, value| {
                if !node.declares(key) {
                    judged.merge(self.additional_property(key, &value, place, cx));
                }
                !cx.is_done()
            });
            return judged;
        }
        for key in sorted_keys(map).iter().filter(|key| !node.declares(key)) {
            let Some(value) = map.get(key) else { continue };
            judged.merge(self.additional_property(key, &value, place, cx));
            if cx.is_done() {
                break;
            }
        }
        judged
    }

    fn additional_property(
        &self,
        key: &str,
        value: &ValueRef<'_>,
        place: &Location<'_>,
        cx: &mut Context,
    ) -> NodeResult {
        let node = place.node;
        // If the node is a branch, the schema with the branch may declare the property.
        let declared = place.shape.properties.get(key);
        if declared.is_some() && self.is_native() && value.is_null() {
            return NodeResult::PASSED;
        }
        let Additional::Node(id) = node.additional else {
            let check = |cx: &mut Context| check::additional_property(key, place.path, cx);
            return NodeResult { passed: node.keyword("additionalProperties", cx, check), matches: 0 };
        };
        let shape = declared.map_or_else(|| self.additional_shape(place, id), |property| self.get(property.node));
        let path = if declared.is_some() && self.is_native() { place.path.field(key) } else { place.path.key(key) };
        let old = place.old_entry(key);
        let child = place.part((self.get(id), shape), value, old, &path);
        self.apply(&child, cx)
    }

    fn additional_shape(&self, place: &Location<'_>, id: NodeId) -> &Node {
        match place.shape.additional {
            Additional::Node(shape) => self.get(shape),
            _ => self.get(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::{
        field::Element,
        value::{Map, Value, ValueRef},
    };

    use super::super::{
        Validator,
        testing::{crd, errors, json, schema},
    };
    use crate::{Definitions, ValidatorOptions};

    /// An object whose entries are visited in this order.
    struct Entries(Vec<(&'static str, i64)>);

    impl Map for Entries {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn get(&self, key: &str) -> Option<ValueRef<'_>> {
            self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| ValueRef::Int(*value))
        }

        fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
            let _ = self.0.iter().all(|(name, value)| visit(name, ValueRef::Int(*value)));
        }
    }

    impl Value for Entries {
        fn as_value(&self) -> ValueRef<'_> {
            ValueRef::Map(self)
        }
    }

    #[test]
    fn errors_have_the_order_of_keys_whatever_the_order_of_entries() {
        let validator = crd(r#"{"additionalProperties": {"maximum": 1}}"#);
        let entries = Entries(vec![("c", 2), ("a", 3), ("d", 0), ("b", 4)]);
        let errors = validator.validate(&entries, None).errors;
        assert_eq!(errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(validator.first_error(&entries, None).map(|error| error.field), Some("a".to_owned()));
        assert!(!validator.verdict(&entries, None).is_valid());
    }

    #[test]
    fn keys_stand_behind_a_dot() {
        assert_eq!(
            errors(
                r#"{"properties": {"f": {"additionalProperties": {"maximum": 1}}}}"#,
                r#"{"f": {"b/c": 2, "a.x": 3}}"#
            ),
            [
                "f.a.x: Invalid value: 3: f.a.x in body should be less than or equal to 1",
                "f.b/c: Invalid value: 2: f.b/c in body should be less than or equal to 1",
            ]
        );
        assert_eq!(
            errors(r#"{"additionalProperties": {"maximum": 1}}"#, r#"{"a": 2}"#),
            ["a: Invalid value: 2: .a in body should be less than or equal to 1"]
        );
    }

    #[test]
    fn branches_of_entries_know_what_the_entries_declare() {
        let text = r#"{"additionalProperties": {
            "properties": {"a": {"type": "integer"}}, "allOf": [{"additionalProperties": {"maximum": 1}}]}}"#;
        let validator =
            Validator::with_definitions(&Definitions::default(), &schema(text), ValidatorOptions::default()).unwrap();
        let errors = validator.validate(&json(r#"{"k": {"a": 2, "b": 2}}"#), None).errors;
        // A declared property is a field. Others are keys.
        let (field, key) = (Element::Field("a".to_owned()), Element::Key("b".to_owned()));
        for last in [field, key] {
            assert!(errors.iter().any(|error| error.path.elements.last() == Some(&last)), "{last:?} {errors}");
        }
    }

    #[test]
    fn what_is_not_declared_can_be_refused() {
        assert_eq!(
            errors(
                r#"{"properties": {"f": {"properties": {"a": {}}, "additionalProperties": false}}}"#,
                r#"{"f": {"a": 1, "b": 1}}"#
            ),
            [r#"f: Invalid value: "b": f.b in body is a forbidden property"#]
        );
    }
}
