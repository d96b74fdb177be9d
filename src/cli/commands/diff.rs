//! The command `idlgen diff`.

use std::{
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{
    Parser, ValueEnum, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use idlgen_runtime::go::{Instant, format_time};

use super::{
    command::Run,
    counted::count,
    diff_crdify::{self, CrdifyFormat},
    diff_history::history,
    diff_sides::{Operand, Reader},
    object_inputs::{add_findings, read_object_files},
    preparation::{has_errors, read_text, session},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        flags::{Comparing, Flags},
        terminal::Terminal,
    },
    diag::{Diagnostic, render::Format},
    diff::{Exceptions, Options, Report, Samples, Side, Verdict},
    modules::VersionRange,
    session::Session,
    source::merge_base,
};

/// Compare two versions of CRDs or Go types, and report what breaks.
///
/// Each change has a verdict for writers, readers and stored objects. A change that breaks writers or stored objects is
/// proved by an object that the old version accepts and the new one rejects, if one is found.
///
/// Without OLD, idlgen compares the work tree with its merge base with the main branch. Both sides are the CRDs that it
/// generates from the Go packages in idlgen.toml. Without these packages, they are the CRDs in the files below -C.
///
/// OLD and NEW are a file or directory with CustomResourceDefinitions or OpenAPI documents, `-` for standard input, Go
/// packages (./api/...), or one of these in a Git revision: git:REVISION:PATH. With git:REVISION, the path is that of
/// the other side. If neither has a path, both sides are read as without OLD.
#[derive(Debug, Parser)]
#[command(name = "diff")]
pub(super) struct Diff {
    /// The old version [default: the merge base with the main branch].
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    old: Option<Operand>,

    /// The new version [default: the path of OLD in the work tree, or the Go packages of idlgen.toml].
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    new: Option<Operand>,

    /// Exit with 1 if a change has this verdict or a worse one.
    #[arg(long, value_name = "VERDICT", default_value = "breaking")]
    fail_on: FailOn,

    /// Validate the objects in this file or directory with both versions.
    ///
    /// May be repeated.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    samples: Vec<PathBuf>,

    /// Print the report in this format [default: text].
    ///
    /// The crdify formats print the same report as crdify. To print each change as a diagnostic instead, for example
    /// for sarif or github, use --message-format.
    #[arg(long, value_name = "FORMAT", value_parser = report())]
    report: Option<ReportFormat>,

    /// Print release notes instead of the report: the changes by kind, in the format of Keep a Changelog.
    #[arg(long, conflicts_with = "report")]
    changelog: bool,

    /// Compare the releases of the Go module or path OLD in this range, each with the one before.
    ///
    /// The range is v1.2..v1.6. OLD is a module, packages in it (example.com/shop/api/...), or a directory with CRDs
    /// (example.com/shop/config/crd). Without --fetch, only the releases in the module cache are compared. The releases
    /// of a path (./config/crd, ./api/...) are the tags of its Git repository.
    #[arg(long, value_name = "RANGE", requires = "old", conflicts_with_all = CONFLICTS_OF_HISTORY)]
    history: Option<String>,

    /// Read the settings of --report crdify from this crdify.yaml.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    crdify_config: Option<PathBuf>,

    /// Do not search for objects that prove a change.
    #[arg(long)]
    no_witness: bool,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    reading: Flags<Comparing>,
}

/// The arguments that have no effect with `--history`.
const CONFLICTS_OF_HISTORY: [&str; 6] = ["new", "samples", "changelog", "crdify_config", "fail_on", "exceptions"];

/// Characters of a commit that are shown.
const SHORT_HASH: usize = 12;

/// Which verdict fails a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// A change breaks writers, readers or stored objects.
    Breaking,
    /// A change is breaking, or needs review.
    Review,
    /// No change fails the run.
    Never,
}

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReportFormat {
    Text,
    Markdown,
    Json,
    Crdify(CrdifyFormat),
}

impl ReportFormat {
    const NAMES: [(&'static str, ReportFormat); 6] = [
        ("text", ReportFormat::Text),
        ("markdown", ReportFormat::Markdown),
        ("json", ReportFormat::Json),
        ("crdify", ReportFormat::Crdify(CrdifyFormat::Text)),
        ("crdify-markdown", ReportFormat::Crdify(CrdifyFormat::Markdown)),
        ("crdify-json", ReportFormat::Crdify(CrdifyFormat::Json)),
    ];
}

fn report() -> impl TypedValueParser<Value = ReportFormat> {
    PossibleValuesParser::new(ReportFormat::NAMES.map(|(name, _)| name)).try_map(|name| {
        let found = ReportFormat::NAMES.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| format).ok_or("unknown format")
    })
}

impl Run for Diff {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.output_is_data = self.report.is_some() || self.changelog;
        match run(&self, global, terminal) {
            Ok(exit) | Err(exit) => exit,
        }
    }
}

fn run(arguments: &Diff, global: &GlobalArguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let session = &mut session(global, &arguments.reading.given, &[], arguments.fetching, terminal)?;
    let reader = Reader { arguments: &arguments.reading.given, fetching: arguments.fetching, global, terminal };
    if let (Some(range), Some(old)) = (&arguments.history, &arguments.old) {
        return show_history(arguments, &reader, range, old, session);
    }
    let (old_operand, new_operand) = operands(arguments, session, terminal)?;
    let [old, new] = reader.read([&old_operand, &new_operand], session)?;
    let options = options(session);
    if let Some(ReportFormat::Crdify(format)) = arguments.report {
        let config = arguments.crdify_config.as_deref();
        if old.common(&new).is_empty() {
            return Err(nothing_in_common(&old_operand, &new_operand, terminal));
        }
        let has_errors = diff_crdify::print(format, config, &old, &new, terminal)?;
        let fails = has_errors && arguments.fail_on != FailOn::Never;
        return Ok(if fails { Exit::Findings } else { Exit::Clean });
    }
    let mut exceptions = exceptions(session, terminal)?;
    let witnesses = !arguments.no_witness && !arguments.changelog;
    let mut report = Report::with_exceptions(&old, &new, &options, witnesses, &mut exceptions);
    if report.compared == 0 {
        return Err(nothing_in_common(&old_operand, &new_operand, terminal));
    }
    if !arguments.samples.is_empty() {
        report.samples = Some(samples(arguments, &old, &new, &options, session, terminal)?);
    }
    let kubernetes = kubernetes(arguments, &options);
    let sources = &session.sources;
    match arguments.report {
        None if arguments.changelog => terminal.data(&report.changelog()),
        None if global.message_format != Format::Full => {
            let mut diagnostics = report.diagnostics(kubernetes);
            set_severities(&mut diagnostics, session);
            terminal.findings(&diagnostics, sources);
        }
        None | Some(ReportFormat::Text) => terminal.out(&report.text(sources, kubernetes)),
        Some(ReportFormat::Markdown) => terminal.data(&report.markdown(sources, kubernetes)),
        Some(ReportFormat::Json) => terminal.json(report.json(sources, kubernetes)),
        // The crdify report was printed above.
        Some(ReportFormat::Crdify(_)) => {}
    }
    let mut stale = exceptions.stale();
    set_severities(&mut stale, session);
    terminal.diagnostics(&stale, &session.sources);
    let (compared, bump) = (count(report.compared, "CRD"), report.bump().name());
    terminal.status(&format!("compared {compared}: {}; minimum version bump: {bump}", report.summary()));
    if report.copies > 0 {
        let copies = if report.copies == 1 { "1 copy".to_owned() } else { format!("{} copies", report.copies) };
        terminal.status(&format!("{copies} of these CRDs in other files not compared: the other side has fewer"));
    }
    let worst = report.worst();
    let fails = match arguments.fail_on {
        FailOn::Breaking => worst >= Verdict::Breaking,
        FailOn::Review => worst >= Verdict::Review,
        FailOn::Never => false,
    };
    // Freeing every value of the documents would take as long as comparing them.
    std::mem::forget((old, new, report));
    Ok(if fails { Exit::Findings } else { Exit::Clean })
}

fn options(session: &Session<'_>) -> Options {
    let settings = &session.settings;
    Options { kubernetes_minor: settings.kubernetes_minor, by_stability: settings.diff.by_stability }
}

/// The minor version of Kubernetes, if it was specified.
fn kubernetes(arguments: &Diff, options: &Options) -> Option<u16> {
    let is_given = arguments.reading.given.iter().any(|given| given.setting.path == ["kubernetes-version"]);
    is_given.then_some(options.kubernetes_minor)
}

/// Prints the changes of the releases of a module.
fn show_history(
    arguments: &Diff,
    reader: &Reader<'_>,
    range: &str,
    module: &Operand,
    session: &mut Session<'_>,
) -> Result<Exit, Exit> {
    let terminal = reader.terminal;
    let range: VersionRange =
        range.parse().map_err(|reason: String| reader.fail(&format!("--history {range}: {reason}")))?;
    let (Some(name), None) = (&module.path, &module.revision) else {
        terminal.fatal(
            "--history compares the releases of a Go module, such as example.com/shop, or the tags of a path, such as \
             ./config/crd",
        );
        return Err(Exit::Environment);
    };
    if matches!(arguments.report, Some(ReportFormat::Crdify(_))) {
        terminal.fatal("--history has the reports text, markdown and json");
        return Err(Exit::Environment);
    }
    let options = options(session);
    let history = history(reader, &range, name, &options, session)?;
    match arguments.report {
        Some(ReportFormat::Markdown) => terminal.data(&history.markdown()),
        Some(ReportFormat::Json) => terminal.json(history.json(&session.sources, kubernetes(arguments, &options))),
        _ => terminal.out(&history.text()),
    }
    terminal.status(&history.summary());
    Ok(Exit::Clean)
}

fn nothing_in_common(old: &Operand, new: &Operand, terminal: &Terminal) -> Exit {
    terminal.fatal(&format!("{old} and {new} have no CRD in common, so nothing was compared"));
    Exit::Environment
}

/// Returns both sides. A side without a revision or path uses that of the other side.
fn operands(arguments: &Diff, session: &Session<'_>, terminal: &Terminal) -> Result<(Operand, Operand), Exit> {
    let mut specified = arguments.old.iter().chain(&arguments.new);
    if let Some(reason) = specified.find_map(|side| side.revision_without_prefix(&session.settings.directory)) {
        terminal.fatal(&reason);
        return Err(Exit::Environment);
    }
    let no_path = Operand { revision: None, path: None, is_tree: false };
    let mut old = arguments.old.clone().unwrap_or_else(|| no_path.clone());
    let has_packages = !session.settings.packages.is_empty();
    let mut new = match &arguments.new {
        Some(new) => new.clone(),
        // A path without a revision is compared with the current Go packages.
        None if old.revision.is_none() && arguments.old.is_some() && has_packages => no_path,
        None => Operand { path: old.path.clone(), ..no_path },
    };
    if old.path.is_none() && new.path.is_none() && !has_packages {
        for operand in [&mut old, &mut new] {
            operand.path = Some(session.settings.directory.display().to_string());
            operand.is_tree = true;
        }
    }
    let is_in_work_tree = old.revision.is_none() && new.revision.is_none() && !old.is_input();
    if is_in_work_tree && arguments.new.is_none() && old.path == new.path {
        let branch = session.settings.diff.main_branch.as_deref();
        let base = merge_base(&old.directory(&session.settings.directory), branch);
        let (commit, branch) = base.map_err(|error| {
            terminal.fatal(&format!("{error}; pass OLD and NEW, or --main-branch"));
            Exit::Environment
        })?;
        let commit: String = commit.chars().take(SHORT_HASH).collect();
        terminal.status(&format!("comparing with {commit}, the merge base with {branch}"));
        old.revision = Some(commit);
    }
    if old.path.is_none() {
        old.path.clone_from(&new.path);
    }
    if new.path.is_none() && new.revision.is_some() {
        new.path.clone_from(&old.path);
    }
    if old.is_input() && new.is_input() {
        terminal.fatal("OLD and NEW cannot both be standard input");
        return Err(Exit::Environment);
    }
    Ok((old, new))
}

/// Reads the exceptions file named in the settings.
fn exceptions(session: &mut Session<'_>, terminal: &Terminal) -> Result<Exceptions, Exit> {
    let Some(path) = &session.settings.diff.exceptions else { return Ok(Exceptions::default()) };
    let path = session.settings.directory.join(path);
    let text = read_text(&path).map_err(|reason| {
        terminal.fatal(&reason);
        Exit::Environment
    })?;
    let file = session.sources.add(&path, text.as_str());
    let (exceptions, problems) = Exceptions::read(file, &text, &today());
    terminal.diagnostics(&problems, &session.sources);
    if has_errors(&problems) { Err(Exit::Environment) } else { Ok(exceptions) }
}

/// The date in UTC: `2026-11-27`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = Instant { seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX), nanoseconds: 0 };
    format_time(now, false).chars().take(10).collect()
}

/// Processes the objects of `--samples`.
fn samples(
    arguments: &Diff,
    old: &Side,
    new: &Side,
    options: &Options,
    session: &mut Session<'_>,
    terminal: &Terminal,
) -> Result<Samples, Exit> {
    let mut samples = Samples::default();
    let mut exit = Exit::Clean;
    let files = read_object_files(&arguments.samples, &[], &mut session.sources, &mut exit, terminal).files;
    let mut problems = Vec::new();
    for file in &files {
        add_findings(&mut problems, samples.add(file, old, new, options));
    }
    set_severities(&mut problems, session);
    terminal.findings(&problems, &session.sources);
    if has_errors(&problems) {
        exit = Exit::Environment;
    }
    if exit == Exit::Clean { Ok(samples) } else { Err(exit) }
}

fn set_severities(diagnostics: &mut [Diagnostic], session: &Session<'_>) {
    for diagnostic in diagnostics {
        diagnostic.severity = session.settings.severities.of(diagnostic.code, diagnostic.severity, false);
    }
}
