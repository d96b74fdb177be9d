//! Runs `crd`, `openapi`, `rust` and `validate --go` on public Go modules with different contents of the module cache:
//! empty, with Kubernetes' own modules only, complete, and empty with `--fetch`. No run has the Go command, and only
//! the last one has network access.
//!
//! The output must be identical to that with a complete cache, except for descriptions; with `--fetch`, including
//! descriptions. A withheld CRD must depend on the module in its error: it must change if that module changes.

mod altered;
mod modules;
mod run;
mod table;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::{
    crd_differential::module_copy,
    go_modules::{ask, go},
};
use modules::{MODULES, packages_with_kinds};
use run::{Output, Program, Situation, Written};
use table::Row;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Modules as PATH@VERSION [default: the list of this task]
    modules: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/release/idlgen")]
    program: PathBuf,
    /// Skip the runs that download
    #[arg(long)]
    offline: bool,
}

pub(crate) fn run(arguments: &Arguments) -> bool {
    let listed = || MODULES.iter().map(|module| (*module).to_owned()).collect();
    let modules = if arguments.modules.is_empty() { listed() } else { arguments.modules.clone() };
    let mut is_good = true;
    println!("{}", table::HEAD);
    for module in &modules {
        match one(module, arguments) {
            Ok(rows) => {
                for row in rows {
                    is_good &= row.is_good();
                    println!("{row}");
                }
            }
            Err(reason) => {
                is_good = false;
                println!("| {module} | not tried: {reason} |");
            }
        }
    }
    is_good
}

/// Runs all commands on one module.
fn one(module: &str, arguments: &Arguments) -> Result<Vec<Row>, String> {
    let folder = module_copy(module)?;
    let packages = packages_with_kinds(folder.path());
    if packages.is_empty() {
        return Err("no package has kinds".to_owned());
    }
    let full = full_cache(folder.path(), &packages)?;
    let scratch = TempDir::new().map_err(|error| error.to_string())?;
    let some = scratch.path().join("some");
    altered::only(&full, &some, &["k8s.io/api", "k8s.io/apimachinery"])?;
    let empty = scratch.path().join("empty");
    fs::create_dir_all(&empty).map_err(|error| error.to_string())?;
    let program = Program::new(&arguments.program, folder.path(), scratch.path())?;
    let mut rows = Vec::new();
    for output in Output::ALL {
        let complete = program.run(output, &packages, &full, Situation::Full)?;
        for (situation, cache) in [(Situation::Empty, &empty), (Situation::KubernetesOnly, &some)] {
            let written = program.run(output, &packages, cache, situation)?;
            let mut row = Row::new(module, output, situation, &written, &complete);
            if output == Output::Definitions && situation == Situation::Empty {
                row.needless = needless(&program, &packages, &full, scratch.path(), (&written, &complete))?;
            }
            rows.push(row);
        }
        if !arguments.offline {
            let fetched = scratch.path().join(format!("fetched-{}", output.command()));
            let written = program.run(output, &packages, &fetched, Situation::Fetched)?;
            let complete = program.run(output, &packages, &full, Situation::FullWithDescriptions)?;
            rows.push(Row::new(module, output, Situation::Fetched, &written, &complete));
        }
    }
    Ok(rows)
}

/// Returns a module cache with all modules that the packages of a module import.
fn full_cache(folder: &Path, packages: &[String]) -> Result<PathBuf, String> {
    let mut list = go(folder);
    list.env("GOFLAGS", "-mod=mod").args(["list", "-deps", "-f", "{{/**/}}"]).args(packages);
    if ask(&mut list).is_err() {
        // `go list` fails if a module is unavailable, or if go.mod requires a newer Go command. In that case, the
        // required modules are only downloaded.
        let said = ask(go(folder).args(["mod", "edit", "-json"]))?;
        let said: Json = serde_json::from_str(&said).map_err(|error| error.to_string())?;
        let required = said["Require"].as_array().into_iter().flatten();
        let names =
            required.map(|one| [&one["Path"], &one["Version"]].map(|it| it.as_str().unwrap_or_default()).join("@"));
        // This can fail after downloading some modules. The runs report those that are missing.
        let _ = ask(go(&std::env::temp_dir()).args(["mod", "download"]).args(names));
    }
    Ok(PathBuf::from(ask(go(folder).args(["env", "GOMODCACHE"]))?.trim()))
}

/// Returns the withheld CRDs that do not change if the missing modules change.
fn needless(
    program: &Program,
    packages: &[String],
    full: &Path,
    scratch: &Path,
    (written, complete): (&Written, &Written),
) -> Result<BTreeSet<String>, String> {
    let kept_back = |name: &&String| !written.files.contains_key(*name);
    let mut left: BTreeMap<&String, &String> = complete.files.iter().filter(|(name, _)| kept_back(name)).collect();
    for (number, module) in written.missing.iter().enumerate() {
        if left.is_empty() {
            break;
        }
        let cache = scratch.join(format!("altered-{number}"));
        altered::all_but(full, &cache, module)?;
        let altered = program.run(Output::Definitions, packages, &cache, Situation::Full)?;
        left.retain(|name, text| altered.files.get(*name) == Some(text));
        fs::remove_dir_all(&cache).map_err(|error| error.to_string())?;
    }
    Ok(left.into_keys().cloned().collect())
}
