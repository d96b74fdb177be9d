//! Compares random pairs of CRDs, where the second is the first after one to three edits: if `idlgen diff` reports that
//! a change does not affect writers, no random object may be rejected or altered by the new CRD only.

mod declared;
mod edit;

use idlgen::diff::{self, Options, Verdict, Verdicts};
use idlgen_testing::Random;
use idlgen_validate::{
    Definitions, ValidatorOptions,
    crd::{Admission, CustomResource, CustomResourceDefinition, definition::CrdValidator},
};
use serde_json::{Value as Json, json};

use self::declared::has_declared_types;
use crate::{
    crd_cases::{SchemaLocation, metadata, schema, value, without_fractions},
    differential::{self, CaseArguments, Comparison, Counts, Differential, Library},
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    cases: CaseArguments<10_000>,
}

/// The number of objects that are tried for each pair.
const OBJECTS: usize = 100;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    const NAME: &str = "diff-soundness";
    differential::run(NAME, Ok(Engine), |engine| {
        let cases = arguments.cases.cases(Pair::random, Pair::read)?;
        differential::compare(NAME, &Pairs, cases, engine, &arguments.cases)
    })
}

/// Two schemas, and the seed of the random objects.
struct Pair {
    old: Json,
    new: Json,
    seed: u64,
}

impl Pair {
    /// Returns two different schemas that API servers accept.
    fn random(random: &mut Random) -> Self {
        loop {
            let depth = random.below(3) + 1;
            let old = schema(random, depth, SchemaLocation::Root);
            if old["type"] != "object" || old.get("additionalProperties").is_some() || !is_valid(&old) {
                continue;
            }
            for _ in 0..8 {
                let new = (0..=random.below(3)).fold(old.clone(), |new, _| edit::edited(random, new));
                if new != old && new["type"] == "object" && new.get("additionalProperties").is_none() && is_valid(&new)
                {
                    let seed = u64::try_from(random.below(usize::MAX)).unwrap_or_default();
                    return Pair { old, new, seed };
                }
            }
        }
    }

    fn read(json: &Json) -> Option<Self> {
        let seed = json["seed"].as_u64()?;
        Some(Pair { old: json.get("old")?.clone(), new: json.get("new")?.clone(), seed })
    }
}

fn crd(schema: &Json) -> CustomResourceDefinition {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "foos.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Foo", "listKind": "FooList", "plural": "foos", "singular": "foo"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    });
    CustomResourceDefinition::from_json(&document).0
}

fn is_valid(schema: &Json) -> bool {
    CrdValidator::new(Options::default().kubernetes_minor).validate_new(&crd(schema)).is_empty()
}

/// Runs the schema engine, in place of a real library.
struct Engine;

impl Library for Engine {
    fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String> {
        requests.iter().map(contradiction).collect()
    }
}

/// Looks for an object that the old CRD accepts and the new one rejects or alters. Returns the first one with a
/// description of the difference, and the number of objects that the old CRD accepted. An object with a value that does
/// not have the declared type is `odd`, and is only returned if there is no other.
fn contradiction(request: &Json) -> Result<Json, String> {
    let pair = Pair::read(request).ok_or("no pair")?;
    let resource = |schema: &Json| {
        let options = ValidatorOptions::crd().keeping_broken_rules();
        let (kind, _) = crd(schema).resource_type("v1").ok_or("no version")?;
        CustomResource::new(&Definitions::default(), kind, options).map_err(|error| format!("{error:?}"))
    };
    let (old, new) = (resource(&pair.old)?, resource(&pair.new)?);
    let mut random = Random::new(pair.seed);
    let (mut accepted, mut odd) = (0, None);
    for _ in 0..OBJECTS {
        let wrong = random.one_of(&[0, 0, 2]);
        let mut object = value(&mut random, &pair.old, wrong);
        if !object.is_object() {
            object = json!({});
        }
        if let Some(members) = object.as_object_mut() {
            metadata(&mut random, members, 0);
            members["metadata"]["namespace"] = json!("default");
        }
        let before = old.create(&object);
        // Skips objects with fields that the old CRD drops: writers cannot depend on these fields.
        if !before.is_allowed() || !before.unknown.is_empty() {
            continue;
        }
        accepted += 1;
        if let Some(outcome) = difference(&before, &new.create(&object)) {
            let is_odd = !has_declared_types(&object, &pair.old);
            let found = json!({"accepted": accepted, "object": object, "outcome": outcome, "odd": is_odd});
            if !is_odd {
                return Ok(found);
            }
            odd.get_or_insert(found);
        }
    }
    Ok(odd.unwrap_or_else(|| json!({"accepted": accepted})))
}

/// Describes how the new CRD rejects or alters an object. Returns `None` if it does neither.
fn difference(before: &Admission, after: &Admission) -> Option<String> {
    if !after.is_allowed() {
        return Some(after.message().unwrap_or_default());
    }
    // Servers write 1.0 as 1.
    let is_kept = keeps(&without_fractions(before.object.clone()), &without_fractions(after.object.clone()));
    (!is_kept).then(|| format!("stored as {} instead of {}", after.object, before.object))
}

/// Returns `true` if `after` contains everything in `before`.
fn keeps(before: &Json, after: &Json) -> bool {
    match (before, after) {
        (Json::Object(before), Json::Object(after)) => {
            before.iter().all(|(key, value)| after.get(key).is_some_and(|other| keeps(value, other)))
        }
        (Json::Array(before), Json::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(before, after)| keeps(before, after))
        }
        _ => before == after,
    }
}

/// Compares the verdicts of `idlgen diff` for writers.
struct Pairs;

impl Differential for Pairs {
    type Case = Pair;

    fn request(&self, pair: &Pair) -> Json {
        json!({"old": pair.old, "new": pair.new, "seed": pair.seed})
    }

    fn compare(&self, pair: &Pair, answer: &Json, _: &dyn Library, counts: &mut Counts) -> Result<Comparison, String> {
        let changes = diff::compare(&crd(&pair.old), &crd(&pair.new), &Options::default());
        let verdicts = changes.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
        let is_contradicted = answer.get("object").is_some();
        counts.add_if(verdicts.writers == Verdict::Ok, "are ok for writers");
        counts.add_if(verdicts.writers == Verdict::Review, "are to review for writers");
        counts.add_if(verdicts.writers == Verdict::Breaking, "break writers");
        counts.add_if(is_contradicted, "have an object that only the old CRD accepts or keeps");
        counts.add_if(is_contradicted && verdicts.writers == Verdict::Breaking, "break writers and have an object");
        counts.add_if(answer["accepted"] == 0, "have no object that the old CRD accepts");
        let is_odd = answer["odd"] == true;
        counts.add_if(
            verdicts.writers == Verdict::Ok && is_odd,
            "are ok for writers, except for values that do not have the declared type",
        );
        if verdicts.writers != Verdict::Ok || !is_contradicted || is_odd {
            return Ok(Comparison::Agrees);
        }
        let rules: Vec<String> =
            changes.iter().map(|change| format!("{} {}", change.rule, change.full_path())).collect();
        Ok(Comparison::Differs {
            expected: format!("{} for {}", answer["outcome"], answer["object"]),
            got: format!("ok for writers: {}", rules.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::contradiction;

    /// Returns whether a contradicting object is odd, if one of the seeds leads to one.
    fn odd(old: &Json, new: &Json) -> Option<bool> {
        let of = |schema: &Json| json!({"type": "object", "properties": {"spec": schema}});
        let answer = |seed: u64| {
            let request = json!({"old": of(old), "new": of(new), "seed": seed});
            contradiction(&request).expect("a pair")["odd"].as_bool()
        };
        (1..=30).find_map(answer)
    }

    #[test]
    fn objects_of_other_types_are_odd() {
        let with_format = json!({"type": "string", "format": "mac"});
        assert_eq!(odd(&with_format, &json!({"type": "string"})), Some(true));
        let with_rule = json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self == self"}]});
        assert_eq!(odd(&json!({"type": "integer"}), &with_rule), Some(true));
        assert_eq!(odd(&json!({"type": "integer"}), &json!({"type": "integer", "maximum": -9})), Some(false));
    }

    #[test]
    fn a_default_is_the_same_with_a_fraction() {
        let default = |value: Json| json!({"x-kubernetes-int-or-string": true, "default": value});
        assert_eq!(odd(&default(json!(1.0)), &default(json!(1))), None);
        assert_eq!(odd(&default(json!(1.0)), &default(json!(2))), Some(false));
    }
}
