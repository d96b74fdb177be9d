//! Applies the nodes of a schema to a value.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use idlgen_runtime::{
    Context,
    field::{BadValue, Error, ErrorType, Path},
    value::ValueRef,
};

use super::{
    node::Compiled,
    node::{Node, NodeId},
    old_value::Correlation,
    options::ValidatorOptions,
};
use crate::ZeroMode;

/// A value with its node and its path.
#[derive(Clone, Copy)]
pub(super) struct Location<'p> {
    /// The node to apply.
    pub(super) node: &'p Node,
    /// The node that determines which properties the value has, whether zero means missing, and what their defaults
    /// are. This is the node itself or, in a branch of `allOf`, `anyOf`, `oneOf` and `not`, the parent of the branch.
    pub(super) shape: &'p Node,
    pub(super) value: &'p ValueRef<'p>,
    /// The corresponding value before the update, if any.
    pub(super) old: Option<&'p Correlation<'p>>,
    pub(super) path: &'p Path<'p>,
    /// Number of nodes that contain this one.
    pub(super) depth: usize,
    /// `true` if the same walk also looks for duplicates in lists.
    pub(super) finds_duplicates: bool,
}

impl<'p> Location<'p> {
    /// Returns the same value with a branch of `allOf`, `anyOf`, `oneOf` or `not` as its node. Inside the branch,
    /// unchanged values are not ratcheted.
    pub(super) fn branch(&self, node: &'p Node) -> Location<'p> {
        Location { node, old: None, depth: self.depth + 1, finds_duplicates: false, ..*self }
    }

    /// Returns a part of the value.
    pub(super) fn part<'c>(
        &self,
        (node, shape): (&'c Node, &'c Node),
        value: &'c ValueRef<'c>,
        old: Option<&'c Correlation<'c>>,
        path: &'c Path<'c>,
    ) -> Location<'c> {
        Location { node, shape, value, old, path, depth: self.depth + 1, finds_duplicates: self.finds_duplicates }
    }

    /// Returns `true` if a property is `apiVersion` or `kind` of the entire object. They come from the request and not
    /// from the stored object, so they are not ratcheted.
    pub(super) fn is_root_type_field(&self, name: &str) -> bool {
        self.depth == 1 && matches!(name, "apiVersion" | "kind")
    }

    /// Returns the old value of a property, if ratcheting applies.
    pub(super) fn old_entry(&self, name: &str) -> Option<&'p Correlation<'p>> {
        self.old.filter(|_| !self.is_root_type_field(name))?.entry(name)
    }

    /// Returns `true` if the node is not a branch.
    pub(super) fn is_shape(&self) -> bool {
        std::ptr::eq(self.node, self.shape)
    }
}

/// The result of applying a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeResult {
    /// `true` if there is no error.
    pub(super) passed: bool,
    /// Number of matches, which the API server uses to find the best-matching branch of an `anyOf` or `oneOf`
    /// (`validate.Result.MatchCount`). Each node counts one, and so does each kind of check that applied, whether or
    /// not it passed. A type check, and visited numbers, lists and composites count one more.
    pub(super) matches: u64,
}

impl NodeResult {
    /// The result without errors and without matches.
    pub(super) const PASSED: NodeResult = NodeResult { passed: true, matches: 0 };

    pub(super) fn merge(&mut self, part: NodeResult) {
        self.passed &= part.passed;
        self.matches += part.matches;
    }

    /// Merges the result of a check that does not affect the match count.
    pub(super) fn check(&mut self, passed: bool) {
        self.passed &= passed;
    }
}

/// The state of applying a schema to a value.
pub(super) struct Walk<'v> {
    pub(super) compiled: &'v Compiled,
    pub(super) options: &'v ValidatorOptions,
    steps: AtomicU64,
    /// The first limit that was exceeded. It is stored here because the errors of a branch may be discarded.
    limit: Mutex<Option<Error>>,
}

impl<'v> Walk<'v> {
    pub(super) fn new(compiled: &'v Compiled, options: &'v ValidatorOptions) -> Self {
        Walk { compiled, options, steps: AtomicU64::new(0), limit: Mutex::new(None) }
    }

    /// Returns `true` if zero values are interpreted as in Go.
    pub(super) fn is_native(&self) -> bool {
        self.options.zero_mode == ZeroMode::Native
    }

    pub(super) fn get(&self, id: NodeId) -> &'v Node {
        self.compiled.get(id)
    }

    /// Applies the node to the value (`validate.SchemaValidator.Validate`).
    ///
    /// In an update, skips unchanged values, which may have errors (`ratchetingValueValidator.Validate` of
    /// `k8s.io/apiextensions-apiserver/pkg/apiserver/validation`).
    #[inline]
    pub(super) fn apply(&self, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        match place.at_once() {
            Some(judged) if self.may_go_on(place, cx) => judged,
            Some(_) => NodeResult { passed: false, matches: 0 },
            None => self.apply_in_full(place, cx),
        }
    }

    fn apply_in_full(&self, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        if place.old.is_some_and(|old| old.is_equal) {
            return NodeResult::PASSED;
        }
        if !self.may_go_on(place, cx) {
            return NodeResult { passed: false, matches: 0 };
        }
        let judged = if place.value.is_null() { place.checks_of_null(cx) } else { self.checks(place, cx) };
        if place.finds_duplicates && place.node.has_list_types && !cx.is_done() {
            self.list_type(place, cx);
            self.list_types_of_declared_entries(place, cx);
        }
        judged
    }

    #[inline]
    pub(super) fn may_go_on(&self, place: &Location<'_>, cx: &mut Context) -> bool {
        self.may_take_a_step(place.depth) || self.give_up(place, cx)
    }

    /// Counts a step. Returns `false` if the number of steps or the depth exceeds its limit.
    #[inline]
    pub(super) fn may_take_a_step(&self, depth: usize) -> bool {
        // A walk is only used by one thread. The counter is atomic because views of values, which must be thread-safe,
        // may contain the walk.
        let steps = self.steps.load(Relaxed).saturating_add(1);
        let is_within = steps <= self.options.max_steps && depth <= self.options.max_depth;
        if is_within {
            self.steps.store(steps, Relaxed);
        }
        is_within
    }

    /// Reports an exceeded limit, unless one has already been reported. Returns `false`.
    #[cold]
    fn give_up(&self, place: &Location<'_>, cx: &mut Context) -> bool {
        self.spend(1);
        let mut limit = self.limit.lock().unwrap_or_else(PoisonError::into_inner);
        // Recursive defaults reach the depth at more locations than errors fit in memory.
        if limit.is_some() {
            return false;
        }
        let detail = if place.depth > self.options.max_depth {
            format!("nested deeper than {} levels", self.options.max_depth)
        } else {
            format!("gave up after {} steps", self.options.max_steps)
        };
        let error = Error::new(ErrorType::Internal, place.path.to_path_buf(), BadValue::Omitted, detail);
        *limit = Some(error.clone());
        cx.report(|| error);
        false
    }

    /// Counts additional steps, for a branch.
    pub(super) fn spend(&self, steps: u64) {
        self.steps.store(self.steps.load(Relaxed).saturating_add(steps), Relaxed);
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.load(Relaxed)
    }

    /// Sets the number of steps, for a walk that continues another one.
    pub(super) fn set_steps(&mut self, steps: u64) {
        *self.steps.get_mut() = steps;
    }

    /// Returns `true` if a limit has been exceeded.
    pub(super) fn has_met_a_limit(&mut self) -> bool {
        self.limit.get_mut().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Returns the error of the exceeded limit if the walk stopped because of too many steps.
    pub(super) fn limit_error(self) -> Option<Error> {
        let has_given_up = self.steps.load(Relaxed) > self.options.max_steps;
        self.limit.into_inner().unwrap_or_else(PoisonError::into_inner).filter(|_| has_given_up)
    }

    /// Reports the exceeded limit, if any, unless that has already been reported. Otherwise, values that were not
    /// checked would be treated as valid.
    pub(super) fn report_limit(&self, cx: &mut Context) {
        if let Some(error) = &*self.limit.lock().unwrap_or_else(PoisonError::into_inner) {
            let is_known = cx.errors().iter().any(|known| known.error_type == ErrorType::Internal);
            if !is_known {
                cx.report(|| error.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::Verdict;

    use super::super::{
        Validator, ValidatorOptions,
        testing::{crd, errors, errors_of, json, schema},
    };
    use crate::Definitions;

    #[test]
    fn errors_come_in_the_order_of_the_kinds_of_check() {
        let schema = r#"{
            "type": "object", "enum": [1], "required": ["z", "y"], "minProperties": 9, "additionalProperties": false,
            "properties": {"b": {"type": "string"}, "a": {"maximum": 1, "minimum": 5, "multipleOf": 2}},
            "not": {}, "allOf": [{"type": "array"}]
        }"#;
        let texts = errors(schema, r#"{"c": 1, "b": 1, "a": 3}"#);
        let kinds: Vec<&str> = texts
            .iter()
            .filter_map(|text| text.rsplit_once(" should be ").map_or(text.rsplit(": ").next(), |text| Some(text.1)))
            .collect();
        assert_eq!(
            kinds,
            [
                "\"object\"",
                "\"\" must validate all the schemas (allOf). None validated",
                "\"\" must not validate the schema (not)",
                "\"1\"",
                " in body should have at least 9 properties",
                ".c in body is a forbidden property",
                "a multiple of 2",
                "greater than or equal to 5",
                "less than or equal to 1",
                "\"integer\"",
                "Required value",
                "Required value",
            ]
        );
    }

    #[test]
    fn a_string_has_one_error_of_length_and_pattern() {
        let schema = r#"{"properties": {"s": {"minLength": 3, "pattern": "^a"}}}"#;
        assert_eq!(
            errors(schema, r#"{"s": "b"}"#),
            [r#"s: Invalid value: "b": s in body should be at least 3 chars long"#]
        );
    }

    #[test]
    fn equal_errors_are_given_once() {
        let schema =
            r#"{"properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"a": {"type": "string"}}}]}"#;
        let texts = errors(schema, r#"{"a": 1}"#);
        assert_eq!(texts.iter().filter(|text| text.starts_with("a:")).count(), 1);
    }

    #[test]
    fn recursion_ends_with_the_value() {
        let (definitions, _) = Definitions::from_json(&json(
            r##"{"Tree": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/definitions/Tree"}}}}}"##,
        ));
        let validator = Validator::for_definition(&definitions, "Tree", ValidatorOptions::crd()).unwrap();
        let value = json(r#"{"name": "a", "children": [{"name": "b", "children": [{}]}]}"#);
        assert_eq!(errors_of(&validator, &value, None), ["children[0].children[0].name: Required value"]);
    }

    #[test]
    fn depth_and_steps_are_bounded() {
        let mut options = ValidatorOptions::crd();
        options.max_depth = 10;
        let (definitions, _) = Definitions::from_json(&json(r##"{"L": {"items": {"$ref": "#/definitions/L"}}}"##));
        let validator = Validator::for_definition(&definitions, "L", options).unwrap();
        let nested = |depth: usize| json(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        assert_eq!(errors_of(&validator, &nested(10), None), [""; 0]);
        assert_eq!(
            errors_of(&validator, &nested(11), None),
            ["[0][0][0][0][0][0][0][0][0][0]: Internal error: nested deeper than 10 levels"]
        );

        let value = nested(12);
        let text = r##"{"N": {"items": {"not": {"$ref": "#/definitions/N"}}}}"##;
        let (definitions, _) = Definitions::from_json(&json(text));
        let validator = Validator::for_definition(&definitions, "N", options).unwrap();
        let texts = errors_of(&validator, &value, None);
        assert!(
            texts.iter().any(|text| text.contains("nested deeper")),
            "a limit in a branch is not forgotten: {texts:?}"
        );

        // Other errors do not replace it.
        let text = r##"{"N": {"items": {"not": {"$ref": "#/definitions/N"}}},
            "R": {"minItems": 2, "items": {"not": {"$ref": "#/definitions/N"}}}}"##;
        let (definitions, _) = Definitions::from_json(&json(text));
        let validator = Validator::for_definition(&definitions, "R", options).unwrap();
        let texts = errors_of(&validator, &value, None);
        let of = |detail: &str| texts.iter().filter(|text| text.contains(detail)).count();
        assert_eq!((of("at least 2 items"), of("nested deeper")), (1, 1), "{texts:?}");

        let mut options = ValidatorOptions::crd();
        options.max_steps = 5;
        let validator =
            Validator::with_definitions(&Definitions::default(), &schema(r#"{"items": {}}"#), options).unwrap();
        assert_eq!(errors_of(&validator, &json("[1, 2, 3, 4]"), None), [""; 0]);
        assert_eq!(
            errors_of(&validator, &json("[1, 2, 3, 4, 5, 6]"), None),
            ["[4]: Internal error: gave up after 5 steps"]
        );
    }

    #[test]
    fn an_exceeded_limit_is_reported_once() {
        let (definitions, _) = Definitions::from_json(&json(
            r##"{"L": {"type": "object", "properties": {
                "a": {"allOf": [{"$ref": "#/definitions/L"}], "default": {}},
                "b": {"allOf": [{"$ref": "#/definitions/L"}], "default": {}}}}}"##,
        ));
        let options = ValidatorOptions { max_depth: 20, max_steps: 10_000, ..ValidatorOptions::default() };
        let validator = Validator::for_definition(&definitions, "L", options).unwrap();
        let errors = errors_of(&validator, &json("{}"), None);
        assert!(errors.len() == 1 && errors[0].ends_with("nested deeper than 20 levels"), "{errors:?}");
    }

    #[test]
    fn branches_that_meet_in_ever_new_combinations_end() {
        let branch = |below: &str| format!(r#"{{"anyOf": [{below}, {below}, {below}], "minimum": 2}}"#);
        let text = (0..9).fold(r#"{"minimum": 2}"#.to_owned(), |below, _| branch(&below));
        let mut options = ValidatorOptions::crd();
        options.max_steps = 10_000;
        let validator = Validator::with_definitions(&Definitions::default(), &schema(&text), options).unwrap();
        assert_eq!(errors_of(&validator, &json("1"), None), ["<nil>: Internal error: gave up after 10000 steps"]);
        assert_eq!(errors_of(&validator, &json("2"), None), [""; 0]);
    }

    #[test]
    fn the_greatest_depth_fits_the_stack() {
        let text = r##"{"L": {"items": {"$ref": "#/definitions/L"}, "additionalProperties": {"$ref": "#/definitions/L"}, "properties": {"p": {"allOf": [{"anyOf": [{"items": {"$ref": "#/definitions/L"}}]}]}}}}"##;
        let (definitions, _) = Definitions::from_json(&json(text));
        let validator = Validator::for_definition(&definitions, "L", ValidatorOptions::crd()).unwrap();
        for wrap in [
            |inner| serde_json::Value::Array(vec![inner]),
            |inner| serde_json::json!({"a": inner}),
            |inner| serde_json::json!({"p": [inner]}),
        ] {
            let mut value = serde_json::Value::Null;
            for _ in 0..600 {
                value = wrap(value);
            }
            let errors = validator.validate(&value, None).errors;
            assert!(errors.iter().any(|error| error.detail == "nested deeper than 512 levels"));
            validator.unknown_fields(&value);
        }
    }

    #[test]
    fn null_is_held_to_type_and_enum_alone() {
        let schema = r#"{"properties": {"a": {"type": "string"}, "b": {"nullable": true, "type": "string", "not": {}}, "c": {"enum": [null]}, "d": {}}}"#;
        assert_eq!(
            errors(schema, r#"{"a": null, "b": null, "c": null, "d": null}"#),
            [
                r#"a: Invalid value: "null": a in body must be of type string: "null""#,
                r#"c: Unsupported value: null: supported values: "null""#,
            ]
        );
        assert_eq!(crd(schema).verdict(&json("{}"), None), Verdict::Valid);
    }
}
