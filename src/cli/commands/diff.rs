//! `idlgen diff`

use std::path::PathBuf;

use clap::{
    Parser, ValueEnum, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{
    Run,
    diff_sides::{Operand, Reader},
    object_files::object_files,
    output::count,
    preparation::{read_found, read_text, session, standard_input},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        flags::{Flags, Reading},
        terminal::Terminal,
    },
    diag::{Diagnostic, render::Format},
    diff::{Options, Report, Samples, Side, Verdict},
    session::Session,
    source::DiskFileSystem,
};

/// Compare two versions of CRDs or Go types, and report what breaks.
///
/// Each change has a verdict for writers, readers and stored objects. A change that breaks writers or stored objects is
/// proved by an object that the old version accepts and the new one rejects, if one is found.
///
/// OLD and NEW are a file or directory with CustomResourceDefinitions, `-` for standard input, Go packages (./api/...),
/// or one of these in a Git revision: git:REVISION:PATH. With git:REVISION, the path is that of the other side.
#[derive(Debug, Parser)]
#[command(name = "diff")]
pub(super) struct Diff {
    /// The old version.
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    old: Operand,

    /// The new version [default: the path of OLD in the work tree, or the Go packages of idlgen.toml].
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    new: Option<Operand>,

    /// Exit with 1 if a change has this verdict or a worse one.
    #[arg(long, value_name = "VERDICT", default_value = "breaking")]
    fail_on: FailOn,

    /// Process the objects in this file or directory with both versions.
    ///
    /// May be repeated.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    samples: Vec<PathBuf>,

    /// Print the report in this format [default: text].
    ///
    /// With --message-format, for example sarif or github, the changes are diagnostics of that format instead.
    #[arg(long, value_name = "FORMAT", value_parser = report())]
    report: Option<ReportFormat>,

    /// Do not search objects that prove a change.
    #[arg(long)]
    no_witness: bool,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    reading: Flags<Reading>,
}

/// Which verdict fails a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// A change breaks somebody.
    Breaking,
    /// A change breaks somebody, or may do so.
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
}

impl ReportFormat {
    const NAMES: [(&'static str, ReportFormat); 3] =
        [("text", ReportFormat::Text), ("markdown", ReportFormat::Markdown), ("json", ReportFormat::Json)];
}

fn report() -> impl TypedValueParser<Value = ReportFormat> {
    PossibleValuesParser::new(ReportFormat::NAMES.map(|(name, _)| name)).try_map(|name| {
        let found = ReportFormat::NAMES.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| format).ok_or("unknown format")
    })
}

impl Run for Diff {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.output_is_data = self.report.is_some();
        match run(&self, global, terminal) {
            Ok(exit) | Err(exit) => exit,
        }
    }
}

fn run(arguments: &Diff, global: &GlobalArguments, terminal: &Terminal) -> Result<Exit, Exit> {
    let session = &mut session(global, &arguments.reading.given, &[], arguments.fetching, terminal)?;
    let (old_operand, new_operand) = operands(arguments, session, terminal)?;
    let reader = Reader { arguments: &arguments.reading.given, fetching: arguments.fetching, global, terminal };
    let old = reader.read(&old_operand, session)?;
    let new = reader.read(&new_operand, session)?;
    let options = Options { kubernetes_minor: session.settings.kubernetes_minor };
    let mut report = Report::new(&old, &new, &options, !arguments.no_witness);
    if report.compared == 0 {
        terminal.fatal(&format!("{old_operand} and {new_operand} have no CRD in common, so nothing was compared"));
        return Err(Exit::Environment);
    }
    if !arguments.samples.is_empty() {
        report.samples = Some(samples(arguments, &old, &new, &options, session, terminal)?);
    }
    let is_given = arguments.reading.given.iter().any(|given| given.setting.path == ["kubernetes-version"]);
    let kubernetes = is_given.then_some(options.kubernetes_minor);
    let sources = &session.sources;
    match arguments.report {
        None if global.message_format != Format::Full => {
            let mut diagnostics = report.diagnostics(kubernetes);
            set_severities(&mut diagnostics, session);
            terminal.findings(&diagnostics, sources);
        }
        None | Some(ReportFormat::Text) => terminal.out(&report.text(sources, kubernetes)),
        Some(ReportFormat::Markdown) => terminal.data(&report.markdown(sources, kubernetes)),
        Some(ReportFormat::Json) => terminal.json(report.json(sources, kubernetes)),
    }
    terminal.status(&format!("compared {}: {}", count(report.compared, "CRD"), report.summary()));
    let worst = report.worst();
    let fails = match arguments.fail_on {
        FailOn::Breaking => worst >= Verdict::Breaking,
        FailOn::Review => worst >= Verdict::Review,
        FailOn::Never => false,
    };
    Ok(if fails { Exit::Findings } else { Exit::Clean })
}

/// Both sides. What one does not say is that of the other.
fn operands(arguments: &Diff, session: &Session<'_>, terminal: &Terminal) -> Result<(Operand, Operand), Exit> {
    let mut old = arguments.old.clone();
    let has_packages = !session.settings.packages.is_empty();
    let mut new = match &arguments.new {
        Some(new) => new.clone(),
        // A path without a revision is compared with what the Go packages are now.
        None if old.revision.is_none() => Operand { revision: None, path: None },
        None => Operand { revision: None, path: old.path.clone() },
    };
    if old.path.is_none() {
        old.path.clone_from(&new.path);
    }
    if new.path.is_none() && new.revision.is_some() {
        new.path.clone_from(&old.path);
    }
    if (old.path.is_none() || new.path.is_none()) && !has_packages {
        terminal.fatal(
            "there is nothing to compare OLD with: pass NEW, or a path in the revision (git:REVISION:PATH), or set \
             `packages` in idlgen.toml",
        );
        return Err(Exit::Environment);
    }
    if old.is_input() && new.is_input() {
        terminal.fatal("OLD and NEW cannot both be standard input");
        return Err(Exit::Environment);
    }
    Ok((old, new))
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
    for path in &arguments.samples {
        for found in object_files(&DiskFileSystem, path, &[], &mut exit, terminal).found {
            let text = match found.is_named {
                true if found.path == std::path::Path::new("-") => standard_input(),
                true => read_text(&found.path),
                false => read_found(&found.path),
            };
            let text = text.map_err(|reason| {
                terminal.fatal(&reason);
                Exit::Environment
            })?;
            let file = session.sources.add(&found.path, text.as_str());
            samples.add(file, &text, old, new, options);
        }
    }
    if exit == Exit::Clean { Ok(samples) } else { Err(exit) }
}

fn set_severities(diagnostics: &mut [Diagnostic], session: &Session<'_>) {
    for diagnostic in diagnostics {
        diagnostic.severity = session.settings.severities.of(diagnostic.code, diagnostic.severity, false);
    }
}
