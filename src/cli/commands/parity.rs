//! `idlgen lint --parity`: compares the versions of each kind.

use std::{fmt::Write, path::Path};

use idlgen_validate::schema::json::{Dialect, PrintOptions};
use serde_json::{Map, Value as Json, json};

use super::{
    counted::count,
    diff_sides::go_crds,
    preparation::{exit_of, has_errors, read_text},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    diag::Severity,
    diff::{Exceptions, Options, Parity, Side, kinds_with_versions},
    lower::{LowerOptions, lower},
    model::Model,
    session::Session,
};

/// Compares the versions of the kinds in the packages of a session, and reports the differences. With `prints_file`,
/// prints a first file with exceptions instead.
pub(super) fn parity(
    session: &mut Session<'_>,
    file: Option<&Path>,
    prints_file: bool,
    terminal: &Terminal,
) -> Result<Exit, Exit> {
    let mut exceptions = match file {
        Some(path) => exceptions(session, path, terminal)?,
        None => Exceptions::default(),
    };
    // The linter has already reported the problems of the packages.
    let (mut side, generated, model) = go_crds(session, "crd");
    add_native_kinds(&mut side, &model, session);
    side.set_go_types(model);
    let options = Options {
        kubernetes_minor: session.settings.kubernetes_minor,
        by_stability: session.settings.diff.by_stability,
    };
    let parity = Parity::new(&side, &options, &mut exceptions);
    let mut diagnostics = generated.without_allowed(parity.diagnostics.clone());
    if prints_file {
        terminal.data(&parity.first_exceptions(&diagnostics));
        return Ok(Exit::Clean);
    }
    let Parity { compared, embedders, accepted, .. } = parity;
    // Report unused exceptions too, so that the list can only become shorter.
    diagnostics.extend(exceptions.stale().into_iter().map(|mut stale| {
        stale.severity = Severity::Error;
        stale
    }));
    for one in &mut diagnostics {
        one.severity = session.settings.severities.of(one.code, one.severity, false);
    }
    terminal.findings(&diagnostics, &session.sources);
    let mut text = format!("compared {} of versions", count(compared, "pair"));
    if embedders > 0 {
        let _ = write!(text, " and {} of structs that embed the same struct", count(embedders, "pair"));
    }
    if accepted > 0 {
        let _ = write!(text, "; {} accepted", count(accepted, "difference"));
    }
    terminal.status(&text);
    Ok(exit_of(&diagnostics))
}

/// Adds the registered kinds without CRDs that have several versions.
fn add_native_kinds(side: &mut Side, model: &Model, session: &mut Session<'_>) {
    let lowered = lower(model, &LowerOptions::of(&session.settings.tool()));
    let print = PrintOptions { dialect: Dialect::V2, ..PrintOptions::default() };
    let definitions = &lowered.definitions.schemas;
    let mut printed: Map<String, Json> =
        definitions.iter().map(|(name, schema)| (name.clone(), schema.to_json(&print))).collect();
    for group_version in &lowered.group_versions {
        for kind in &group_version.kinds {
            if let Some(Json::Object(keywords)) = printed.get_mut(&kind.definition) {
                let (group, version) = (&group_version.group, &group_version.version);
                let of = json!([{"group": group, "version": version, "kind": kind.name}]);
                keywords.insert("x-kubernetes-group-version-kind".to_owned(), of);
            }
        }
    }
    for document in kinds_with_versions(&printed) {
        let text = document.to_string();
        let file = session.sources.add("<kinds>", text.as_str());
        side.add_native(file, &text);
    }
}

fn exceptions(session: &mut Session<'_>, path: &Path, terminal: &Terminal) -> Result<Exceptions, Exit> {
    let text = read_text(path).map_err(|reason| {
        terminal.fatal(&reason);
        Exit::Environment
    })?;
    let file = session.sources.add(path, text.as_str());
    let (exceptions, problems) = Exceptions::read_permanent(file, &text);
    terminal.diagnostics(&problems, &session.sources);
    if has_errors(&problems) { Err(Exit::Environment) } else { Ok(exceptions) }
}
