//! `idlgen diff --report crdify`: the findings of crdify.

use std::path::Path;

use super::{counted::count, preparation::read_text};
use crate::{
    cli::{Exit, terminal::Terminal},
    diff::{CrdifyConfig, CrdifyReport, Side},
};

/// A format of crdify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CrdifyFormat {
    Text,
    Markdown,
    Json,
}

/// Prints the findings of crdify. Returns `true` if one of them is an error.
pub(super) fn print(
    format: CrdifyFormat,
    config: Option<&Path>,
    old: &Side,
    new: &Side,
    terminal: &Terminal,
) -> Result<bool, Exit> {
    let fail = |reason: String| {
        terminal.fatal(&reason);
        Exit::Environment
    };
    let config = match config {
        Some(path) => {
            let text = read_text(path).map_err(fail)?;
            CrdifyConfig::read(&text).map_err(|error| fail(format!("{}: {error}", path.display())))?
        }
        None => CrdifyConfig::default(),
    };
    let pairs = old.common(new);
    if pairs.len() != 1 && format == CrdifyFormat::Json {
        let found = count(pairs.len(), "CRD");
        return Err(fail(format!("the JSON of crdify describes a single CRD, and both sides have {found} in common")));
    }
    let reports = pairs.iter().map(|(old, new)| CrdifyReport::new(&old.definition, &new.definition, &config));
    let reports: Vec<CrdifyReport> = reports.collect();
    for report in &reports {
        match format {
            CrdifyFormat::Text => terminal.data(&report.text()),
            CrdifyFormat::Markdown => terminal.data(&report.markdown()),
            CrdifyFormat::Json => terminal.json(report.json()),
        }
    }
    Ok(reports.iter().any(CrdifyReport::has_errors))
}
