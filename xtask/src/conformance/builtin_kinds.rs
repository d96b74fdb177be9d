//! `builtin-kinds`: the results of a kube-apiserver for objects of its own kinds.
//!
//! The separate checks in the code of servers are not implemented here, so errors with status 422 are not cases. The
//! cases are accepted objects, which must be valid, and unreadable objects, which must be invalid.

use idlgen::builtin::BuiltinKinds;
use idlgen_runtime::value::Value;
use serde_json::Value as Json;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

/// The minor version of the server.
const MINOR: u16 = 35;

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let mut kinds = BuiltinKinds::new(MINOR);
    for file in folder.files(".jsonl.xz")? {
        for (line, case) in folder.json_lines(&file)? {
            let origin = Origin { file: &file, line: line.number, text: &line.text };
            let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
            cases.add(&origin, id, run_case(&mut kinds, &case));
        }
    }
    Ok(())
}

fn run_case(kinds: &mut BuiltinKinds, case: &Json) -> Outcome {
    let message = case.pointer("/status/message").and_then(Json::as_str).unwrap_or_default();
    let is_accepted = match case.get("code").and_then(Json::as_u64) {
        Some(200 | 201) => true,
        Some(400) if message.contains("cannot be handled as a") => false,
        _ => return Outcome::Skipped,
    };
    let object = case.get("object").unwrap_or(&Json::Null);
    let text = |key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default();
    let subject = match kinds.kind(text("apiVersion"), text("kind")) {
        Ok(subject) => subject,
        Err(none) => return Outcome::Failed { expected: "a built-in kind".to_owned(), got: none.to_string() },
    };
    let result = subject.validate(object, case.get("old").map(|old| old as &dyn Value));
    let errors: Vec<String> = result.errors.iter().map(ToString::to_string).chain(result.answer).collect();
    let expected = if is_accepted { "accepted" } else { message };
    if errors.is_empty() == is_accepted {
        Outcome::Passed
    } else {
        Outcome::Failed { expected: expected.to_owned(), got: errors.join("; ") }
    }
}
