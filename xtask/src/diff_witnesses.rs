//! Sends the witnesses of `idlgen diff` to real API servers: the old CRD must accept each of them, and the new one must
//! reject it, or drop what the report says.

mod release;
mod trial;

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use serde_json::{Value as Json, json};

use self::{
    release::{Release, Served},
    trial::Outcome,
};
use crate::{differential::ToolArguments, oracle::Oracle};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Directories or files with the CRDs of a release each, from old to new; neighbors are compared
    #[arg(required = true, num_args = 2..)]
    releases: Vec<PathBuf>,
    /// The program under test
    #[arg(long, default_value = "target/debug/idlgen")]
    program: PathBuf,
    /// Write the findings whose witness is not confirmed to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    misses: Option<PathBuf>,
    #[command(flatten)]
    tools: ToolArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let releases = arguments.releases.iter().map(|path| Release::read(path)).collect::<Result<Vec<_>, _>>()?;
    let (mut total, mut misses) = (Counts::default(), String::new());
    for pair in releases.windows(2) {
        let [old, new] = pair else { continue };
        let counts = compare(old, new, arguments, &mut misses)?;
        println!("{} to {}: {counts}", old.path.display(), new.path.display());
        total.add(&counts);
    }
    println!("{} pairs: {total}", releases.len() - 1);
    if let Some(path) = &arguments.misses {
        fs::write(path, &misses).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(total.missed == 0)
}

/// Compares two releases, and sends the witnesses to a server of each.
fn compare(old: &Release, new: &Release, arguments: &Arguments, misses: &mut String) -> Result<Counts, String> {
    let report = release::report(&arguments.program, old, new)?;
    let findings = report["changes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut counts = Counts::default();
    let breaks = |finding: &Json| finding["writers"] == "breaking" || finding["stored"] == "breaking";
    let (with_witness, others): (Vec<&Json>, Vec<&Json>) =
        findings.iter().filter(|finding| breaks(finding)).partition(|finding| finding["witness"].is_object());
    counts.without_witness = others.iter().filter(|finding| finding["witnessFound"] == false).count();
    counts.not_of_a_schema = others.len() - counts.without_witness;
    for finding in others.iter().filter(|finding| finding["witnessFound"] == false) {
        println!("  no witness: {} {}: {}", finding["rule"], finding["places"][0], finding["text"]);
    }
    if with_witness.is_empty() {
        return Ok(counts);
    }
    let servers = [arguments.tools.server()?, arguments.tools.server()?];
    let kubectl = arguments.tools.program("kubectl")?;
    let oracle = Oracle::at(arguments.tools.program("crdoracle")?);
    let [mut old_served, mut new_served] =
        [Served::new(old, &servers[0], &kubectl)?, Served::new(new, &servers[1], &kubectl)?];
    for finding in with_witness {
        match trial::run(finding, &mut old_served, &mut new_served, &oracle)? {
            Outcome::Confirmed { is_same_text } => {
                counts.confirmed += 1;
                counts.same_text += usize::from(is_same_text);
            }
            Outcome::NotServed(reason) => *counts.not_served.entry(reason).or_default() += 1,
            Outcome::Missed(reason) => {
                counts.missed += 1;
                println!("  MISSED: {} {}: {reason}", finding["rule"], finding["places"][0]);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    misses,
                    "{}",
                    json!({"old": old.path, "new": new.path, "reason": reason, "finding": finding})
                );
            }
        }
    }
    Ok(counts)
}

/// The number of findings that break writers or stored objects, by result.
#[derive(Default)]
struct Counts {
    confirmed: usize,
    /// Confirmed, and the message of the server contains the reported one.
    same_text: usize,
    missed: usize,
    without_witness: usize,
    /// Changes of a CRD outside its schemas, for which there is no object.
    not_of_a_schema: usize,
    /// Witnesses that were not sent, because a server does not serve the CRD.
    not_served: BTreeMap<String, usize>,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.confirmed += other.confirmed;
        self.same_text += other.same_text;
        self.missed += other.missed;
        self.without_witness += other.without_witness;
        self.not_of_a_schema += other.not_of_a_schema;
        for (reason, count) in &other.not_served {
            *self.not_served.entry(reason.clone()).or_default() += count;
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { confirmed, same_text, missed, without_witness, not_of_a_schema, not_served } = self;
        write!(f, "{confirmed} witnesses confirmed ({same_text} with the same message), {missed} missed")?;
        write!(f, ", {without_witness} findings without a witness, {not_of_a_schema} not about objects")?;
        not_served.iter().try_for_each(|(reason, count)| write!(f, "; {count} not sent: {reason}"))
    }
}
