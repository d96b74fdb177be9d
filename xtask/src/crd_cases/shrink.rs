//! Shrinks a case with a difference.

use serde_json::Value as Json;

use super::{
    case::{Case, Mode},
    outcome::Outcome,
};
use crate::differential::Library;

/// The maximum number of steps.
const STEPS: usize = 60;

/// Returns `true` if the results of a case differ.
pub(super) fn differs(case: &Case, answer: &Json) -> bool {
    // Shrinking must not remove the fields that identify the object of a request.
    let is_named = |object: &Json| {
        // For updates, it must not remove the generation either: a server increments it, but the oracle does not.
        let metadata = if case.old.is_some() {
            ["name", "namespace", "resourceVersion", "generation"].as_slice()
        } else {
            ["name", "namespace"].as_slice()
        };
        ["apiVersion", "kind"].iter().all(|name| object.get(name).is_some())
            && metadata.iter().all(|name| object["metadata"].get(name).is_some())
    };
    if matches!(case.mode, Mode::Requests { .. }) && !(is_named(&case.new) && case.old.as_ref().is_none_or(is_named)) {
        return false;
    }
    match (Outcome::of_oracle(answer), Outcome::of(case)) {
        (Ok(expected), Ok(got)) => expected != got,
        _ => false,
    }
}

/// Returns the smallest case that still differs, by removing one part after the other.
pub(super) fn shrink(case: &Case, real: &dyn Library) -> Result<Case, String> {
    let mut case = case.clone();
    for _ in 0..STEPS {
        let smaller = smaller(&case);
        let answers = real.ask(smaller.iter().map(Case::request).collect())?;
        let Some(next) = smaller.into_iter().zip(&answers).find(|(case, answer)| differs(case, answer)) else { break };
        case = next.0;
    }
    Ok(case)
}

fn smaller(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    if case.old.is_some() && !matches!(case.mode, Mode::Requests { is_status: true, .. }) {
        all.push(case.clone().creation());
    }
    let mut parts = Vec::new();
    without_parts(&case.schema, &mut |schema| parts.push(schema));
    all.extend(parts.drain(..).map(|schema| Case { schema, ..case.clone() }));
    without_parts(&case.new, &mut |new| parts.push(new));
    all.extend(parts.drain(..).map(|new| Case { new, ..case.clone() }));
    if let Some(old) = &case.old {
        without_parts(old, &mut |old| parts.push(old));
        all.extend(parts.drain(..).map(|old| Case { old: Some(old), ..case.clone() }));
    }
    all
}

/// Calls `give` with the value without each of its parts, large parts first.
fn without_parts(value: &Json, give: &mut dyn FnMut(Json)) {
    match value {
        Json::Object(members) => {
            for key in members.keys() {
                let mut members = members.clone();
                members.remove(key);
                give(Json::Object(members));
            }
            for (key, part) in members {
                without_parts(part, &mut |part| {
                    let mut members = members.clone();
                    members.insert(key.clone(), part);
                    give(Json::Object(members));
                });
            }
        }
        Json::Array(items) => {
            for index in 0..items.len() {
                let mut items = items.clone();
                items.remove(index);
                give(Json::Array(items));
            }
            for (index, part) in items.iter().enumerate() {
                without_parts(part, &mut |part| {
                    let mut items = items.clone();
                    if let Some(place) = items.get_mut(index) {
                        *place = part;
                    }
                    give(Json::Array(items));
                });
            }
        }
        _ => {}
    }
}
