//! Runs the checks of a node on a value.

use idlgen_runtime::{
    Context, check,
    value::{List, Map, Number, ValueRef},
};

use super::{
    node::NodeId,
    walk::{Location, NodeResult, Walk},
};
use crate::{
    compiled::{Check, Family},
    keyword::{Limit, Row, Test},
};

/// State shared by the checks of one value.
#[derive(Debug, Default)]
struct Progress {
    /// `true` if a length or pattern check has failed. The API server only reports the first failure
    /// (`validate.stringValidator`).
    text_failed: bool,
    /// Number of properties that are treated as present. Computed on first use.
    properties: Option<usize>,
}

impl Walk<'_> {
    /// Runs all checks that apply to the value.
    pub(super) fn checks(&self, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult { passed: true, matches: validators(place.value) };
        let mut progress = Progress::default();
        for check in &place.node.checks {
            if cx.is_done() {
                break;
            }
            judged.merge(self.check(check, place, &mut progress, cx));
        }
        judged
    }

    fn check(
        &self,
        check: &Check<NodeId>,
        place: &Location<'_>,
        progress: &mut Progress,
        cx: &mut Context,
    ) -> NodeResult {
        match check {
            Check::Type { format, certain, .. } => place.schema_type(format.as_deref(), *certain, cx),
            Check::AnyOf(branches) => self.any_of(branches, place, cx),
            Check::OneOf(branches) => self.one_of(branches, place, cx),
            Check::AllOf(branches) => self.all_of(branches, place, cx),
            Check::Not(branch) => self.not(*branch, place, cx),
            Check::Dependencies => self.dependencies(place, cx),
            Check::Limit(keyword, limit) => self.limit(keyword.row(), limit, place, progress, cx),
            Check::Quantity => match place.value {
                ValueRef::String(text) => check::quantity(text, place.path, cx).into(),
                _ => NodeResult::PASSED,
            },
            Check::NumberFormat => place.number(|number| place.number_format(number, cx)),
            Check::Items => place.list(|list| self.items(list, place, cx)),
            Check::Tuple => place.list(|list| self.tuple(list, place, cx)),
            Check::AdditionalProperties => place.object(|map| self.additional_properties(map, place, cx)),
            Check::Properties => place.object(|map| self.properties(map, place, cx)),
            Check::Required => place.object(|map| self.required(map, place, cx)),
            Check::PatternProperties => place.object(|map| self.pattern_properties(map, place, cx)),
            Check::EmbeddedResource => check::embedded_resource(place.value, place.path, cx).into(),
        }
    }

    /// Runs a limit check, which is a single call of a check function of the runtime.
    fn limit(
        &self,
        row: &Row,
        limit: &Limit,
        place: &Location<'_>,
        progress: &mut Progress,
        cx: &mut Context,
    ) -> NodeResult {
        match (row.test, place.value) {
            (Test::Number(what, _) | Test::Bound(what, _), ValueRef::Int(_) | ValueRef::Float(_)) => {
                place.number(|number| place.numeric_limit(row, limit, what, number, cx))
            }
            // Of these checks, only the first failure is reported.
            (Test::Length(_) | Test::Pattern(_), ValueRef::String(_)) if !progress.text_failed => {
                progress.text_failed = !place.limit(row, limit, cx);
                NodeResult::from(!progress.text_failed)
            }
            (Test::Length(_) | Test::Pattern(_), ValueRef::String(_)) => NodeResult::PASSED,
            // Adds a match, like `validate.formatValidator`.
            (Test::Format(_), ValueRef::String(_)) => NodeResult { passed: place.limit(row, limit, cx), matches: 1 },
            (Test::Elements(_) | Test::List(_), ValueRef::List(_)) | (Test::Members(_), _) => {
                place.limit(row, limit, cx).into()
            }
            (Test::Properties(check), ValueRef::Map(map)) => {
                let Limit::Count(limit) = *limit else { return NodeResult::PASSED };
                let count = self.count(*map, place, progress);
                place.node.keyword(row.name, cx, |cx| check(count, limit, place.path, cx)).into()
            }
            _ => NodeResult::PASSED,
        }
    }

    fn count(&self, map: &dyn Map, place: &Location<'_>, progress: &mut Progress) -> usize {
        *progress.properties.get_or_insert_with(|| self.count_properties(map, place.shape))
    }
}

impl NodeResult {
    /// Returns the result for a valid value that needs no checks except that of its type.
    #[inline]
    pub(super) fn right_at_once(value: &ValueRef<'_>) -> Self {
        NodeResult { passed: true, matches: validators(value) + 2 }
    }
}

/// Returns the part of the match count that does not depend on the checks of a value. This is the sum of one for the
/// node, two for composites, one for `enum`, and the number of other validators that the API server runs for such a
/// value: two for numbers and lists, one for strings and objects, none for null and booleans.
fn validators(value: &ValueRef<'_>) -> u64 {
    4 + match value {
        ValueRef::Null | ValueRef::Bool(_) => 0,
        ValueRef::String(_) | ValueRef::Map(_) => 1,
        ValueRef::Int(_) | ValueRef::Float(_) | ValueRef::List(_) => 2,
    }
}

impl From<bool> for NodeResult {
    /// Converts the result of a check that does not affect the match count.
    fn from(passed: bool) -> Self {
        NodeResult { passed, matches: 0 }
    }
}

impl Location<'_> {
    /// Returns the result if it is known without running checks. This is the case if the node only checks the type and
    /// always accepts that of the value, as for most scalars.
    #[inline]
    pub(super) fn at_once(&self) -> Option<NodeResult> {
        let is_right = self.old.is_none() && self.node.at_once().contains(self.value);
        is_right.then(|| NodeResult::right_at_once(self.value))
    }

    /// Runs the checks of a null value. Only those of `type` and `enum` apply.
    pub(super) fn checks_of_null(&self, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult { passed: true, matches: 1 };
        for check in &self.node.checks {
            if cx.is_done() {
                break;
            }
            match check {
                Check::Type { format, certain, .. } => {
                    let passed = self.schema_type(format.as_deref(), *certain, cx).passed;
                    judged = NodeResult { passed, matches: u64::from(passed) };
                }
                Check::Limit(keyword, limit) if keyword.row().family() == Family::Enumeration => {
                    judged.check(self.limit(keyword.row(), limit, cx));
                }
                _ => {}
            }
        }
        judged
    }

    /// Runs a limit check that needs no other data than the value.
    pub(super) fn limit(&self, row: &Row, limit: &Limit, cx: &mut Context) -> bool {
        self.node.keyword(row.name, cx, |cx| row.check(limit, self.value, self.path, cx))
    }

    fn number(&self, check: impl FnOnce(Number) -> bool) -> NodeResult {
        match self.value {
            ValueRef::Int(value) => check(Number::Int(*value)).into(),
            ValueRef::Float(value) => check(Number::Float(*value)).into(),
            _ => NodeResult::PASSED,
        }
    }

    fn list(&self, check: impl FnOnce(&dyn List) -> NodeResult) -> NodeResult {
        match self.value {
            ValueRef::List(list) => check(*list),
            _ => NodeResult::PASSED,
        }
    }

    fn object(&self, check: impl FnOnce(&dyn Map) -> NodeResult) -> NodeResult {
        match self.value {
            ValueRef::Map(map) => check(*map),
            _ => NodeResult::PASSED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Validator, ValidatorOptions,
        testing::{errors, errors_of, json, schema},
    };
    use crate::{Definitions, schema::GoValue};

    #[test]
    fn known_formats_hold_and_make_the_type_lenient() {
        let schema = r#"{"properties": {"f": {"type": "string", "format": "ipv4"}}}"#;
        assert_eq!(errors(schema, r#"{"f": "10.0.0.1"}"#), [""; 0]);
        assert_eq!(errors(schema, r#"{"f": ["x"]}"#), [""; 0]);
        assert_eq!(errors(schema, r#"{"f": "x"}"#), [r#"f: Invalid value: "x": f in body must be of type ipv4: "x""#]);
        assert_eq!(
            errors(schema, r#"{"f": 1}"#),
            [r#"f: Invalid value: "int64": f in body must be of type ipv4: "int64""#]
        );
        assert_eq!(
            errors(r#"{"properties": {"f": {"type": "string", "format": "quantity-of-sorts"}}}"#, r#"{"f": ["x"]}"#),
            [r#"f: Invalid value: "array": f in body must be of type string: "array""#]
        );
    }

    #[test]
    fn formats_of_the_kep_are_for_go_types() {
        let schema = schema(r#"{"properties": {"f": {"type": "string", "format": "dns1123label"}}}"#);
        let judge = |options, value| {
            errors_of(
                &Validator::with_definitions(&Definitions::default(), &schema, options).unwrap(),
                &json(value),
                None,
            )
        };
        let error = r#"f: Invalid value: "A_": f in body must be of type dns1123label: "A_""#;
        assert_eq!(judge(ValidatorOptions::default(), r#"{"f": "A_"}"#), [error]);
        assert_eq!(judge(ValidatorOptions::crd(), r#"{"f": "A_"}"#), [""; 0]);
        assert_eq!(judge(ValidatorOptions::default(), r#"{"f": ["a"]}"#).len(), 1);
    }

    #[test]
    fn quantities_of_go_types_are_parsed() {
        let mut schema = schema(r#"{"properties": {"q": {"type": "string"}}}"#);
        schema.properties["q"].go_value = GoValue::Quantity;
        let options = ValidatorOptions::default();
        let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
        let of = |value| errors_of(&validator, &json(value), None);
        assert_eq!(of(r#"{"q": "128Mi"}"#), [""; 0]);
        let errors = of(r#"{"q": "128 Mi"}"#);
        assert!(errors.len() == 1 && errors[0].contains("quantities must match the regular expression"), "{errors:?}");
    }

    #[test]
    fn the_branch_with_the_most_matches_is_reported() {
        let branch = |name: &str, ty: &str, limit: u8| {
            format!(r#"{{"properties": {{"{name}": {{"type": "{ty}"}}, "n": {{"maximum": {limit}}}}}}}"#)
        };
        let reported = |branches: [String; 2]| {
            let schema = format!(
                r#"{{"type": "object", "anyOf": [{}], "properties": {{
                    "list": {{"type": "array", "items": {{}}}}, "text": {{"type": "string"}}, "n": {{"type": "integer"}}
                }}}}"#,
                branches.join(",")
            );
            errors(&schema, r#"{"list": [], "text": "a", "n": 5}"#)
        };
        let (list, text) = (branch("list", "array", 1), branch("text", "string", 2));
        let [either_way, other_way] = [[list.clone(), text.clone()], [text, list]].map(reported);
        assert_eq!(either_way, other_way);
        assert!(either_way.iter().any(|error| error.contains("less than or equal to 1")), "{either_way:?}");
    }

    #[test]
    fn the_author_has_the_last_word() {
        let schema = r#"{
            "required": ["b"],
            "properties": {"a": {"minLength": 2, "pattern": "^x", "anyOf": [{"maxLength": 0}], "x-kubernetes-validation-errors": {
                "minLength": {"message": "too short a name", "reason": "Forbidden"}, "anyOf": {"message": "none fits"}}}},
            "x-kubernetes-validation-errors": {"required": {"message": "say b"}}
        }"#;
        assert_eq!(
            errors(schema, r#"{"a": "y"}"#),
            [
                r#"<nil>: Invalid value: "": none fits"#,
                "a: Too long: may not be more than 0 bytes",
                "a: Forbidden: too short a name",
                "b: Required value: say b",
            ]
        );
    }
}
