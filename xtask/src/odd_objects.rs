//! Objects with unusual syntax, sent unchanged to a real API server and to `kubectl`: compares whether idlgen accepts
//! what both accept, rejects what both reject, and reads the same values as both.

mod document;
mod here;
mod known;
mod outcome;
mod there;

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use idlgen_testing::Random;
use serde_json::json;

use self::{
    known::KNOWN,
    outcome::{BATCH, Outcome},
};
use crate::differential::ToolArguments;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Seed of the objects; the same number gives the same objects
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of objects
    #[arg(long, default_value_t = 5_000)]
    count: usize,
    /// The program under test
    #[arg(long, default_value = "target/debug/idlgen")]
    program: PathBuf,
    /// Directory for the objects, which is kept [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Write the differences to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    differences: Option<PathBuf>,
    #[command(flatten)]
    tools: ToolArguments,
}

/// The CRD of the custom resources among the objects.
const DEFINITION: &str = include_str!("odd_objects/definition.yaml");

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let failed = |error: std::io::Error| error.to_string();
    let temporary = tempfile::tempdir().map_err(failed)?;
    let folder = arguments.folder.clone().unwrap_or_else(|| temporary.path().to_owned());
    let program = std::path::absolute(&arguments.program).map_err(failed)?;
    let definition = folder.join("definition.yaml");
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(&definition, DEFINITION).map_err(failed)?;
    let there = there::There::start(&arguments.tools, &definition)?;

    let mut random = Random::new(arguments.seed);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut differences = String::new();
    let batches = arguments.count.div_ceil(BATCH);
    // The last batch contains the samples of known differences.
    for batch in 0..=batches {
        let size = BATCH.min(arguments.count.saturating_sub(batch * BATCH));
        let objects: Vec<_> = if batch == batches {
            KNOWN.iter().enumerate().map(|(index, known)| known.sample(batch * BATCH + index)).collect()
        } else {
            (0..size).map(|index| document::random(&mut random, batch * BATCH + index)).collect()
        };
        let folder = folder.join(format!("batch-{batch}"));
        let paths = write(&folder, &objects)?;
        let by_kubectl = there.kubectl(&folder, &paths)?;
        let here = here::outcomes(&program, &definition, &paths)?;
        for (index, object) in objects.iter().enumerate() {
            let by_server = there.server(object)?;
            let (kubectl, here) = (&by_kubectl[index], &here[index]);
            let mut verdict = verdict(object, &by_server, kubectl, here);
            if batch == batches && KNOWN.get(index).is_some_and(|known| known.cause != verdict) {
                verdict = "difference: one that is listed in known.rs no longer exists";
            }
            *counts.entry(verdict).or_default() += 1;
            if verdict.starts_with("difference") {
                let line = json!({
                    "verdict": verdict, "text": object.text, "server": by_server.to_json(),
                    "kubectl": kubectl.to_json(), "here": here.to_json(), "file": paths[index]
                });
                let _ = writeln!(differences, "{line}");
            }
        }
    }
    for (verdict, count) in &counts {
        println!("{verdict}: {count}");
    }
    if let Some(path) = &arguments.differences {
        fs::write(path, &differences).map_err(failed)?;
    }
    Ok(differences.is_empty())
}

/// Writes each object to a separate file.
fn write(folder: &Path, objects: &[document::OddObject]) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let mut paths = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        let path = folder.join(format!("{index:05}.yaml"));
        fs::write(&path, &object.text).map_err(failed)?;
        paths.push(path);
    }
    Ok(paths)
}

/// Classifies the results of the server, `kubectl` and idlgen. The server and `kubectl` parse some objects differently:
/// only one of them rejects duplicate keys, and only the other parses JSON as YAML.
fn verdict(object: &document::OddObject, server: &Outcome, kubectl: &Outcome, here: &Outcome) -> &'static str {
    let difference = match (server, kubectl, here) {
        (Outcome::Stored(by_server), Outcome::Stored(by_kubectl), Outcome::Stored(_)) if by_server != by_kubectl => {
            return "read otherwise by the server and kubectl";
        }
        (Outcome::Stored(by_server), Outcome::Stored(_), Outcome::Stored(by_us)) if by_server != by_us => {
            "difference: read otherwise here"
        }
        (Outcome::Stored(_), Outcome::Stored(_), Outcome::Stored(_)) => return "accepted by all",
        (Outcome::Refused(_), Outcome::Refused(_), Outcome::Refused(_)) => return "refused by all",
        (Outcome::Stored(_), Outcome::Stored(_), Outcome::Refused(_)) => "difference: refused here, accepted by both",
        (Outcome::Refused(_), Outcome::Refused(_), Outcome::Stored(_)) => "difference: accepted here, refused by both",
        _ => return "refused by either the server or kubectl",
    };
    KNOWN.iter().find(|known| (known.explains)(object, server, here)).map_or(difference, |known| known.cause)
}
