//! Changes of limits, compared with the values that the engine accepts.

use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use serde_json::{Value as Json, json};

use super::{Verdicts, changes, document, letters};

/// Returns whether a schema accepts each value.
fn accepted(schema: &Json, values: &[Json]) -> Vec<bool> {
    let mut options = ValidatorOptions::crd();
    options.is_resource = false;
    let (schema, _) = Schema::from_json(schema);
    let validator = Validator::with_definitions(&Definitions::default(), &schema, options).expect("a schema");
    values.iter().map(|value| validator.validate(value, None).errors.is_empty()).collect()
}

/// Checks a change of schemas: it breaks writers if one of the values is no longer accepted, and readers must review it
/// if one of them was not accepted before. Its name says the same.
#[track_caller]
fn check_with(old: &Json, new: &Json, values: &[Json], name: &str, [tighter, looser]: [&str; 2]) {
    let found = changes(&document(old, &[]), &document(new, &[]));
    let verdicts = found.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
    let (before, after) = (accepted(old, values), accepted(new, values));
    let mut pairs = before.iter().zip(&after);
    let (is_narrower, is_wider) =
        (pairs.clone().any(|pair| pair == (&true, &false)), pairs.any(|pair| pair == (&false, &true)));
    let narrower = if is_narrower { 'B' } else { '-' };
    let expected = format!("{narrower}{}{narrower}", if is_wider { 'V' } else { '-' });
    assert_eq!(letters(verdicts), expected, "{old} to {new}");
    let has = |schema: &Json| schema.as_object().is_some_and(|keywords| keywords.len() > 1);
    let kind = match (has(old), has(new)) {
        (false, _) => "added",
        (_, false) => "removed",
        _ if is_narrower => tighter,
        _ => looser,
    };
    let names: Vec<&str> = found.iter().map(|change| change.rule).collect();
    let expected = if is_narrower || is_wider { vec![format!("{name}-{kind}")] } else { Vec::new() };
    assert_eq!(names, expected, "{old} to {new}");
}

#[test]
fn bounds_of_numbers() {
    let integers: Vec<Json> = (-4..=4).map(Json::from).collect();
    let fractions = (-16..=16).map(|quarter| json!(f64::from(quarter) / 4.0));
    let numbers: Vec<Json> = fractions.chain(integers.iter().cloned()).collect();
    for (keyword, exclusive, words) in
        [("maximum", "exclusiveMaximum", ["lowered", "raised"]), ("minimum", "exclusiveMinimum", ["raised", "lowered"])]
    {
        for (schema_type, values) in [("integer", &integers), ("number", &numbers)] {
            let limits = [-2.0, -1.5, 0.0, 1.0, 1.5].into_iter().flat_map(|limit| [(limit, false), (limit, true)]);
            let limits =
                limits.map(|(limit, excluded)| json!({"type": schema_type, keyword: limit, exclusive: excluded}));
            let schemas: Vec<Json> = limits.chain([json!({"type": schema_type})]).collect();
            for old in &schemas {
                for new in &schemas {
                    check_with(old, new, values, keyword, words);
                }
            }
        }
    }
}

#[test]
fn limits_of_lengths() {
    let text = |length: usize| json!("x".repeat(length));
    let list = |length: usize| Json::Array(vec![json!(1); length]);
    let map = |length: usize| Json::Object((0..length).map(|index| (index.to_string(), json!(1))).collect());
    for (rest, [most, least], [most_name, least_name], value) in [
        (
            json!({"type": "string"}),
            ["maxLength", "minLength"],
            ["max-length", "min-length"],
            &text as &dyn Fn(usize) -> Json,
        ),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            ["maxItems", "minItems"],
            ["max-items", "min-items"],
            &list,
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            ["maxProperties", "minProperties"],
            ["max-properties", "min-properties"],
            &map,
        ),
    ] {
        let values: Vec<Json> = (0..6).map(value).collect();
        for (keyword, name, words) in
            [(most, most_name, ["lowered", "raised"]), (least, least_name, ["raised", "lowered"])]
        {
            for (old, new) in
                [(None, Some(2)), (Some(2), None), (Some(2), Some(2)), (Some(2), Some(3)), (Some(3), Some(2))]
            {
                let schema = |limit: Option<usize>| {
                    let mut schema = rest.clone();
                    if let Some(limit) = limit {
                        schema[keyword] = json!(limit);
                    }
                    schema
                };
                let (old, new) = (schema(old), schema(new));
                let found = changes(&document(&old, &[]), &document(&new, &[]));
                let names: Vec<&str> = found.iter().map(|change| change.rule).collect();
                let (before, after) = (accepted(&old, &values), accepted(&new, &values));
                let kind = match (old.get(keyword), new.get(keyword)) {
                    (None, _) => Some("added"),
                    (_, None) => Some("removed"),
                    _ if before == after => None,
                    // With a tighter limit, fewer values are accepted.
                    _ if before.iter().zip(&after).any(|pair| pair == (&true, &false)) => Some(words[0]),
                    _ => Some(words[1]),
                };
                let expected: Vec<String> = kind.map(|kind| format!("{name}-{kind}")).into_iter().collect();
                assert_eq!(names, expected, "{old} to {new}");
            }
        }
    }
}

#[test]
fn multiples() {
    // API servers use only the integer part of a factor for integers, and accept no integer if that is 0.
    let values: Vec<Json> =
        (0..=24).map(|number| json!(f64::from(number) * 0.25)).chain((1..=24).map(Json::from)).collect();
    let schemas: Vec<Json> = [0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
        .map(|factor| json!({"type": "number", "multipleOf": factor}))
        .to_vec();
    for old in &schemas {
        for new in &schemas {
            let found = changes(&document(old, &[]), &document(new, &[]));
            let verdicts = found.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
            let (before, after) = (accepted(old, &values), accepted(new, &values));
            let any = |is_before: bool| before.iter().zip(&after).any(|pair| pair == (&is_before, &!is_before));
            let narrower = if any(true) { 'B' } else { '-' };
            let expected = format!("{narrower}{}{narrower}", if any(false) { 'V' } else { '-' });
            assert_eq!(letters(verdicts), expected, "{old} to {new}");
        }
    }
}
