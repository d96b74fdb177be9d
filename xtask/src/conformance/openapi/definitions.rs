//! `defs-NAME.json.gz`: every definition of some packages. The modules that a file names are read as one build, with
//! exactly these versions.

use idlgen::{
    emit::openapi::{OpenApiOptions, OpenApiVersion, StripZero, definitions},
    lower::Lowered,
    modules::GoEnvironment,
    resolve::ResolveOptions,
    tool::{AliasComments, Tool},
};
use serde_json::{Map, Value as Json};

use super::{
    super::{
        case::{Cases, Origin, Outcome},
        input::SuiteDirectory,
    },
    build::{self, Build},
    by_default,
    equality::equal,
    reports, tool,
};
use crate::go_modules::missing;

pub(super) fn run(folder: &SuiteDirectory, file: &str, cases: &mut Cases) -> Result<(), String> {
    let json = folder.json(file)?;
    let modules = strings(&json, "modules").ok_or_else(|| format!("{file}: no modules"))?;
    let packages = strings(&json, "packages").ok_or_else(|| format!("{file}: no packages"))?;
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let kubernetes_minor = tool::kubernetes_minor(json.get("tool").and_then(Json::as_str).unwrap_or_default());
    let missing = missing(&modules, &environment);
    let report = report_beside(folder, file)?;
    let recorded = Recorded { file, json: &json, report: report.as_ref() };
    let judged = if missing.is_empty() {
        let mut options = ResolveOptions::of(&Tool::openapi_gen(kubernetes_minor));
        let first = recorded.compare(&build::read(&modules, &packages, kubernetes_minor, &options, &environment))?;
        // The version of gengo that the recorded tool used is unknown: other modules of its build may have required a
        // newer one. So both ways of handling alias comments are tried, and the one with fewer failures is used.
        if failures(&first) > 0 && options.alias_comments == AliasComments::Last {
            options.alias_comments = AliasComments::Missing;
            let second =
                recorded.compare(&build::read(&modules, &packages, kubernetes_minor, &options, &environment))?;
            if failures(&second) < failures(&first) { second } else { first }
        } else {
            first
        }
    } else {
        let reason = format!("go mod download {}", missing.join(" "));
        let mut judged = recorded.compare(&Build::default())?;
        for judged in &mut judged {
            judged.outcome = Outcome::NotRun(reason.clone());
        }
        judged
    };
    if let (true, Some(expected)) = (missing.is_empty(), json.get("v3").and_then(Json::as_object)) {
        let lowered = build::read_by_default(&modules, &packages, kubernetes_minor, &environment);
        by_default::run(file, expected, &lowered, cases)?;
    }
    for Judged { file, name, outcome } in judged {
        cases.add(&Origin { file, line: 0, text: &name }, &name, outcome);
    }
    Ok(())
}

/// Returns the name and the contents of the report next to a file of definitions.
fn report_beside(folder: &SuiteDirectory, file: &str) -> Result<Option<(String, String)>, String> {
    let report = file.replace("defs-", "report-").replace(".json.gz", ".txt");
    if !folder.has(&report) {
        return Ok(None);
    }
    let text = folder.text(&report)?;
    Ok(Some((report, text)))
}

/// The recorded output of the tool.
struct Recorded<'a> {
    file: &'a str,
    json: &'a Json,
    /// The name and contents of the report.
    report: Option<&'a (String, String)>,
}

/// A case of a file, and the actual output.
struct Judged<'a> {
    file: &'a str,
    name: String,
    outcome: Outcome,
}

fn failures(judged: &[Judged<'_>]) -> usize {
    judged.iter().filter(|judged| matches!(judged.outcome, Outcome::Failed { .. })).count()
}

impl<'a> Recorded<'a> {
    fn compare(&self, build: &Build) -> Result<Vec<Judged<'a>>, String> {
        let file = self.file;
        let mut judged = Vec::new();
        for (version, key) in [(OpenApiVersion::V3, "v3"), (OpenApiVersion::V2, "v2")] {
            let expected = self.json.get(key).and_then(Json::as_object).ok_or_else(|| format!("{file}: no {key}"))?;
            let found = print(&build.lowered, version)?;
            // Definitions that are not expected are errors too.
            let unexpected = found.keys().filter(|name| !expected.contains_key(*name));
            for name in expected.keys().chain(unexpected) {
                let outcome = match (expected.get(name), found.get(name)) {
                    (Some(expected), Some(found)) if equal(expected, found) => Outcome::Passed,
                    (expected, found) => {
                        let text =
                            |json: Option<&Json>| json.map_or_else(|| "no such definition".to_owned(), Json::to_string);
                        Outcome::Failed { expected: text(expected), got: text(found) }
                    }
                };
                judged.push(Judged { file, name: format!("{key}/{name}"), outcome });
            }
        }
        let errors = Outcome::compare(&Vec::new(), &build.errors);
        judged.push(Judged { file, name: "errors".to_owned(), outcome: errors });
        if let Some((file, text)) = self.report {
            judged.push(Judged { file, name: "report".to_owned(), outcome: reports::compare(text, &build.report) });
        }
        Ok(judged)
    }
}

/// Returns a list of strings.
pub(super) fn strings(json: &Json, key: &str) -> Option<Vec<String>> {
    json.get(key)?.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn print(lowered: &Lowered, version: OpenApiVersion) -> Result<Map<String, Json>, String> {
    let mut options = OpenApiOptions::default();
    options.version = version;
    options.strip_zero = StripZero::Off;
    serde_json::from_str(&definitions(lowered, &options)).map_err(|error| error.to_string())
}
