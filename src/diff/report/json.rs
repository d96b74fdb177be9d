//! The report as JSON.

use serde_json::{Map, Value as Json, json};

use super::{Finding, Report, stored_note, text::location};
use crate::source::{SourceMap, Span};

impl Report {
    /// Formats the report as JSON.
    pub fn json(&self, sources: &SourceMap, kubernetes: Option<u16>) -> String {
        let changes: Vec<Json> = self.findings.iter().map(|one| finding(one, sources, kubernetes)).collect();
        let mut report = json!({
            "version": 1,
            "compared": self.compared,
            "worst": self.worst().name(),
            "bump": self.bump().name(),
            "changes": changes,
        });
        if let (Some(samples), Some(report)) = (&self.samples, report.as_object_mut()) {
            let refused = samples.refused.iter().map(|one| json!({"name": one.name, "reason": one.reason}));
            let refused: Vec<Json> = refused.collect();
            report.insert("samples".to_owned(), json!({"judged": samples.judged, "refused": refused}));
        }
        format!("{}\n", idlgen_runtime::go::to_json(&report))
    }
}

pub(super) fn finding(finding: &Finding, sources: &SourceMap, kubernetes: Option<u16>) -> Json {
    let change = &finding.change;
    let mut json = Map::new();
    let mut put = |key: &str, value: Json| {
        if !value.is_null() {
            json.insert(key.to_owned(), value);
        }
    };
    put("rule", change.rule.into());
    put("kind", finding.kind.as_str().into());
    put("version", change.version.clone().into());
    put("path", Some(change.full_path()).filter(|path| !path.is_empty()).into());
    put("text", change.text.as_str().into());
    put("writers", change.verdicts.writers.name().into());
    put("readers", change.verdicts.readers.name().into());
    put("stored", change.verdicts.stored.name().into());
    put("storedNote", stored_note(change, kubernetes).into());
    put("level", finding.level_name().into());
    put("accepted", finding.accepted.clone().into());
    put("documentation", change.is_documentation.into());
    put("places", finding.places.iter().map(String::as_str).collect());
    let place = |span: Option<Span>| span.map(|span| location(span, sources));
    put("old", place(finding.old).into());
    put("new", place(finding.new).into());
    if let Some(witness) = &finding.witness {
        let mut proof = json!({"object": witness.object, "outcome": witness.outcome});
        if let (Some(before), Some(proof)) = (&witness.before, proof.as_object_mut()) {
            proof.insert("before".to_owned(), before.clone());
        }
        put("witness", proof);
    } else if finding.is_searched {
        put("witnessFound", false.into());
        put("unprovable", finding.unprovable.clone().into());
    }
    json.into()
}
