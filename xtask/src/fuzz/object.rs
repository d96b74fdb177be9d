//! Objects.

use idlgen_testing::Random;
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use serde_json::{Map, Value as Json, json};

use super::{corruption, outcome::Outcome};
use crate::cel_differential::{Case, Judged, On};

/// Returns a rule, a schema and two objects, as one JSON document.
pub(super) fn input(random: &mut Random) -> String {
    let mut case = Case::random(random, 37, 25);
    while case.on.is_none() {
        case = Case::random(random, 37, 25);
    }
    let mut request = case.request();
    for key in ["self", "oldSelf"] {
        if !request[key].is_null() && random.percent(60) {
            spoil(random, &mut request[key]);
        }
        if !request[key].is_null() && random.percent(15) {
            let text = corruption::CEL.corrupted(random, &request[key].to_string());
            if let Ok(spoiled) = serde_json::from_str(&text) {
                request[key] = spoiled;
            }
        }
    }
    request.to_string()
}

/// Replaces a random part with a mismatched value.
fn spoil(random: &mut Random, value: &mut Json) {
    let children: Vec<String> = value.as_object().map(|members| members.keys().cloned().collect()).unwrap_or_default();
    if !children.is_empty() && random.percent(75) {
        let child = random.one_of(&children);
        return spoil(random, &mut value[child.as_str()]);
    }
    if let Some(items) = value.as_array_mut().filter(|items| !items.is_empty()) {
        if random.percent(60) {
            let place = random.below(items.len());
            return spoil(random, &mut items[place]);
        }
        let item = items[random.below(items.len())].clone();
        items.extend(std::iter::repeat_n(item, random.one_of(&[1, 10, 1_000])));
        return;
    }
    let deep = (0..random.one_of(&[5, 60, 120])).fold(json!(1), |inner, step| {
        if step % 2 == 0 { json!([inner]) } else { Json::Object(Map::from_iter([("a".to_owned(), inner)])) }
    });
    let others = [
        json!(null),
        json!(1e300),
        json!(-0.0),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("é".repeat(5_000)),
        json!([[], [null]]),
        json!({"": {"": null}}),
        json!("9".repeat(50)),
        deep,
    ];
    *value = random.one_of(&others);
}

pub(super) fn run(input: &str) -> Outcome {
    let Ok(request) = serde_json::from_str::<Json>(input) else { return Outcome::Refused };
    let mut json = request["schema"].clone();
    json["x-kubernetes-validations"] = json!([{"rule": request["rule"]}]);
    let (schema, _) = Schema::from_json(&json);
    let Ok(validator) =
        Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd().keeping_broken_rules())
    else {
        return Outcome::Refused;
    };
    let (object, old) = (&request["self"], &request["oldSelf"]);
    let _ = validator.validate(object, Some(old));
    let is_resource = request["root"] == true;
    let mut changed = object.clone();
    let _ = validator.unknown_fields(&changed);
    let _ = validator.prune(&mut changed, is_resource);
    validator.drop_nulls(&mut changed);
    validator.fill_in_defaults(&mut changed);
    let first = validator.validate(&changed, None);
    let on = On {
        schema: request["schema"].clone(),
        object: object.clone(),
        old: Some(old.clone()),
        optional_old_self: request["optionalOldSelf"] == true,
        is_resource,
        message_expression: None,
    };
    let rule = request["rule"].as_str().unwrap_or_default().to_owned();
    let judged = Judged::of(&Case { minor: 37, rule, on: Some(on) });
    if judged.has_value() && first.errors.is_empty() { Outcome::Accepted } else { Outcome::Refused }
}
