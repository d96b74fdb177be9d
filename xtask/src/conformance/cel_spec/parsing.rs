//! Every expression that has a value can be read. What it evaluates to is not compared yet, so that being read is not passing.

use idlgen_cel::{
    MacroSet,
    parser::{ParserOptions, parse},
};
use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    input::Folder,
};

pub(super) fn run(folder: &Folder, cases: &mut Cases) -> Result<(), String> {
    let macros = MacroSet { optional: true, two_variables: true, sort_by: false };
    let options = ParserOptions { optional_syntax: true, escaped_identifiers: true, macros };
    for file in folder.files(".json")? {
        for (index, case) in folder.json(&file)?.get("tests").and_then(Json::as_array).into_iter().flatten().enumerate()
        {
            let text = |key: &str| case.get(key).and_then(Json::as_str).unwrap_or_default();
            let origin = Origin { file: &file, line: index + 1, text: text("expr") };
            let outcome = match parse(text("expr"), options) {
                // An expression that must fail may fail here or later.
                _ if case.pointer("/expect/errors").is_some() => Outcome::Skipped,
                Ok(_) => Outcome::NotYet,
                Err(issues) => Outcome::Failed { expected: text("expr").to_owned(), got: format!("{issues:?}") },
            };
            cases.add(&origin, &format!("{} {} parse", text("section"), text("name")), outcome);
        }
    }
    Ok(())
}
