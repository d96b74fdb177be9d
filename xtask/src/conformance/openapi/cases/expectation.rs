//! The recorded result of a case.

use serde_json::{Map, Value as Json};

use super::{super::definitions::strings, findings::Findings};

/// The expected result of a case.
pub(super) struct Expectation {
    /// The expected findings.
    pub(super) findings: Findings,
    /// The definitions of OpenAPI v3 and v2. `None` if openapi-gen fails, or its output does not compile.
    pub(super) definitions: Option<(Map<String, Json>, Map<String, Json>)>,
    /// The report of API rule violations. `None` if openapi-gen stopped before it.
    pub(super) report: Option<String>,
}

impl Expectation {
    pub(super) fn of(case: &Json, id: &str) -> Result<Self, String> {
        let log = strings(case, "log").ok_or_else(|| format!("{id}: no log"))?;
        let exit = case.get("exit").and_then(Json::as_u64).ok_or_else(|| format!("{id}: no exit"))?;
        let report = case.get("report").and_then(Json::as_str).unwrap_or_default();
        let report = (exit == 0 || !report.is_empty()).then(|| report.to_owned());
        if exit != 0 {
            return Ok(Expectation { findings: Findings::of_log(&log, true), definitions: None, report });
        }
        if case.get("compiles") == Some(&Json::Bool(false)) {
            let said = case.get("compilerError").and_then(Json::as_str).unwrap_or_default().to_owned();
            return Ok(Expectation { findings: Findings::of_log(&[said], true), definitions: None, report });
        }
        let object =
            |key: &str| case.get(key).and_then(Json::as_object).cloned().ok_or_else(|| format!("{id}: no {key}"));
        let definitions = Some((object("v3")?, object("v2")?));
        Ok(Expectation { findings: Findings::of_log(&log, false), definitions, report })
    }
}
