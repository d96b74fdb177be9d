//! `defs-NAME.json.gz`: every definition of some packages. The modules that a file names are read as one build, with exactly these
//! versions.

use idlgen::{
    emit::openapi::{OpenApiOptions, OpenApiVersion, StripZero, definitions},
    lower::Lowered,
    source::modules::GoEnvironment,
};
use serde_json::{Map, Value as Json};

use super::{
    super::{
        case::{Cases, Origin, Outcome},
        input::Folder,
    },
    build,
    equality::equal,
    modules::missing,
    reports, tool,
};

pub(super) fn run(folder: &Folder, file: &str, cases: &mut Cases) -> Result<(), String> {
    let json = folder.json(file)?;
    let modules = strings(&json, "modules").ok_or_else(|| format!("{file}: no modules"))?;
    let packages = strings(&json, "packages").ok_or_else(|| format!("{file}: no packages"))?;
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let kubernetes_minor = tool::kubernetes_minor(json.get("tool").and_then(Json::as_str).unwrap_or_default());
    let missing = missing(&modules, &environment);
    let read = missing.is_empty().then(|| build::read(&modules, &packages, kubernetes_minor, &environment));
    let not_run = || Outcome::NotRun(format!("go mod download {}", missing.join(" ")));

    for (version, key) in [(OpenApiVersion::V3, "v3"), (OpenApiVersion::V2, "v2")] {
        let expected = json.get(key).and_then(Json::as_object).ok_or_else(|| format!("{file}: no {key}"))?;
        let found = match &read {
            Some(read) => print(&read.lowered, version)?,
            None => Map::new(),
        };
        for (name, expected) in expected {
            let outcome = match found.get(name) {
                _ if read.is_none() => not_run(),
                Some(found) if equal(expected, found) => Outcome::Passed,
                found => Outcome::Failed {
                    expected: expected.to_string(),
                    got: found.map_or_else(|| "no such definition".to_owned(), Json::to_string),
                },
            };
            cases.add(&Origin { file, line: 0, text: name }, &format!("{key}/{name}"), outcome);
        }
        // What nobody asked for is as wrong as what is missing.
        for (name, found) in found.iter().filter(|(name, _)| !expected.contains_key(*name)) {
            let outcome = Outcome::Failed { expected: "no such definition".to_owned(), got: found.to_string() };
            cases.add(&Origin { file, line: 0, text: name }, &format!("{key}/{name}"), outcome);
        }
    }
    if let Some(read) = &read {
        let text = "what is said of packages that openapi-gen takes without complaint";
        cases.add(&Origin { file, line: 0, text }, "errors", Outcome::compare(&Vec::new(), &read.errors));
    }
    let report = file.replace("defs-", "report-").replace(".json.gz", ".txt");
    if folder.has(&report) {
        let outcome = match &read {
            Some(read) => reports::compare(&folder.text(&report)?, &read.report),
            None => not_run(),
        };
        cases.add(&Origin { file: &report, line: 0, text: "" }, "report", outcome);
    }
    Ok(())
}

/// A list of texts.
pub(super) fn strings(json: &Json, key: &str) -> Option<Vec<String>> {
    json.get(key)?.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn print(lowered: &Lowered, version: OpenApiVersion) -> Result<Map<String, Json>, String> {
    let mut options = OpenApiOptions::default();
    options.version = version;
    options.strip_zero = StripZero::Off;
    serde_json::from_str(&definitions(lowered, &options)).map_err(|error| error.to_string())
}
