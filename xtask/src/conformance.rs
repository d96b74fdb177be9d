//! Comparison with the results of the real tools.
//!
//! A suite is a directory of inputs and recorded results, a case is one input with its result. The runner depends only
//! on the layout of a suite, so that it can run other cases with the same layout.

mod api_diff;
mod apiserver_tables;
mod builtin_kinds;
mod case;
mod cel_k8s;
mod cel_spec;
mod cel_wild;
mod crd_gen;
pub(crate) mod go_value;
mod input;
mod json_schema_draft4;
mod known_differences;
mod kubevirt;
mod openapi;
mod openshift_crds;
mod re2;
mod report;
mod rules;
mod seeds;

use std::path::{Path, PathBuf};

use self::{case::Cases, input::SuiteDirectory, known_differences::KnownDifferences, report::Report};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Directory that contains a directory for each suite
    #[arg(default_value = "../shared/conformance")]
    folder: PathBuf,
    /// Run only this suite (can be passed several times)
    #[arg(long = "suite", value_name = "NAME")]
    suites: Vec<String>,
    /// Run only this file of definitions, in the format of openapi/defs-NAME.json.gz, and the report-NAME.txt next to
    /// it (can be passed several times)
    #[arg(long = "defs", value_name = "FILE", conflicts_with = "suites")]
    definitions: Vec<PathBuf>,
    /// Write the failing cases to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    failures: Option<PathBuf>,
    /// Fail if a case fails that is not a known difference, if a known difference passes, or if a case cannot be run
    #[arg(long)]
    strict: bool,
}

/// A suite that can be run.
struct Suite {
    /// The name of its directory.
    name: &'static str,
    run: fn(&SuiteDirectory, &mut Cases) -> Result<(), String>,
}

/// The suites for implemented features.
const SUITES: &[Suite] = &[
    Suite { name: "api-diff", run: api_diff::run },
    Suite { name: "apiserver-tables", run: apiserver_tables::run },
    Suite { name: "builtin-kinds", run: builtin_kinds::run },
    Suite { name: "cel-k8s", run: cel_k8s::run },
    Suite { name: "cel-spec", run: cel_spec::run },
    Suite { name: "cel-wild", run: cel_wild::run },
    Suite { name: "crd-gen", run: crd_gen::run },
    Suite { name: "json-schema-draft4", run: json_schema_draft4::run },
    Suite { name: "kubevirt", run: kubevirt::run },
    Suite { name: "openapi", run: openapi::run },
    Suite { name: "openshift-crds", run: openshift_crds::run },
    Suite { name: "re2", run: re2::run },
    Suite { name: "seeds", run: seeds::run },
];

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let known = KnownDifferences::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("known-differences.toml"))?;
    let mut report = Report::default();
    if !arguments.definitions.is_empty() {
        for path in &arguments.definitions {
            let (Some(folder), Some(file)) = (path.parent(), path.file_name()) else {
                return Err(format!("{}: expected a file path", path.display()));
            };
            let file = file.to_string_lossy();
            let mut cases = Cases::new("openapi");
            match openapi::run_definitions(&SuiteDirectory::new(folder.to_owned()), &file, &mut cases) {
                Ok(()) => report.suite(&file, cases, &known),
                Err(message) => report.broken(&file, &message),
            }
        }
        return finish(&report, arguments);
    }
    let found = input::subdirectories(&arguments.folder)?;
    for wanted in &arguments.suites {
        if !found.iter().any(|name| name == wanted) {
            return Err(format!("no suite `{wanted}` in {}", arguments.folder.display()));
        }
    }
    for name in found {
        if !arguments.suites.is_empty() && !arguments.suites.contains(&name) {
            continue;
        }
        let Some(suite) = SUITES.iter().find(|suite| suite.name == name) else {
            Report::not_yet(&name);
            continue;
        };
        let folder = SuiteDirectory::new(arguments.folder.join(&name));
        let mut cases = Cases::new(suite.name);
        match (suite.run)(&folder, &mut cases) {
            Ok(()) => report.suite(&name, cases, &known),
            Err(message) => report.broken(&name, &message),
        }
    }
    finish(&report, arguments)
}

fn finish(report: &Report, arguments: &Arguments) -> Result<bool, String> {
    report.finish(arguments.failures.as_deref())?;
    Ok(!report.is_broken() && (!arguments.strict || report.is_clean()))
}
