//! Declarations with the results of controller-gen 0.22, recorded from the real program: types of every form, each
//! marker on types that accept it and on others, descriptions, embedded structs and merged schemas.

use serde::Deserialize;
use serde_json::Value as Json;

use super::tests::{latest, spec_of};

/// A line of the file.
#[derive(Deserialize)]
struct Recorded {
    declarations: String,
    /// The schema of the `spec` of the CRD, if controller-gen prints one.
    spec: Option<Json>,
    errors: Vec<String>,
}

#[test]
fn results_are_those_of_controller_gen() {
    let mut different = Vec::new();
    for line in include_str!("../../testdata/controller-gen/recorded.jsonl").lines() {
        let recorded: Recorded = serde_json::from_str(line).unwrap();
        let (spec, mut errors) = spec_of(&recorded.declarations, &latest());
        let spec: Option<Json> = serde_json::from_str(&spec).ok();
        errors.dedup();
        // If there are errors, controller-gen prints no CRD.
        if (recorded.errors.is_empty() && spec != recorded.spec) || errors != recorded.errors {
            let shown = |spec: Option<&Json>, errors: &[String]| {
                format!("{} {errors:?}", spec.map_or_else(|| "no CRD".to_owned(), ToString::to_string))
            };
            different.push(format!(
                "{}\n  controller-gen: {}\n  idlgen:         {}",
                recorded.declarations,
                shown(recorded.spec.as_ref(), &recorded.errors),
                shown(spec.as_ref(), &errors)
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}
