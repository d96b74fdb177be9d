//! Evaluates `x-kubernetes-validations`: rules are evaluated after all other checks, unless an error indicates that
//! they cannot rely on the types of the object.

use idlgen_runtime::{
    Context,
    value::{List, Map, ValueRef},
};

use super::{
    node::Additional,
    options::ValidatorOptions,
    sorted_keys::sorted_keys,
    walk::{Location, Walk},
};

/// The setting for ratcheting failed rules on unchanged values (`ratchetingOptions` of
/// `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel`).
#[derive(Clone, Copy)]
pub(super) struct Ratcheting {
    /// `true` if the parent is unchanged. Used for a value without an old value.
    around: bool,
    /// `true` if the value's own correlation determines whether it is unchanged.
    of_value: bool,
}

impl Ratcheting {
    /// No ratcheting.
    pub(super) const NONE: Ratcheting = Ratcheting { around: false, of_value: false };

    /// Returns the setting for an entire object.
    pub(super) fn new(options: &ValidatorOptions) -> Self {
        Ratcheting { around: false, of_value: options.runtime().ratchets() }
    }

    /// Returns `true` if a failed rule of the value is ratcheted.
    fn covers(self, place: &Location<'_>) -> bool {
        place.old.filter(|_| self.of_value).map_or(self.around, |old| old.is_equal)
    }

    /// Returns the setting for nested values.
    fn below(self, place: &Location<'_>) -> Self {
        Ratcheting { around: self.covers(place), of_value: self.of_value && place.old.is_some() }
    }

    /// Returns the setting for the same value in a branch of `allOf`.
    fn of_branch(self) -> Self {
        Ratcheting { of_value: false, ..self }
    }
}

impl Walk<'_> {
    /// Evaluates the rules of a value and of everything in it: first the rules of the node, then those of its `allOf`,
    /// then those of nested values (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel.Validator.Validate`).
    pub(super) fn rules(&self, place: &Location<'_>, ratcheting: Ratcheting, cx: &mut Context) {
        if !place.node.has_rules || !cx.runs_rules() || place.value.is_null() || !self.may_go_on(place, cx) {
            return;
        }
        if let Some(rules) = &place.node.rules {
            let old = place.old.map(|old| &old.old).filter(|old| !old.is_null());
            cx.knowing_whether_unchanged(ratcheting.covers(place), |cx| {
                for rule in &rules.rules {
                    rule.check_value(place.value, old, place.path, cx);
                }
            });
        }
        for branch in place.node.all_of() {
            let branch = Location { old: place.old, ..place.branch(self.get(*branch)) };
            self.rules(&branch, ratcheting.of_branch(), cx);
        }
        let below = ratcheting.below(place);
        match place.value {
            ValueRef::List(list) => self.rules_of_items(*list, place, below, cx),
            ValueRef::Map(map) => {
                self.rules_of_entries(*map, place, below, cx);
                self.rules_of_properties(*map, place, below, cx);
            }
            _ => {}
        }
    }

    fn rules_of_items(&self, list: &dyn List, place: &Location<'_>, ratcheting: Ratcheting, cx: &mut Context) {
        let Some(id) = place.node.items else { return };
        let node = self.get(id);
        if !node.has_rules {
            return;
        }
        let shape = if place.is_shape() { node } else { place.shape.items.map_or(node, |id| self.get(id)) };
        for index in 0..list.len() {
            let Some(value) = list.get(index) else { continue };
            let path = place.path.index(index);
            let old = place.old.and_then(|old| old.element(index));
            let item = place.part((node, shape), &value, old, &path);
            self.rules(&item, ratcheting, cx);
        }
    }

    fn rules_of_entries(&self, map: &dyn Map, place: &Location<'_>, ratcheting: Ratcheting, cx: &mut Context) {
        let Additional::Node(id) = place.node.additional else { return };
        let node = self.get(id);
        if !node.has_rules {
            return;
        }
        // As in the API server, this includes declared properties. Its schemas cannot have both.
        for key in &sorted_keys(map) {
            let Some(value) = map.get(key) else { continue };
            let old = place.old.and_then(|old| old.entry(key));
            let path = place.path.key(key);
            let entry = place.part((node, node), &value, old, &path);
            self.rules(&entry, ratcheting, cx);
        }
    }

    fn rules_of_properties(&self, map: &dyn Map, place: &Location<'_>, ratcheting: Ratcheting, cx: &mut Context) {
        for (name, property) in place.properties_that_may_count(map) {
            let node = self.get(property.node);
            if !node.has_rules || !self.compiled.runs_rules_of(place.node, name, property) {
                continue;
            }
            let declared =
                if place.is_shape() { property } else { place.shape.properties.get(name).unwrap_or(property) };
            let Some(value) = self.property(map, name, Some(declared)) else { continue };
            let old = place.old.and_then(|old| old.entry(name));
            let path = place.path.field(name);
            let child = place.part((node, self.get(declared.node)), &value, old, &path);
            let ratcheting = if place.is_root_type_field(name) { Ratcheting::NONE } else { ratcheting };
            self.rules(&child, ratcheting, cx);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{crd, errors, errors_of, json, schema},
    };
    use crate::{Definitions, ZeroMode};

    /// A server only correlates the values of a schema with old values, not those of its `allOf`.
    #[test]
    fn rules_of_branches_are_not_ratcheted_by_their_own_value() {
        let rule = r#""x-kubernetes-validations": [{"rule": "self.a > 1"}]"#;
        let typed = format!(r#""type": "object", "properties": {{"a": {{"type": "integer"}}}}, {rule}"#);
        let value = json(r#"{"a": 1}"#);
        assert_eq!(errors_of(&crd(&format!("{{{typed}}}")), &value, Some(&value)), [""; 0]);
        let of_branch = crd(&format!(r#"{{"type": "object", "allOf": [{{{typed}}}]}}"#));
        assert_eq!(errors_of(&of_branch, &value, Some(&value)), ["<nil>: Invalid value: failed rule: self.a > 1"]);
    }

    #[test]
    fn transition_rules_need_an_old_value_of_the_same_thing() {
        let validator = crd(r#"{
                "type": "object",
                "properties": {
                    "a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self >= oldSelf"}]},
                    "o": {"type": "integer", "x-kubernetes-validations": [{"rule": "oldSelf.orValue(0) < self", "optionalOldSelf": true}]},
                    "map": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {
                        "type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}},
                        "x-kubernetes-validations": [{"rule": "self.v == oldSelf.v"}]}}
                },
                "x-kubernetes-validations": [{"rule": "has(self.a)"}]
            }"#);
        let value = json(r#"{"a": 1, "o": 0, "map": [{"k": "x", "v": 1}, {"k": "y", "v": 1}]}"#);
        assert_eq!(
            errors_of(&validator, &value, None),
            ["o: Invalid value: 0: failed rule: oldSelf.orValue(0) < self"]
        );
        let old = json(r#"{"a": 2, "o": -1, "map": [{"k": "z", "v": 2}, {"k": "x", "v": 2}]}"#);
        assert_eq!(
            errors_of(&validator, &value, Some(&old)),
            [
                "a: Invalid value: 1: failed rule: self >= oldSelf",
                "map[0]: Invalid value: failed rule: self.v == oldSelf.v",
            ]
        );
        assert_eq!(
            errors_of(&validator, &json("{}"), Some(&value)),
            ["<nil>: Invalid value: failed rule: has(self.a)"]
        );
    }

    #[test]
    fn what_is_as_it_was_is_only_warned_of() {
        let validator = crd(r#"{
                "type": "object",
                "properties": {
                    "a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > 5"}]},
                    "l": {"type": "array", "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > 5"}]}}
                }
            }"#);
        let value = json(r#"{"a": 1, "l": [1]}"#);
        assert_eq!(errors_of(&validator, &value, None).len(), 2);
        let outcome = validator.validate(&value, Some(&value));
        assert_eq!((outcome.errors.len(), outcome.warnings.len()), (0, 2));
        let old = json(r#"{"a": 1, "l": [1, 2]}"#);
        assert_eq!(errors_of(&validator, &value, Some(&old)), ["l[0]: Invalid value: 1: failed rule: self > 5"]);
    }

    #[test]
    fn an_update_that_a_go_type_cannot_express_changes_nothing() {
        let schema = schema(
            r#"{
                "type": "object",
                "properties": {
                    "atomic": {"type": "array", "items": {"type": "integer"}, "x-kubernetes-strip-zero": true},
                    "items": {"type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "name": {"type": "string", "x-kubernetes-strip-zero": true}, "size": {"type": "integer"}
                        },
                        "x-kubernetes-validations": [{"rule": "self.size > 5"}]
                    }}
                },
                "x-kubernetes-validations": [{"rule": "size(self.items) > 1"}]
            }"#,
        );
        let value = json(r#"{"atomic": [], "items": [{"name": "", "size": 1}]}"#);
        let old = json(r#"{"items": [{"size": 1}]}"#);
        let counts = [(ZeroMode::Native, (0, 2)), (ZeroMode::Crd, (2, 0))];
        for (zero_mode, expected) in counts {
            let options = ValidatorOptions { zero_mode, ..ValidatorOptions::default() };
            let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
            for (value, old) in [(&value, &old), (&old, &value)] {
                let outcome = validator.validate(value, Some(old));
                assert_eq!((outcome.errors.len(), outcome.warnings.len()), expected, "{zero_mode:?} {value} {old}");
            }
        }
    }

    /// The expected errors are those of an API server for the same CRD in which the reference is expanded.
    #[test]
    fn what_stands_beside_a_reference_is_what_rules_see() {
        let (definitions, _) = Definitions::from_json(&json(
            r##"{
                "Part": {"type": "object", "properties": {"a": {"type": "integer"}}},
                "Tags": {"type": "array", "items": {"type": "string"}},
                "Whole": {
                    "type": "object",
                    "properties": {
                        "part": {
                            "allOf": [{"$ref": "#/components/schemas/Part"}],
                            "properties": {"a": {"minimum": 1}, "b": {"type": "integer"}},
                            "x-kubernetes-validations": [{"rule": "self.a < self.b"}]
                        },
                        "tags": {
                            "allOf": [{"$ref": "#/components/schemas/Tags"}],
                            "x-kubernetes-list-type": "set"
                        },
                        "words": {"$ref": "#/components/schemas/Tags"}
                    },
                    "x-kubernetes-validations": [
                        {"rule": "!has(self.tags) || self.tags != ['b', 'a']"},
                        {"rule": "!has(self.words) || self.words != ['b', 'a']"}
                    ]
                }
            }"##,
        ));
        for options in [ValidatorOptions::default(), ValidatorOptions::crd()] {
            let validator = Validator::for_definition(&definitions, "Whole", options).unwrap();
            let errors = |value: &str| errors_of(&validator, &json(value), None);
            assert_eq!(
                errors(r#"{"tags": ["a", "b"], "words": ["a", "b"]}"#),
                ["<nil>: Invalid value: failed rule: !has(self.tags) || self.tags != ['b', 'a']"]
            );
            assert_eq!(errors(r#"{"part": {"a": 1, "b": 2}}"#), [""; 0]);
            assert_eq!(errors(r#"{"part": {"a": 2, "b": 1}}"#), ["part: Invalid value: failed rule: self.a < self.b"]);
        }
    }

    #[test]
    fn rules_wait_for_errors_that_are_in_the_way() {
        let schema = r#"{
            "type": "object", "required": ["r"],
            "properties": {"a": {"type": "integer", "maximum": 3}, "r": {}},
            "x-kubernetes-validations": [{"rule": "self.a < 2"}]
        }"#;
        assert_eq!(
            errors(schema, r#"{"a": 5, "r": 1}"#),
            [
                "a: Invalid value: 5: a in body should be less than or equal to 3",
                "<nil>: Invalid value: failed rule: self.a < 2",
            ]
        );
        assert_eq!(
            errors(schema, r#"{"a": 1}"#),
            [
                "r: Required value",
                "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; \
                 correct the existing errors to complete validation",
            ]
        );
    }

    #[test]
    fn rules_on_what_has_no_type_are_not_run() {
        let rules = r#""x-kubernetes-validations": [{"rule": "false"}]"#;
        let free = format!(r#"{{"x-kubernetes-preserve-unknown-fields": true, {rules}}}"#);
        let of_object = format!(
            r#"{{"type": "object", "required": ["r"], "properties": {{"r": {{}}, "a": {free}, "é": {free},
                "l": {{"type": "array", "items": {free}, {rules}}},
                "m": {{"type": "object", "additionalProperties": {free}, {rules}}}}}}}"#
        );
        let value = r#"{"a": 1, "é": 1, "l": [1], "m": {"a": 1}, "r": 1}"#;
        assert_eq!(errors(&of_object, value), [""; 0]);
        assert_eq!(errors(&of_object, "{}"), ["r: Required value"], "nothing is said of rules that are not run");
        let of_anything =
            format!(r#"{{"properties": {{"a": {{"type": "string", {rules}}}, "é": {{"type": "string", {rules}}}}}}}"#);
        assert_eq!(
            errors(&of_anything, r#"{"a": "", "é": ""}"#),
            [r#"é: Invalid value: "": failed rule: false"#],
            "rules cannot spell the name, so it is not looked up in the type of the object, which has none"
        );
    }

    #[test]
    fn what_does_not_fit_its_schema_is_an_error_where_it_is_used() {
        let of = |rule: &str| {
            format!(
                r#"{{"type": "object", "properties": {{"a": {{"type": "integer", "x-kubernetes-validations": [
                {{"rule": "{rule}"}}]}}}}}}"#
            )
        };
        let old = json(r#"{"a": "x"}"#);
        let errors = |rule: &str| errors_of(&crd(&of(rule)), &json(r#"{"a": 1}"#), Some(&old));
        assert_eq!(errors("self == 1 || oldSelf > 1"), [""; 0]);
        let [error] = &errors("self == 2 || oldSelf > 1")[..] else { panic!("one error") };
        assert!(error.contains("invalid data, expected int, got string evaluating rule"), "{error}");
    }

    #[test]
    fn a_message_that_does_not_compile_keeps_the_path_from_being_looked_at() {
        let schema = r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "x-kubernetes-validations": [
            {"rule": "false", "fieldPath": ".a"}, {"rule": "false", "fieldPath": ".a", "messageExpression": "self.b"}]}"#;
        assert_eq!(
            errors(schema, "{}"),
            ["a: Invalid value: failed rule: false", "<nil>: Invalid value: failed rule: false"]
        );
    }

    #[test]
    fn a_rule_that_cannot_be_run_is_an_error() {
        let schema = r#"{"type": "string", "x-kubernetes-validations": [{"rule": "self.x"}, {"rule": "self != ''"}]}"#;
        let texts = errors(schema, r#""""#);
        assert!(
            texts[0].starts_with("<nil>: Invalid value: \"string\": rule compile error: compilation failed: ERROR"),
            "{texts:?}"
        );
        assert_eq!(texts[1], "<nil>: Invalid value: \"\": failed rule: self != ''");
        assert_eq!(
            errors(r#"{"x-kubernetes-validations": [{"rule": "true"}, {"rule": "true"}]}"#, "1"),
            ["<nil>: Invalid value: \"\": rule compiler initialization error: failed to convert to declType for \
                 CEL validation rules"]
        );
    }
}
