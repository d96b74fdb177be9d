//! `idlgen test`

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use clap::{
    Parser, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use idlgen_validate::ValidatorOptions;
use rayon::prelude::*;

use super::{
    Run,
    object_files::object_files,
    output::count,
    preparation::{has_errors, read_found, read_text, session},
};
use crate::{
    cli::{
        Exit,
        arguments::GlobalArguments,
        flags::{Flags, Suites},
        terminal::Terminal,
    },
    diag::Diagnostic,
    session::Session,
    source::{DiskFileSystem, FileSystem},
    suite::{
        self, Case, CaseResult, Definition, Definitions, FeatureGates, Outcome, Report, Suite, codes::NO_DEFINITION,
    },
};

/// Run suites of cases on custom resource definitions, without a cluster.
///
/// Suites have the form of those in openshift/api: objects that are created and updated, and the stored object or a part
/// of the error that is expected. Objects are judged, defaulted and pruned as an API server does.
#[derive(Debug, Parser)]
#[command(name = "test")]
pub(super) struct Test {
    /// Suites, or folders that are searched for them: YAML files that say `crdName` and `tests`.
    #[arg(value_name = "SUITE", required = true, value_hint = ValueHint::AnyPath)]
    suites: Vec<PathBuf>,

    /// A file or a folder with custom resource definitions. May be repeated. Without it: the folder
    /// zz_generated.crd-manifests two levels above a suite, where openshift/api has them.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    crd: Vec<PathBuf>,

    /// Run only cases with this text in their name or in that of their suite. May be repeated; one has to match.
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// Print all cases with what came out of them, in this form; what is wrong is told on standard error then.
    #[arg(long, value_name = "FORMAT", value_parser = report())]
    report: Option<Report>,

    #[command(flatten)]
    settings: Flags<Suites>,
}

fn report() -> impl TypedValueParser<Value = Report> {
    PossibleValuesParser::new(Report::NAMES.map(|(name, _)| name)).try_map(|name| name.parse::<Report>())
}

/// Where openshift/api keeps definitions, beside the folder of its suites.
const MANIFESTS: &str = "zz_generated.crd-manifests";
/// Where openshift/api lists the feature gates of each set of features.
const FEATURE_GATES: &str = "payload-manifests/featuregates";

impl Run for Test {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.output_is_data = self.report.is_some();
        match session(global, &self.settings.given, &[], terminal) {
            Ok(mut session) => run(&self, &mut session, terminal),
            Err(exit) => exit,
        }
    }
}

/// Runs suites.
fn run(arguments: &Test, session: &mut Session<'_>, terminal: &Terminal) -> Exit {
    let mut exit = Exit::Clean;
    let mut findings = Vec::new();
    let mut library = Library::default();
    for path in &arguments.crd {
        let definitions = library.read(path, &mut exit, terminal);
        if definitions == 0 {
            terminal.fatal(&format!("--crd {}: there is no custom resource definition", path.display()));
            exit = Exit::Environment;
        }
    }
    let mut suites = Vec::new();
    for argument in &arguments.suites {
        let before = suites.len() + findings.len();
        for found in object_files(argument, &[], &mut exit, terminal).found {
            let text = if found.is_named { read_text(&found.path) } else { read_found(&found.path) };
            match text {
                Ok(text) if found.is_named || Suite::is_suite(&text) => {
                    let file = session.sources.add(&found.path, text.as_str());
                    let (suite, problems) = Suite::read(file, &text);
                    findings.extend(problems);
                    suites.extend(suite.map(|suite| (found.path, suite)));
                }
                Ok(_) => {}
                Err(reason) => {
                    terminal.fatal(&reason);
                    exit = Exit::Environment;
                }
            }
        }
        if suites.len() + findings.len() == before && exit == Exit::Clean {
            terminal.fatal(&format!("{}: there is no suite", argument.display()));
            exit = Exit::Environment;
        }
    }
    if arguments.crd.is_empty() {
        for (path, _) in &suites {
            library.find_manifests(path, &mut exit, terminal);
        }
    }
    let mut options = ValidatorOptions::crd();
    options.kubernetes_minor = session.settings.kubernetes_minor;
    let mut pairs: Vec<(&Suite, &Definition)> = Vec::new();
    for (path, suite) in &suites {
        match library.definitions(path).of(suite, library.gates(path)) {
            Ok(definitions) => pairs.extend(definitions.into_iter().map(|definition| (suite, definition))),
            Err(reason) => {
                let finding = Diagnostic::new(NO_DEFINITION, reason).at(suite.crd_name_span);
                findings.push(if arguments.crd.is_empty() { finding.note("name it with --crd") } else { finding });
            }
        }
    }
    let run_one = |(suite, definition): &(&Suite, &Definition)| {
        let is_wanted = |case: &Case| {
            arguments.filter.is_empty()
                || arguments.filter.iter().any(|text| case.name.contains(text) || suite.name.contains(text))
        };
        suite::run(suite, definition, &options, &is_wanted)
    };
    let mut results = Vec::new();
    for result in pairs.par_iter().map(run_one).collect::<Vec<_>>() {
        match result {
            Ok(cases) => results.extend(cases),
            Err(problem) => findings.push(*problem),
        }
    }
    let failures = results.iter().filter_map(|result| match &result.outcome {
        Outcome::Passed { .. } => None,
        Outcome::Failed(diagnostic) => Some((**diagnostic).clone()),
    });
    findings.extend(failures);
    terminal.findings(&findings, &session.sources);
    if let Some(report) = arguments.report {
        terminal.data(&report.text(&results));
    }
    terminal.status(&summary(&results, suites.len()));
    if results.is_empty() && exit == Exit::Clean && findings.is_empty() {
        terminal.fatal("no case was run, because none has such a name (--filter)");
        return Exit::Environment;
    }
    exit.max(if has_errors(&findings) { Exit::Findings } else { Exit::Clean })
}

/// `12 cases of 2 suites: 10 passed (1 by the text of an older server), 2 failed`
fn summary(results: &[CaseResult], suites: usize) -> String {
    let passed = |by_older: bool| {
        let matching = |result: &&CaseResult| result.outcome == Outcome::Passed { by_older_text: by_older };
        results.iter().filter(matching).count()
    };
    let (plain, older) = (passed(false), passed(true));
    let older_text = if older == 0 { String::new() } else { format!(" ({older} by the texts of older servers)") };
    format!(
        "{} of {}: {} passed{older_text}, {} failed",
        count(results.len(), "case"),
        count(suites, "suite"),
        plain + older,
        results.len() - plain - older
    )
}

/// The definitions and feature gates of the run.
#[derive(Default)]
struct Library {
    /// What `--crd` names.
    given: Definitions,
    /// Those of folders that were found, by folder.
    found: BTreeMap<PathBuf, Definitions>,
    gates: BTreeMap<PathBuf, FeatureGates>,
    none: FeatureGates,
}

impl Library {
    /// Reads what `--crd` names, and says how many definitions there were.
    fn read(&mut self, path: &Path, exit: &mut Exit, terminal: &Terminal) -> usize {
        read_definitions(path, &mut self.given, exit, terminal)
    }

    /// Reads the definitions that openshift/api keeps for a suite, and the feature gates.
    fn find_manifests(&mut self, suite: &Path, exit: &mut Exit, terminal: &Terminal) {
        if let Some(folder) = manifests(suite).filter(|folder| !self.found.contains_key(folder)) {
            let mut definitions = Definitions::default();
            if DiskFileSystem.is_directory(&folder) {
                read_definitions(&folder, &mut definitions, exit, terminal);
            }
            self.found.insert(folder, definitions);
        }
        if let Some(folder) = feature_gates(suite).filter(|folder| !self.gates.contains_key(folder)) {
            let mut gates = FeatureGates::default();
            for file in object_files(&folder, &[], exit, terminal).found {
                if let Ok(text) = read_found(&file.path) {
                    gates.add(&text);
                }
            }
            self.gates.insert(folder, gates);
        }
    }

    fn definitions(&self, suite: &Path) -> &Definitions {
        manifests(suite).and_then(|folder| self.found.get(&folder)).unwrap_or(&self.given)
    }

    fn gates(&self, suite: &Path) -> &FeatureGates {
        feature_gates(suite).and_then(|folder| self.gates.get(&folder)).unwrap_or(&self.none)
    }
}

fn manifests(suite: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(suite).ok()?;
    Some(absolute.parent()?.parent()?.parent()?.join(MANIFESTS))
}

fn feature_gates(suite: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(suite).ok()?;
    absolute.ancestors().map(|above| above.join(FEATURE_GATES)).find(|folder| DiskFileSystem.is_directory(folder))
}

fn read_definitions(path: &Path, definitions: &mut Definitions, exit: &mut Exit, terminal: &Terminal) -> usize {
    let mut read = 0;
    for file in object_files(path, &[], exit, terminal).found {
        match if file.is_named { read_text(&file.path) } else { read_found(&file.path) } {
            Ok(text) => read += definitions.add(&file.path.to_string_lossy(), &text),
            Err(reason) => {
                terminal.fatal(&reason);
                *exit = Exit::Environment;
            }
        }
    }
    read
}
