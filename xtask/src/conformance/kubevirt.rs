//! `kubevirt`: JSONPath templates over one document, and rules of templates, which nothing here runs.

use idlgen_validate::jsonpath::Template;
use serde_json::Value as Json;

use crate::jsonpath_differential::as_floats;

use super::{
    case::{Cases, Origin, Outcome},
    input::Folder,
};

pub(super) fn run(folder: &Folder, cases: &mut Cases) -> Result<(), String> {
    for file in folder.files(".jsonl")?.iter().filter(|file| !file.contains(".expected.")) {
        let mut data = Json::Null;
        for (line, case) in folder.json_lines(file)? {
            if let Some(document) = case.get("data") {
                data = as_floats(document);
                continue;
            }
            let origin = Origin { file, line: line.number, text: &line.text };
            cases.add_anonymous(&origin, outcome(&case, &data));
        }
    }
    Ok(())
}

fn outcome(case: &Json, data: &Json) -> Outcome {
    let text = |key: &str| case.get(key).and_then(Json::as_str);
    let (Some(template), Some(expected)) = (text("template"), text("result")) else { return Outcome::NotYet };
    let allows_missing_keys = case.get("allowMissingKeys") == Some(&Json::Bool(true));
    let got = match Template::parse(template) {
        Err(error) => format!("PARSEERR {error}"),
        Ok(read) => match read.allow_missing_keys(allows_missing_keys).print(data) {
            Err(error) => format!("EXECERR {error} | partial="),
            Ok(text) => format!("OK {text}"),
        },
    };
    let sorted = |text: &str| {
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters
    };
    // client-go goes through objects in random order.
    if template.contains("..") || template.contains('*') {
        return Outcome::compare(&sorted(expected), &sorted(&got));
    }
    Outcome::compare(&expected, &&*got)
}
