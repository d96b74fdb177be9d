//! The command `idlgen test`.

mod built_in;
mod floor;
mod library;
mod rust;

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt::Write,
    path::{Path, PathBuf},
};

use clap::{
    Parser, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use idlgen_validate::ValidatorOptions;

use super::{
    command::Run,
    counted::count,
    go_packages::go_packages,
    object_files::object_files,
    object_inputs::read_crds,
    preparation::{exit_of, has_errors, session},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments, package},
        flags::{Flags, Suites},
        kubectl::Kubectl,
        terminal::Terminal,
    },
    diag::{Diagnostic, nearest},
    emit::crd::Crd,
    objects::{ObjectFile, codes::NO_DEFINITION},
    session::{Outputs, Purpose, Session},
    source::{DiskFileSystem, FileId, FileSystem, SourceMap},
    suite::{
        self, BuiltInName, Case, CaseResult, Coverage, Definition, Floor, Gap, Outcome, Report, RunOptions, Suite,
        Target,
    },
};
use library::Library;

/// Run test suites for CustomResourceDefinitions and built-in kinds without a cluster.
///
/// A suite contains objects to create and update, and the expected stored object or error of each, in the format of
/// openshift/api. idlgen prunes, defaults and validates objects as an API server does. With --rust, the cases run
/// against Rust types and validators that idlgen generates; with --server, they run on a cluster.
#[derive(Debug, Parser)]
#[command(name = "test")]
pub(super) struct Test {
    /// Suites, or directories with suites.
    ///
    /// A suite is a YAML file with `crdName`, or `builtInKind` for a kind of Kubernetes, and `tests`.
    #[arg(value_name = "SUITE", required_unless_present = "init", value_hint = ValueHint::AnyPath)]
    suites: Vec<PathBuf>,

    /// Read CustomResourceDefinitions from a file or directory.
    ///
    /// May be repeated. The default is zz_generated.crd-manifests two levels above a suite, as in openshift/api.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    crd: Vec<PathBuf>,

    /// Build CustomResourceDefinitions from a Go package, as `idlgen crd` does.
    ///
    /// The package is a directory, an import path or a pattern. May be repeated.
    #[arg(long = "go", value_name = "PACKAGE", value_parser = package())]
    packages: Vec<String>,

    /// Run only cases with this text in their name or suite name.
    ///
    /// May be repeated; a case runs if it contains one of them.
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// Print the result of every case in this format.
    ///
    /// Findings are then written to standard error.
    #[arg(long, value_name = "FORMAT", value_parser = report())]
    report: Option<Report>,

    /// Print a suite to start with, for a CustomResourceDefinition or a built-in kind.
    ///
    /// The suite contains a valid object and, for each limit and rule, an object that violates it. DEFINITION is a
    /// file, or the name or kind of a CRD of --crd or --go, or a built-in kind (`apps/v1 Deployment`).
    #[arg(long, value_name = "DEFINITION", conflicts_with_all = ["suites", "filter", "report", "coverage"])]
    init: Option<String>,

    /// With --init, select the version [default: the storage version].
    #[arg(long, value_name = "VERSION", requires = "init")]
    version_name: Option<String>,

    /// List rules, enum values and limits without an accepted or a rejected case.
    #[arg(long)]
    coverage: bool,

    /// Exit with 1 if the coverage of a CRD is below this percentage.
    #[arg(long, value_name = "PERCENT", requires = "coverage")]
    fail_under: Option<f64>,

    /// Write the coverage of this run to the file of --coverage-floor.
    ///
    /// Without --lower, the file is only written if no rule, enum value or limit is newly uncovered.
    #[arg(long, conflicts_with_all = ["init", "filter"])]
    update_coverage_floor: bool,

    /// With --update-coverage-floor, allow the coverage to become lower.
    #[arg(long, requires = "update_coverage_floor")]
    lower: bool,

    /// Run the cases in generated Rust, which Cargo compiles.
    ///
    /// The Go types are those of --go or of `packages` in idlgen.toml. Each result must be the same as with the schema
    /// of the CustomResourceDefinition. Suites of built-in kinds cannot run this way. Without --fetch, Cargo does not
    /// use the network.
    #[arg(long, conflicts_with = "init")]
    rust: bool,

    /// Run the cases on the cluster of a kubeconfig file.
    ///
    /// idlgen runs `kubectl proxy`. It creates each CustomResourceDefinition and the objects of the cases (in
    /// the namespace `default`), and removes both. It never changes a CustomResourceDefinition that it did not create,
    /// nor an object of a built-in kind.
    #[arg(long, value_name = "KUBECONFIG", value_hint = ValueHint::FilePath, conflicts_with = "init")]
    server: Option<PathBuf>,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    settings: Flags<Suites>,
}

fn report() -> impl TypedValueParser<Value = Report> {
    PossibleValuesParser::new(Report::NAMES.map(|(name, _)| name)).try_map(|name| name.parse::<Report>())
}

impl Run for Test {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.output_is_data = self.report.is_some() || self.init.is_some();
        if self.fail_under.is_some_and(|floor| !(0.0..=100.0).contains(&floor)) {
            terminal.fatal("--fail-under must be a number from 0 to 100");
            return Exit::Environment;
        }
        let (global, packages) = go_packages(&self.packages, global);
        let mut session = match session(&global, &self.settings.given, &packages, self.fetching, terminal) {
            Ok(session) => session,
            Err(exit) => return exit,
        };
        if let Some(reason) = contradiction(&self, &session) {
            terminal.fatal(reason);
            return Exit::Environment;
        }
        match given(&self, &mut session, terminal) {
            Ok(Input { library, .. }) if self.init.is_some() => begin(&self, library, &mut session, terminal),
            Ok(Input { library, found, exit }) => run(&self, library, &found, &mut session, terminal).max(exit),
            Err(exit) => exit,
        }
    }
}

/// Returns an error message if flags and settings are contradictory.
fn contradiction(arguments: &Test, session: &Session<'_>) -> Option<&'static str> {
    if arguments.rust && !arguments.crd.is_empty() {
        return Some(
            "--rust needs the Go types of a CRD: pass their packages with --go (or set `packages` in idlgen.toml) \
             instead of --crd",
        );
    }
    if arguments.rust && session.settings.packages.is_empty() {
        return Some("--rust needs Go types: pass their packages with --go, or set `packages` in idlgen.toml");
    }
    if arguments.update_coverage_floor && session.settings.test.coverage_floor.is_none() {
        return Some("--update-coverage-floor needs a file: pass --coverage-floor, or set it in idlgen.toml");
    }
    None
}

/// The CRDs of a run.
struct Input {
    library: Library,
    /// The diagnostics of the Go types, which were reported.
    found: Vec<Diagnostic>,
    /// The exit status for these diagnostics.
    exit: Exit,
}

/// Returns the CRDs of `--crd` and `--go`.
fn given(arguments: &Test, session: &mut Session<'_>, terminal: &Terminal) -> Result<Input, Exit> {
    let (mut exit, mut of_types) = (Exit::Clean, Exit::Clean);
    let mut found = Vec::new();
    let mut library = Library::default();
    for path in &arguments.crd {
        let add = |document, _, file: &str| library.given.add(file, document);
        let read = read_crds("--crd", path, &mut session.sources, terminal, add);
        exit = exit.max(read.err().unwrap_or(Exit::Clean));
    }
    if arguments.rust || !arguments.packages.is_empty() {
        session.purpose = Purpose::Objects;
        let generated = session.generate(&Outputs::of(&Crd));
        terminal.diagnostics(&generated.diagnostics, &session.sources);
        // Test generated CRDs even if there are errors.
        of_types = exit_of(&generated.diagnostics);
        if generated.files.is_empty() {
            exit = exit.max(of_types);
        }
        for (name, text) in generated.files.iter() {
            let file = ObjectFile::new(FileId::from_index(0), text.into(), name);
            for (document, _) in file.definitions(|_| {}) {
                library.given.add(&format!("<made of Go>/{name}"), document);
            }
        }
        if generated.files.is_empty() && exit == Exit::Clean {
            terminal.fatal(&format!("--go {}: no type has a CRD", session.settings.packages.join(" ")));
            exit = Exit::Environment;
        }
        found = generated.diagnostics;
    }
    if exit == Exit::Clean { Ok(Input { library, found, exit: of_types }) } else { Err(exit) }
}

/// Prints an initial suite.
fn begin(arguments: &Test, mut library: Library, session: &mut Session<'_>, terminal: &Terminal) -> Exit {
    let named = arguments.init.as_deref().unwrap_or_default();
    let has_source = !(arguments.crd.is_empty() && arguments.packages.is_empty());
    if let Some(found) = built_in::definition(named, has_source, session.settings.kubernetes_minor) {
        if arguments.version_name.is_some() {
            terminal.fatal("--version-name: the version of a built-in kind is part of its name");
            return Exit::Environment;
        }
        return match found {
            Ok(definition) => print_first(&definition, None, session, terminal),
            Err(reason) => {
                terminal.fatal(&reason);
                Exit::Environment
            }
        };
    }
    // If the named path is an unreadable file, reading it reports the error.
    let is_file = DiskFileSystem.is_taken(Path::new(named)) && !DiskFileSystem.is_directory(Path::new(named));
    if is_file {
        let add = |document, _, file: &str| library.given.add(file, document);
        if let Err(exit) = read_crds("--init", Path::new(named), &mut session.sources, terminal, add) {
            return exit;
        }
    }
    let kind = |definition: &&Definition| {
        is_file || definition.name() == named || definition.kind() == named || definition.path == named
    };
    let Some(definition) = library.given.iter().find(kind) else {
        let known = library.given.iter().flat_map(|definition| [definition.name(), definition.kind()]);
        let built_in = BuiltInName::nearest(named, session.settings.kubernetes_minor);
        terminal.fatal(&match (nearest(named, known), built_in.filter(|_| !has_source)) {
            (Some(near), _) => format!("there is no CRD {named}; did you mean {near}?"),
            (None, Some(near)) => format!("there is no CRD or built-in kind {named}; did you mean {near}?"),
            (None, None) => format!("there is no CRD {named}: pass its file, or specify it with --crd or --go"),
        });
        return Exit::Environment;
    };
    print_first(definition, arguments.version_name.as_deref(), session, terminal)
}

fn print_first(definition: &Definition, version: Option<&str>, session: &Session<'_>, terminal: &Terminal) -> Exit {
    match suite::first_suite(definition, version, &validation(session)) {
        Ok(first) => {
            terminal.data(&first.text);
            for missing in &first.missing {
                terminal.status(missing);
            }
            terminal.status(&format!("{}, each of which passes", count(first.cases, "case")));
            Exit::Clean
        }
        Err(reason) => {
            terminal.fatal(&reason);
            Exit::Environment
        }
    }
}

/// Returns the validation options for the objects of suites.
fn validation(session: &Session<'_>) -> ValidatorOptions {
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    options.kubernetes_minor = session.settings.kubernetes_minor;
    options.kep4153_functions = session.settings.kep_4153_functions;
    options
}

/// Runs suites.
fn run(
    arguments: &Test,
    mut library: Library,
    found: &[Diagnostic],
    session: &mut Session<'_>,
    terminal: &Terminal,
) -> Exit {
    let mut exit = Exit::Clean;
    let (suites, mut findings) = read_suites(&arguments.suites, &mut session.sources, &mut exit, terminal);
    let is_given = arguments.rust || !(arguments.crd.is_empty() && arguments.packages.is_empty());
    if !is_given {
        for (path, _) in suites.iter().filter(|(_, suite)| suite.built_in.is_none()) {
            library.find_manifests(path, &mut session.sources, &mut exit, terminal);
        }
    }
    let has_floor = arguments.update_coverage_floor
        || arguments.settings.given.iter().any(|given| given.setting.path == ["test", "coverage-floor"]);
    let with_coverage = arguments.coverage || has_floor;
    let validator = validation(session);
    let options = RunOptions { validator, message_style: session.settings.objects.message_style, with_coverage };
    let built_in = built_in::definitions(suites.iter().map(|(_, suite)| suite), session);
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for ((path, suite), built_in) in suites.iter().zip(&built_in) {
        let definitions = match (&suite.built_in, built_in) {
            (Some(name), _) if arguments.rust => Err(built_in::not_in_rust(suite, name)),
            (_, Some(Ok(definition))) => Ok(vec![definition]),
            (_, Some(Err(reason))) => Err(Diagnostic::new(NO_DEFINITION, reason.clone()).at(suite.crd_name_span)),
            (_, None) => library.definitions(path).of(suite, library.gates(path)).map_err(|reason| {
                let finding = Diagnostic::new(NO_DEFINITION, reason).at(suite.crd_name_span);
                match (arguments.rust, is_given) {
                    (true, _) => {
                        finding.note("--rust requires the Go types of the kind").help("pass their package with --go")
                    }
                    (false, true) => finding,
                    (false, false) => finding.help("specify it with --crd or --go"),
                }
            }),
        };
        match definitions {
            Ok(definitions) => pairs.extend(definitions.into_iter().map(|definition| (suite, definition))),
            Err(finding) => findings.push(finding),
        }
    }
    findings.extend(suite::rejected(&pairs, &validator));
    let ran = match run_on_targets(arguments, &pairs, options, found, &mut findings, session, terminal) {
        Ok(ran) => ran,
        Err(exit) => {
            terminal.findings(&findings, &session.sources);
            return exit;
        }
    };
    if with_coverage {
        let mut measured = Floor::default();
        for ([name, version, _], coverage) in &ran.coverage {
            measured.add(name, version, coverage);
        }
        let options = floor::FloorOptions {
            is_filtered: !arguments.filter.is_empty(),
            updates: arguments.update_coverage_floor,
            lowers: arguments.lower,
        };
        match floor::check(&options, &measured, session, terminal) {
            Ok(below) => findings.extend(below),
            Err(status) => exit = exit.max(status),
        }
    }
    terminal.findings(&findings, &session.sources);
    if let Some(report) = arguments.report {
        terminal.data(&report.text(&ran.results));
    }
    if arguments.coverage {
        exit = exit.max(report_coverage(arguments, &ran.coverage, terminal));
    }
    terminal.status(&summary(&ran.results, suites.len()));
    if arguments.rust {
        terminal.status(&rust::decisions(&ran.results));
    }
    if ran.results.is_empty() && exit == Exit::Clean && !has_errors(&findings) {
        terminal.fatal(if arguments.filter.is_empty() {
            "no case was run, because the suites have none"
        } else {
            "no case was run, because no name matches --filter"
        });
        return Exit::Environment;
    }
    exit.max(if has_errors(&findings) { Exit::Findings } else { Exit::Clean })
}

/// Reads the suites of the arguments. Returns them with their paths, and their problems.
fn read_suites(
    arguments: &[PathBuf],
    sources: &mut SourceMap,
    exit: &mut Exit,
    terminal: &Terminal,
) -> (Vec<(PathBuf, Suite)>, Vec<Diagnostic>) {
    let (mut suites, mut findings) = (Vec::new(), Vec::new());
    for argument in arguments {
        let before = suites.len() + findings.len();
        for found in object_files(&DiskFileSystem, argument, &[], exit, terminal).found {
            match found.read() {
                Ok(text) if found.is_named || Suite::is_suite(&text) => {
                    let file = sources.add(found.shown(), text.as_str());
                    let (suite, problems) = Suite::read(file, &text);
                    findings.extend(problems);
                    suites.extend(suite.map(|suite| (found.path, suite)));
                }
                Ok(_) => {}
                Err(reason) => {
                    terminal.fatal(&reason);
                    *exit = Exit::Environment;
                }
            }
        }
        if suites.len() + findings.len() == before && *exit == Exit::Clean {
            terminal.fatal(&format!("{}: there is no suite", argument.display()));
            *exit = Exit::Environment;
        }
    }
    (suites, findings)
}

/// A suite and a CRD for which it runs.
type Pair<'s> = (&'s Suite, &'s Definition);

/// The results of all suites.
#[derive(Default)]
struct Ran {
    results: Vec<CaseResult>,
    /// The coverage by name, version and file of the CRD.
    coverage: BTreeMap<[String; 3], Coverage>,
}

/// Runs suites on the targets of the arguments. Adds failures and problems to `findings`. Returns an error if a target
/// cannot be prepared.
fn run_on_targets(
    arguments: &Test,
    pairs: &[Pair<'_>],
    options: RunOptions,
    found: &[Diagnostic],
    findings: &mut Vec<Diagnostic>,
    session: &mut Session<'_>,
    terminal: &Terminal,
) -> Result<Ran, Exit> {
    let has_rust = arguments.rust && !pairs.is_empty();
    let may_download = arguments.fetching.fetch;
    let harness = has_rust.then(|| rust::harness(session, &options, may_download, found, terminal)).transpose()?;
    let server = arguments.server.as_deref().map(Kubectl::start).transpose().map_err(|reason| {
        terminal.fatal(&format!("--server: {reason}"));
        Exit::Environment
    })?;
    let rust = harness.as_ref().map(|harness| Target::Rust(harness));
    let server = server.as_ref().map(|kubectl| Target::Server(kubectl));
    let mut targets: Vec<Target<'_>> = rust.into_iter().chain(server).collect();
    if targets.is_empty() {
        targets.push(Target::Engine);
    }
    let is_wanted = |suite: &Suite, case: &Case| {
        arguments.filter.is_empty()
            || arguments.filter.iter().any(|text| case.name.contains(text) || suite.name.contains(text))
    };
    let mut ran = Ran::default();
    for target in targets {
        for ((_, definition), result) in pairs.iter().zip(suite::run_all(pairs, options, target, &is_wanted)) {
            match result {
                Ok(run) => {
                    ran.results.extend(run.results);
                    let Some(tried) = run.coverage else { continue };
                    match ran.coverage.entry([definition.name().to_owned(), run.version, definition.path.clone()]) {
                        Entry::Occupied(mut entry) => entry.get_mut().merge(&tried),
                        Entry::Vacant(entry) => drop(entry.insert(tried)),
                    }
                }
                // The same problem for each target.
                Err(problem) if findings.contains(&problem) => {}
                Err(problem) => findings.push(*problem),
            }
        }
    }
    findings.extend(ran.results.iter().filter_map(|result| match &result.outcome {
        Outcome::Passed { .. } => None,
        Outcome::Failed(diagnostic) => Some((**diagnostic).clone()),
    }));
    Ok(ran)
}

/// Shows the coverage of each CRD, and compares it with `--fail-under`.
fn report_coverage(arguments: &Test, coverage: &BTreeMap<[String; 3], Coverage>, terminal: &Terminal) -> Exit {
    let mut exit = Exit::Clean;
    for ([name, version, path], coverage) in coverage {
        let name = &format!("{name} {version}");
        show_coverage(name, path, coverage, arguments.report.is_some(), terminal);
        if let Some(floor) = arguments.fail_under.filter(|floor| coverage.percentage() < *floor) {
            let percentage = coverage.shown_percentage();
            terminal.fatal(&format!("{name} ({path}): coverage is {percentage} %, but --fail-under is {floor} %"));
            exit = Exit::Findings;
        }
    }
    exit
}

/// Lists the parts of a CRD that no case covers.
fn show_coverage(name: &str, path: &str, coverage: &Coverage, is_output_data: bool, terminal: &Terminal) {
    let gaps = coverage.gaps();
    let (all, tried) = (coverage.len(), coverage.len() - gaps.len());
    let mut text = format!("{name} ({path}): {tried} of {all} rules, enum values and limits are covered\n");
    for Gap { place, what, missing, .. } in gaps {
        let _ = writeln!(text, "  {place} {what}: {missing}");
    }
    if is_output_data {
        text.lines().for_each(|line| terminal.line(line));
    } else {
        terminal.out(&text);
    }
}

/// Formats `12 cases of 2 suites: 10 passed (1 with messages of older servers), 2 failed`.
fn summary(results: &[CaseResult], suites: usize) -> String {
    let passed = |by_older: bool| {
        let matching = |result: &&CaseResult| result.outcome == Outcome::Passed { by_older_text: by_older };
        results.iter().filter(matching).count()
    };
    let (plain, older) = (passed(false), passed(true));
    let older_text = if older == 0 { String::new() } else { format!(" ({older} with messages of older servers)") };
    format!(
        "{} of {}: {} passed{older_text}, {} failed",
        count(results.len(), "case"),
        count(suites, "suite"),
        plain + older,
        results.len() - plain - older
    )
}
