//! Converts branches of `allOf`, `anyOf`, `oneOf` and `not`. In a structural schema, they have no types, no
//! descriptions and no extensions
//! (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema.validateNestedValueValidation`).

use super::{
    super::{AdditionalProperties, Extensions, GoValue, Schema},
    any_type,
};

/// Removes unsupported keywords from the combinations of a node that was generated from Go. If this loses restrictions,
/// the combination is changed so that it accepts more values and never fewer: `oneOf` becomes `anyOf`, and `not` is
/// removed.
pub(super) fn fit(node: &mut Schema) {
    if node.origin.declaration.is_none() {
        return;
    }
    let (mut all_of, mut any_of) = (std::mem::take(&mut node.all_of), Vec::new());
    if !any_type::is_int_or_string(node) {
        any_of = std::mem::take(&mut node.any_of);
    }
    let mut one_of = std::mem::take(&mut node.one_of);
    let mut not = node.not.take();
    strip_all(&mut all_of, Some(node));
    strip_all(&mut any_of, Some(node));
    let loses_one_of = strip_all(&mut one_of, Some(node));
    if not.as_deref_mut().is_some_and(|not| strip(not, Some(node))) {
        not = None;
    }
    if loses_one_of {
        let one_of = std::mem::take(&mut one_of);
        if any_of.is_empty() && node.any_of.is_empty() {
            any_of = one_of;
        } else {
            all_of.push(Schema { any_of: one_of, ..Schema::default() });
        }
    }
    let says_something = |branch: &Schema| *branch != Schema::default();
    all_of.retain(|branch| says_something(branch) && branch.any_of.iter().all(says_something));
    if any_of.iter().all(says_something) && !any_of.is_empty() {
        node.any_of = any_of;
    }
    (node.all_of, node.one_of, node.not) = (all_of, one_of, not);
}

/// Removes unsupported keywords from all branches. Returns `true` if restrictions were lost.
fn strip_all(branches: &mut [Schema], beside: Option<&Schema>) -> bool {
    let mut loses = false;
    for branch in branches {
        loses |= strip(branch, beside);
    }
    loses
}

/// Removes unsupported keywords from a branch. Returns `true` if restrictions were lost that `beside`, the schema with
/// the branch, does not have.
fn strip(branch: &mut Schema, beside: Option<&Schema>) -> bool {
    let mut loses = match (branch.schema_type.take(), beside) {
        (None, _) => false,
        (said, Some(beside)) => said != beside.schema_type,
        (Some(_), None) => true,
    };
    branch.title = None;
    branch.description = None;
    branch.default = None;
    branch.v2 = None;
    branch.strip_zero = false;
    branch.go_value = GoValue::AsSaid;
    branch.nullable = false;
    let Extensions { validations, .. } = std::mem::take(&mut branch.extensions);
    loses |= !validations.is_empty();
    loses |= match branch.additional_properties.take() {
        None | Some(AdditionalProperties::Allowed(true)) => false,
        Some(AdditionalProperties::Allowed(false) | AdditionalProperties::Schema(_)) => true,
    };
    // Schemas must not describe the content of metadata.
    loses |= branch.properties.shift_remove("metadata").is_some();
    for (name, property) in &mut branch.properties {
        loses |= strip(property, beside.and_then(|beside| beside.properties.get(name)));
    }
    if let Some(items) = &mut branch.items {
        loses |= strip(items, beside.and_then(|beside| beside.items.as_deref()));
    }
    for inner in branch.all_of.iter_mut().chain(&mut branch.any_of) {
        loses |= strip(inner, beside);
    }
    // If their branches had fewer restrictions, `oneOf` and `not` could reject more values, so they are removed.
    if strip_all(&mut branch.one_of, beside) {
        branch.one_of.clear();
        loses = true;
    }
    if branch.not.as_deref_mut().is_some_and(|not| strip(not, beside)) {
        branch.not = None;
        loses = true;
    }
    loses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::json::{Indent, PrintOptions};
    use serde_json::{Value as Json, json};

    fn fitted(schema: &Json) -> Json {
        let (mut node, _) = Schema::from_json(schema);
        node.origin.declaration = Some("example.com/api/v1.T".to_owned());
        fit(&mut node);
        serde_json::from_str(&node.to_ordered_json(&PrintOptions::default()).to_text(Indent::Compact)).unwrap()
    }

    #[test]
    fn branches_have_no_types_and_nothing_for_people() {
        assert_eq!(
            fitted(&json!({"type": "object", "properties": {"a": {"type": "string"}},
                "oneOf": [{"type": "object", "description": "d", "required": ["a"]},
                    {"properties": {"a": {"type": "string", "title": "t", "maxLength": 5}}}]})),
            json!({"type": "object", "properties": {"a": {"type": "string"}},
                "oneOf": [{"required": ["a"]}, {"properties": {"a": {"maxLength": 5}}}]})
        );
    }

    #[test]
    fn what_cannot_be_said_lets_more_values_through() {
        let any = |more: Json| {
            let mut schema = json!({"x-kubernetes-preserve-unknown-fields": true});
            schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            schema
        };
        for (said, stays) in [
            (json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]}), json!({})),
            (
                json!({"oneOf": [{"type": "string", "maxLength": 5}, {"type": "array", "maxItems": 3}]}),
                json!({"anyOf": [{"maxLength": 5}, {"maxItems": 3}]}),
            ),
            (json!({"not": {"type": "string"}}), json!({})),
            (json!({"not": {"enum": ["a"]}}), json!({"not": {"enum": ["a"]}})),
            (json!({"anyOf": [{"type": "string"}, {"maxItems": 3}]}), json!({})),
        ] {
            assert_eq!(fitted(&any(said.clone())), any(stays), "{said}");
        }
    }

    #[test]
    fn nothing_is_allowed_stays() {
        assert_eq!(fitted(&json!({"type": "string", "not": {}})), json!({"type": "string", "not": {}}));
    }

    #[test]
    fn int_or_string_says_its_types() {
        let schema = json!({"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true});
        assert_eq!(fitted(&schema), schema);
    }

    #[test]
    fn alternatives_that_lose_something_stand_beside_others() {
        let any_of = json!([{"maxLength": 5}, {"minLength": 9}]);
        let one_of = json!([{"type": "string", "pattern": "a"}, {"type": "array", "maxItems": 3}]);
        let keep = "x-kubernetes-preserve-unknown-fields";
        assert_eq!(
            fitted(&json!({keep: true, "anyOf": any_of, "oneOf": one_of})),
            json!({keep: true, "anyOf": any_of, "allOf": [{"anyOf": [{"pattern": "a"}, {"maxItems": 3}]}]})
        );
        // If one of them accepts any value, nothing is left of them.
        let one_of = json!([{"type": "string"}, {"type": "array", "maxItems": 3}]);
        assert_eq!(
            fitted(&json!({keep: true, "anyOf": any_of, "oneOf": one_of})),
            json!({keep: true, "anyOf": any_of})
        );
    }

    #[test]
    fn a_weakened_one_of_stays_beside_any_of() {
        let said = json!({"x-kubernetes-preserve-unknown-fields": true, "anyOf": [{"maxLength": 9}, {"maxItems": 9}],
            "oneOf": [{"type": "string", "maxLength": 5}, {"type": "array", "maxItems": 3}]});
        assert_eq!(
            fitted(&said),
            json!({"x-kubernetes-preserve-unknown-fields": true, "anyOf": [{"maxLength": 9}, {"maxItems": 9}],
                "allOf": [{"anyOf": [{"maxLength": 5}, {"maxItems": 3}]}]})
        );
        // The branches of int-or-string are an `anyOf`, too.
        let port = json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}],
            "oneOf": [{"type": "string", "maxLength": 5}, {"maximum": 3}]});
        assert_eq!(
            fitted(&port),
            json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}],
                "allOf": [{"anyOf": [{"maxLength": 5}, {"maximum": 3}]}]})
        );
    }

    #[test]
    fn what_a_branch_cannot_have_is_removed() {
        // Each keyword, and whether its removal loses a restriction.
        for (keywords, is_lost) in [
            (json!({"title": "t", "description": "d", "default": 1, "nullable": true}), false),
            (json!({"type": "object"}), false),
            (json!({"type": "string"}), true),
            (json!({"additionalProperties": true}), false),
            (json!({"additionalProperties": false}), true),
            (json!({"additionalProperties": {"type": "string"}}), true),
            (json!({"x-kubernetes-list-type": "set"}), false),
            (json!({"x-kubernetes-validations": [{"rule": "true"}]}), true),
            (json!({"properties": {"metadata": {"required": ["a"]}}}), true),
            (json!({"properties": {"a": {"type": "string"}}}), false),
            (json!({"properties": {"a": {"type": "integer"}}}), true),
            (json!({"properties": {"b": {"type": "string"}}}), true),
            (json!({"items": {"type": "integer"}}), false),
            (json!({"items": {"type": "string"}}), true),
            (json!({"allOf": [{"type": "object"}]}), false),
            (json!({"allOf": [{"type": "string"}]}), true),
            (json!({"anyOf": [{"type": "string"}]}), true),
            (json!({"oneOf": [{"maxProperties": 1, "type": "object"}]}), false),
            (json!({"oneOf": [{"maxProperties": 1, "type": "string"}]}), true),
            (json!({"not": {"maxProperties": 1, "type": "object"}}), false),
            (json!({"not": {"maxProperties": 1, "type": "string"}}), true),
        ] {
            let mut branch = keywords.clone();
            branch["minProperties"] = 1.into();
            let said = json!({"type": "object", "properties": {"a": {"type": "string"}}, "items": {"type": "integer"},
                "oneOf": [branch, {"minProperties": 2}]});
            let found = fitted(&said);
            let (kept, other) = if is_lost { ("anyOf", "oneOf") } else { ("oneOf", "anyOf") };
            assert_eq!((found.get(kept).is_some(), found.get(other)), (true, None), "{keywords}");
            let branch = &found[kept][0];
            for removed in [
                "type",
                "title",
                "description",
                "default",
                "nullable",
                "additionalProperties",
                "x-kubernetes-list-type",
                "x-kubernetes-validations",
            ] {
                assert_eq!(branch.get(removed), None, "{keywords}");
            }
            assert_eq!(branch["minProperties"], 1);
            let has = |keyword: &str| branch.get(keyword).is_some();
            let keeps = keywords.get("oneOf").or(keywords.get("not")).is_none() || !is_lost;
            for combination in ["oneOf", "not"] {
                assert_eq!(has(combination), keywords.get(combination).is_some() && keeps, "{keywords}");
            }
        }
    }

    #[test]
    fn what_go_does_not_say_is_no_restriction() {
        let (mut branch, _) = Schema::from_json(&json!({"maxLength": 3}));
        branch.strip_zero = true;
        branch.go_value = GoValue::Anything;
        branch.v2 = Some(Box::new(Schema::default()));
        assert!(!strip(&mut branch, None));
        assert_eq!(branch, Schema::from_json(&json!({"maxLength": 3})).0);
    }

    #[test]
    fn other_schemas_stay_as_they_are() {
        let (schema, _) = Schema::from_json(&json!({"oneOf": [{"type": "string", "title": "t"}]}));
        let mut other = schema.clone();
        fit(&mut other);
        assert_eq!(other, schema);
    }

    #[test]
    fn branches_that_say_nothing_are_left_out() {
        let all = json!({"type": "object", "allOf": [{"type": "object"}, {"maxProperties": 1},
            {"anyOf": [{"type": "object"}, {"maxProperties": 2}]}, {"anyOf": [{"maxProperties": 3}]}]});
        assert_eq!(
            fitted(&all),
            json!({"type": "object", "allOf": [{"maxProperties": 1}, {"anyOf": [{"maxProperties": 3}]}]})
        );
    }
}
