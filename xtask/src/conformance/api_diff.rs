//! `api-diff`: changes of CRDs, with the verdicts that an API server confirmed.

mod crdify;

use idlgen::diff::{self, Options, Verdicts};
use idlgen_validate::crd::CustomResourceDefinition;
use serde_json::{Value as Json, json};

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

/// Runs all cases of the suite that have verdicts.
pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "kinds.jsonl.gz";
    for (line, case) in folder.json_lines(FILE)? {
        let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
        let side = |name: &str| {
            let document = case.get(name).ok_or_else(|| format!("{FILE}:{}: no {name}", line.number))?;
            Ok::<_, String>(CustomResourceDefinition::from_json(document).0)
        };
        let changes = diff::compare(&side("old")?, &side("new")?, &Options::default());
        let verdicts = changes.iter().fold(Verdicts::OK, |all, change| all.and(change.verdicts));
        let got = json!({
            "writers": verdicts.writers.name(),
            "readers": verdicts.readers.name(),
            "stored": verdicts.stored.name(),
        });
        let expected = case.get("verdict").cloned().unwrap_or_default();
        let origin = Origin { file: FILE, line: line.number, text: &line.text };
        cases.add(&origin, id, Outcome::compare(&expected, &got));
    }
    pairs(folder, cases)?;
    crdify::run(folder, cases)
}

/// Checks that real releases, which have no recorded verdicts, do not differ from themselves.
fn pairs(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "pairs.jsonl.xz";
    for (line, case) in folder.json_lines(FILE)? {
        let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
        let side = |name: &str| {
            let text = case.get(name).and_then(Json::as_str).unwrap_or_default();
            let root = idlgen_yaml::load(text, &idlgen_yaml::Limits::default()).into_iter().find_map(|one| one.root);
            let root = root.ok_or_else(|| format!("{FILE}:{}: {name} is no document", line.number))?;
            Ok::<_, String>(CustomResourceDefinition::from_json(&root.to_json()).0)
        };
        let (old, new) = (side("old")?, side("new")?);
        let options = Options::default();
        let own: Vec<&str> = [&old, &new]
            .iter()
            .flat_map(|side| diff::compare(side, side, &options))
            .map(|change| change.rule)
            .collect();
        let origin = Origin { file: FILE, line: line.number, text: &line.text };
        cases.add(&origin, id, Outcome::compare(&Vec::<&str>::new(), &own));
    }
    Ok(())
}
