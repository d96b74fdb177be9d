//! `cases.jsonl`: one small package per case, with the output of openapi-gen. Each case runs twice: with `--compat
//! openapi-gen`, and, as `ID default`, in idlgen's own mode. The report of API rules is a separate case, `ID report`.
//!
//! The recorded order of dependencies is ignored: it applies to generated Go code, which idlgen does not write.

mod expectation;
mod findings;

use idlgen::{
    check::api_rules::report,
    config::Settings,
    emit::openapi::{OpenApiOptions, OpenApiVersion, StripZero, definitions},
    lower::Lowered,
    modules::GoEnvironment,
    session::{Session, violations},
    source::{DiskFileSystem, MemoryFileSystem, OverlayFileSystem, SourceMap},
    tool::ToolName,
};
use serde_json::{Map, Value as Json};

use self::{expectation::Expectation, findings::Findings};
use super::{
    super::{
        case::{Cases, Origin, Outcome},
        input::SuiteDirectory,
    },
    definitions::strings,
    equality::equal,
    reports,
};
use crate::go_modules::missing;

/// The modules that cases may import (README of the suite).
const MODULES: &[&str] =
    &["k8s.io/api@v0.35.0", "k8s.io/apimachinery@v0.35.0", "k8s.io/kube-openapi@v0.0.0-20250910181357-589584f1c912"];

/// The directory of the cases' module in memory.
const MODULE_FOLDER: &str = "/conformance/openapi/oc";

/// The import path prefix of the case directories.
const CASES: &str = "example.com/oc/cases";

pub(super) fn run(folder: &SuiteDirectory, file: &str, cases: &mut Cases) -> Result<(), String> {
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let modules: Vec<String> = MODULES.iter().map(|module| (*module).to_owned()).collect();
    let missing = missing(&modules, &environment);
    for (line, case) in folder.json_lines(file)? {
        let origin = Origin { file, line: line.number, text: &line.text };
        let id = case.get("id").and_then(Json::as_str).ok_or_else(|| format!("{file}:{}: no id", line.number))?;
        let expected = Expectation::of(&case, id).map_err(|error| format!("{file}:{}: {error}", line.number))?;
        for (name, compatibility) in
            [(id.to_owned(), ToolName::OPENAPI_GEN), (format!("{id} default"), ToolName::IDLGEN)]
        {
            if !missing.is_empty() {
                cases.add(&origin, &name, Outcome::NotRun(format!("go mod download {}", missing.join(" "))));
                continue;
            }
            let actual = outcome(&case, id, compatibility, &environment)?;
            let outcome = compare(&expected, &actual, compatibility);
            cases.add(&origin, &name, outcome);
            if compatibility == ToolName::OPENAPI_GEN
                && let Some(expected) = &expected.report
            {
                cases.add(&origin, &format!("{id} report"), reports::compare(expected, &actual.report));
            }
        }
    }
    Ok(())
}

/// The actual result of a case.
struct Actual {
    findings: Findings,
    report: String,
    v3: Map<String, Json>,
    v2: Map<String, Json>,
}

fn outcome(case: &Json, id: &str, compatibility: ToolName, environment: &GoEnvironment) -> Result<Actual, String> {
    let mut memory = MemoryFileSystem::default();
    let requirements: Vec<String> =
        MODULES.iter().map(|module| format!("require {}\n", module.replace('@', " "))).collect();
    memory.insert(
        format!("{MODULE_FOLDER}/go.mod"),
        format!("module example.com/oc\n\ngo 1.24\n\n{}", requirements.concat()),
    );
    for (path, text) in case.get("files").and_then(Json::as_object).into_iter().flatten() {
        memory.insert(format!("{MODULE_FOLDER}/cases/{id}/{path}"), text.as_str().unwrap_or_default());
    }
    let files = OverlayFileSystem { upper: memory, lower: DiskFileSystem };
    let mut settings = Settings::default();
    settings.directory = format!("{MODULE_FOLDER}/cases/{id}").into();
    settings.packages = strings(case, "packages").unwrap_or_default();
    settings.compatibility = compatibility;
    let kubernetes_minor = settings.kubernetes_minor;
    let mut session = Session::new(settings, environment.clone(), &files, SourceMap::default());
    let mut reading = session.read();
    let lowered = session.lower(&mut reading);
    session.settle(&mut reading);
    Ok(Actual {
        report: report(&violations(&reading.packages, kubernetes_minor)),
        findings: Findings::of(&reading.diagnostics),
        v3: print(&lowered, OpenApiVersion::V3)?,
        v2: print(&lowered, OpenApiVersion::V2)?,
    })
}

fn print(lowered: &Lowered, version: OpenApiVersion) -> Result<Map<String, Json>, String> {
    let mut options = OpenApiOptions::default();
    options.version = version;
    options.strip_zero = StripZero::Off;
    serde_json::from_str(&definitions(lowered, &options)).map_err(|error| error.to_string())
}

/// Compares the findings and, if there is a result, the definitions.
fn compare(expected: &Expectation, actual: &Actual, compatibility: ToolName) -> Outcome {
    if compatibility == ToolName::OPENAPI_GEN {
        let outcome = expected.findings.compare(&actual.findings);
        if outcome != Outcome::Passed || expected.definitions.is_none() {
            return outcome;
        }
    } else if expected.definitions.is_none() {
        // By default, idlgen must reject what openapi-gen rejects, for any reason.
        return Outcome::compare(&true, &!actual.findings.errors.is_empty());
    }
    let Some((v3, v2)) = &expected.definitions else { return Outcome::Passed };
    if !actual.findings.errors.is_empty() {
        return Outcome::Failed { expected: "no errors".to_owned(), got: actual.findings.errors.join("; ") };
    }
    for (version, expected, found) in [("v3", v3, &actual.v3), ("v2", v2, &actual.v2)] {
        for (name, expected) in expected {
            match found.get(name) {
                Some(found) if equal(expected, found) => {}
                found => {
                    let found = found.map_or_else(|| "no such definition".to_owned(), Json::to_string);
                    return Outcome::Failed {
                        expected: format!("{version} {name} {expected}"),
                        got: format!("{version} {name} {found}"),
                    };
                }
            }
        }
    }
    let extra = actual.v3.keys().find(|name| name.starts_with(CASES) && !v3.contains_key(*name));
    match extra {
        Some(name) => {
            Outcome::Failed { expected: format!("no definition {name}"), got: format!("{:?}", actual.v3.get(name)) }
        }
        None => Outcome::Passed,
    }
}
