//! Compares with the results of `sigs.k8s.io/yaml` 1.6.0 with goyaml.v2 2.4.3, recorded from the real library in
//! `testdata/recorded.jsonl`. In each record, `json` is the value, and `lenient` is the value if duplicate keys are
//! allowed. A file without either is rejected. No file begins with a JSON object, which would be parsed as JSON, and
//! none has two keys that are only equal as strings.

use serde_json::Value as Json;

use crate::{Limits, ProblemKind, load};

const RECORDED: &str = include_str!("../testdata/recorded.jsonl");

#[test]
fn texts_mean_what_the_real_library_says() {
    let mut counts = (0, 0);
    for line in RECORDED.lines() {
        let case: Json = serde_json::from_str(line).expect("a case");
        let text = case["text"].as_str().expect("a text");
        let documents = load(text, &Limits::default());
        let problems = || documents.iter().flat_map(|document| &document.problems);
        let is_refused = problems().any(|problem| problem.kind != ProblemKind::Ignored);
        let is_repeated = problems().all(|problem| problem.kind == ProblemKind::DuplicateKey);
        let value =
            documents.first().and_then(|document| document.root.as_ref()).map_or(Json::Null, crate::Node::to_json);
        // idlgen does not treat a key that overrides a merged one as a duplicate.
        let expected = case.get("json").or_else(|| case.get("lenient").filter(|_| !is_refused || is_repeated));
        match expected {
            Some(expected) if case.get("json").is_some() || !is_refused => {
                assert!(!is_refused, "{text:?} is refused: {:?}", documents[0].problems);
                assert_eq!(shown(&value), shown(expected), "{text:?}");
                counts.0 += 1;
            }
            _ => {
                assert!(is_refused, "{text:?} is accepted as {value}");
                counts.1 += 1;
            }
        }
    }
    assert!(counts.0 > 400 && counts.1 > 400, "{counts:?}");
}

/// Formats a value, with numbers by value.
fn shown(value: &Json) -> String {
    match value {
        Json::Number(number) => format!("{:?}", number.as_f64().map(|number| number + 0.0)),
        Json::Array(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let mut entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{key:?}: {}", shown(value))).collect();
            entries.sort();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.to_string(),
    }
}
